import type { Route } from '../../http/route.ts';
import type { Events } from '../../infra/events/index.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { FeedDeps } from './calendar/read-calendar.ts';
import { remind, remindJob } from './calendar/remind.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { ownConflictsRoute } from './conflicts/routes.ts';
import { draftJob } from './drafts/forget-drafts.ts';
import { draftRoutes } from './drafts/routes.ts';
import { planFileRoutes } from './files/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import type { LibraryDeps } from './library/write-workout.ts';
import type { PlannedDeps } from './planned-against-done/read-planned.ts';
import { plannedRoutes } from './planned-against-done/routes.ts';
import type { SavedPlanDeps } from './saved/routes.ts';
import { savedPlanRoutes } from './saved/routes.ts';
import { subscriptionRoutes } from './subscription/routes.ts';
import type { SubscriptionDeps } from './subscription/subscription.ts';
import { teamCalendarRoutes } from './team-calendar/routes.ts';
import { typedWorkoutRoute } from './typed/routes.ts';
import type { JobDeps } from './week-actions/calendar-job.ts';
import { runCalendarJob } from './week-actions/calendar-job.ts';
import { weekActionRoutes } from './week-actions/routes.ts';
import { runJob } from './week-actions/run-job.ts';

export { type DaysInput, daysOf, type Status as WorkoutStatus } from './calendar/calendar.ts';
export type { CommentCounts, Commented, CountComments } from './calendar/count-comments.ts';
export { hasPlannedWorkout } from './calendar/find-planned-workout.ts';
export { findRaceDays } from './calendar/queries.ts';
export { isWorkoutDone } from './calendar/read-calendar.ts';
export { type WorkoutsDue, workoutsDue } from './calendar/remind.ts';
export type {
  FindSessionsOfPeople,
  FindSubscribedSessions,
  SubscribedSession,
} from './calendar/session-of-person.ts';
export { type Sight, sightOf } from './calendar/sight.ts';
export { Plan } from './contract.ts';
export { noSuchPlannedWorkout, requireNoFaults } from './errors.ts';
export { findOwnWorkouts } from './find-own-workouts.ts';
export { ONE_LINE, PlanDescription, PlanTitle, TextInput } from './library/contract.ts';
export { findLargestLibraries, findLibrary, findLongestLibraries } from './library/queries.ts';
export { SegmentInput } from './library/segment-contract.ts';
export { createWorkout } from './library/write-workout.ts';
export { planData } from './plan-data.ts';
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

export {
  type AthletePlan,
  findOwnWorkout,
  findPlans,
  findPlansAfter,
} from './queries.ts';
export { listMemberPlans, readMemberPlan, viewMemberPlan } from './read-member-plans.ts';
export { type PlansAssigned, plansAssigned } from './saved/give-plan.ts';
export { findMostPlans } from './saved/queries.ts';
export { savePlan } from './saved/save-plan.ts';
export { subscribedCalendarRoutes } from './subscription/routes.ts';
export { findEntriesOfMany, type PlannedEntry } from './team-calendar/planned-of-many.ts';
export { findPlansOfMany } from './team-calendar/queries.ts';
export { type WeeksChanged, weeksChanged } from './week-actions/weeks-changed.ts';

type PlanDeps = FeedDeps & PlannedDeps & JobDeps & LibraryDeps & SavedPlanDeps & SubscriptionDeps;

export function planRoutes(deps: PlanDeps): readonly Route[] {
  return [
    ...libraryRoutes(deps),
    ...savedPlanRoutes(deps),
    ...draftRoutes(deps),
    ...calendarRoutes(deps),
    ownConflictsRoute(deps),
    ...plannedRoutes(deps),
    ...teamCalendarRoutes(deps),
    typedWorkoutRoute(deps),
    ...weekActionRoutes(deps),
    ...planFileRoutes(deps),
    ...subscriptionRoutes(deps),
  ];
}

export function planJobs(deps: JobDeps & { readonly events: Events }): readonly JobRegistration[] {
  return [
    handleJob(remindJob, (_payload, { signal }) => remind(deps, signal)),
    draftJob(deps),
    handleJob(runCalendarJob, (payload, { signal }) => runJob(deps, payload, signal)),
  ];
}
