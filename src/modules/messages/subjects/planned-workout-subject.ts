import Type from 'typebox';
import { IDS } from '../../../http/schemas.ts';
import { findOwnWorkouts } from '../../calendars/index.ts';
import type { Subject } from './subject.ts';

/** A workout of an athlete's own copy of a plan. The club gave it, so its coaches see it. */
export const plannedWorkoutSubject: Subject = {
  kind: 'planned_workout',
  path: '/athletes/:user_id/plans/:plan_id/workouts/:workout_id',
  params: Type.Object({
    org_id: IDS.org_id,
    user_id: IDS.user_id,
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own copy of the plan.' },
    workout_id: { ...IDS.workout_id, description: 'Of the workout in that copy.' },
  }),
  operations: 'PlannedWorkout',
  in_words: 'a planned workout',
  has_laps: false,
  placeOf: ({ user_id = '', plan_id = '', workout_id = '' }) => ({
    athlete_id: user_id.toLowerCase(),
    key: `${plan_id}/${workout_id}`.toLowerCase(),
  }),
  idsOf: (key) => {
    const [plan_id = '', workout_id = ''] = key.split('/');
    return { plan_id, workout_id };
  },
  areSeen: (db, asked) => findOwnWorkouts(db, asked.map(workoutOf)),
  hold: async (tx, place) => (await findOwnWorkouts(tx, [workoutOf(place)]))[0] === true,
};

function workoutOf({
  org_id,
  athlete_id,
  key,
}: {
  readonly org_id: string;
  readonly athlete_id: string | null;
  readonly key: string;
}) {
  const [plan_id = '', workout_id = ''] = key.split('/');
  return { org_id, user_id: athlete_id ?? '', plan_id, workout_id };
}
