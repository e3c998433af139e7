import type { IncomingHttpHeaders } from 'node:http';
import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { idParams, Message, Ok, Shape } from '../../../http/schemas.ts';
import { noSuchStream } from '../errors.ts';
import { DRAFT_EVENTS, PLAN_EVENTS } from './event-contract.ts';
import type { KeptStreams } from './kept-streams.ts';

const MOST_EVENTS = 100_000;
const COMMON = {
  guard: { kind: 'user' },
  tag: 'Plans',
  params: idParams('stream_id'),
  errors: [noSuchStream],
} as const;
const HOW =
  'For whoever began it with `resumable=true`, for ten minutes after it was finished. What was made is not made again; what is being made comes when it is there. Goes on behind the event whose id comes as `Last-Event-ID`, or behind `last_event_number`. Kept in the memory of one server, and not across its restarts.';

export const ResumableQuery = Type.Object({
  resumable: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Each event has an `id`, of the stream and its number, by which the rest can be read after the connection was lost. The work then goes on when you leave: `stopPlanStream` ends it.',
      examples: [true],
    }),
  ),
});
const AfterQuery = Type.Object({
  last_event_number: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: MOST_EVENTS,
      description:
        'Number of the last event that came: what stands behind the dot of its id. `Last-Event-ID` counts before it.',
      examples: [3],
    }),
  ),
});
const StoppedResponse = Shape({ status: Ok, message: Message('Stopped.') }, { title: 'PlanStreamStopped' });

const RESUMED = {
  ...COMMON,
  method: 'GET',
  description: HOW,
  query: AfterQuery,
  responses: {},
  volatile: true,
} as const;

export function resumeRoutes(streams: KeptStreams): readonly Route[] {
  return [
    route({
      ...RESUMED,
      operation_id: 'resumePlanDraftStream',
      path: '/plans/draft/stream/:stream_id',
      summary: 'Go on reading a draft that is being made',
      events: { description: 'Those of `streamPlanDraft` that have not come yet.', types: DRAFT_EVENTS },
      handler: async ({ actor: { user_id }, params: { stream_id }, query, headers }) => {
        const after = placeOf(headers, stream_id) ?? query.last_event_number ?? 0;
        return { status: 200, events: streams.resume({ user_id, kind: 'draft', stream_id, after }) };
      },
    }),
    route({
      ...RESUMED,
      operation_id: 'resumePlanStream',
      path: '/plans/generate/stream/:stream_id',
      summary: 'Go on reading a plan that is being made',
      events: { description: 'Those of `streamPlan` that have not come yet.', types: PLAN_EVENTS },
      handler: async ({ actor: { user_id }, params: { stream_id }, query, headers }) => {
        const after = placeOf(headers, stream_id) ?? query.last_event_number ?? 0;
        return { status: 200, events: streams.resume({ user_id, kind: 'plan', stream_id, after }) };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'stopPlanStream',
      method: 'DELETE',
      path: '/plans/streams/:stream_id',
      summary: 'Stop making a draft or a plan',
      description: 'For whoever began it with `resumable=true`. What was made of it is forgotten.',
      responses: { 200: StoppedResponse },
      handler: async ({ actor: { user_id }, params: { stream_id } }) => {
        streams.stop({ user_id, stream_id });
        return { status: 200, body: { status: 'ok' as const, message: 'Stopped.' } };
      },
    }),
  ];
}

/** The number of the last event by the header `Last-Event-ID`; undefined where it does not name an event of this stream. */
function placeOf(headers: IncomingHttpHeaders, stream_id: string): number | undefined {
  const [id, place] = String(headers['last-event-id'] ?? '').split('.');
  return id?.toLowerCase() === stream_id.toLowerCase() && /^\d{1,6}$/.test(place ?? '')
    ? Number(place)
    : undefined;
}
