import type { Logger } from 'pino';
import { type Route, route } from '../../../http/route.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { featureNotEnabled, forbidden, rateLimited } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { draftNotReadable, planRefused } from '../errors.ts';
import { createModelEngine } from '../model/model-engine.ts';
import { createUnderstanding } from '../model/understand-sentences.ts';
import type { Planner } from '../planner/planner.ts';
import { createPlannerEngine } from '../planner/planner-engine.ts';
import { DraftResponse, PlanResponse, WeekResponse } from './answer-contract.ts';
import { BATCH_EVENTS, DRAFT_EVENTS, PLAN_EVENTS } from './event-contract.ts';
import { batchEvents, draftEvents, planEvents } from './events.ts';
import { beginDraft, beginPlan, type GenerateDeps, wholeDraft, wholePlan } from './generate-plan.ts';
import { createGenerationLimits, NO_LIMITS, type PlansPerDay } from './generation-limits.ts';
import { createKeptStreams } from './kept-streams.ts';
import type { PlanRequest } from './plan-request.ts';
import { presentDraft, presentPlan, presentWeekAnew } from './present.ts';
import { regenerateWeek } from './regenerate-week.ts';
import { DraftBody, PlanBody, WeekBody } from './request-contract.ts';
import { ResumableQuery, resumeRoutes } from './resume-routes.ts';

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
const NOT_STORED = 'Nothing is stored: `savePlan` saves it and gives it to athletes.';
const FALLBACK =
  'Where a model is configured and fails, or makes nothing that passes the checks, the built-in rules stand in: `engine` says so, and a failing model is no error of the request.';
const STREAM =
  'What is wrong with the request is an ordinary answer; what fails later is an `error` and then `done`. Leave, and the work ends; with `resumable=true` it goes on.';

export type GenerationDeps = Pick<
  GenerateDeps,
  'db' | 'clock' | 'sourcePolicies' | 'findLibrary' | 'findToldConstraints'
> & {
  readonly logger: Logger;
  readonly planner: Planner;
  /** Undefined where no model is configured; then plans are made by rules alone. */
  readonly llm: LanguageModel | undefined;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly modelPlansPerDay: PlansPerDay;
};

export function generationRoutes(deps: GenerationDeps): readonly Route[] {
  const making = onceAsked(() => makingOf(deps));
  const streams = createKeptStreams(deps);
  return [
    route({
      ...COMMON,
      operation_id: 'generatePlanDraft',
      path: '/plans/draft',
      summary: 'Draft a training plan',
      description: `${WHO} The plan in words, to be edited and sent back to \`generatePlan\`. ${FALLBACK}`,
      body: DraftBody,
      responses: { 200: DraftResponse },
      handler: async ({ actor, body, signal }) => {
        const draft = await wholeDraft(
          making(),
          await beginDraft(making(), actor, draftRequest(body), signal),
        );
        return { status: 200, body: { status: 'ok' as const, data: presentDraft(draft) } };
      },
    }),
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
    }),
    route({
      ...COMMON,
      operation_id: 'streamPlanDraft',
      path: '/plans/draft/stream',
      summary: 'Draft a training plan, with its progress',
      description: `As \`generatePlanDraft\`, as server-sent events. ${STREAM}`,
      query: ResumableQuery,
      body: DraftBody,
      responses: {},
      events: { description: '`progress`, then `result`, then `done`.', types: DRAFT_EVENTS },
      handler: async ({ actor, body, query, signal }) => {
        const make = async (until: AbortSignal) =>
          draftEvents(making(), await beginDraft(making(), actor, draftRequest(body), until));
        if (query.resumable !== true) return { status: 200, events: await make(signal) };
        const { user_id } = actor;
        return { status: 200, events: await streams.begin({ user_id, kind: 'draft' }, make) };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'streamPlan',
      path: '/plans/generate/stream',
      summary: 'Make a training plan, each workout as it comes',
      description: `As \`generatePlan\`, as server-sent events. ${STREAM}`,
      query: ResumableQuery,
      body: PlanBody,
      responses: {},
      events: {
        description:
          'Each `workout` by date, `weekly_info` after the last of a week, `progress` between; then `result`, then `done`.',
        types: PLAN_EVENTS,
      },
      handler: async ({ actor, body, query, signal }) => {
        const make = async (until: AbortSignal) =>
          planEvents(making(), await beginPlan(making(), actor, planRequest(body), until));
        if (query.resumable !== true) return { status: 200, events: await make(signal) };
        const { user_id } = actor;
        return { status: 200, events: await streams.begin({ user_id, kind: 'plan' }, make) };
      },
    }),
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
    }),
    ...resumeRoutes(streams),
    regenerateRoute(making),
  ];
}

const regenerateRoute = (making: () => GenerateDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'regeneratePlanWeek',
    path: '/plans/draft/week',
    summary: 'Draft one week of a plan anew',
    description: `${WHO} Of a draft everything but this week stays as it is, letter by letter. The week goes with those around it, and is made by the built-in engine; another \`seed\` makes another one.`,
    body: WeekBody,
    responses: { 200: WeekResponse },
    handler: async ({ actor, body: { week_number, ...body }, signal }) => {
      const asked = { ...planRequest(body), week_number };
      const data = presentWeekAnew(await regenerateWeek(making(), actor, asked, signal));
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

/** Where a model is configured it makes plans, with the rules as fallback; it does not see what athletes keep from models. */
function makingOf({ llm, logger, rateLimiter, modelPlansPerDay, ...deps }: GenerationDeps): GenerateDeps {
  const { db, clock, sourcePolicies, planner, findLibrary, findToldConstraints } = deps;
  const common = { db, clock, sourcePolicies, planner, findLibrary, findToldConstraints };
  const rules = createPlannerEngine(planner);
  if (llm === undefined)
    return { ...common, engine: rules, understand: null, audiences: ['coach'], limits: NO_LIMITS };
  return {
    ...common,
    engine: createModelEngine({ model: llm, rules, clock, logger }),
    understand: createUnderstanding({ model: llm, logger }),
    audiences: ['coach', 'ai'],
    limits: createGenerationLimits({ rateLimiter, logger, a_day: modelPlansPerDay }),
  };
}

/** Delays creation to the first use, since the routes are also listed for the OpenAPI document, without these dependencies. */
function onceAsked<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const NOT_ASKED = {
  constraints: null,
  instructions: null,
  training_principle: null,
  start_date: null,
  athlete_id: null,
  workout_days: null,
  language: null,
  constraints_from: null,
} as const;

function draftRequest({ goal, ...body }: DraftBody): PlanRequest {
  return {
    ...NOT_ASKED,
    ...body,
    goal: goal
      ? { event: goal.event, race_date: goal.race_date ?? null, target_time_s: goal.target_time_s ?? null }
      : null,
    refined_draft: null,
    extra_guidance: null,
  };
}

function planRequest(body: PlanBody): PlanRequest {
  const { refined_draft, extra_guidance = null } = body;
  return { ...draftRequest(body), refined_draft, extra_guidance };
}
