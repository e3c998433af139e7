/** Lets concurrent sources run one step at a time, with other work between. */
export type Turns = { take(): Promise<void> };

/**
 * A stream whose next event is ready would run without yielding: a hundred of them would block all requests for the whole
 * of their work, instead of one step.
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
