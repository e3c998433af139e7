type Listener = () => void;

const listeners = new Set<Listener>();

/** Called when an answer says that nobody is signed in any more. */
export function announceSessionEnd(): void {
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
