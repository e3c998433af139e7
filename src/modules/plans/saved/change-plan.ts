import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { invalidField } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Clock, calendarDay } from '../../../shared/time.ts';
import { fromDayOn, shiftPlan } from '../../../training/plan-copies/move-plan.ts';
import type { OwnContent } from '../../../training/plan-copies/own-copy.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import type { GivenContent } from '../../../training/plan-input/read-content.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { weeklyInfoOf } from '../../../training/planning/weekly-info.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { findRunners, requireCoach, requirePlanner } from '../../planning/index.ts';
import { noSuchPlan, requireLine } from '../errors.ts';
import {
  type CurrentCopy,
  lockCopies,
  type OwnCopy,
  touchCopies,
  updateCopies,
} from './assignment-queries.ts';
import { copyist, voiceOf } from './own-copy.ts';
import { acceptContent } from './plan-input.ts';
import { deletePlanRow, findSavedPlan, lockPlan, updatePlan } from './queries.ts';
import type { Given, PlanId, SavedPlan } from './saved-plan.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

type Changes = Partial<GivenContent> & { readonly title?: string; readonly description?: string };
type Changed = {
  readonly plan: SavedPlan;
  readonly updated_count: number;
  readonly skipped: Given['skipped'];
  readonly findings: readonly Finding[];
  readonly language: Language;
};

/** The most assignments that are read and written together, and their bytes as JSON; one of a year has half a megabyte. */
const COPIES_AT_ONCE = 20;
const BYTES_AT_ONCE = 4_000_000;
const PAGE = { limit: COPIES_AT_ONCE, bytes: BYTES_AT_ONCE } as const;

/**
 * Changes the given members of a plan. New content reaches every athlete who has the plan, with their current paces, from today on in
 * their time zone; earlier workouts stay as they were planned.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchPlan; validationError for content that is invalid or breaks a rule
 */
export async function changePlan(
  deps: Deps,
  actor: UserActor,
  { plan_id, ...input }: PlanId,
  changes: Changes,
): Promise<Changed> {
  const { org_id } = await requirePlanner(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const before = await findSavedPlan(deps.db, { org_id, plan_id });
  if (before === null) throw noSuchPlan();
  const accepted = await readChange(deps.db, before, changes, actor);
  const content = accepted?.content;
  const { description } = changes;
  const title = changes.title === undefined ? undefined : requireLine(changes.title, 'title', MAX_TITLE);
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await lockPlan(tx, { org_id, plan_id }, 'to change'))) throw noSuchPlan();
    let outcome: Pick<Changed, 'updated_count' | 'skipped'> = { updated_count: 0, skipped: [] };
    if (title !== undefined || description !== undefined || content !== undefined) {
      const { is_changed } = await updatePlan(
        tx,
        { org_id, plan_id },
        {
          title,
          description: description === undefined ? undefined : description.trim() || null,
          content,
          updated_at: now,
        },
      );
      if (title !== undefined && is_changed) await touchCopies(tx, { org_id, plan_id, now });
      if (content !== undefined) outcome = await renewCopies(tx, { ...before, ...content }, now);
    }
    const plan = await findSavedPlan(tx, { org_id, plan_id });
    if (plan === null) throw noSuchPlan();
    const { findings = [], language = 'en' } = accepted ?? {};
    return { plan, findings, language, ...outcome };
  });
}

async function readChange(
  db: Database,
  plan: SavedPlan,
  { content, weekly_info }: Changes,
  actor: UserActor,
): Promise<Awaited<ReturnType<typeof acceptContent>> | undefined> {
  if (content === undefined) {
    if (weekly_info === undefined) return undefined;
    throw invalidField('weekly_info', 'comes with content, which it is about');
  }
  const { org_id, start_date, weeks } = plan;
  const stored = new Map(plan.workouts.map((workout) => [workout.id, workout]));
  return await acceptContent(
    db,
    {
      content: content.map((workout) => withSource(workout, stored.get(workout.id?.toLowerCase() ?? ''))),
      weekly_info: weekly_info ?? plan.weekly_info,
    },
    {
      org_id,
      actor_id: actor.user_id,
      start_date,
      weeks,
      goal: plan.goal ?? { event: 'general', race_date: null, target_time_s: null },
      experience_level: plan.experience_level ?? 'intermediate',
    },
  );
}

/** Unchanged texts and segments keep their source; changed ones were written by a person. */
function withSource<Given extends GivenContent['content'][number]>(
  given: Given,
  stored: PlannedWorkout | undefined,
): Given {
  if (stored === undefined) return given;
  const same = given.title === stored.title && (given.description ?? '') === stored.description;
  const text_source = same ? (stored.text_source ?? 'written') : 'written';
  const segments_source = isDeepStrictEqual(given.segments, stored.segments)
    ? (stored.segments_source ?? stored.text_source ?? 'written')
    : 'written';
  return { ...given, text_source, ...(segments_source === text_source ? {} : { segments_source }) };
}

async function renewCopies(
  tx: Transaction,
  plan: SavedPlan,
  now: Date,
): Promise<Pick<Changed, 'updated_count' | 'skipped'>> {
  const id = { org_id: plan.org_id, plan_id: plan.id };
  const yesterday = addDays(calendarDay(now, 'UTC'), -1);
  const copyFor = copyist(plan, await voiceOf(tx, plan));
  const skipped: Given['skipped'][number][] = [];
  let updated_count = 0;
  let after: string | null = null;
  for (;;) {
    const current: CurrentCopy[] = await lockCopies(tx, { ...id, yesterday, after, ...PAGE });
    const runners = await findRunners(tx, {
      org_id: id.org_id,
      user_ids: current.map(({ user_id }) => user_id),
      now,
    });
    const renewed: OwnCopy[] = [];
    for (const copy of current) {
      const runner = runners.get(copy.user_id);
      const own = runner === undefined ? null : await copyFor(runner);
      if (runner === undefined || own === null) {
        const reason = runner === undefined ? 'account_inactive' : 'plan_unsafe';
        skipped.push({ user_id: copy.user_id, reason });
        continue;
      }
      const shifted = shiftPlan(own, daysBetween(plan.start_date, copy.start_date));
      const kept = keepingOwn(copy, shifted);
      const content = fromDayOn(copy.workouts, kept, calendarDay(now, runner.timezone));
      renewed.push({ id: copy.id, vdot: runner.paces?.vdot ?? null, ...content });
    }
    if (renewed.length > 0) await updateCopies(tx, { ...id, now }, renewed);
    updated_count += renewed.length;
    after = current.at(-1)?.id ?? null;
    if (after === null) return { updated_count, skipped };
  }
}

/**
 * Applies a change of the saved plan to an assignment with workouts of its own. These stay, and replace the new workouts with the same
 * ids or on the same days.
 *
 * @param renewed the content without the athlete's own workouts
 */
function keepingOwn(
  before: Pick<CurrentCopy, 'workouts' | 'own_workout_ids'>,
  renewed: OwnContent,
): OwnContent {
  if (before.own_workout_ids.length === 0) return renewed;
  const ids = new Set(before.own_workout_ids);
  const own = before.workouts.filter(({ id }) => ids.has(id));
  const days = new Set(own.map(({ date }) => date));
  const workouts = [...own, ...renewed.workouts.filter(({ id, date }) => !ids.has(id) && !days.has(date))];
  const sorted = workouts.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { workouts: sorted, weekly_info: weeklyInfoOf(sorted, renewed.weekly_info) };
}

/**
 * Deletes a plan with all of its assignments.
 *
 * @throws notFound; forbidden; noSuchPlan, also for the second of two concurrent requests
 */
export async function deletePlan(deps: Deps, actor: UserActor, { plan_id, ...input }: PlanId): Promise<void> {
  const { org_id } = await requireCoach(deps.db, input.org_id, actor);
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await deletePlanRow(tx, { org_id, plan_id }))) throw noSuchPlan();
  });
}
