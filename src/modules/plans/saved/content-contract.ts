import Type, { type Static, type TSchema } from 'typebox';
import { IDS, Id, NO_NUL, Nullable, OneOf } from '../../../http/schemas.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { MAX_SEGMENTS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { MAX_CONTENT_BYTES } from '../../../training/plan-input/read-content.ts';
import { MAX_SEGMENTS_BYTES } from '../../../training/plan-input/read-segments.ts';
import { EVENT_DISTANCE_M, GOAL_EVENTS } from '../../../training/planning/brief.ts';
import {
  EXPERIENCE_LEVELS,
  MAX_WEEKS,
  PHASES,
  TEXT_SOURCES,
  WORKOUT_SOURCES,
} from '../../../training/planning/plan.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day, PlanWeek, PlanWorkout } from '../../planning/index.ts';
import { ONE_LINE, PlanDescription, PlanTitle, TextInput } from '../library/contract.ts';
import { SegmentInput } from '../library/segment-contract.ts';

/** At most one workout a day. */
export const MAX_WORKOUTS = MAX_WEEKS * 7;
const DAY_S = 86_400;

export const Level = OneOf(EXPERIENCE_LEVELS, {
  description: 'Of the runners it is for. Where nobody’s paces are known, sums are those of this level.',
  examples: ['intermediate'],
});
export const PlanLanguage = OneOf(LANGUAGES, { description: 'Of its words.', examples: ['en'] });
export const Engine = Type.String({
  minLength: 1,
  maxLength: MAX_TITLE,
  ...ONE_LINE,
  description: 'What made it: `rules`, the name of a model, or `coach` for what a coach wrote.',
  examples: ['rules'],
});

const targetTime = Nullable(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: DAY_S,
    description: 'Seconds in which it is to be run; null for none.',
    examples: [6_300],
  }),
);
const Event = OneOf(GOAL_EVENTS, {
  description: `What it leads to: ${Object.entries(EVENT_DISTANCE_M)
    .map(([event, metres]) => `\`${event}\` (${metres} m)`)
    .join(', ')}, or \`general\` fitness.`,
  examples: ['half_marathon'],
});
const RaceDate = Nullable(
  Day('Day of the race: not before the plan, maybe after it; null for none.', '2026-09-27'),
);
export const GoalInput = Type.Object(
  { event: Event, race_date: Type.Optional(RaceDate), target_time_s: Type.Optional(targetTime) },
  { description: 'What it leads to; left out, nothing in particular.', examples: [{ event: 'general' }] },
);
export const GoalShape = Type.Object(
  { event: Event, race_date: RaceDate, target_time_s: targetTime },
  { additionalProperties: false, description: 'What it leads to.', title: 'PlanGoal' },
);

const PhaseInput = OneOf(PHASES, { description: 'Part of the season.', examples: ['build'] });

const TextSourceInput = Type.Optional(
  OneOf(TEXT_SOURCES, {
    description:
      'As it came. `generated` words are said anew where a workout is made to fit an athlete; `written` ones, or those of which it is left out, stay. A text that was changed is `written`.',
    examples: ['written'],
  }),
);

/** A field that answers derive from others. Requests may have it, so that a client can send back an answer, but it is not read. */
const unread = (schema: TSchema) =>
  Type.Optional({ ...schema, description: 'As it came. It follows from the rest, and is not read.' });

const WorkoutInput = Type.Object(
  {
    id: Type.Optional({ ...Id, description: 'As it came; left out, it gets one.' }),
    week_number: unread(PlanWorkout.properties.week_number),
    day: unread(PlanWorkout.properties.day),
    date: Day(
      'Calendar day on which it is to be done: one of the plan’s, and of no other workout.',
      '2026-07-21',
    ),
    phase: Type.Optional(PhaseInput),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] }),
    title: PlanTitle,
    description: Type.Optional(PlanDescription),
    duration_s: unread(PlanWorkout.properties.duration_s),
    distance_m: unread(PlanWorkout.properties.distance_m),
    segments: Type.Optional(
      Type.Array(SegmentInput, {
        minItems: 1,
        maxItems: MAX_SEGMENTS,
        description:
          'What it consists of, in order: each stretch by time or by distance. May be left out beside `text`.',
        examples: [[{ kind: 'work', duration_s: 2400, target: { zone: 'easy' } }]],
      }),
    ),
    text: Type.Optional(
      Nullable(TextInput(' Beside `segments` it must say the same, as in the answer that both came with.')),
    ),
    text_source: TextSourceInput,
    segments_source: Type.Optional(
      OneOf(TEXT_SOURCES, {
        description:
          'As it came. Segments that were changed, and those that are `written`, are run by everybody as they are; `generated` ones are made less for whom they would be too much. Left out, as `text_source` says.',
        examples: ['written'],
      }),
    ),
    notes: Type.Optional({
      ...PlanDescription,
      description: 'What the coach adds for the athlete, as it was written.',
    }),
    source: Type.Optional(
      OneOf(WORKOUT_SOURCES, {
        description: 'Made for this plan, or taken from the library of the organization.',
        examples: ['generated'],
      }),
    ),
    library_workout_id: Type.Optional({
      ...IDS.workout_id,
      description: 'Which one, where `source` is `library`. Not kept if the library has none by this id.',
    }),
  },
  {
    description:
      'As `content` of a generated plan has it, without `week_number`, `day`, `duration_s` and `distance_m`, which follow from the rest.',
  },
);
export type WorkoutInput = Static<typeof WorkoutInput>;

const EASY = { zone: 'easy' } as const;
const EXAMPLE_CONTENT: readonly WorkoutInput[] = [
  ['2026-09-15', '40 min easy'],
  ['2026-09-17', '40 min easy'],
  ['2026-09-20', '40 min easy'],
].map(([date = '', title = '']) => ({
  date,
  phase: 'base',
  workout_type: 'easy-run',
  title,
  description: 'Easy enough to talk.',
  segments: [{ kind: 'work', duration_s: 2400, target: EASY }],
}));

export const ContentInput = Type.Array(WorkoutInput, {
  minItems: 1,
  maxItems: MAX_WORKOUTS,
  description:
    'The workouts, as a generated plan has them or as the coach has changed them. At most ' +
    `${MAX_CONTENT_BYTES} bytes of JSON together, and ${MAX_SEGMENTS_BYTES} of the segments of one.`,
  examples: [EXAMPLE_CONTENT],
});

const WeekInput = Type.Object(
  {
    phase: Type.Optional(PhaseInput),
    focus: Type.Optional(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_TITLE,
        description: 'What the week is about. Names no number that is one athlete’s own.',
        examples: ['Getting used to it'],
      }),
    ),
    text_source: TextSourceInput,
    notes: Type.Optional({
      ...PlanDescription,
      description: 'What the coach adds for the week, as it was written.',
    }),
    total_distance_m: unread(PlanWeek.properties.total_distance_m),
    training_distance_m: unread(PlanWeek.properties.training_distance_m),
    race_distance_m: unread(PlanWeek.properties.race_distance_m),
    total_duration_s: unread(PlanWeek.properties.total_duration_s),
    workout_count: unread(PlanWeek.properties.workout_count),
  },
  { description: 'What of a week is said rather than summed.' },
);
export const WeeklyInfoInput = Type.Unsafe<Readonly<Record<string, Static<typeof WeekInput>>>>(
  Type.Object(
    {},
    {
      description: 'Phase and focus of each week by its number, from "1"; sums are reckoned anew.',
      propertyNames: { type: 'string', pattern: '^[1-9][0-9]?$', maxLength: 2 },
      maxProperties: MAX_WEEKS,
      additionalProperties: WeekInput,
      examples: [{ '1': { phase: 'base', focus: 'Getting used to it' } }],
    },
  ),
);
