import type { Route } from '../../http/route.ts';
import type { Events } from '../../infra/events/index.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { FeedDeps } from './athlete-calendar/read-calendar.ts';
import { remind, remindJob } from './athlete-calendar/remind.ts';
import { athleteCalendarRoutes } from './athlete-calendar/routes.ts';
import { ownConflictsRoute } from './conflicts/routes.ts';
import type { PlannedDeps } from './planned-against-done/read-planned.ts';
import { plannedRoutes } from './planned-against-done/routes.ts';
import { subscriptionRoutes } from './subscription/routes.ts';
import type { SubscriptionDeps } from './subscription/subscription.ts';
import { teamCalendarRoutes } from './team-calendar/routes.ts';
import type { JobDeps } from './week-actions/calendar-job.ts';
import { runCalendarJob } from './week-actions/calendar-job.ts';
import { weekActionRoutes } from './week-actions/routes.ts';
import { runJob } from './week-actions/run-job.ts';

export { type DaysInput, daysOf, type Status as WorkoutStatus } from './athlete-calendar/calendar.ts';
export type { CommentCounts, Commented, CountComments } from './athlete-calendar/count-comments.ts';
export {
  findOwnWorkout,
  findOwnWorkouts,
  hasPlannedWorkout,
} from './athlete-calendar/find-planned-workout.ts';
export { findRaceDays } from './athlete-calendar/queries.ts';
export { isWorkoutDone } from './athlete-calendar/read-calendar.ts';
export { type WorkoutsDue, workoutsDue } from './athlete-calendar/remind.ts';
export type {
  FindSessionsOfPeople,
  FindSubscribedSessions,
  SubscribedSession,
} from './athlete-calendar/session-of-person.ts';
export { type Sight, sightOf } from './athlete-calendar/sight.ts';
export { calendarData } from './calendar-data.ts';
export { AthletePlannedResponse, OwnPlannedResponse } from './planned-against-done/contract.ts';
export { presentPlanned } from './planned-against-done/present.ts';
export {
  kindsRead,
  type PlannedDeps,
  type PlannedOfActivity,
  readAthletePlanned,
  readOwnPlanned,
} from './planned-against-done/read-planned.ts';
export { createStepMatcher, type StepMatcher } from './planned-against-done/step-matcher.ts';
export { subscribedCalendarRoutes } from './subscription/routes.ts';
export { findEntriesOfMany, type PlannedEntry } from './team-calendar/planned-of-many.ts';
export { findPlansOfMany } from './team-calendar/queries.ts';
export { type WeeksChanged, weeksChanged } from './week-actions/weeks-changed.ts';

export function calendarRoutes(
  deps: NoteDeps & FeedDeps & PlannedDeps & JobDeps & SubscriptionDeps,
): readonly Route[] {
  return [
    ...athleteCalendarRoutes(deps),
    ownConflictsRoute(deps),
    ...plannedRoutes(deps),
    ...teamCalendarRoutes(deps),
    ...weekActionRoutes(deps),
    ...subscriptionRoutes(deps),
  ];
}

export function calendarJobs(deps: JobDeps & { readonly events: Events }): readonly JobRegistration[] {
  return [
    handleJob(remindJob, (_payload, { signal }) => remind(deps, signal)),
    handleJob(runCalendarJob, (payload, { signal }) => runJob(deps, payload, signal)),
  ];
}
