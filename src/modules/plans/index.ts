import type { Route } from '../../http/route.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import { remind, remindJob } from './calendar/remind.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { planFileRoutes } from './files/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { savedPlanRoutes } from './saved/routes.ts';
import { subscriptionRoutes } from './subscription/routes.ts';
import { teamCalendarRoutes } from './team-calendar/routes.ts';
import { weekActionRoutes } from './week-actions/routes.ts';

export { findRaceDays } from './calendar/find-race-days.ts';
export { type Sight, sightOf } from './calendar/sight.ts';
export { type WorkoutsDue, workoutsDue } from './calendar/workouts-due.ts';
export { Plan } from './contract.ts';
export { findLargestLibraries, findLibrary, findLongestLibraries } from './library/queries.ts';
export { createWorkout } from './library/write-workout.ts';
export type { AthletePlan } from './plan.ts';
export { planData } from './plan-data.ts';
export type { PlanView } from './present.ts';
export { findPlans, findPlansAfter } from './queries.ts';
export { listMemberPlans, readMemberPlan, viewMemberPlan } from './read-member-plans.ts';
export { type PlansAssigned, plansAssigned } from './saved/plans-assigned.ts';
export { findMostPlans } from './saved/queries.ts';
export { savePlan } from './saved/save-plan.ts';
export { subscribedCalendarRoutes } from './subscription/routes.ts';
export { findPlannedOfMany } from './team-calendar/planned-of-many.ts';

export function planRoutes(
  deps: Parameters<typeof libraryRoutes>[0] &
    Parameters<typeof savedPlanRoutes>[0] &
    Parameters<typeof calendarRoutes>[0] &
    Parameters<typeof planFileRoutes>[0] &
    Parameters<typeof subscriptionRoutes>[0],
): readonly Route[] {
  return [
    ...libraryRoutes(deps),
    ...savedPlanRoutes(deps),
    ...calendarRoutes(deps),
    ...teamCalendarRoutes(deps),
    ...weekActionRoutes(deps),
    ...planFileRoutes(deps),
    ...subscriptionRoutes(deps),
  ];
}

export function planJobs(deps: Parameters<typeof remind>[0]): readonly JobRegistration[] {
  return [handleJob(remindJob, (_payload, { signal }) => remind(deps, signal))];
}
