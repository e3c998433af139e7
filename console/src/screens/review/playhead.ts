import { createContext, useContext, useSyncExternalStore } from 'react';

/** The moment that all of the page shows, as the place of a sample, and a stretch if one is selected. */
export type Playhead = {
  readonly at: number | null;
  readonly stretch: { readonly from: number; readonly to: number } | null;
};

/** Stands apart from React's state: it moves with the pointer, and only what shows it is drawn again. */
export type PlayheadStore = {
  readonly get: () => Playhead;
  readonly move: (at: number | null) => void;
  /** Moves and selects all from where it was, or from where the selection began. */
  readonly extend: (at: number) => void;
  readonly select: (from: number, to: number) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createPlayhead(): PlayheadStore {
  let current: Playhead = { at: null, stretch: null };
  const listeners = new Set<() => void>();
  const set = (next: Playhead): void => {
    if (next.at === current.at && next.stretch === null && current.stretch === null) return;
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    move: (at) => set({ at, stretch: null }),
    extend: (at) => set({ at, stretch: { from: current.stretch?.from ?? current.at ?? 0, to: at } }),
    select: (from, to) => set({ at: to, stretch: { from, to } }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const PlayheadContext = createContext<PlayheadStore>(createPlayhead());

export function usePlayheadStore(): PlayheadStore {
  return useContext(PlayheadContext);
}

/** What of the playhead a component shows; it is drawn again only when that changes. */
export function usePlayhead<Shown>(shown: (playhead: Playhead) => Shown): Shown {
  const { subscribe, get } = usePlayheadStore();
  return useSyncExternalStore(subscribe, () => shown(get()));
}
