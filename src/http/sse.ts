import type { Turns } from './take-turns.ts';

/** Server-sent events (HTML standard, section 9.2): the text of a stream, whoever sends it. */

export type ServerEvent = { readonly type: string };

/** A comment, which every reader passes over. */
const HEARTBEAT = ':\n\n';

export type EventTextOptions<T> = {
  /** Aborted with what to throw when the events are not wanted any more. */
  readonly signal: AbortSignal;
  /** So long nothing is said at the most, in milliseconds. */
  readonly heartbeat: number;
  readonly turns: Turns;
  /** Throws for an event that may not be sent. */
  readonly check: (event: T) => void;
  /** What to say of an error; null for nothing, when nobody listens any more. */
  readonly describe: (error: unknown) => string | null;
};

/**
 * Events as text, each as it comes: `event` is the type, `data` one line of JSON that has it too. Whatever fails is an
 * `error` whose text `describe` gives; the last event is always `done`. What makes the events is told to end as soon as they
 * are not wanted, also while it works on the next.
 */
export async function* eventText<T extends ServerEvent>(
  events: AsyncIterable<T>,
  options: EventTextOptions<T>,
): AsyncGenerator<string> {
  const { signal, heartbeat, turns, check, describe } = options;
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const step = await nextOrBeat(next, heartbeat, signal);
      if (step === BEAT) {
        yield HEARTBEAT;
        continue;
      }
      if (step.done === true) break;
      check(step.value);
      yield textOf(step.value);
      await turns.take();
      next = iterator.next();
    }
  } catch (error) {
    const text = describe(error);
    if (text === null) return;
    yield textOf({ type: 'error', error: text });
  } finally {
    // It may take its time, or fail, to nobody's concern.
    void iterator.return?.().catch(() => undefined);
  }
  yield textOf({ type: 'done' });
}

function textOf(event: ServerEvent & { readonly error?: string }): string {
  // The text of JSON has no line breaks: those in its strings are escaped.
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const BEAT = Symbol('beat');

async function nextOrBeat<T>(next: Promise<T>, ms: number, signal: AbortSignal): Promise<T | typeof BEAT> {
  const { promise, resolve, reject } = Promise.withResolvers<T | typeof BEAT>();
  const timer = setTimeout(resolve, ms, BEAT);
  const leave = (): void => reject(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  next.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
