import type { Route } from '../../http/route.ts';
import type { JobRegistration } from '../../infra/jobs/index.ts';
import { draftJob } from './drafts/keep-draft.ts';
import { draftRoutes } from './drafts/routes.ts';
import { planFileRoutes } from './files/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import type { LibraryDeps } from './library/write-workout.ts';
import { type SavedPlanDeps, savedPlanRoutes } from './saved/routes.ts';
import { typedWorkoutRoute } from './typed/routes.ts';

export { EXAMPLE_PLAN, Plan, PrivacyFiltered } from './contract.ts';
export { noSuchPlan, noSuchPlannedWorkout, requireLine, requireNoFaults } from './errors.ts';
export { ONE_LINE, PlanDescription, PlanTitle, TextInput } from './library/contract.ts';
export { findLargestLibraries, findLibrary, findLongestLibraries } from './library/queries.ts';
export { SegmentInput } from './library/segment-contract.ts';
export { createWorkout } from './library/write-workout.ts';
export { planData } from './plan-data.ts';
export { type PlanView, viewAthletePlan } from './present.ts';
export { type AthletePlan, findPlans, findPlansAfter, type PlanToExport } from './queries.ts';
export { listMemberPlans, readMemberPlan, viewMemberPlan } from './read-member-plans.ts';
export { type PlansAssigned, plansAssigned } from './saved/give-plan.ts';
export { findMostPlans } from './saved/queries.ts';
export { savePlan } from './saved/save-plan.ts';

export function planRoutes(deps: LibraryDeps & SavedPlanDeps): readonly Route[] {
  return [
    ...libraryRoutes(deps),
    ...savedPlanRoutes(deps),
    ...draftRoutes(deps),
    typedWorkoutRoute(deps),
    ...planFileRoutes(deps),
  ];
}

export function planJobs(deps: Pick<SavedPlanDeps, 'db' | 'clock'>): readonly JobRegistration[] {
  return [draftJob(deps)];
}
