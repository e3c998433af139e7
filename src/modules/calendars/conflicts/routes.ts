import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Data, Id, idParams, Nullable, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day } from '../../planning/index.ts';
import { noSuchPlan } from '../../plans/index.ts';
import { PlanConflict } from '../athlete-calendar/contract.ts';
import { presentConflict } from '../athlete-calendar/present.ts';
import { type ConflictDeps, readOwnConflicts } from './read-conflicts.ts';

/** A year of workouts, one a day. */
const MAX_CONFLICTS = 366;

const WorkoutInConflict = Shape(
  {
    workout_id: { ...Id, description: 'Of the workout.' },
    date: Day('The day it is planned for.', '2026-09-15'),
    title: Text(MAX_TITLE, 'What it is called.', 'Intervals'),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Its kind.', examples: ['intervals'] }),
    conflict: PlanConflict,
    move_to: Nullable(
      Day(
        'The nearest day of the same week of the plan, from today on, that is free of workouts and conflicts and keeps hard days apart; ' +
          'null where there is none, and of races. Only an offer: nothing is moved.',
        '2026-09-17',
      ),
    ),
  },
  { title: 'WorkoutInConflict', description: 'A workout that does not go with its day.' },
);

const OwnConflicts = Shape(
  {
    status: Ok,
    data: Data({
      conflicts: Type.Array(WorkoutInConflict, {
        maxItems: MAX_CONFLICTS,
        description: 'From today on, by day. All offers go together, and each alone.',
      }),
    }),
  },
  { title: 'OwnPlanConflicts' },
);

export const ownConflictsRoute = (deps: ConflictDeps): Route =>
  route({
    operation_id: 'listOwnPlanConflicts',
    method: 'GET',
    path: '/plans/mine/:plan_id/conflicts',
    guard: { kind: 'user' },
    tag: 'Plans',
    summary: 'Workouts of the own plan that do not go with one’s days',
    description:
      'What the plan has on days that you said you are away, hurt or short of time, and a day that each could be moved to.',
    params: idParams('plan_id'),
    responses: { 200: OwnConflicts },
    errors: [noSuchPlan],
    handler: async ({ actor, params: { plan_id } }) => {
      const found = await readOwnConflicts(deps, actor, { plan_id });
      const conflicts = found.map(({ workout, conflict, move_to }) => ({
        workout_id: workout.id,
        date: workout.date,
        title: workout.title,
        workout_type: workout.workout_type,
        conflict: presentConflict(conflict),
        move_to,
      }));
      return { status: 200, body: { status: 'ok' as const, data: { conflicts } } };
    },
  });
