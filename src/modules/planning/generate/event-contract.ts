import Type, { type Static } from 'typebox';
import { Count, OneOf, Shape, Text, timestamp } from '../../../http/schemas.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { PROGRESS_STATUSES } from '../engine/engine.ts';
import { PlanWorkout } from '../workout-contract.ts';
import { DraftData, PacesFrom, PlanData, READ, WeeklyInfo } from './answer-contract.ts';

const named = <const N extends string>(name: N) =>
  Type.Literal(name, { description: 'Type of the event.', examples: [name] });

const PROGRESS = {
  type: named('progress'),
  status: OneOf(PROGRESS_STATUSES, {
    description:
      'What is being done. `falling_back`: the model is given up, and the built-in engine makes the rest.',
    examples: ['generating'],
  }),
  message: Text(MAX_TITLE, 'The same in words, in your language.', 'Writing the plan'),
};
const percent = Type.Integer({
  format: 'int32',
  minimum: 0,
  maximum: 100,
  description: 'Percent of it that is done; never less than before.',
  examples: [50],
});

export const DRAFT_EVENTS = {
  progress: Shape(
    { ...PROGRESS, progress: percent },
    { title: 'DraftProgressEvent', description: 'How far the draft is.' },
  ),
  result: Shape(
    { type: named('result'), data: DraftData },
    { title: 'DraftResultEvent', description: 'The draft: what `generatePlanDraft` answers as `data`.' },
  ),
};

const PlanProgress = Shape(
  {
    ...PROGRESS,
    count: Count('How many workouts there are.', 1),
    total: Count('How many there are to be, as far as is known: a race may be one more.', 2),
    progress: percent,
  },
  { title: 'PlanProgressEvent', description: 'How far the plan is.' },
);

export const BATCH_EVENTS = {
  progress: PlanProgress,
  result: Shape(
    { type: named('result'), data: PlanData },
    {
      title: 'PlanBatchResultEvent',
      description: 'The plan with all workouts in `content`: what `generatePlan` answers as `data`.',
    },
  ),
};

const Workout = Type.Unsafe<Static<typeof PlanWorkout>>({
  anyOf: [PlanWorkout],
  description: 'As in `content` of a plan that comes at once.',
});

export const PLAN_EVENTS = {
  workout: Shape(
    { type: named('workout'), data: Workout },
    { title: 'PlanWorkoutEvent', description: 'The next workout, by date. It is checked, and stands.' },
  ),
  progress: PlanProgress,
  weekly_info: Shape(
    { type: named('weekly_info'), data: WeeklyInfo },
    {
      title: 'PlanWeekEvent',
      description: 'A week by its number: all of its workouts have been.',
    },
  ),
  result: Shape(
    {
      type: named('result'),
      total_workouts: Count('How many workouts there were.', 2),
      paces_from: PacesFrom,
      weekly_info: WeeklyInfo,
      readiness: PlanData.properties.readiness,
      ...READ,
      findings: PlanData.properties.findings,
      adjusted_weeks: PlanData.properties.adjusted_weeks,
      coach_notes: PlanData.properties.coach_notes,
      engine: PlanData.properties.engine,
      generated_at: timestamp('When it was finished.', '2026-07-01T06:30:00.000Z'),
    },
    { title: 'PlanResultEvent', description: 'It is finished: all workouts have been.' },
  ),
};
