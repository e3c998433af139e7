import Type from 'typebox';
import { Count, Data, Nullable, Ok, OneOf, Shape, TimeZone } from '../../../http/schemas.ts';
import { HISTORY_DAYS, LIMITS } from './days.ts';

const PATTERN = '^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}$';

const Day = (description: string, example: string) =>
  Type.String({
    pattern: PATTERN,
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01',
    description,
    examples: [example],
  });

export const LoadQuery = Type.Object({
  from: Type.Optional(
    Day(
      `First day, itself in it, from 1970 on; at most ${LIMITS.most} days up to \`to\`. Without it, the ${LIMITS.otherwise} days up to \`to\`.`,
      '2026-04-16',
    ),
  ),
  to: Type.Optional(
    Day(
      `Last day, itself in it. Without it, today where the athlete is, and at most ${LIMITS.most} days from \`from\`. Of days to come nothing is said: the list ends today.`,
      '2026-07-14',
    ),
  ),
});

/** Sums of the database's `measure`, of more activities than anybody has. */
const MOST = 1e15;
const points = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: MOST, description, examples: [example] });

const LoadDay = Shape(
  {
    date: Day("Of the calendar, in the athlete's time zone.", '2026-07-14'),
    load: points('Sum of `training_load` of what began on that day.', 71),
    activities_without_load: Count(
      'What began on that day and has no `training_load`: it counts as nothing.',
      0,
    ),
    session_load_au: Nullable(
      points(
        'Of what began on that day, has no `training_load` and was rated: the sum of rating (CR-10) times minutes, in arbitrary units. Another unit than `load`, and in none of the averages. Null where ratings are withheld.',
        0,
      ),
    ),
    activities_with_session_load: Nullable(
      Count('How many these are; the others of `activities_without_load` were not rated.', 0),
    ),
    fitness: points('Chronic load (CTL): the average of some six weeks, that day in it.', 58.3),
    fatigue: points('Acute load (ATL): the average of some seven days, that day in it.', 64.9),
    form: Type.Number({
      minimum: -MOST,
      maximum: MOST,
      description: 'Balance (TSB) in the morning: the fitness of the day before less its fatigue.',
      examples: [-5.8],
    }),
  },
  {
    title: 'LoadDay',
    description: `To one decimal. Both averages move towards each day's load by 1 - e^(-1/42) and 1 - e^(-1/7), from nothing ${HISTORY_DAYS} days before the first day of the list.`,
  },
);

const curve = {
  time_zone: TimeZone(
    'In which days begin and end: that of the athlete’s preferences, UTC where it is unknown.',
  ),
  days: Type.Array(LoadDay, {
    maxItems: LIMITS.most,
    description: 'Every day of the range, the earliest first.',
  }),
};

export const OwnLoad = Shape({ status: Ok, data: Data(curve) }, { title: 'OwnLoadResponse' });

export const ATHLETE_LOAD = {
  ...curve,
  privacy_filtered: Type.Array(OneOf(['days', 'session_load_au'], { description: 'What is withheld.' }), {
    maxItems: 2,
    description:
      '`session_load_au` where the athlete does not share how hard workouts were: it is null then. `days` where the athlete shares no activities with coaches, or not their paces, which a load tells of (`share_pace_data`): there are none then.',
    examples: [['days']],
  }),
};

export const AthleteLoadCurve = Shape(
  { status: Ok, data: Data(ATHLETE_LOAD) },
  { title: 'AthleteLoadResponse' },
);
