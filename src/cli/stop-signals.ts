import { constants } from 'node:os';

/** Two signals within this many milliseconds count as one: npm passes on the Ctrl+C that the terminal has already sent. */
const SAME_WISH_MS = 500;

export type StopSignals = {
  /** Resolves once the process is told to stop. */
  untilAsked(): Promise<void>;
  /** Restores the system's handling of the signals. */
  release(): void;
};

/**
 * SIGINT and SIGTERM. As process 1 of a container Node ignores them without a handler. Before `untilAsked` they end the
 * process at once, as does a second signal after it; uncommitted work is repeated at the next start.
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
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
