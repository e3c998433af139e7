/** Signals inside one process that say: look now. Nothing depends on them, since listeners also poll and so see other processes' work. */
export type Signals = {
  give(name: string): void;
  /** @returns a function that stops listening */
  hear(name: string, heard: () => void): () => void;
};

export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    give(name) {
      for (const heard of listeners.get(name) ?? []) heard();
    },
    hear(name, heard) {
      const others = listeners.get(name) ?? new Set();
      listeners.set(name, others.add(heard));
      return () => {
        others.delete(heard);
        if (others.size === 0) listeners.delete(name);
      };
    },
  };
}
