export type Gate = {
  /** @param who whose turn it is to be; everybody who says nothing stands in one line */
  enter(who?: string): Promise<void>;
  leave(): void;
};

/**
 * Lets so many in at a time. Those who wait go in by turns, one of each, and each one's own in the order they came: who brings
 * twenty holds up nobody who brings one for longer than one of the twenty takes.
 */
export function createGate(places: number): Gate {
  let free = places;
  const lines = new Map<string, (() => void)[]>();
  return {
    async enter(who = '') {
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve) => {
        const line = lines.get(who);
        if (line === undefined) lines.set(who, [resolve]);
        else line.push(resolve);
      });
    },
    leave() {
      const [turn] = lines;
      if (turn === undefined) {
        free += 1;
        return;
      }
      const [who, line] = turn;
      lines.delete(who);
      const next = line.shift();
      // Behind all others.
      if (line.length > 0) lines.set(who, line);
      next?.();
    },
  };
}
