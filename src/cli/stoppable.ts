import { showProgress } from './progress.ts';
import { watchStopSignals } from './stop-signals.ts';
import type { CommandContext } from './terminal.ts';

type Progress = ReturnType<typeof showProgress>['step'];

/** Runs long work that shows how far it is and stops in order when it is told to: at once when it is told a second time. */
export async function stoppable<T>(
  context: CommandContext,
  work: (io: { readonly progress: Progress; readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signals = watchStopSignals();
  void signals.untilAsked().then(() => stop.abort(new Error('Stopped.')));
  const shown = showProgress(context);
  try {
    return await work({ progress: shown.step, signal: stop.signal });
  } finally {
    shown.end();
    signals.release();
  }
}
