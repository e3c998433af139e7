import { showProgress } from './progress.ts';
import { watchStopSignals } from './stop-signals.ts';
import type { CommandContext } from './terminal.ts';

/** The exit code of a command that was stopped: as of a process that SIGINT ended. */
export const STOPPED = 130;

/** Work that was told to stop, and did. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** What long work is given: whom to tell how far it is, and what tells it to stop. */
export type StoppableIo = { readonly progress: Progress; readonly signal: AbortSignal };

type Progress = ReturnType<typeof showProgress>['step'];

/** Runs long work that shows how far it is and stops in order when it is told to: at once when it is told a second time. */
export async function stoppable<T>(
  context: CommandContext,
  work: (io: StoppableIo) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signals = watchStopSignals();
  void signals.untilAsked().then(() => stop.abort(new StoppedError('stopped before its end.')));
  const shown = showProgress(context);
  try {
    return await work({ progress: shown.step, signal: stop.signal });
  } catch (error) {
    // Others may have put it into words of their own.
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    shown.end();
    signals.release();
  }
}
