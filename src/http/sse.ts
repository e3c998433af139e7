import type { Turns } from './take-turns.ts';

/** Server-sent events (HTML standard, section 9.2): the text of a stream, whoever sends it. */

export type ServerEvent = { readonly type: string };

/** A comment, which every reader passes over. */
const HEARTBEAT = ':\n\n';
/** Characters of events that are there already and are sent as one: each by itself is a packet, and a turn of everybody else's. */
const MOST_AT_ONCE = 16_384;

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
  let gathered = '';
  try {
    let next = iterator.next();
    for (;;) {
      signal.throwIfAborted();
      let step: Step<T> = gathered === '' ? LATER : await atOnce(next);
      if (step === LATER && gathered !== '') {
        yield gathered;
        gathered = '';
        await turns.take();
      }
      if (step === LATER) step = await nextOrBeat(next, heartbeat, signal);
      if (step === BEAT) {
        yield HEARTBEAT;
        continue;
      }
      if (step.done === true) break;
      check(step.value);
      gathered += textOf(step.value);
      if (gathered.length >= MOST_AT_ONCE) {
        yield gathered;
        gathered = '';
        await turns.take();
      }
      next = iterator.next();
    }
  } catch (error) {
    const text = describe(error);
    if (text === null) return;
    gathered += textOf({ type: 'error', error: text });
  } finally {
    // It may take its time, or fail, to nobody's concern.
    void iterator.return?.().catch(() => undefined);
  }
  yield gathered + textOf({ type: 'done' });
}

function textOf(event: ServerEvent & { readonly error?: string }): string {
  // The text of JSON has no line breaks: those in its strings are escaped.
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const BEAT = Symbol('beat');
const LATER = Symbol('later');
/** The next event, or why there is none yet: nobody has waited for it, or long enough to say so. */
type Step<T> = IteratorResult<T> | typeof BEAT | typeof LATER;

/** What is there without waiting for anything outside this program. */
async function atOnce<T>(next: Promise<IteratorResult<T>>): Promise<Step<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<Step<T>>();
  const immediate = setImmediate(resolve, LATER);
  next.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearImmediate(immediate);
  }
}

async function nextOrBeat<T>(
  next: Promise<IteratorResult<T>>,
  ms: number,
  signal: AbortSignal,
): Promise<Exclude<Step<T>, typeof LATER>> {
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<Step<T>, typeof LATER>>();
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
