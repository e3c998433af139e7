import type { UserActor } from '../../../http/actor.ts';
import { responseMismatch } from '../../../http/validate.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Queryable } from '../../../infra/db/queryable.ts';
import type { Audience, SourcePolicies } from '../../../privacy/index.ts';
import { addDays, WEEKDAYS } from '../../../shared/calendar.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Clock, mondayOf } from '../../../shared/time.ts';
import type { ToldConstraints } from '../../../training/availability/constraints-of-told.ts';
import { chooseDays, daysOfDraft, workoutDays } from '../../../training/constraints/training-days.ts';
import { draftStart } from '../../../training/draft-text/draft-start.ts';
import { constraintFaults, constraintsOf } from '../../../training/plan-request/field-faults.ts';
import type { LibraryWorkout, PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { otherDates, otherDays, requestFaults } from '../../../training/plan-request/request-faults.ts';
import {
  type Settled,
  saidIn,
  settleWishes,
  type Unsettled,
} from '../../../training/plan-request/settle-wishes.ts';
import type { CoachTexts, NotActedOn, Wish } from '../../../training/plan-request/wish.ts';
import { goalOfRace } from '../../../training/planning/goal-of-race.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';
import { NOBODY, type RunnerFacts, runnerOf } from '../../../training/planning/runner-facts.ts';
import { pacesForGoal } from '../../../training/planning/target-fitness.ts';
import { noSuchMember } from '../../organizations/index.ts';
import { findActiveUser, type User } from '../../users/index.ts';
import type { DraftRead } from '../draft/read-draft.ts';
import { readWishes } from '../instructions/read-wishes.ts';
import type { Understood } from '../model/understand-sentences.ts';
import type { Planner } from '../planner/planner.ts';
import { findPrinciples } from '../principle/queries.ts';
import { resolvePrinciple, textOf } from '../principle/training-principle.ts';
import { requirePlanner } from '../require-planner.ts';
import { readRunnerFacts } from '../runner/read-runner-facts.ts';
import { ConstraintsBody } from './constraints-contract.ts';
import type { PlanRequest } from './plan-request.ts';
import { refusedPlan } from './refused-plan.ts';
import { type FindToldConstraints, readTold, toldBeside } from './told-constraints.ts';

export type BriefDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly planner: Pick<Planner, 'readDraft' | 'plan'>;
  /** The library of an organization, the oldest first, so that the same request makes the same plan. */
  readonly findLibrary: (db: Queryable, org_id: string) => Promise<LibraryWorkout[]>;
  readonly findToldConstraints: FindToldConstraints;
  /** The audiences of a brief: the coach, and a model where one makes plans. */
  readonly audiences: readonly Audience[];
};

export type Prepared = {
  readonly brief: PlanBrief;
  readonly org_id: string;
  readonly user_id: string;
  readonly athlete_id: string | null;
  readonly caller_language: Language;
};

/** A request as it stands, and as it is with sentences that a model understood; none of these is a reason to refuse the request. */
export type Preparation = {
  readonly prepared: Prepared;
  understanding(understood: Understood): Promise<Prepared>;
};

const NOTHING_UNDERSTOOD: Understood = new Map();

/**
 * Prepares everything that a plan is made from, with defaults for what the request leaves out.
 *
 * @throws notFound, also for an athlete who does not belong to the organization; forbidden; featureNotEnabled; validationError, in the
 *   caller's language, for what cannot be planned
 */
export async function prepareBrief(
  deps: BriefDeps,
  actor: UserActor,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<Preparation> {
  const { user_id } = actor;
  const [{ org_id }, caller] = await Promise.all([
    requirePlanner(deps.db, request.org_id, actor),
    findActiveUser(deps.db, user_id),
  ]);
  // The account was deleted after the access token was checked.
  if (caller === null) throw unauthenticated();
  const { language: caller_language } = caller.preferences;
  try {
    const start_date = request.start_date ?? startOf(request, caller, deps.clock.now());
    // Reading the draft takes longest and runs on a thread, so the queries run in the meantime.
    const [facts, stored, library, told, draft] = await Promise.all([
      readFacts(deps, org_id, request.athlete_id),
      findPrinciples(deps.db, { org_id, user_id }),
      request.content_sourcing === 'ai_generate' ? [] : deps.findLibrary(deps.db, org_id),
      readTold(deps.findToldConstraints, actor, { org_id, start_date, request }),
      draftOf(deps, { request, start_date, caller }, signal),
    ]);
    const training_principle = textOf(request.training_principle) ?? resolvePrinciple(stored).principle;
    const known = { caller, facts, told, training_principle, library, start_date, draft };
    const brief = composeBrief(request, known, NOTHING_UNDERSTOOD);
    const prepared = { brief, org_id, user_id, athlete_id: request.athlete_id, caller_language };
    return {
      prepared,
      understanding: async (understood) => {
        try {
          const with_them = composeBrief(request, known, understood);
          // The understood sentences may together leave no possible week, which only making the plan shows.
          await deps.planner.plan(with_them, signal);
          return { ...prepared, brief: with_them };
        } catch (error) {
          if (error instanceof PlanRefused) return prepared;
          throw error;
        }
      },
    };
  } catch (error) {
    throw error instanceof PlanRefused ? refusedPlan(error, caller_language) : error;
  }
}

async function readFacts(deps: BriefDeps, org_id: string, athlete_id: string | null): Promise<RunnerFacts> {
  if (athlete_id === null) return NOBODY;
  const asked = { org_id, user_id: athlete_id, audiences: deps.audiences };
  const facts = await readRunnerFacts(deps, asked, deps.clock.now());
  if (facts === null) throw noSuchMember();
  return facts;
}

type Known = {
  readonly caller: Pick<User, 'preferences'>;
  readonly facts: RunnerFacts;
  readonly told: ToldConstraints | null;
  readonly training_principle: string | null;
  readonly library: readonly LibraryWorkout[];
  readonly start_date: string;
  readonly draft: DraftRead | null;
};

/** @throws PlanRefused with all faults, not only the first one */
function composeBrief(request: PlanRequest, known: Known, understood: Understood): PlanBrief {
  const { caller, facts, training_principle, start_date, draft } = known;
  const { weeks, experience_level, content_sourcing, seed } = request;
  const { language, coach_persona: persona, unit_system } = caller.preferences;
  const goal = request.goal ?? goalOfRace(facts.next_race, start_date);
  const draft_weeks = draft?.weeks ?? null;
  const drafted = daysOfDraft(draft_weeks);
  const days = workoutDays(request.workout_days ?? drafted, facts.workout_days, experience_level);
  const [instructions, extra_guidance] = [textOf(request.instructions), textOf(request.extra_guidance)];
  const days_are_open = request.workout_days === null && draft_weeks === null;
  const texts = { instructions, training_principle, extra_guidance };
  const of_fields = constraintFaults({ constraints: request.constraints ?? {}, start_date, weeks });
  const settled = settleConstraints({
    fields: constraintsOf(request.constraints),
    told: toldBeside(known.told, request, goal),
    texts,
    request: {
      start_date,
      weeks,
      workout_days: days_are_open ? null : (request.workout_days ?? drafted),
      race_date: goal.race_date,
      target_time_s: goal.target_time_s,
    },
    draft_weeks,
    understood,
  });
  const { constraints, read } = settled;
  const counted = constraints.days_per_week === null ? null : drafted;
  const workout_days = counted ?? chooseDays(days, constraints, days_are_open);
  const faults = [
    ...requestFaults({ goal, start_date, workout_days: days }),
    ...of_fields,
    // Without any training day, or with faults in single fields, everything would contradict everything.
    ...(days.length === 0 || of_fields.length > 0 ? [] : settled.faults),
    ...otherDays(draft_weeks, request.workout_days ?? WEEKDAYS),
    ...(draft?.faults ?? []),
  ];
  if (faults.length > 0) throw new PlanRefused(faults);
  return {
    weeks,
    start_date,
    goal,
    workout_days,
    runner: runnerFor(facts, { goal, start_date, weeks }, experience_level),
    paces_from: facts.paces_from,
    history: facts.history,
    language: request.language ?? language,
    persona,
    unit_system,
    instructions,
    constraints,
    read,
    training_principle,
    extra_guidance,
    content_sourcing,
    library: known.library,
    draft:
      draft === null
        ? null
        : { weeks: draft.weeks ?? [], text: request.refined_draft ?? '', notes: draft.notes ?? '' },
    seed,
  };
}

/** The race pace is that of the target time as far as it can be reached; all other paces are today's, or those of the level. */
function runnerFor(
  { paces, heart_rates }: RunnerFacts,
  numbers: Pick<PlanBrief, 'goal' | 'start_date' | 'weeks'>,
  experience_level: ExperienceLevel,
): PlanBrief['runner'] {
  const own = paces && pacesForGoal(paces, numbers, experience_level);
  return runnerOf({ paces: own, heart_rates }, experience_level);
}

async function draftOf(
  { planner }: Pick<BriefDeps, 'planner'>,
  { request, start_date, caller }: Pick<Known, 'start_date' | 'caller'> & { readonly request: PlanRequest },
  signal: AbortSignal,
): Promise<DraftRead | null> {
  const { refined_draft, weeks } = request;
  const { unit_system } = caller.preferences;
  if (refined_draft === null) return null;
  const faults = request.start_date === null ? [] : otherDates(refined_draft, start_date);
  // With the dates of other weeks, none of the draft's days could be read.
  if (faults.length > 0) return { faults };
  return await planner.readDraft(refined_draft, { weeks, start_date, unit_system }, signal);
}

/** The start is that of the draft, even where that is not next week; else the Monday after today in the coach's time zone. */
function startOf({ refined_draft }: PlanRequest, { preferences }: Known['caller'], now: Date): string {
  const drafted = refined_draft === null ? null : draftStart(refined_draft);
  return drafted ?? addDays(mondayOf(now, preferences.timezone).day, 7);
}

type Asked = Omit<Unsettled, 'wishes' | 'of_model' | 'not_acted_on'> & {
  readonly texts: CoachTexts;
  readonly understood: Understood;
};

/** Merges fields and sentences; see `settleWishes`. */
function settleConstraints({ texts, understood, ...asked }: Asked): Settled {
  const { wishes, not_acted_on } = readWishes(texts);
  const of_model = not_acted_on.flatMap((sentence) => wishOf(sentence, understood, asked.request));
  return settleWishes({ ...asked, wishes, of_model, not_acted_on });
}

const bodyMismatch = responseMismatch(ConstraintsBody);

/** The constraints that a model read from a sentence, if they would be valid in a request; else none. */
function wishOf(
  { from, text }: NotActedOn,
  understood: Understood,
  { start_date, weeks }: Asked['request'],
): Wish[] {
  const constraints = from === 'training_principle' ? undefined : understood.get(text);
  if (!isBody(constraints) || constraintFaults({ constraints, start_date, weeks }).length > 0) return [];
  return [{ from, text, constraints: saidIn(constraintsOf(constraints)) }];
}

function isBody(constraints: unknown): constraints is ConstraintsBody {
  return constraints !== undefined && bodyMismatch(constraints) === null;
}
