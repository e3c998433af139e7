import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import type { Quotas } from '../../../shared/quotas.ts';
import type { Clock } from '../../../shared/time.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchGroup } from '../../groups/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { presentFindings } from '../../planning/index.ts';
import { noSuchPlan, notAssigned, nothingToRestore, tooManyPlans } from '../errors.ts';
import { assignPlan, endAssignment, readAssignments, restoreAssignment } from './assign-plan.ts';
import { changePlan, deletePlan } from './change-plan.ts';
import {
  AssignmentList,
  ChangePlanBody,
  ChangePlanResponse,
  DeletedPlanResponse,
  EndedAssignmentResponse,
  GivePlanBody,
  GivePlanResponse,
  GivingPreview,
  RestoredAssignmentResponse,
  SavedPlanList,
  SavedPlanQuery,
  SavedPlanResponse,
  SavePlanBody,
  SavePlanResponse,
} from './contract.ts';
import { presentAssignment, presentListedPlan, presentOutcome, presentSavedPlan } from './present.ts';
import { type GivingOutcome, previewGiving } from './preview-giving.ts';
import { readPlan, readPlans } from './read-plans.ts';
import { savePlan } from './save-plan.ts';

export type SavedPlanDeps = NoteDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
  readonly quotas: Pick<Quotas, 'plans'>;
};

/** Enough for a year of workouts on every day, with long texts. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const COMMON = { guard: { kind: 'user' }, tag: 'Plans' } as const;

export function savedPlanRoutes(deps: SavedPlanDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'listSavedPlans',
      method: 'GET',
      path: '/organizations/:org_id/plans',
      summary: 'List the saved plans',
      description: 'For coaches of the organization, without content.',
      params: idParams('org_id'),
      query: SavedPlanQuery,
      responses: { 200: SavedPlanList },
      errors: [forbidden, noSuchOrganization],
      handler: async ({ actor, params, query: { cursor, limit } }) => {
        const { plans, next_cursor } = await readPlans(deps, actor, { ...params, cursor, limit });
        const data = { plans: plans.map(presentListedPlan), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'savePlan',
      method: 'POST',
      path: '/organizations/:org_id/plans',
      summary: 'Save a plan, and give it to athletes',
      description:
        'For coaches of the organization; needs the feature `coach_agent`. Takes a plan as it was generated, or as the coach ' +
        'changed it. Sums are reckoned anew; what contradicts itself is refused with every finding, and what training judgement says ' +
        'of the rest is told in `findings`: the coach decides. What is saved is nobody’s own; each athlete gets a copy with their own paces.',
      params: idParams('org_id'),
      body: SavePlanBody,
      max_body_bytes: MAX_BODY_BYTES,
      responses: { 201: SavePlanResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchGroup, tooManyPlans],
      handler: async ({ actor, params: { org_id }, body }) => {
        const { plan, assigned, skipped, ...told } = await savePlan(deps, actor, { ...body, org_id });
        const findings = presentFindings(told.findings, told.language);
        const data = { plan: presentSavedPlan(plan), assigned, skipped, findings };
        return { status: 201, body: { status: 'ok' as const, message: 'Plan saved.', data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'getSavedPlan',
      method: 'GET',
      path: '/organizations/:org_id/plans/:plan_id',
      summary: 'Read a saved plan',
      description: 'For coaches of the organization.',
      params: idParams('org_id', 'plan_id'),
      responses: { 200: SavedPlanResponse },
      errors: [forbidden, noSuchOrganization, noSuchPlan],
      handler: async ({ actor, params }) => {
        const data = { plan: presentSavedPlan(await readPlan(deps, actor, params)) };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'changeSavedPlan',
      method: 'PATCH',
      path: '/organizations/:org_id/plans/:plan_id',
      summary: 'Change a saved plan',
      description:
        'For coaches of the organization; needs the feature `coach_agent`. New `content` is checked as in saving, and reaches ' +
        'everybody who has the plan: workouts from today on are replaced, at the paces athletes have now, and past ones stay.',
      params: idParams('org_id', 'plan_id'),
      body: ChangePlanBody,
      max_body_bytes: MAX_BODY_BYTES,
      responses: { 200: ChangePlanResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchPlan],
      handler: async ({ actor, params, body }) => {
        const { plan, updated_count, skipped, ...told } = await changePlan(deps, actor, params, body);
        const findings = presentFindings(told.findings, told.language);
        const data = { plan: presentSavedPlan(plan), updated_count, skipped, findings };
        return { status: 200, body: { status: 'ok' as const, message: 'Plan updated.', data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'deleteSavedPlan',
      method: 'DELETE',
      path: '/organizations/:org_id/plans/:plan_id',
      summary: 'Delete a saved plan',
      description: 'For coaches of the organization. Everybody who has it has it no more.',
      params: idParams('org_id', 'plan_id'),
      responses: { 200: DeletedPlanResponse },
      errors: [forbidden, noSuchOrganization, noSuchPlan],
      handler: async ({ actor, params }) => {
        await deletePlan(deps, actor, params);
        return { status: 200, body: { status: 'ok' as const, message: 'Plan deleted.' } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'listPlanAssignments',
      method: 'GET',
      path: '/organizations/:org_id/plans/:plan_id/assignments',
      summary: 'List who has a saved plan',
      description: 'For coaches of the organization. Who was relieved of it is not listed.',
      params: idParams('org_id', 'plan_id'),
      query: SavedPlanQuery,
      responses: { 200: AssignmentList },
      errors: [forbidden, noSuchOrganization, noSuchPlan],
      handler: async ({ actor, params, query: { cursor, limit } }) => {
        const { assignments, next_cursor } = await readAssignments(deps, actor, { ...params, cursor, limit });
        const data = { assignments: assignments.map(presentAssignment), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'assignPlan',
      method: 'POST',
      path: '/organizations/:org_id/plans/:plan_id/assignments',
      summary: 'Give a saved plan to athletes',
      description:
        'For coaches of the organization; needs the feature `coach_agent`. Doing it again changes nothing for who has it already.',
      params: idParams('org_id', 'plan_id'),
      body: GivePlanBody,
      responses: { 200: GivePlanResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchPlan, noSuchGroup],
      handler: async ({ actor, params, body }) => {
        const { assigned, skipped } = await assignPlan(deps, actor, params, body);
        const message = `Plan given to ${assigned.length} ${assigned.length === 1 ? 'athlete' : 'athletes'}.`;
        return { status: 200, body: { status: 'ok' as const, message, data: { assigned, skipped } } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'previewPlanAssignment',
      method: 'POST',
      path: '/organizations/:org_id/plans/:plan_id/assignment-preview',
      summary: 'Say what giving a saved plan would do',
      description:
        'For coaches of the organization; needs the feature `coach_agent`. Takes what `assignPlan` takes and writes nothing: of each athlete ' +
        'whether they would get it, what else they follow in these weeks, and days that do not go with it.',
      params: idParams('org_id', 'plan_id'),
      body: GivePlanBody,
      responses: { 200: GivingPreview },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchPlan, noSuchGroup],
      handler: async ({ actor, params, body }) => {
        const { outcomes, ...days } = await previewGiving(deps, actor, params, body);
        const { org_id } = params;
        const idsOf = (some: readonly GivingOutcome[]) => some.map(({ user_id }) => user_id);
        const following = outcomes.filter(({ other_plans }) => other_plans.length > 0);
        const away = outcomes.filter(({ conflicts }) => conflicts.length > 0);
        noteReads(deps, actor, { org_id, kind: 'plans', user_ids: idsOf(following) });
        noteReads(deps, actor, { org_id, kind: 'availability', user_ids: idsOf(away) });
        const data = { ...days, athletes: outcomes.map(presentOutcome) };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'endPlanAssignment',
      method: 'DELETE',
      path: '/organizations/:org_id/plans/:plan_id/assignments/:user_id',
      summary: 'Take a plan back from an athlete',
      description: 'For coaches of the organization. The athlete can get it anew.',
      params: idParams('org_id', 'plan_id', 'user_id'),
      responses: { 200: EndedAssignmentResponse },
      errors: [forbidden, noSuchOrganization, notAssigned],
      handler: async ({ actor, params }) => {
        await endAssignment(deps, actor, params);
        return { status: 200, body: { status: 'ok' as const, message: 'Plan taken back.' } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'restorePlanAssignment',
      method: 'PUT',
      path: '/organizations/:org_id/plans/:plan_id/assignments/:user_id',
      summary: 'Give a plan back that was taken back',
      description:
        'For coaches of the organization, within 24 hours: the athlete has their own plan again as it was, with what was changed in it.',
      params: idParams('org_id', 'plan_id', 'user_id'),
      responses: { 200: RestoredAssignmentResponse },
      errors: [forbidden, noSuchOrganization, nothingToRestore],
      handler: async ({ actor, params }) => {
        await restoreAssignment(deps, actor, params);
        return { status: 200, body: { status: 'ok' as const, message: 'Plan given back.' } };
      },
    }),
  ];
}
