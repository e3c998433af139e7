import Type, { type Static } from 'typebox';
import { NO_NUL, Nullable, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { CONSTRAINT_LIMITS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { COACH_TEXTS, CONSTRAINT_FIELDS } from '../../../training/plan-request/wish.ts';
import { GOAL_RACES } from '../../../training/planning/brief.ts';
import { INJURED_RUNNING, RACE_PRIORITIES } from '../../../training/planning/constraints.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { day, MAX_WORDS_OF_COACH, targetTime } from './contract-fields.ts';

/** The constraints of requests, and those of answers as they were understood. */

const MOST_RANGES = 50;
const MOST_RACES = 50;
/** The entries of the request together with those that the athlete told. */
const MOST_TOGETHER = 100;
const EXCLUDED = [...WORKOUT_TYPES, 'speed'] as const;
const RACE_DISTANCE_M = { minimum: 1_000, maximum: 250_000 } as const;

const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema));
const whole = (limits: { minimum: number; maximum: number }, description: string, example: number) =>
  Type.Integer({ format: 'int32', ...limits, description, examples: [example] });
const words = (description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength: MAX_TITLE, description, examples: [example] });

const Weekday = OneOf(WEEKDAYS, { description: 'A weekday.', examples: ['monday'] });

const SCALARS = {
  days_per_week: whole(
    CONSTRAINT_LIMITS.days_per_week,
    'How many days are trained on in a week, at the most; chosen among `workout_days` where those are given.',
    4,
  ),
  long_run_day: { ...Weekday, description: 'The day of each long run.', examples: ['sunday'] },
  first_week_distance_m: whole(
    CONSTRAINT_LIMITS.first_week_distance_m,
    'Metres of running in the first week, within 5 %, races aside.',
    25_000,
  ),
  max_weekly_distance_m: whole(
    CONSTRAINT_LIMITS.max_weekly_distance_m,
    'Metres of running that no week goes beyond, races aside.',
    50_000,
  ),
  longest_run_m: whole(
    CONSTRAINT_LIMITS.longest_run_m,
    'Metres that no run goes beyond, races aside.',
    18_000,
  ),
};
const DaysOff = Type.Array(Weekday, {
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description: 'Days without a workout in every week. A race is on its day all the same.',
  examples: [['monday', 'friday']],
});
const Exclude = Type.Array(
  OneOf(EXCLUDED, { description: 'A type of workout, or `speed`.', examples: ['hills'] }),
  {
    maxItems: EXCLUDED.length,
    uniqueItems: true,
    description:
      'What is not planned: types of workouts, `speed` for running faster than threshold pace, `intervals` and `fartlek` (`hills` and `strides` are left out by their own names). `easy-run`, `long-run` and `race` cannot be left out.',
    examples: [['hills']],
  },
);
const FROM_TO = {
  from: day('First day.', '2026-09-16'),
  to: day('Last day.', '2026-09-17'),
};
const list = <T extends Type.TSchema>(item: T, maxItems: number, description: string) =>
  Type.Array(item, { maxItems, description });

const RACE = {
  date: day('The day of the race, within the plan.', '2026-09-20'),
  priority: OneOf(RACE_PRIORITIES, {
    description: '`a` and `b` are tapered for and recovered from, `c` is run out of training.',
    examples: ['c'],
  }),
};
const DistanceOfRace = whole(RACE_DISTANCE_M, 'Metres of the race.', 10_000);
const TimeOfRace = targetTime('Seconds in which it is to be run.', 2_700);
const INJURY = {
  area: words('What is injured, for whoever reads the plan.', 'Achilles tendon'),
  from: day('First day; may lie up to a year before the plan.', '2026-09-14'),
  running: OneOf(INJURED_RUNNING, {
    description:
      'What may be run: nothing (`none`), easy running only, all but hills, all but what is faster than threshold pace.',
    examples: ['no_hills'],
  }),
};

const EXAMPLE_CONSTRAINTS = { days_off: ['monday'], long_run_day: 'sunday', exclude: ['hills'] };

export const ConstraintsBody = Type.Object(
  {
    days_off: optional(DaysOff),
    days_per_week: optional(SCALARS.days_per_week),
    long_run_day: optional(SCALARS.long_run_day),
    first_week_distance_m: optional(SCALARS.first_week_distance_m),
    max_weekly_distance_m: optional(SCALARS.max_weekly_distance_m),
    longest_run_m: optional(SCALARS.longest_run_m),
    exclude: optional(Exclude),
    unavailable: optional(
      list(
        Type.Object({
          ...FROM_TO,
          reason: optional(words('Why, for whoever reads the plan.', 'Business trip')),
        }),
        MOST_RANGES,
        'Days without a workout, from the first to the last of each stretch.',
      ),
    ),
    races: optional(
      list(
        Type.Object({
          ...RACE,
          event: optional(
            OneOf(GOAL_RACES, { description: 'Which race it is; or `distance_m`.', examples: ['10k'] }),
          ),
          distance_m: optional(DistanceOfRace),
          target_time_s: optional(TimeOfRace),
        }),
        MOST_RACES,
        'Races beside that of the goal, each with either `event` or `distance_m`.',
      ),
    ),
    injuries: optional(
      list(
        Type.Object({
          ...INJURY,
          to: optional({ ...FROM_TO.to, description: 'Last day; without it until further notice.' }),
        }),
        MOST_RANGES,
        'Injuries and how much running each allows.',
      ),
    ),
  },
  {
    title: 'PlanConstraints',
    description:
      'What holds in every week. What cannot be held together is refused by name, also with what `instructions`, `extra_guidance` and a draft say.',
    examples: [EXAMPLE_CONSTRAINTS],
  },
);
export type ConstraintsBody = Static<typeof ConstraintsBody>;

const FieldName = OneOf(CONSTRAINT_FIELDS, {
  description: 'A field of `constraints`.',
  examples: ['days_off'],
});
const Sentence = Text(MAX_WORDS_OF_COACH, 'The sentence as it stands.', 'Long runs on Sunday');

export const UnderstoodAs = Shape(
  {
    constraints: Shape(
      {
        days_off: DaysOff,
        days_per_week: Nullable(SCALARS.days_per_week),
        long_run_day: Nullable(SCALARS.long_run_day),
        first_week_distance_m: Nullable(SCALARS.first_week_distance_m),
        max_weekly_distance_m: Nullable(SCALARS.max_weekly_distance_m),
        longest_run_m: Nullable(SCALARS.longest_run_m),
        exclude: Exclude,
        unavailable: list(
          Shape({ ...FROM_TO, reason: Nullable(words('Why; null where it was not said.', 'Business trip')) }),
          MOST_TOGETHER,
          'Days without a workout.',
        ),
        races: list(
          Shape({ ...RACE, distance_m: DistanceOfRace, target_time_s: Nullable(TimeOfRace) }),
          MOST_TOGETHER,
          'Races beside that of the goal; an `event` as its distance.',
        ),
        injuries: list(
          Shape({
            ...INJURY,
            to: Nullable({ ...FROM_TO.to, description: 'Last day; null until further notice.' }),
          }),
          MOST_TOGETHER,
          'Injuries and how much running each allows.',
        ),
      },
      { description: 'All that holds in every week. Can be sent as `constraints`.' },
    ),
    sources: Type.Array(
      Shape(
        {
          field: FieldName,
          from: OneOf(['fields', 'availability', ...COACH_TEXTS] as const, {
            description:
              '`fields` for `constraints`, `availability` for what the athlete told of their days, else the text in which it stands.',
            examples: ['instructions'],
          }),
          text: Nullable({
            ...Sentence,
            description: 'The whole sentence as it stands; null for `fields` and `availability`.',
          }),
        },
        { description: 'Where a field comes from.' },
      ),
      { maxItems: 3 * MAX_WORDS_OF_COACH, description: 'For each field all that says it.', examples: [[]] },
    ),
  },
  {
    title: 'UnderstoodAs',
    description:
      'What was made of `constraints` and of the sentences of instructions, principle and guidance that could be read as a whole.',
  },
);

export const NotActedOn = Type.Array(
  Shape(
    {
      text: Sentence,
      from: OneOf(COACH_TEXTS, { description: 'The text in which it stands.', examples: ['instructions'] }),
      field: Nullable({
        ...FieldName,
        description: 'The field of `constraints` that would say it; null where none can be named.',
      }),
    },
    { title: 'SentenceNotActedOn', description: 'A sentence that nothing was made of.' },
  ),
  {
    maxItems: 3 * MAX_WORDS_OF_COACH,
    description:
      'Sentences that the built-in engine does not act on, whole, those that the draft or the request goes before among them. They are the coach’s note: the draft begins with them.',
    examples: [[]],
  },
);
