import { ModelFault } from './llm.ts';

/**
 * Bounds a model's answer in time, even if the model ignores its signal.
 * @param ask starts the call
 * @param ms after which a `timed_out` `ModelFault` is thrown
 * @param signal its reason is thrown when it is aborted
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
  ended.promise.catch(() => {});
  let answer: AsyncIterator<T> | undefined;
  try {
    answer = ask(call.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = answer.next();
      next.catch(() => {});
      const { done, value } = await Promise.race([next, ended.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    call.abort();
    answer?.return?.().catch(() => {});
  }
}
