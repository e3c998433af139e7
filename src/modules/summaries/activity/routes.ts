import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Data, EpochMs, IDS, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { noSuchActivity } from '../../activities/index.ts';
import { COACH_PERSONAS } from '../../users/index.ts';
import type { ActivitySummary } from './queries.ts';
import { readActivitySummaries, type SummaryDeps } from './read-summaries.ts';

/** As long as a model's may be; those by rules have some 200 characters. */
const MOST_CHARACTERS = 1_000;
/** Every voice of each language. */
const MOST_SUMMARIES = LANGUAGES.length * COACH_PERSONAS.length;

const ActivitySummariesQuery = Type.Object({
  activity_id: { ...IDS.activity_id, description: 'The own activity whose summaries are asked for.' },
});

const ActivitySummaryObject = Shape(
  {
    activity_id: IDS.activity_id,
    summary_text: Text(
      MOST_CHARACTERS,
      'The workout in a few sentences, in the language and units that its athlete had when it was written.',
      'Run: 12.4 km, 1 h 2 min 33 s, 5:03 /km. Faster at the end than at the start: well paced.',
    ),
    persona: OneOf(COACH_PERSONAS, { description: 'Who speaks.' }),
    language: OneOf(LANGUAGES, { description: 'In which language.' }),
    created_at: { ...EpochMs, description: 'When it was written, or written anew. Epoch milliseconds, UTC.' },
    engine: Text(80, '`rules`, or the language model that worded it.', 'rules'),
  },
  { title: 'ActivitySummary' },
);

const ActivitySummaries = Shape(
  {
    status: Ok,
    data: Data({
      summaries: Type.Array(ActivitySummaryObject, {
        maxItems: MOST_SUMMARIES,
        description: 'The latest first.',
      }),
    }),
  },
  { title: 'ActivitySummariesResponse' },
);

export function activitySummaryRoutes(deps: SummaryDeps): readonly Route[] {
  return [listActivitySummariesRoute(deps)];
}

function listActivitySummariesRoute(deps: SummaryDeps): Route {
  return route({
    operation_id: 'listActivitySummaries',
    method: 'GET',
    path: '/notifications/ai-summary',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'An own activity in a few sentences',
    description:
      'A workout that began in the last three days is summed up within half a minute after it has come; older ones are not. What changes ' +
      'of it later counts at once and is written anew. Where a language model is to word it, it is there by rules until then. ' +
      'Somebody else’s is 404.',
    query: ActivitySummariesQuery,
    responses: { 200: ActivitySummaries },
    errors: [noSuchActivity],
    handler: async ({ actor, query: { activity_id } }) => {
      const summaries = await readActivitySummaries(deps, actor, activity_id);
      return {
        status: 200,
        body: { status: 'ok' as const, data: { summaries: summaries.map(presentSummary) } },
      };
    },
  });
}

function presentSummary(summary: ActivitySummary) {
  return {
    activity_id: summary.activity_id,
    summary_text: summary.summary_text,
    persona: summary.persona,
    language: summary.language,
    created_at: summary.created_at.getTime(),
    engine: summary.engine,
  };
}
