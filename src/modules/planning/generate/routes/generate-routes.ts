import { type Route, route } from '../../../../http/route.ts';
import { featureNotEnabled, forbidden, rateLimited } from '../../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../../organizations/index.ts';
import { draftNotReadable, planRefused } from '../../errors.ts';
import { DraftResponse, PlanResponse } from '../answer-contract.ts';
import { BATCH_EVENTS, DRAFT_EVENTS, PLAN_EVENTS } from '../event-contract.ts';
import { batchEvents, draftEvents, planEvents } from '../events.ts';
import { beginDraft, beginPlan, type GenerateDeps, wholeDraft, wholePlan } from '../generate-plan.ts';
import type { PlanRequest } from '../plan-request.ts';
import { presentDraft, presentPlan } from '../present.ts';
import { DraftBody, PlanBody } from '../request-contract.ts';

export function generationRoutes(making: () => GenerateDeps): readonly Route[] {
  return [
    generateDraftRoute(making),
    generatePlanRoute(making),
    streamDraftRoute(making),
    streamPlanRoute(making),
    streamPlanBatchRoute(making),
  ];
}

const COMMON = {
  method: 'POST',
  guard: { kind: 'user' },
  tag: 'Plans',
  errors: [
    planRefused,
    draftNotReadable,
    forbidden,
    featureNotEnabled,
    noSuchOrganization,
    noSuchMember,
    rateLimited,
  ],
} as const;
const WHO = 'For coaches of the organization. Needs the feature `coach_agent`.';
const NOT_STORED = 'Nothing is stored: `createPlan` saves it and gives it to athletes.';
const FALLBACK =
  'Where a model is configured and fails, or makes nothing that passes the checks, the built-in rules stand in: `engine` says so, and a failing model is no error of the request.';
const STREAM =
  'What is wrong with the request is an ordinary answer; what fails later is an `error` and then `done`. Leave, and the work ends.';

const generateDraftRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'generatePlanDraft',
    path: '/plans/draft',
    summary: 'Draft a training plan',
    description: `${WHO} The plan in words, to be edited and sent back to \`generatePlan\`. ${FALLBACK}`,
    body: DraftBody,
    responses: { 200: DraftResponse },
    handler: async ({ actor, body, signal }) => {
      const draft = await wholeDraft(making(), await beginDraft(making(), actor, draftRequest(body), signal));
      return { status: 200, body: { status: 'ok' as const, data: presentDraft(draft) } };
    },
  });

const generatePlanRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'generatePlan',
    path: '/plans/generate',
    summary: 'Make a training plan from a draft',
    description: `${WHO} The weeks of the draft must be those asked for. ${NOT_STORED} ${FALLBACK}`,
    body: PlanBody,
    responses: { 200: PlanResponse },
    handler: async ({ actor, body, signal }) => {
      const plan = await wholePlan(making(), await beginPlan(making(), actor, planRequest(body), signal));
      return { status: 200, body: { status: 'ok' as const, data: presentPlan(plan) } };
    },
  });

const streamDraftRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'streamPlanDraft',
    path: '/plans/draft/stream',
    summary: 'Draft a training plan, with its progress',
    description: `As \`generatePlanDraft\`, as server-sent events. ${STREAM}`,
    body: DraftBody,
    responses: {},
    events: { description: '`progress`, then `result`, then `done`.', types: DRAFT_EVENTS },
    handler: async ({ actor, body, signal }) => ({
      status: 200,
      events: draftEvents(making(), await beginDraft(making(), actor, draftRequest(body), signal)),
    }),
  });

const streamPlanRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'streamPlan',
    path: '/plans/generate/stream',
    summary: 'Make a training plan, each workout as it comes',
    description: `As \`generatePlan\`, as server-sent events. ${STREAM}`,
    body: PlanBody,
    responses: {},
    events: {
      description:
        'Each `workout` by date, `weekly_info` after the last of a week, `progress` between; then `result`, then `done`.',
      types: PLAN_EVENTS,
    },
    handler: async ({ actor, body, signal }) => ({
      status: 200,
      events: planEvents(making(), await beginPlan(making(), actor, planRequest(body), signal)),
    }),
  });

const streamPlanBatchRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'streamPlanBatch',
    path: '/plans/generate/stream/batch',
    summary: 'Make a training plan, with its progress and all workouts at once',
    description: `As \`generatePlan\`, as server-sent events. ${STREAM}`,
    body: PlanBody,
    responses: {},
    events: { description: '`progress`, then `result`, then `done`.', types: BATCH_EVENTS },
    handler: async ({ actor, body, signal }) => ({
      status: 200,
      events: batchEvents(making(), await beginPlan(making(), actor, planRequest(body), signal)),
    }),
  });

function draftRequest(body: DraftBody): PlanRequest {
  const { goal } = body;
  return {
    org_id: body.org_id,
    weeks: body.weeks,
    experience_level: body.experience_level,
    constraints: body.constraints ?? null,
    constraints_from: body.constraints_from ?? null,
    instructions: body.instructions ?? null,
    training_principle: body.training_principle ?? null,
    start_date: body.start_date ?? null,
    content_sourcing: body.content_sourcing,
    athlete_id: body.athlete_id ?? null,
    goal: goal
      ? { event: goal.event, race_date: goal.race_date ?? null, target_time_s: goal.target_time_s ?? null }
      : null,
    workout_days: body.workout_days ?? null,
    language: body.language ?? null,
    seed: body.seed,
    refined_draft: null,
    extra_guidance: null,
  };
}

function planRequest(body: PlanBody): PlanRequest {
  return {
    ...draftRequest(body),
    refined_draft: body.refined_draft,
    extra_guidance: body.extra_guidance ?? null,
  };
}
