import Type from 'typebox';
import {
  Count,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Id,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
} from '../../../http/schemas.ts';
import { MAX_MEASURE, MAX_TIMES, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { METHODS } from '../../../training/planned-against-done/compare.ts';
import { COMPLIANCE_LEVELS, WHY_CODES } from '../../../training/planned-against-done/judge-session.ts';
import { HELD_BY, STEP_STATUSES, VERDICTS } from '../../../training/planned-against-done/judge-step.ts';
import { MAX_STEPS } from '../../../training/planned-against-done/steps.ts';
import { STEP_KINDS, TARGET_TYPES } from '../../../training/planning/plan.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day } from '../../planning/index.ts';
import { PrivacyFiltered } from '../../plans/index.ts';
import { MAX_ACTIVITIES } from '../athlete-calendar/read-calendar.ts';
import { GRADE_MODEL } from './present.ts';

/** More laps than any watch keeps. */
const MAX_LAPS = 10_000;
const MAX_RANGES = 10;

const number = (minimum: number, description: string, example: number) =>
  Nullable(Type.Number({ minimum, maximum: MAX_MEASURE, description, examples: [example] }));
const measure = (description: string, example: number) => number(0, description, example);
const off = (description: string, example: number) => number(-MAX_MEASURE, description, example);
const seconds = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, description, examples: [example] });
const share = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, maximum: 1, description, examples: [example] }));

const bound = (which: string, example: number) =>
  measure(
    `The ${which} number, itself within; null is an open end, or hidden. A pace is in seconds a kilometre, a heart rate in beats a minute, ` +
      'an effort from 1 to 10.',
    example,
  );

const Bounds = Shape(
  {
    type: OneOf(['pace', 'heart_rate'], { description: 'What is measured.', examples: ['pace'] }),
    min: bound('smaller', 268),
    max: bound('larger', 274.5),
  },
  {
    title: 'PlannedBounds',
    description:
      'What the numbers reached are held against: the target itself, or for an effort with a zone what the athlete’s own zones say of it. ' +
      'Null where nothing measured tells.',
  },
);

const StepTarget = Shape(
  {
    duration_s: measure('Seconds, where the step is prescribed by time.', 180),
    distance_m: measure('Metres, where it is prescribed by distance.', 1000),
    type: Nullable(OneOf(TARGET_TYPES, { description: 'What is to be kept to.', examples: ['pace'] })),
    min: bound('smaller', 268),
    max: bound('larger', 274.5),
    zone: Nullable(Text(50, 'Name of the zone; null where the range follows from none.', 'threshold')),
  },
  { title: 'PlannedStepTarget', description: 'What was planned.' },
);

const Range = Shape(
  {
    activity_id: IDS.activity_id,
    start_s: seconds('Seconds since this recording began.', 900),
    end_s: seconds('The same, of its end.', 1172),
    lap_indexes: Type.Array(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: 1_000_000,
        description: 'A lap’s `index`.',
        examples: [1],
      }),
      {
        maxItems: MAX_LAPS,
        description: 'The laps it is made of; empty where it was found by speed.',
        examples: [[1]],
      },
    ),
  },
  { title: 'PlannedStepRange' },
);
const Ranges = Type.Array(Range, {
  maxItems: MAX_RANGES,
  description: 'Where it was run: one a recording.',
});

const REACHED = {
  duration_s: seconds(
    'Seconds, without the time for which the watch was stopped; of a recovery with it.',
    272,
  ),
  distance_m: measure('Metres; null where they are not known or hidden.', 1003),
  average_pace_s_per_km: measure('Seconds a kilometre in motion, over the ground.', 271.2),
  grade_adjusted_pace_s_per_km: measure(
    'The same as on the flat, by `grade_model`; null without samples of distance and altitude.',
    269.8,
  ),
  average_heart_rate_bpm: measure('Beats a minute.', 171),
};

const StepDeviation = Shape(
  {
    duration_s: off('Seconds more than planned, where a time is planned.', 2),
    distance_m: off('Metres more than planned, where a distance is planned.', 3),
    length_share: off('Of time or distance, whichever is planned: 0.1 is a tenth more.', 0.003),
    pace_s_per_km: off(
      'Seconds a kilometre beyond the nearer end of the target, slower is plus; 0 is within it.',
      0,
    ),
    pace_share: off('The same as a share of that end.', 0),
    heart_rate_bpm: off('Beats a minute beyond the nearer end, above is plus; 0 is within it.', 0),
    held_by: Nullable(
      OneOf(HELD_BY, {
        description: 'Which number was held against the target: on hilly ground the grade-adjusted pace.',
        examples: ['pace'],
      }),
    ),
    verdict: Nullable(
      OneOf(VERDICTS, {
        description: '`within` the target; a pace `faster` or `slower`, a heart rate `above` or `below` it.',
        examples: ['within'],
      }),
    ),
    time_in_target_share: share(
      'Of the time, how much was within the target: of paces as means over 30 s with 3 % of room, of a heart rate after its first minute. ' +
        'Null without samples.',
      0.86,
    ),
  },
  { title: 'PlannedStepDeviation', description: 'Null is not planned, not known, or hidden.' },
);

const Step = Shape(
  {
    index: Count('Its place among the steps, from 0.', 1),
    kind: OneOf(STEP_KINDS, { description: 'What it is for.', examples: ['work'] }),
    repetition: Nullable(
      Shape(
        {
          number: Type.Integer({
            format: 'int32',
            minimum: 1,
            maximum: MAX_TIMES,
            description: 'From 1.',
            examples: [1],
          }),
          of: Type.Integer({
            format: 'int32',
            minimum: 1,
            maximum: MAX_TIMES,
            description: 'How many.',
            examples: [5],
          }),
        },
        { title: 'PlannedRepetition', description: 'Which one of how many of the innermost repeat.' },
      ),
    ),
    target: StepTarget,
    judged_by: Nullable(Bounds),
    status: Nullable(
      OneOf(STEP_STATUSES, {
        description:
          '`matched`: found, about as long as planned (10 % for work, 25 % for others); `short` and `long`: found, and more off; `merged`: run as one ' +
          'with the steps of `merged_with`; `missing`: not found while others were. Null where nothing can be told.',
        examples: ['matched'],
      }),
    ),
    merged_with: Type.Array(Count('Index of a step.', 2), {
      maxItems: MAX_STEPS,
      description: 'All steps that were run as one, itself among them; else empty.',
      examples: [[]],
    }),
    ranges: Ranges,
    reached: Nullable(
      Shape(REACHED, {
        title: 'PlannedStepReached',
        description: 'What was done; of steps that were run as one, the whole of them.',
      }),
    ),
    deviation: Nullable(StepDeviation),
    confidence: share(
      'How well length and speed fit, by a measure of our own; null for what was not found.',
      0.96,
    ),
  },
  { title: 'PlannedStepResult' },
);

const ExtraStretch = Shape(
  {
    ranges: Ranges,
    reached: Shape(REACHED, { title: 'PlannedExtraReached', description: 'What it came to.' }),
    is_hard: Nullable(
      Flag(
        'Whether it is nearer to the fastest than to the slowest that was run; null where speeds do not show.',
      ),
    ),
  },
  { title: 'PlannedExtra', description: 'What was run and is no step.' },
);

const Reason = Shape(
  {
    code: OneOf(WHY_CODES, {
      description:
        'What there is to see. `work_…` is of work steps: how many were on target, off it, missing, extra, short or long; `recoveries_…` of ' +
        'recoveries; `easy_part_hard` of warming up and cooling down; `easy_day_hard` of easy days; `whole_…` of all of it; the rest says why ' +
        'nothing can be told.',
      examples: ['work_on_target'],
    }),
    step_count: Nullable(Count('How many steps.', 5)),
    of_step_count: Nullable(Count('Of how many.', 5)),
    share: off('By how much, on average: 0.1 is a tenth more, longer or slower.', 0.04),
    pace_s_per_km: off('The same in seconds a kilometre.', 4.2),
    heart_rate_bpm: off('The same in beats a minute.', 3),
  },
  {
    title: 'PlannedReason',
    description: 'A fact with its numbers; null is a number that does not belong to it.',
  },
);

const PlannedCompliance = Shape(
  {
    level: Nullable(
      OneOf(COMPLIANCE_LEVELS, {
        description:
          '`as_planned`: nothing of `why` is a difference; `another_workout`: less than half of the planned work was found; else ' +
          '`with_differences`. Null where nothing can be told.',
        examples: ['as_planned'],
      }),
    ),
    work_done_share: share('Of the planned work, by its length, how much was done.', 1),
    work_in_target_share: share(
      'Of the time of work, how much was within its target; by samples only.',
      0.86,
    ),
    above_easy_share: share('Of the time in motion of an easy day, how much was harder than easy.', 0.04),
    why: Type.Array(Reason, { maxItems: WHY_CODES.length, description: 'What the level rests on.' }),
  },
  { title: 'PlannedCompliance', description: 'What the steps say together, and why.' },
);

const Planned = Shape(
  {
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    workout_id: { ...Id, description: 'Of the workout in it.' },
    date: Day('The day it is planned for.', '2026-09-15'),
    title: Text(MAX_TITLE, 'Its title.', '5 × 1 km'),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['intervals'] }),
    activity_ids: Type.Array(IDS.activity_id, {
      maxItems: MAX_ACTIVITIES,
      description: 'All that counts for it, as in the calendar; steps are looked for in all of these.',
      examples: [[EXAMPLE_IDS.activity_id]],
    }),
    method: Nullable(
      OneOf(METHODS, {
        description:
          'How steps were found: by `laps` of the watch, where they fit; by changes of `speed`; as one `whole`, where all is planned at one intensity. ' +
          'Null where neither fits: then no step has a status.',
        examples: ['laps'],
      }),
    ),
    grade_model: OneOf([GRADE_MODEL], {
      description:
        'What grade-adjusted paces follow: Minetti et al., J Appl Physiol 2002;93:1039-1046, the energy cost of running up and down slopes.',
      examples: [GRADE_MODEL],
    }),
    steps: Type.Array(Step, {
      maxItems: MAX_STEPS,
      description:
        'The steps of the workout in order, repeats written out; none of a workout that has none, or too many.',
    }),
    extras: Type.Array(ExtraStretch, { maxItems: 1_000, description: 'In order.' }),
    compliance: PlannedCompliance,
  },
  { title: 'PlannedWorkoutResult', description: 'The workout of the calendar that the activity counts for.' },
);

const PLANNED = { activity_id: IDS.activity_id, planned: Nullable(Planned) };

export const OwnPlannedResponse = Shape({ status: Ok, data: Data(PLANNED) }, { title: 'OwnPlannedResponse' });
export const AthletePlannedResponse = Shape(
  {
    status: Ok,
    data: Data({
      ...PLANNED,
      privacy_filtered: {
        ...PrivacyFiltered,
        description:
          'Paths of what the athlete does not share of plan (`workouts…`), laps (`laps…`) and samples (`streams…`), sorted; the same whatever there ' +
          'is. Nothing of the answer is computed of these.',
        examples: [['streams.distance_m', 'streams.speed_mps']],
      },
    }),
  },
  { title: 'AthletePlannedResponse' },
);
