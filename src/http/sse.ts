import type { AppError } from '../shared/errors.ts';
import type { Turns } from './take-turns.ts';

/** Server-sent events (HTML standard, section 9.2). */

export type ServerEvent = { readonly type: string };

const AS_JSON = Symbol('as JSON');
const ID = Symbol('id');
export type PreparedEvent = ServerEvent & { readonly [AS_JSON]: string; readonly [ID]?: string };

/**
 * @param json the whole event, including its type
 * @param id the client's `Last-Event-ID` to resume from
 */
export function preparedEvent(type: string, json: string, id?: string): PreparedEvent {
  return { type, [AS_JSON]: json, ...(id === undefined ? {} : { [ID]: id }) };
}

export function jsonOf(event: ServerEvent): string {
  return AS_JSON in event ? String(event[AS_JSON]) : JSON.stringify(event);
}

/** A comment line, which readers skip. */
const HEARTBEAT = ':\n\n';

export type EventTextOptions<T> = {
  /** Aborted, with the error to throw, when the events are no longer wanted. */
  readonly signal: AbortSignal;
  /** The longest silence in milliseconds. */
  readonly heartbeat: number;
  readonly turns: Turns;
  readonly check: (event: T) => void;
  /** The client's description of an error; null when nobody listens any more. */
  readonly describe: (error: unknown) => ToldError | null;
};

/** The parts of an error that the client may read. */
export type ToldError = { readonly error: string } & Partial<Pick<AppError, 'details' | 'lines'>>;

/**
 * Events as text, yielding to other work after each batch: `event` is the type, `data` one line of JSON that includes it.
 * An error becomes an `error` event with the text of `describe`; the last event is always `done`. The source is told to
 * end as soon as its events are not wanted.
 */
export async function* eventText<T extends ServerEvent>(
  events: AsyncIterable<readonly T[]>,
  options: EventTextOptions<T>,
): AsyncGenerator<string> {
  const { signal, heartbeat, turns, check, describe } = options;
  const iterator = events[Symbol.asyncIterator]();
  let gathered = '';
  try {
    let next = iterator.next();
    for (;;) {
      const step = await nextOrBeat(next, heartbeat, signal);
      if (step === BEAT) {
        yield HEARTBEAT;
        continue;
      }
      if (step.done === true) break;
      for (const event of step.value) {
        check(event);
        gathered += textOf(event);
      }
      if (gathered !== '') yield gathered;
      gathered = '';
      await turns.take();
      signal.throwIfAborted();
      next = iterator.next();
    }
  } catch (error) {
    const told = describe(error);
    if (told === null) return;
    gathered += textOf({ type: 'error', ...told });
  } finally {
    // The source may take time to end or fail; nobody waits for it.
    void iterator.return?.().catch(() => undefined);
  }
  yield gathered + textOf({ type: 'done' });
}

function textOf(event: ServerEvent): string {
  // The text of JSON has no line breaks: those in its strings are escaped.
  const id = ID in event ? `id: ${String(event[ID])}\n` : '';
  return `${id}event: ${event.type}\ndata: ${jsonOf(event)}\n\n`;
}

/** The heartbeat interval has passed without an event. */
const BEAT = Symbol('beat');

async function nextOrBeat<T>(
  next: Promise<IteratorResult<T>>,
  ms: number,
  signal: AbortSignal,
): Promise<IteratorResult<T> | typeof BEAT> {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T> | typeof BEAT>();
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
