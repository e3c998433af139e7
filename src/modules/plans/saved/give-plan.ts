import type { UserActor } from '../../../http/actor.ts';
import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import type { Events } from '../../../infra/events/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import type { Language } from '../../../shared/languages.ts';
import { calendarDay } from '../../../shared/time.ts';
import { movePlan, type PlanToCopy } from '../../../training/plan-copies/move-plan.ts';
import { writeAudits } from '../../audit/index.ts';
import { holdMembers } from '../../organizations/index.ts';
import { findRunners, type Voice } from '../../planning/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { findWhoHas, insertAssignments, type OwnCopy } from './assignment-queries.ts';
import { copyist } from './own-copy.ts';
import { plansAssigned } from './plans-assigned.ts';
import type { Given, SkipReason } from './saved-plan.ts';

/** A saved plan that the transaction holds, and its organization with it. */
export type PlanToGive = PlanToCopy & {
  readonly id: string;
  readonly org_id: string;
  readonly title: string;
  readonly language: Language | null;
  readonly created_by: string | null;
};

/** The voice in which what was generated is said anew: that of the coach who saved it, in the language of the plan. */
export async function voiceOf(
  db: Queryable,
  { language, created_by }: Pick<PlanToGive, 'language' | 'created_by'>,
): Promise<Voice> {
  const author = created_by === null ? null : await findActiveUser(db, created_by);
  const { preferences } = author ?? {};
  return {
    language: language ?? preferences?.language ?? 'en',
    persona: preferences?.coach_persona ?? 'rex',
    unit_system: preferences?.unit_system ?? 'metric',
  };
}

/** How large a statement is, in characters of JSON; a copy of a year's plan has up to half a million. Writing it out stops everybody else. */
const MAX_STATEMENT = 1_000_000;

/**
 * Gives a saved plan to athletes, each with their own paces. Nobody who cannot have it keeps it from the others: they are
 * skipped, with the reason. Who has it already keeps what they have.
 *
 * @param start_date the first day for these athletes
 */
export async function givePlan(
  tx: Transaction,
  { events }: { readonly events: Pick<Events, 'emit'> },
  plan: PlanToGive,
  request: {
    readonly actor: UserActor;
    readonly org_name: string;
    readonly user_ids: readonly string[];
    readonly start_date: string;
    readonly now: Date;
  },
): Promise<Given> {
  const { actor, start_date, now } = request;
  const { org_id, id: plan_id } = plan;
  const user_ids = [...new Set(request.user_ids.map((user_id) => user_id.toLowerCase()))].sort();
  const members = new Map(
    (await holdMembers(tx, { org_id, user_ids })).map(({ user_id, display_name }) => [user_id, display_name]),
  );
  const having = await findWhoHas(tx, { org_id, plan_id, user_ids });
  const runners = await findRunners(tx, { org_id, user_ids: [...members.keys()], now });
  const moved = movePlan(plan, start_date);
  const end_date = addDays(start_date, plan.weeks * 7 - 1);
  const copyFor = copyist(moved, await voiceOf(tx, plan));
  const skipped: { user_id: string; reason: SkipReason }[] = [];
  const assigned: { user_id: string; plan_id: string }[] = [];
  const frame = { org_id, plan_id, start_date, weeks: plan.weeks, now };

  const outcomeOf = async (user_id: string): Promise<SkipReason | OwnCopy> => {
    const runner = runners.get(user_id);
    if (!members.has(user_id)) return 'not_a_member';
    if (runner === undefined) return 'account_inactive';
    if (having.has(user_id)) return 'already_assigned';
    if (end_date < calendarDay(now, runner.timezone)) return 'plan_over';
    const own = await copyFor(runner);
    if (own === null) return 'plan_unsafe';
    return { id: newId(), vdot: runner.paces?.vdot ?? null, ...own };
  };
  let batch: (OwnCopy & { user_id: string })[] = [];
  const store = async (): Promise<void> => {
    if (batch.length === 0) return;
    const stored = await insertAssignments(tx, frame, batch);
    for (const { id, user_id } of batch) {
      if (stored.has(user_id)) assigned.push({ user_id, plan_id: id });
      else skipped.push({ user_id, reason: 'already_assigned' });
    }
    batch = [];
  };
  const mostInBatch = Math.max(1, Math.floor(MAX_STATEMENT / JSON.stringify(moved.workouts).length));
  for (const user_id of user_ids) {
    const outcome = await outcomeOf(user_id);
    if (typeof outcome === 'string') skipped.push({ user_id, reason: outcome });
    else batch.push({ user_id, ...outcome });
    if (batch.length === mostInBatch) await store();
  }
  await store();
  await writeAudits(
    tx,
    assigned.map(({ user_id, plan_id: own_plan_id }) => ({
      org_id,
      event_type: 'plan_assigned' as const,
      actor,
      target_id: user_id,
      target_name: members.get(user_id) ?? '',
      data: { plan_id, own_plan_id, plan_title: plan.title, start_date },
      now,
    })),
  );
  if (assigned.length > 0) {
    const { org_name } = request;
    const told = { org_id, org_name, plan_title: plan.title, start_date, weeks: plan.weeks, assigned };
    await events.emit(tx, plansAssigned, told);
  }
  return { assigned, skipped };
}
