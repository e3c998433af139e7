import Type from 'typebox';
import {
  Data,
  EXAMPLE_IDS,
  IDS,
  Id,
  Message,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
} from '../../../http/schemas.ts';
import { MAX_SEGMENTS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day, Findings } from '../../planning/index.ts';
import { PlanDescription, PlanTitle, TextInput } from '../library/contract.ts';
import { SegmentInput } from '../library/segment-contract.ts';
import { ACTIONS, CONFLICTS, MAX_ACTION_DAYS } from './act-on-weeks.ts';
import { REFUSALS } from './place-workouts.ts';

export const MAX_ACTION_ATHLETES = 50;
const MAX_ACTION_WORKOUTS = 100;
/** Of four weeks of each athlete's plans, twice where days are swapped; far beyond what anybody follows. */
const MAX_CHANGES = 2_000;

const DryRun = Type.Optional(
  Type.Boolean({ description: 'Only tell what would happen.', default: false, examples: [false] }),
);

export const ActionBody = Type.Object(
  {
    action: OneOf(ACTIONS, {
      description:
        '`move` to the days from `to` on; `swap` with those days; `copy` there, to each athlete at their own paces; `shift` by `days`; `clear`.',
      examples: ['copy'],
    }),
    athlete_ids: Type.Array(IDS.athlete_id, {
      minItems: 1,
      maxItems: MAX_ACTION_ATHLETES,
      description: 'Whose plans are changed.',
      examples: [[EXAMPLE_IDS.athlete_id]],
    }),
    from: Type.Optional(Day('First day of the workouts that are meant.', '2026-07-20')),
    until: Type.Optional(
      Day(`Last day, at most ${MAX_ACTION_DAYS} days in all; left out, the same day.`, '2026-07-26'),
    ),
    workout_ids: Type.Optional(
      Type.Array(IDS.workout_id, {
        minItems: 1,
        maxItems: MAX_ACTION_WORKOUTS,
        description: 'The workouts themselves, by their ids in the plans, instead of days.',
        examples: [[EXAMPLE_IDS.workout_id]],
      }),
    ),
    to: Type.Optional(Day('The day that `from`, or the first workout, is to be on.', '2026-07-27')),
    days: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: -MAX_ACTION_DAYS,
        maximum: MAX_ACTION_DAYS,
        description: 'By how many days to shift; negative for earlier.',
        examples: [1],
      }),
    ),
    source_athlete_id: Type.Optional({ ...IDS.athlete_id, description: 'Whose workouts are copied.' }),
    conflict: OneOf(CONFLICTS, {
      default: 'skip',
      description:
        'Where a day is taken: leave it (`skip`) or take out what is there (`replace`). `add` is refused: a plan has at most one workout a day.',
      examples: ['skip'],
    }),
    dry_run: DryRun,
  },
  {
    title: 'CalendarAction',
    description:
      'What is to be done with workouts of athletes’ own plans, each athlete’s days where they live.',
    examples: [
      {
        action: 'copy',
        athlete_ids: [EXAMPLE_IDS.athlete_id],
        source_athlete_id: EXAMPLE_IDS.athlete_id,
        workout_ids: [EXAMPLE_IDS.workout_id],
        to: '2026-07-27',
      },
    ],
  },
);

const CHANGES = ['moved', 'edited', 'added', 'removed'] as const;
const DATE = (description: string) => Nullable(Day(description, '2026-07-21'));
const WorkoutChange = Shape(
  {
    user_id: IDS.user_id,
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    workout_id: { ...Id, description: 'Of the workout in it.' },
    title: Text(MAX_TITLE, 'Of the workout.', '5 × 1 km'),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['intervals'] }),
    change: OneOf(CHANGES, { description: 'What becomes of it.', examples: ['moved'] }),
    from_date: DATE('On which it was; null of a new one.'),
    to_date: DATE('On which it is now; null of one that was taken out.'),
  },
  { title: 'WorkoutChange' },
);
const RefusedChange = Shape(
  {
    user_id: IDS.user_id,
    workout_id: Nullable({ ...Id, description: 'Which one, where it is about one.' }),
    date: DATE('The day that it was to be on.'),
    reason: OneOf(REFUSALS, {
      description:
        '`past`, `done` and `race` stay where they are, a race unless it alone is named; `past_day`, `outside_plan` and `day_taken` are about the ' +
        'day it was to be on; `no_plan`: none of the athlete’s has the day; `no_workout`: nothing is meant; `not_a_member`.',
      examples: ['day_taken'],
    }),
  },
  { title: 'RefusedChange' },
);
const OUTCOME = {
  changes: Type.Array(WorkoutChange, { maxItems: MAX_CHANGES, description: 'What was done, or would be.' }),
  refused: Type.Array(RefusedChange, { maxItems: MAX_CHANGES, description: 'What was not, and why.' }),
  undo_token: Nullable(
    Text(
      43,
      'Undoes all of it for 24 hours; null where nothing was changed.',
      'Yc0p1tTzj8Wq2nVb5sGx7mKd4rHf6uLe9aPi3oQwBnM',
    ),
  ),
};

export const ActionResponse = Shape({ status: Ok, data: Data(OUTCOME) }, { title: 'CalendarActionAnswer' });
export const EditResponse = Shape(
  { status: Ok, data: Data({ ...OUTCOME, findings: Findings }) },
  { title: 'WorkoutEditAnswer' },
);

export const UndoBody = Type.Object(
  {
    undo_token: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      maxLength: 43,
      description: 'As the action was answered.',
      examples: ['Yc0p1tTzj8Wq2nVb5sGx7mKd4rHf6uLe9aPi3oQwBnM'],
    }),
  },
  { title: 'UndoCalendarAction' },
);

export const EditBody = Type.Object(
  {
    date: Type.Optional(Day('Another day of the plan, on which there is no workout.', '2026-07-22')),
    workout_type: Type.Optional(OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['tempo'] })),
    title: Type.Optional(PlanTitle),
    description: Type.Optional(PlanDescription),
    notes: Type.Optional({
      ...PlanDescription,
      description: 'For the athlete, as it is written; empty for none.',
    }),
    segments: Type.Optional(
      Type.Array(SegmentInput, {
        minItems: 1,
        maxItems: MAX_SEGMENTS,
        description: 'What it is to consist of; zones become the athlete’s own. Or `text`, not both.',
        examples: [[{ kind: 'work', duration_s: 2400, target: { zone: 'easy' } }]],
      }),
    ),
    text: Type.Optional(TextInput('')),
    dry_run: DryRun,
  },
  {
    title: 'EditPlannedWorkout',
    description: 'What is left out stays as it is; something is to change.',
    examples: [{ title: 'Easy' }],
  },
);

export const MoveBody = Type.Object(
  { date: Day('From Monday to Sunday of the week that it is in, today or later.', '2026-07-22') },
  { title: 'MoveOwnWorkout' },
);
export const MovedResponse = Shape({ status: Ok, message: Message('Moved.') }, { title: 'OwnWorkoutMoved' });
