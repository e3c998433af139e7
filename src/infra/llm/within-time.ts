import { ModelFault } from './llm.ts';

/**
 * A model's answer for so long and no longer, whether the model heeds the signal or not.
 *
 * @param ask makes the call, which ends when the signal it gets does
 * @param ms after which `ModelFault` of the reason `timed_out` is thrown
 * @param signal of whoever wants the answer: its reason is thrown when it is aborted
 */
export async function* withinTime<T>(
  ask: (signal: AbortSignal) => AsyncIterable<T>,
  ms: number,
  signal: AbortSignal,
): AsyncGenerator<T> {
  signal.throwIfAborted();
  const call = new AbortController();
  const ended = Promise.withResolvers<never>();
  const stop = (reason: unknown): void => {
    ended.reject(reason);
    call.abort(reason);
  };
  const leave = (): void => stop(signal.reason);
  const late = (): void =>
    stop(new ModelFault('timed_out', { message: `No whole answer in ${ms} ms.`, retryable: true }));
  const timer = setTimeout(late, ms);
  signal.addEventListener('abort', leave, { once: true });
  // Nobody may be waiting when it is rejected.
  ended.promise.catch(() => {});
  let answer: AsyncIterator<T> | undefined;
  try {
    answer = ask(call.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = answer.next();
      // What comes of it after the end is of no interest.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, ended.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    // Also where the reader has enough: the model need not go on writing.
    call.abort();
    // Not waited for: a model that heeds no signal does not come back from this either.
    answer?.return?.().catch(() => {});
  }
}
