import Type from 'typebox';
import {
  cursorQuery,
  Data,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import {
  MAX_LABEL,
  MAX_MEASURE,
  MAX_SEGMENTS,
  MAX_TITLE,
  MAX_WORDS,
} from '../../../training/plan-input/limits.ts';
import { MAX_SEGMENTS_BYTES, MAX_STRETCHES } from '../../../training/plan-input/read-segments.ts';
import { MAX_TEXT } from '../../../training/workout-text/read-workout-text.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { INTERVALS, PlanSegment, WorkoutTextField } from '../../planning/index.ts';
import { INTERVALS_INPUT, SegmentInput } from './segment-contract.ts';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const MAX_LABELS = 20;
const MAX_SEARCH = 100;

/** The text has a visible character and neither control characters nor line separators, since calendars and lists show it in one line. */
export const ONE_LINE = {
  pattern: '^(?!\\s*$)[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
  errorMessage: 'must be one line, not blank and without control characters',
} as const;

export const PlanTitle = Type.String({
  minLength: 1,
  maxLength: MAX_TITLE,
  ...ONE_LINE,
  description: 'Spaces around it are cut off. Names no number that is one athlete’s own.',
  examples: ['5 × 1 km'],
});
export const PlanDescription = Type.String({
  ...NO_NUL,
  maxLength: MAX_WORDS,
  description: 'What to do, in words; empty for none. Names no number that is one athlete’s own.',
  examples: ['Five times a kilometre at threshold pace, a minute of easy jogging between.'],
});
const Kind = OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] });
const Labels = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: MAX_LABEL,
    ...ONE_LINE,
    description: 'Any word or two.',
    examples: ['track'],
  }),
  {
    maxItems: MAX_LABELS,
    description: 'What coaches sort workouts by. Spaces around one are cut off, and it counts once.',
    examples: [['track']],
  },
);

const measure = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });

const LibraryWorkout = Shape(
  {
    id: IDS.workout_id,
    org_id: IDS.org_id,
    title: PlanTitle,
    description: PlanDescription,
    workout_type: Kind,
    segments: Type.Array(PlanSegment, {
      maxItems: MAX_SEGMENTS,
      description: 'What it consists of, in order. A target that names a zone shows as an effort here.',
      examples: [INTERVALS],
    }),
    text: WorkoutTextField,
    duration_s: measure('Seconds in all, at the paces of an intermediate runner (VDOT 42).', 3240),
    distance_m: measure('Metres in all, at the same paces; 0 for what covers no distance.', 9_100),
    labels: Labels,
    created_by: Nullable({
      ...IDS.coach_id,
      description: 'Who put it there; null once their account is deleted.',
    }),
    created_at: timestamp('When it was put there.', '2026-06-11T17:02:41.346Z'),
    updated_at: timestamp('When it last changed.', '2026-06-11T17:02:41.346Z'),
  },
  {
    title: 'LibraryWorkout',
    description:
      'A workout that an organization keeps, to be put into plans. It is nobody’s own: who gets it runs it at their own paces.',
  },
);

export const LibraryWorkoutResponse = Shape(
  { status: Ok, data: Data({ workout: LibraryWorkout }) },
  { title: 'LibraryWorkoutResponse' },
);

export const WrittenWorkoutResponse = Shape(
  { status: Ok, message: Message('Workout put into the library.'), data: Data({ workout: LibraryWorkout }) },
  { title: 'WrittenLibraryWorkoutResponse' },
);

export const DeletedWorkoutResponse = Shape(
  { status: Ok, message: Message('Workout taken out of the library.') },
  { title: 'DeletedLibraryWorkoutResponse' },
);

export const LibraryWorkoutList = Shape(
  {
    status: Ok,
    data: Data({
      workouts: Type.Array(LibraryWorkout, {
        maxItems: MAX_PAGE_SIZE,
        description: 'The newest first, then by id.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'LibraryWorkoutList' },
);

export const LibraryQuery = Type.Object({
  workout_type: Type.Optional(Kind),
  label: Type.Optional(
    Type.Array(Text(MAX_LABEL, 'A label.', 'track'), {
      maxItems: MAX_LABELS,
      description: 'Only workouts with this label; given several times, with all of them.',
      examples: [['track']],
    }),
  ),
  q: Type.Optional(
    Text(MAX_SEARCH, 'Only workouts whose title or description has this in it, regardless of case.', 'km'),
  ),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

const SegmentsField = Type.Array(SegmentInput, {
  minItems: 1,
  maxItems: MAX_SEGMENTS,
  description:
    'What it consists of, in order: each stretch by `duration_s` or by `distance_m`, never by both; a `repeat` has ' +
    `neither, and repeats its segments. At most ${MAX_STRETCHES} stretches at all depths together, and ` +
    `${MAX_SEGMENTS_BYTES} bytes of JSON.`,
  examples: [INTERVALS_INPUT],
});

/** The text form as coaches send it; see `readWorkoutText`. */
export const TextInput = (more = '') =>
  Type.String({
    ...NO_NUL,
    minLength: 1,
    maxLength: MAX_TEXT,
    description:
      'What it consists of, in the text form of intervals.icu, instead of `segments`. A line that cannot be kept whole is refused with its ' +
      `number, its text and the reason.${more}`,
    examples: ['Warmup\n- Easy 15m\n\nMain set 5x\n- Threshold 1km\n- 60s rest\n\nCooldown\n- 2km'],
  });

const Given = Type.Object({
  title: PlanTitle,
  description: Type.Optional(PlanDescription),
  workout_type: Kind,
  segments: Type.Optional(SegmentsField),
  text: Type.Optional(TextInput()),
  labels: Type.Optional(Labels),
});

export const CreateWorkoutBody = Type.Object(Given.properties, {
  title: 'CreateLibraryWorkout',
  description: 'Has either `segments` or `text`.',
});

export const UpdateWorkoutBody = Type.Partial(Given, {
  title: 'UpdateLibraryWorkout',
  description:
    'What is left out stays as it is; a list is replaced whole, and `text` replaces the segments. Has at most one of `segments` and `text`.',
});
