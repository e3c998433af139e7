import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Id,
  Message,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_SEGMENTS, MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day, Findings } from '../../planning/index.ts';
import { PlanDescription, PlanTitle, SegmentInput, TextInput } from '../../plans/index.ts';
import { JOB_FAILURES, JOB_KINDS, JOB_STATES, MOST_AT_ONCE } from './calendar-job.ts';
import { ACTIONS, CONFLICTS, MAX_ACTION_DAYS } from './decide-action.ts';
import { REFUSALS } from './place-workouts.ts';

const MAX_ACTION_ATHLETES = 500;
const MAX_ACTION_WORKOUTS = 100;
const MAX_JOB_PAGE = 100;
/** Of four weeks of each athlete, twice where workouts are replaced or swapped. */
const MAX_CHANGES = 2_800;

const DryRun = Type.Optional(
  Type.Boolean({ description: 'Only tell what would happen.', default: false, examples: [false] }),
);

export const ActionBody = Type.Object(
  {
    action: OneOf(ACTIONS, {
      description:
        '`move` to the days from `to` on; `swap` with those days; `copy` there, to each athlete at their own paces; `shift` by `days`; `clear`; `set` a `workout` on `dates`, to each athlete at their own paces.',
      examples: ['copy'],
    }),
    athlete_ids: Type.Array(IDS.athlete_id, {
      minItems: 1,
      maxItems: MAX_ACTION_ATHLETES,
      description: `Whose plans are changed. More than ${MOST_AT_ONCE} are changed by a job, which the answer 202 names.`,
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
    workout: Type.Optional(
      Type.Object(
        {
          workout_type: OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['tempo'] }),
          title: PlanTitle,
          description: Type.Optional(PlanDescription),
          notes: Type.Optional({ ...PlanDescription, description: 'For the athlete, as it is written.' }),
          segments: Type.Optional(
            Type.Array(SegmentInput, {
              minItems: 1,
              maxItems: MAX_SEGMENTS,
              description: 'What it consists of; zones become each athlete’s own. Or `text`, not both.',
              examples: [[{ kind: 'work', duration_s: 2400, target: { zone: 'easy' } }]],
            }),
          ),
          text: Type.Optional(TextInput('')),
        },
        {
          title: 'WorkoutToSet',
          description: 'To set: what is put there. `readTypedWorkout` makes it of a line.',
        },
      ),
    ),
    dates: Type.Optional(
      Type.Array(Day('A day.', '2026-07-27'), {
        minItems: 1,
        maxItems: MAX_ACTION_DAYS,
        description: 'To set: the days that it is put on.',
        examples: [['2026-07-27']],
      }),
    ),
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
        'day it was to be on; `no_plan`: none of the athlete’s has the day; `no_workout`: nothing is meant; `not_a_member`; `changed_since`: ' +
        'what a job cannot take back any more.',
      examples: ['day_taken'],
    }),
  },
  { title: 'RefusedChange' },
);
const UNDO_TOKEN = Nullable(
  Text(
    43,
    'Undoes all of it for 24 hours; null where nothing was changed.',
    'Yc0p1tTzj8Wq2nVb5sGx7mKd4rHf6uLe9aPi3oQwBnM',
  ),
);
const OUTCOME = {
  changes: Type.Array(WorkoutChange, { maxItems: MAX_CHANGES, description: 'What was done, or would be.' }),
  refused: Type.Array(RefusedChange, { maxItems: MAX_CHANGES, description: 'What was not, and why.' }),
  undo_token: UNDO_TOKEN,
};

export const ActionResponse = Shape({ status: Ok, data: Data(OUTCOME) }, { title: 'CalendarActionAnswer' });
export const EditResponse = Shape(
  { status: Ok, data: Data({ ...OUTCOME, findings: Findings }) },
  { title: 'WorkoutEditAnswer' },
);

const Job = Shape(
  {
    id: IDS.calendar_job_id,
    kind: OneOf(JOB_KINDS, { description: 'What it does: an action, or undoing one.', examples: ['action'] }),
    action: OneOf(ACTIONS, { description: 'Which one it does, or undoes.', examples: ['shift'] }),
    dry_run: Flag('Whether it only tells what would happen.'),
    state: OneOf(JOB_STATES, {
      description: '`failed`: it ended before all was done; what was done stays, and can be undone.',
      examples: ['done'],
    }),
    failure: Nullable(
      OneOf(JOB_FAILURES, {
        description:
          'Why it failed: who asked may do it no more, or it did not come to its end within an hour. Null: it did not.',
        examples: ['timed_out'],
      }),
    ),
    done: Count('Athletes of whom it is known what came of it.', 125),
    of: Count('Athletes it is about.', 500),
    not_members: Type.Array(IDS.user_id, {
      maxItems: MAX_ACTION_ATHLETES,
      description: 'Who was asked for and is no athlete of the organization; not counted.',
      examples: [[]],
    }),
    undo_token: {
      ...OUTCOME.undo_token,
      description:
        'Undoes all of it, until 24 hours after it was asked for; null until it has ended, and where there is nothing to undo.',
    },
    created_by: { ...IDS.user_id, description: 'Who asked for it.' },
    created_at: timestamp('When it was asked for.', '2026-07-20T18:40:00.000Z'),
    finished_at: Nullable(timestamp('When it ended; null until then.', '2026-07-20T18:40:04.000Z')),
  },
  { title: 'CalendarJob', description: 'A change of the plans of many athletes, athlete after athlete.' },
);

const JobAthlete = Shape(
  {
    user_id: IDS.user_id,
    is_done: Flag('Whether it was their turn: all of what is done for them is done at once.'),
    changes: OUTCOME.changes,
    refused: OUTCOME.refused,
  },
  { title: 'CalendarJobAthlete', description: 'What came of it for one athlete.' },
);

const JOB_PAGE = {
  job: Job,
  athletes: Type.Array(JobAthlete, { maxItems: MAX_JOB_PAGE, description: 'By their ids.' }),
  next_cursor: NextCursor,
};
export const JobResponse = Shape({ status: Ok, data: Data(JOB_PAGE) }, { title: 'CalendarJobAnswer' });
export const JobQuery = Type.Object(cursorQuery(50, MAX_JOB_PAGE));

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
    done_elsewhere: Type.Optional(
      Type.Boolean({
        description:
          'That it was done, without a recording that shows it; false takes that back. Said alone, of a workout of today or before.',
        examples: [true],
      }),
    ),
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
export const MovedResponse = Shape(
  { status: Ok, message: Message('Moved.'), data: Data({ undo_token: UNDO_TOKEN }) },
  { title: 'OwnWorkoutMoved' },
);
export const MoveUndoneResponse = Shape(
  { status: Ok, message: Message('Undone.') },
  { title: 'OwnMoveUndone' },
);
