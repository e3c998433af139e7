import Type, { type TSchema } from 'typebox';
import { Count, Id, Nullable, OneOf, Shape, Text } from '../../http/schemas.ts';
import type {
  PlanSegmentField,
  PlanTargetField,
  PlanWeekField,
  PlanWorkoutField,
} from '../../privacy/index.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import {
  MAX_MEASURE,
  MAX_SEGMENTS,
  MAX_TIMES,
  MAX_TITLE,
  MAX_WORDS,
} from '../../training/plan-input/limits.ts';
import {
  MAX_WEEKS,
  PHASES,
  STEP_KINDS,
  TARGET_TYPES,
  TEXT_SOURCES,
  WORKOUT_SOURCES,
} from '../../training/planning/plan.ts';
import { MAX_TEXT } from '../../training/workout-text/read-workout-text.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';

export const Day = (description: string, example: string) =>
  Type.String({ format: 'date', maxLength: 10, description, examples: [example] });
const measure = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });
const computed = (schema: (description: string) => TSchema, description: string) =>
  Type.Optional(schema(`${description} Needs \`share_pace_data\`.`));

export const WeeksOfPlan = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 1, maximum: MAX_WEEKS, description, examples: [example] });

const textSource = (description: string) =>
  Type.Optional(
    OneOf(TEXT_SOURCES, {
      description: `${description} \`generated\`: an engine, which may say it anew where a workout is made to fit; \`written\`, or absent: a person, and it stays.`,
      examples: ['generated'],
    }),
  );
const notes = (description: string) =>
  computed((text) => Type.Optional(Text(MAX_WORDS, text, 'With the group, if you like.')), description);

const Phase = OneOf(PHASES, { description: 'Part of the season.', examples: ['build'] });

const bound = (which: string, example: number) =>
  Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: MAX_MEASURE,
        description:
          `The ${which} number of the range, both ends inclusive; null leaves it open. A pace is in seconds a ` +
          'kilometre (the smaller is the faster), a heart rate in beats a minute, an effort from 1 to 10. Of a pace ' +
          'and a heart rate it needs `share_pace_data`.',
        examples: [example],
      }),
    ),
  );

export const PlanTarget = Shape(
  {
    type: OneOf(TARGET_TYPES, { description: 'What is to be kept to.', examples: ['pace'] }),
    min: bound('smaller', 268),
    max: bound('larger', 274.5),
    zone: Nullable(Text(50, 'Name of the zone; null where the range follows from none.', 'threshold')),
  } satisfies Record<PlanTargetField, TSchema>,
  { title: 'PlanTarget', description: 'The intensity of a segment.' },
);

const STRETCH = {
  duration_s: Type.Optional(measure('Seconds, where the stretch is prescribed by time.', 600)),
  distance_m: Type.Optional(measure('Metres, where it is prescribed by distance.', 1000)),
  target: Type.Optional(PlanTarget),
  note: computed(
    (description) => Type.Optional(Text(MAX_WORDS, description, 'Relax the shoulders.')),
    'What to mind.',
  ),
};

export const INTERVALS = [
  { kind: 'warmup', duration_s: 900, target: { type: 'effort', min: 2, max: 3, zone: null } },
  {
    kind: 'repeat',
    repeat: {
      times: 5,
      segments: [
        {
          kind: 'work',
          distance_m: 1000,
          target: { type: 'pace', min: 268, max: 274.5, zone: 'threshold' },
        },
        { kind: 'recovery', duration_s: 60 },
      ],
    },
  },
  { kind: 'cooldown', distance_m: 2000 },
];

export const StepKind = OneOf(STEP_KINDS, { description: 'What the stretch is for.', examples: ['work'] });
export const SegmentKind = OneOf([...STEP_KINDS, 'repeat'], {
  description: 'What the stretch is for, or `repeat`.',
  examples: ['repeat'],
});
export const Times = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_TIMES,
  description: 'How many times.',
  examples: [5],
});
export const REPEATED = {
  maxItems: MAX_SEGMENTS,
  description: 'What is done each time, in order.',
  examples: [[{ kind: 'work', distance_m: 1000 }]],
};

const PlanStep = Shape(
  { kind: StepKind, ...STRETCH },
  { title: 'PlanStep', description: 'A stretch within a repeated set.' },
);

/** The schema is unrolled because repeats go no deeper than sets; watches and other programs support nothing deeper. */
function Segment(title: string, inner: TSchema, description: string) {
  const repeat = Shape(
    {
      times: Times,
      segments: Type.Array(inner, REPEATED),
    },
    { description: 'What is repeated, for the kind `repeat` only.', examples: [INTERVALS[1]?.repeat] },
  );
  return Shape(
    {
      kind: SegmentKind,
      ...STRETCH,
      repeat: Type.Optional(repeat),
    } satisfies Record<PlanSegmentField, TSchema>,
    { title, description },
  );
}

const PlanSetSegment = Segment(
  'PlanSetSegment',
  PlanStep,
  'A stretch within a repeat, or a repeat of its own: three sets of four.',
);
export const PlanSegment = Segment(
  'PlanSegment',
  PlanSetSegment,
  'A stretch of a workout by time or by distance, or a repeat of such. Members that do not apply are absent.',
);

export const WorkoutTextField = Nullable(
  Text(
    MAX_TEXT,
    'The segments, as far as they show, in the text form of intervals.icu. Null where it has no form for them: too many lines, or a ' +
      'stretch without length.',
    '- Easy: Relax the shoulders. 30m 128-144bpm',
  ),
);

export const PlanWorkout = Shape(
  {
    id: Id,
    week_number: WeeksOfPlan(
      'Week of the plan, from 1. Weeks count from `start_date`, whatever weekday that is.',
      3,
    ),
    day: OneOf(WEEKDAYS, { description: 'Weekday of `date`.', examples: ['tuesday'] }),
    date: Day('Calendar day on which it is to be done.', '2026-07-21'),
    phase: Phase,
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.', examples: ['intervals'] }),
    title: Text(MAX_TITLE, 'The same for everybody who got the plan.', '5 × 1 km'),
    description: computed(
      (description) =>
        Text(
          MAX_WORDS,
          description,
          'Five times a kilometre at threshold pace, a minute of easy jogging between.',
        ),
      'What to do, in words.',
    ),
    text_source: textSource('Who wrote title and description.'),
    segments_source: Type.Optional(
      OneOf(TEXT_SOURCES, {
        description:
          'Who decided what is run; absent: who wrote title and description. What a person decided is the same for everybody who gets the plan, and never made less for slower ones.',
        examples: ['generated'],
      }),
    ),
    notes: notes('What the coach adds, as it was written.'),
    duration_s: computed((description) => measure(description, 3240), 'Seconds in all, as planned.'),
    distance_m: computed(
      (description) => measure(description, 10_100),
      'Metres in all, as planned; 0 for what covers no distance.',
    ),
    segments: Type.Array(PlanSegment, {
      maxItems: MAX_SEGMENTS,
      description: 'What it consists of, in order.',
      examples: [INTERVALS],
    }),
    text: WorkoutTextField,
    source: OneOf(WORKOUT_SOURCES, {
      description: 'Made for this plan, or taken from the library of the organization.',
      examples: ['library'],
    }),
    library_workout_id: Type.Optional({ ...Id, description: 'Which one, where `source` is `library`.' }),
  } satisfies Record<PlanWorkoutField, TSchema>,
  { title: 'PlanWorkout', description: 'A workout of a plan.' },
);

export const PlanWeek = Shape(
  {
    phase: Phase,
    focus: Text(
      MAX_TITLE,
      'What the week is about; the same for everybody who got the plan.',
      'First threshold work',
    ),
    text_source: textSource('Who wrote the focus.'),
    notes: notes('What the coach adds for the week, as it was written.'),
    total_distance_m: computed(
      (description) => measure(description, 42_500),
      'Metres of its workouts together, with the race.',
    ),
    training_distance_m: computed(
      (description) => measure(description, 42_500),
      'Metres of what is no race.',
    ),
    race_distance_m: computed((description) => measure(description, 0), 'Metres of its races.'),
    total_duration_s: computed(
      (description) => measure(description, 14_400),
      'Seconds of its workouts together.',
    ),
    workout_count: Count('How many workouts it has.', 5),
  } satisfies Record<PlanWeekField, TSchema>,
  { title: 'PlanWeek' },
);
