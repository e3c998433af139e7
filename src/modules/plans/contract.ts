import Type, { type TSchema } from 'typebox';
import { EXAMPLE_IDS, IDS, Id, Shape, Text, timestamp } from '../../http/schemas.ts';
import type { PlanField } from '../../privacy/index.ts';
import { MAX_TITLE, MAX_WORKOUTS_A_WEEK } from '../../training/plan-input/limits.ts';
import { MAX_WEEKS } from '../../training/planning/plan.ts';
import {
  Day,
  EXAMPLE_CONTENT,
  EXAMPLE_WEEKLY_INFO,
  PlanWeek,
  PlanWorkout,
  WeeksOfPlan,
} from '../planning/index.ts';
import type { PlanView } from './present.ts';

export const PrivacyFiltered = Type.Array(
  Type.String({
    pattern: '^[a-z_]+(\\.[a-z_]+)*$',
    maxLength: 100,
    description: 'Path of a field.',
    examples: ['workouts.duration_s'],
  }),
  {
    maxItems: 100,
    uniqueItems: true,
    description:
      'Paths of the fields that the athlete’s privacy settings hide and that are therefore absent, sorted; those of ' +
      '`workouts.segments` at any depth, of a target but that of an effort. The same for all plans of the athlete, ' +
      'whatever they hold. What was prescribed stays; what was computed from the athlete’s zones, and would give ' +
      'them away, needs `share_pace_data`.',
    examples: [['workouts.segments.target.max', 'workouts.segments.target.min']],
  },
);

/** The week before a half marathon at 4:45 a kilometre, for an athlete who shares everything. Its sums are right. */
export const EXAMPLE_PLAN = {
  id: EXAMPLE_IDS.plan_id,
  athlete_id: EXAMPLE_IDS.athlete_id,
  saved_plan_id: '019f04bb-0cc4-7f2a-905b-b5365568ed9a',
  title: 'Race week',
  start_date: '2026-09-14',
  end_date: '2026-09-20',
  weeks: 1,
  engine: 'rules',
  weekly_info: EXAMPLE_WEEKLY_INFO,
  workouts: EXAMPLE_CONTENT,
  assigned_at: '2026-06-26T16:20:38.771Z',
  updated_at: '2026-06-26T16:20:38.771Z',
  privacy_filtered: [],
} satisfies PlanView;

export const Plan = Type.Unsafe<PlanView>(
  Shape(
    {
      id: {
        ...IDS.plan_id,
        description: 'Of this athlete’s plan: the same saved plan has another for each athlete.',
      },
      athlete_id: { ...IDS.athlete_id, description: 'User id of the member who follows it.' },
      saved_plan_id: {
        ...Id,
        examples: ['019f04bb-0cc4-7f2a-905b-b5365568ed9a'],
        description: 'Of the plan that the coach saved and assigned: the same for everybody who got it.',
      },
      title: Text(MAX_TITLE, 'The same for everybody who got the plan.', 'Autumn half marathon'),
      start_date: Day('First day.', '2026-07-06'),
      end_date: Day('Last day: `weeks` times seven days from `start_date`.', '2026-09-27'),
      weeks: WeeksOfPlan('How long it is.', 12),
      engine: Text(MAX_TITLE, 'What made it: `rules`, the built-in engine, or the name of a model.', 'rules'),
      weekly_info: Type.Object(
        {},
        {
          description: 'Each week by its number, from "1".',
          propertyNames: { type: 'string', pattern: '^[1-9][0-9]?$', maxLength: 2 },
          additionalProperties: PlanWeek,
          examples: [{ '1': { phase: 'base', focus: 'Getting used to it', workout_count: 4 } }],
        },
      ),
      workouts: Type.Array(PlanWorkout, {
        maxItems: MAX_WEEKS * MAX_WORKOUTS_A_WEEK,
        description: 'By date.',
      }),
      assigned_at: timestamp('When the athlete got it.', EXAMPLE_PLAN.assigned_at),
      updated_at: timestamp('When it last changed for this athlete.', EXAMPLE_PLAN.updated_at),
      privacy_filtered: PrivacyFiltered,
    } satisfies Record<PlanField | 'privacy_filtered', TSchema>,
    {
      title: 'Plan',
      description:
        'A training plan as one athlete follows it: days, paces and sums are the athlete’s own. Active from the moment ' +
        'it is assigned, also before its first day, until the coach takes it back, the athlete leaves the ' +
        'organization, or its last day is over in the athlete’s time zone; then it is not found any more.',
      examples: [EXAMPLE_PLAN],
    },
  ),
);
