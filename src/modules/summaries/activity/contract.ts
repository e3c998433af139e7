import Type from 'typebox';
import { Data, EpochMs, IDS, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { COACH_PERSONAS } from '../../users/index.ts';

/** As long as a model's may be; those by rules have some 200 characters. */
const MOST_CHARACTERS = 1_000;
/** Every voice of each language. */
const MOST_SUMMARIES = LANGUAGES.length * COACH_PERSONAS.length;

export const ActivitySummariesQuery = Type.Object({
  activity_id: { ...IDS.activity_id, description: 'The own activity whose summaries are asked for.' },
});

const ActivitySummary = Shape(
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

export const ActivitySummaries = Shape(
  {
    status: Ok,
    data: Data({
      summaries: Type.Array(ActivitySummary, { maxItems: MOST_SUMMARIES, description: 'The latest first.' }),
    }),
  },
  { title: 'ActivitySummariesResponse' },
);
