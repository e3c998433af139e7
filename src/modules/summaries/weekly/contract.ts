import Type from 'typebox';
import { Count, Data, EpochMs, Nullable, Ok, Shape, Text } from '../../../http/schemas.ts';

const MOST_WEEKS = 12;
const USUAL_WEEKS = 4;
/** Texts by rules have some 500 characters, those of models not many more. */
const MOST_CHARACTERS = 4_000;

const Monday = (description: string) =>
  Type.String({
    pattern: '^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a Monday such as 2026-07-06',
    description,
    examples: ['2026-07-06'],
  });

export const WeeklySummariesQuery = Type.Object({
  limit: Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: MOST_WEEKS,
    default: USUAL_WEEKS,
    description: 'How many weeks at the most, the latest first.',
    examples: [USUAL_WEEKS],
  }),
  week_start: Type.Optional(Monday('The Monday of the one week that is asked for.')),
});

const WeeklySummary = Shape(
  {
    week_start: Monday('The Monday it began on, in the time zone that the person lived in then.'),
    summary_text: Text(
      MOST_CHARACTERS,
      'The week in a few sentences, in the language, the units and the manner (`coach_persona`) of their preferences.',
      'Last week: 42.2 km, 4 runs, 3 h 40 min, 5:13 /km on average. 12% more than the usual 37.6 km. A step up. Sleep and eat for it.',
    ),
    total_distance: Type.Number({
      minimum: 0,
      maximum: 1e12,
      description: 'Of all activities of the week, of every sport, in kilometres, to the metre.',
      examples: [92.346],
    }),
    total_activities: Count('Activities that began in the week, of every sport.', 6),
    average_pace: Nullable(
      Type.String({
        pattern: '^[0-9]{1,2}:[0-5][0-9]$',
        maxLength: 5,
        description:
          'Of all runs with a distance, their time in motion by their distance: minutes and seconds a kilometre. Null without any.',
        examples: ['5:13'],
      }),
    ),
    runner_score: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: 100,
        description:
          'How well they are running these weeks: half of it is fitness (the chronic load of running), three tenths are consistency ' +
          '(runs in each of eight weeks), two tenths are progress (of fitness in four weeks). Null with less than four weeks of running.',
        examples: [72],
      }),
    ),
    generated_at: {
      ...EpochMs,
      description: 'When it was written, or written anew. Epoch milliseconds, UTC.',
    },
    engine: Text(80, '`rules`, or the language model that worded it.', 'rules'),
  },
  { title: 'WeeklySummary' },
);

export const WeeklySummaries = Shape(
  {
    status: Ok,
    data: Data({
      summaries: Type.Array(WeeklySummary, { maxItems: MOST_WEEKS, description: 'The latest week first.' }),
    }),
  },
  { title: 'WeeklySummariesResponse' },
);
