import { constants } from 'node:os';

/** Two signals within this many milliseconds are one wish: npm hands on the Ctrl+C that the terminal has sent already. */
const SAME_WISH_MS = 500;

export type StopSignals = {
  /** Resolves once the process is told to stop. Whoever asks is ready to stop in order. */
  untilAsked(): Promise<void>;
  /** Hears no more of them: from here on they end the process. */
  forget(): void;
};

/**
 * SIGINT and SIGTERM, also where the process is a container's first, which without a handler does not hear them. Before
 * `untilAsked` they end the process at once, as a second one does after it: what is not committed is made anew next time.
 */
export function watchStopSignals(): StopSignals {
  const asked = Promise.withResolvers<void>();
  let isReady = false;
  let askedAt: number | undefined;
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const now = performance.now();
    if (isReady && askedAt === undefined) {
      askedAt = now;
      asked.resolve();
    } else if (askedAt === undefined || now - askedAt > SAME_WISH_MS) {
      process.exit(128 + constants.signals[signal]);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    untilAsked: () => {
      isReady = true;
      return asked.promise;
    },
    forget: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
