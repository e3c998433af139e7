/**
 * Words between parts of one process that say: look now. Nothing depends on them: who hears looks by itself from time to time,
 * and so finds what other processes did as well.
 */
export type Signals = {
  /** Those who hear are called at once, also inside a transaction that has yet to commit. */
  give(name: string): void;
  /** @returns what ends it */
  hear(name: string, heard: () => void): () => void;
};

/** Those of a process: one of these is all there is. */
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
