import type { AppError } from '../shared/errors.ts';
import type { Turns } from './take-turns.ts';

/** Server-sent events (HTML standard, section 9.2): the text of a stream, whoever sends it. */

export type ServerEvent = { readonly type: string };

const AS_JSON = Symbol('as JSON');
const ID = Symbol('id');
/** An event that is JSON text already. */
export type PreparedEvent = ServerEvent & { readonly [AS_JSON]: string; readonly [ID]?: string };

/**
 * @param json all of the event, its type among it
 * @param id what a client names to go on from there (`Last-Event-ID`)
 */
export function preparedEvent(type: string, json: string, id?: string): PreparedEvent {
  return { type, [AS_JSON]: json, ...(id === undefined ? {} : { [ID]: id }) };
}

/** What is sent of an event, prepared or not. */
export function jsonOf(event: ServerEvent): string {
  return AS_JSON in event ? String(event[AS_JSON]) : JSON.stringify(event);
}

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
  readonly describe: (error: unknown) => ToldError | null;
};

/** What the client may read of an error: its words, and the fields or lines at fault. */
export type ToldError = { readonly error: string } & Partial<Pick<AppError, 'details' | 'lines'>>;

/**
 * Events as text, those that come together as one, then everybody else has a turn: `event` is the type, `data` one line of
 * JSON that has it too. Whatever fails is an `error` whose text `describe` gives; the last event is always `done`. What makes
 * the events is told to end as soon as they are not wanted, also while it works on the next.
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
    // It may take its time, or fail, to nobody's concern.
    void iterator.return?.().catch(() => undefined);
  }
  yield gathered + textOf({ type: 'done' });
}

function textOf(event: ServerEvent): string {
  // The text of JSON has no line breaks: those in its strings are escaped.
  const id = ID in event ? `id: ${String(event[ID])}\n` : '';
  return `${id}event: ${event.type}\ndata: ${jsonOf(event)}\n\n`;
}

/** Nobody has waited for the next event for so long that it is time to say so. */
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
