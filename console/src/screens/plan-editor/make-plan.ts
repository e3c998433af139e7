import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError, Unreachable } from '../../client/errors.ts';
import type { DraftRequest } from './form.ts';
import { readEvents, type StreamPlace } from './read-events.ts';

type Ended = Schemas['ErrorEvent'] | Schemas['DoneEvent'];
export type DraftEvent = Schemas['DraftProgressEvent'] | Schemas['DraftResultEvent'] | Ended;
export type PlanEvent =
  | Schemas['PlanProgressEvent']
  | Schemas['PlanWorkoutEvent']
  | Schemas['PlanWeekEvent']
  | Schemas['PlanResultEvent']
  | Ended;

/** A stream that ended with a fault, in the words of the server. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault';
  readonly event: Schemas['ErrorEvent'];

  constructor(event: Schemas['ErrorEvent']) {
    super(event.error);
    this.event = event;
  }
}

type EventOf<Kind> = Kind extends 'draft' ? DraftEvent : PlanEvent;
type Body = ReadableStream<Uint8Array>;

/** How often a lost stream is sought anew, and how long it is waited for in between. */
const TRIES = 8;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

const begin = async (kind: 'draft' | 'plan', body: DraftRequest, signal: AbortSignal): Promise<Body> => {
  const options = { signal, params: { query: { resumable: true } }, parseAs: 'stream' } as const;
  const answer =
    kind === 'draft'
      ? await ask(api.POST('/plans/draft/stream', { ...options, body }))
      : await ask(
          api.POST('/plans/generate/stream', {
            ...options,
            body: { ...body, refined_draft: body.refined_draft ?? '' },
          }),
        );
  return answer as Body;
};

const resume = async (kind: 'draft' | 'plan', place: StreamPlace, signal: AbortSignal): Promise<Body> => {
  const params = { path: { stream_id: place.stream_id }, query: { last_event_number: place.number } };
  const options = { signal, params, parseAs: 'stream' } as const;
  const answer =
    kind === 'draft'
      ? await ask(api.GET('/plans/draft/stream/{stream_id}', options))
      : await ask(api.GET('/plans/generate/stream/{stream_id}', options));
  return answer as Body;
};

/**
 * What is made of a request, as it comes. Where the connection is lost it goes on behind the last event that came: what was made is
 * not made again.
 *
 * @param of.from a stream that was begun before, such as before the page was opened anew
 * @throws ApiError where the server refuses; Unreachable where it is not reached any more
 */
export async function* makePlan<Kind extends 'draft' | 'plan'>(
  kind: Kind,
  of: {
    readonly request: DraftRequest;
    readonly from: StreamPlace | null;
    readonly signal: AbortSignal;
    readonly onPlace: (place: StreamPlace) => void;
    readonly onLost: (isLost: boolean) => void;
  },
): AsyncGenerator<readonly EventOf<Kind>[]> {
  const { request, signal, onPlace, onLost } = of;
  let place = of.from;
  let body = place === null ? await begin(kind, request, signal) : await resume(kind, place, signal);
  for (;;) {
    try {
      for await (const some of readEvents<EventOf<Kind>>(body)) {
        const last = some.findLast((read) => read.place !== null)?.place ?? null;
        if (last !== null && last.stream_id !== place?.stream_id) onPlace(last);
        place = last ?? place;
        yield some.map(({ event }) => event);
        if (some.some(({ event }) => event.type === 'done')) return;
      }
    } catch (error) {
      // What was read up to there stands.
      if (signal.aborted) throw error;
    }
    // It ended before its end.
    if (place === null) throw new Unreachable('a stream without a place');
    onLost(true);
    body = await seek(kind, place, signal);
    onLost(false);
  }
}

/** A lost stream again, sought several times, with longer rests in between. */
async function seek(kind: 'draft' | 'plan', place: StreamPlace, signal: AbortSignal): Promise<Body> {
  for (let tried = 0; ; tried += 1) {
    await rest(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried), signal);
    try {
      return await resume(kind, place, signal);
    } catch (error) {
      if (!(error instanceof Unreachable) || tried === TRIES) throw error;
    }
  }
}

/** Until a time is over or there is a network again, whichever is first. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      done();
      reject(signal.reason);
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Ends what would be made to its end although nobody reads it. That it may be over already is no fault. */
export async function stopMaking({ stream_id }: StreamPlace): Promise<void> {
  try {
    await ask(api.DELETE('/plans/streams/{stream_id}', { params: { path: { stream_id } } }));
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof Unreachable)) throw error;
  }
}
