import Type from 'typebox';
import { Data, EXAMPLE_IDS, IDS, Nullable, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { MAX_MEASURE, MAX_SEGMENTS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { MAX_TYPED, UNREAD_REASONS_OF_TYPED } from '../../../training/typed-workout/read-typed-workout.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { PlanSegment, WorkoutTextField } from '../../planning/index.ts';

const MAX_TYPED_ATHLETES = 200;
const EXAMPLE_LINE = '15min easy, 3x1200m @10k jog 400m, 10min easy';

export const TypedBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MAX_TYPED,
      pattern:
        '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]*$',
      errorMessage: 'must have neither control characters nor marks of direction',
      description:
        'The workout as it is typed, in English, Chinese or Japanese: parts one after the other, parted by commas; or lines of steps in the text form of intervals.icu. `m` behind a number is metres on one line, and minutes in the form of steps.',
      examples: [EXAMPLE_LINE],
    }),
    language: Type.Optional(
      Nullable(OneOf(LANGUAGES, { description: 'Of the title; without it yours.', examples: ['en'] })),
    ),
    athlete_ids: Type.Optional(
      Type.Array(IDS.athlete_id, {
        maxItems: MAX_TYPED_ATHLETES,
        description: 'For whom it is told at their own paces.',
        examples: [[EXAMPLE_IDS.athlete_id]],
      }),
    ),
  },
  { title: 'ReadTypedWorkout', examples: [{ text: EXAMPLE_LINE }] },
);

const measure = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });
const SEGMENTS = { maxItems: MAX_SEGMENTS, examples: [[{ kind: 'work', duration_s: 1200 }]] };
const place = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_TYPED, description, examples: [example] });

const Typed = Shape(
  {
    workout_type: OneOf(WORKOUT_TYPES, {
      description: 'The kind that the text names, else what its intensities are usual for.',
      examples: ['intervals'],
    }),
    title: Text(MAX_TITLE, 'Made of what was read.', 'Intervals 3 × 1.2 km'),
    segments: Type.Array(PlanSegment, {
      ...SEGMENTS,
      description: 'What it consists of; a zone is an effort here. `actOnCalendar` takes them as they are.',
    }),
    text: WorkoutTextField,
    duration_s: measure('Seconds in all, at the paces of an intermediate runner (VDOT 42).', 3240),
    distance_m: measure('Metres in all, at the same paces; 0 for what covers no distance.', 9_100),
  },
  { title: 'TypedWorkout', description: 'What was read; null where nothing was.' },
);
const Unread = Shape(
  {
    from: place('Where it begins in the text, in UTF-16 code units from 0.', 4),
    until: place('Where it ends, exclusive.', 9),
    text: Text(MAX_TYPED, 'What stands there.', 'fluffy'),
    reason: OneOf(UNREAD_REASONS_OF_TYPED, {
      description:
        '`length_missing`: a number of times, jogging or an intensity of nothing; `beyond_limits`: more than a runner can be asked for; ' +
        '`two_targets`: a stretch has one; `too_deep`: sets of repeats are the most; `bracket_missing`; `step_not_readable`: a line of the form ' +
        'of steps, which `createLibraryWorkout` says more of; `too_large`: more stretches than a workout has; `not_understood`.',
      examples: ['not_understood'],
    }),
  },
  { title: 'UnreadPart' },
);
const TypedForAthlete = Shape(
  {
    user_id: IDS.user_id,
    has_own_paces: Type.Boolean({
      description: 'False where none are known or shared: then intensities are efforts.',
      examples: [true],
    }),
    segments: Type.Array(PlanSegment, { ...SEGMENTS, description: 'With the targets of the athlete.' }),
    duration_s: measure('Seconds in all, at these paces.', 3240),
    distance_m: measure('Metres in all, at these paces.', 9_100),
  },
  { title: 'TypedWorkoutForAthlete' },
);

export const TypedResponse = Shape(
  {
    status: Ok,
    data: Data({
      workout: Nullable(Typed),
      is_rest: Type.Boolean({ description: 'The text says that nothing is run.', examples: [false] }),
      unread: Type.Array(Unread, {
        maxItems: MAX_TYPED,
        description:
          'What of the text is in no segment, in its order. Beside a segment its words are that segment’s `note` as well.',
      }),
      athletes: Type.Array(TypedForAthlete, {
        maxItems: MAX_TYPED_ATHLETES,
        description: 'In the order of the ids asked for; empty where nothing was read.',
      }),
      unknown_athlete_ids: Type.Array(IDS.athlete_id, {
        maxItems: MAX_TYPED_ATHLETES,
        description: 'Who is no athlete of the organization.',
        examples: [[]],
      }),
    }),
  },
  { title: 'TypedWorkoutAnswer' },
);
