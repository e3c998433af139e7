import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { jsonOf, type PreparedEvent, preparedEvent, type ServerEvent } from '../../../http/sse.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, MINUTE_MS } from '../../../shared/time.ts';
import { noSuchStream } from '../errors.ts';

/** How long a finished stream can be read again. */
const KEPT_MS = 10 * MINUTE_MS;
/** The most streams of one person, and of everybody in this process; the oldest are dropped. */
const MOST_OF_A_PERSON = 10;
const MOST_OF_ALL = 200;

type Make = (signal: AbortSignal) => Promise<AsyncIterable<readonly ServerEvent[]>>;

type Kept = {
  readonly user_id: string;
  readonly kind: 'draft' | 'plan';
  readonly controller: AbortController;
  /** The events as texts; null once they are packed. */
  open: string[] | null;
  packed: Buffer | null;
  finished_at: Date | null;
  failure: { readonly error: unknown } | null;
  /** Resolved with the next event, and at the end. */
  next: PromiseWithResolvers<void>;
};

export type KeptStreams = {
  /** Begins to make events and reads them. The making goes on when nobody reads them any more. */
  begin(of: Pick<Kept, 'user_id' | 'kind'>, make: Make): Promise<AsyncIterable<readonly PreparedEvent[]>>;
  /**
   * Reads the events after a given one, without making any again.
   *
   * @param after the number in the id of the last event that was received; 0 for all
   * @throws noSuchStream, also for the stream of another person
   */
  resume(
    of: Pick<Kept, 'user_id' | 'kind'> & { readonly stream_id: string; readonly after: number },
  ): AsyncIterable<readonly PreparedEvent[]>;
  /** Ends the making and drops the events. @throws noSuchStream */
  stop(of: { readonly user_id: string; readonly stream_id: string }): void;
  packedBytes(): number;
};

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const SEPARATOR = '\n';

/** Keeps the streams of plans in the memory of this process, as text instead of objects. */
export function createKeptStreams({ clock }: { readonly clock: Clock }): KeptStreams {
  const streams = new Map<string, Kept>();
  const forget = (stream_id: string): void => {
    streams.get(stream_id)?.controller.abort(noSuchStream());
    streams.delete(stream_id);
  };
  const forgetOld = (): void => {
    const before = clock.now().getTime() - KEPT_MS;
    for (const [id, { finished_at }] of streams)
      if (finished_at !== null && finished_at.getTime() < before) forget(id);
  };
  const makeRoom = (user_id: string): void => {
    forgetOld();
    const own = [...streams].filter(([, kept]) => kept.user_id === user_id);
    for (const [id] of own.slice(0, Math.max(0, own.length - MOST_OF_A_PERSON + 1))) forget(id);
    for (const id of [...streams.keys()].slice(0, Math.max(0, streams.size - MOST_OF_ALL + 1))) forget(id);
  };
  const find = (user_id: string, stream_id: string): Kept => {
    forgetOld();
    const kept = streams.get(stream_id);
    if (kept === undefined || kept.user_id !== user_id) throw noSuchStream();
    return kept;
  };
  return {
    begin: async ({ user_id, kind }, make) => {
      makeRoom(user_id);
      const controller = new AbortController();
      const events = await make(controller.signal);
      const stream_id = newId();
      const kept: Kept = {
        ...{ user_id, kind, controller, open: [], packed: null, finished_at: null, failure: null },
        next: Promise.withResolvers<void>(),
      };
      streams.set(stream_id, kept);
      void fill(kept, events, clock);
      return read(stream_id, kept, 0);
    },
    resume: ({ user_id, kind, stream_id, after }) => {
      const kept = find(user_id, stream_id);
      if (kept.kind !== kind) throw noSuchStream();
      return read(stream_id, kept, after);
    },
    stop: ({ user_id, stream_id }) => {
      find(user_id, stream_id);
      forget(stream_id);
    },
    packedBytes: () => [...streams.values()].reduce((sum, { packed }) => sum + (packed?.length ?? 0), 0),
  };
}

/** Collects the events as they come, then packs them. It never throws: readers get the failure. */
async function fill(kept: Kept, events: AsyncIterable<readonly ServerEvent[]>, clock: Clock): Promise<void> {
  const { signal } = kept.controller;
  const texts = kept.open ?? [];
  try {
    for await (const some of events) {
      signal.throwIfAborted();
      texts.push(...some.map(jsonOf));
      tell(kept);
      await setImmediate();
    }
  } catch (error) {
    kept.failure = { error: signal.aborted ? signal.reason : error };
  }
  try {
    kept.packed = await pack(texts.join(SEPARATOR));
    kept.open = null;
  } catch {
    // Unpacked events take more room and read the same.
  }
  kept.finished_at = clock.now();
  tell(kept);
}

function tell(kept: Kept): void {
  kept.next.resolve();
  kept.next = Promise.withResolvers<void>();
}

async function textsOf({ open, packed }: Kept): Promise<readonly string[]> {
  if (open !== null) return open;
  const whole = packed === null ? '' : String(await unpack(packed));
  return whole === '' ? [] : whole.split(SEPARATOR);
}

async function* read(
  stream_id: string,
  kept: Kept,
  after: number,
): AsyncGenerator<readonly PreparedEvent[], void> {
  let at = after;
  for (;;) {
    const { next, finished_at } = kept;
    const texts = await textsOf(kept);
    const some = texts.slice(at).map((json, place) => {
      const { type }: ServerEvent = JSON.parse(json);
      return preparedEvent(type, json, `${stream_id}.${at + place + 1}`);
    });
    at = Math.max(at, texts.length);
    if (some.length > 0) yield some;
    if (finished_at !== null) break;
    await next.promise;
  }
  if (kept.failure !== null) throw kept.failure.error;
}
