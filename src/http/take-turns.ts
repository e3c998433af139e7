/** Lets what runs by itself go on a step at a time, one after the other, with whatever else waits in between. */
export type Turns = { take(): Promise<void> };

/**
 * Streams whose next event is there already would go on without letting anything else run: a hundred of them hold every
 * other request up for as long as all of their work takes. In turns they hold it up for one step.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  const letOneGo = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(letOneGo);
  };
  return {
    take: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(letOneGo);
      }),
  };
}
