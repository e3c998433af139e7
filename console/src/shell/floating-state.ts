/** What floats above every page: the palette, and the list of keys. */
export type Floating = 'palette' | 'keys';
type Listener = (which: Floating) => void;

const listeners = new Set<Listener>();

/** Opens it from anywhere. */
export function openFloating(which: Floating): void {
  for (const listener of listeners) listener(which);
}

export function onFloatingOpen(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
