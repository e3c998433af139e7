import type { UserActor } from '../../../http/actor.ts';
import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { defineEvent, type Events } from '../../../infra/events/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { calendarDay } from '../../../shared/time.ts';
import { movePlan } from '../../../training/plan-copies/move-plan.ts';
import { writeAudits } from '../../audit/index.ts';
import { holdMembers } from '../../organizations/index.ts';
import { findRunners } from '../../planning/index.ts';
import { findWhoHas, insertAssignments, type OwnCopy } from './assignment-queries.ts';
import { copyist, voiceOf } from './own-copy.ts';
import type { Given, NewPlan, SkipReason } from './saved-plan.ts';

/** The event that athletes were given a saved plan, each as an assignment of their own. */
export type PlansAssigned = {
  readonly org_id: string;
  readonly org_name: string;
  readonly plan_title: string;
  readonly start_date: string;
  readonly weeks: number;
  /** At most `MAX_ATHLETES_AT_ONCE`; `plan_id` is that of the assignment. */
  readonly assigned: readonly { readonly user_id: string; readonly plan_id: string }[];
};

export const plansAssigned = defineEvent<PlansAssigned>({
  name: 'plans_assigned',
  payload: (value) => {
    const { org_id, org_name, plan_title, start_date, weeks, assigned } = value as Partial<PlansAssigned>;
    if (typeof org_id !== 'string' || typeof org_name !== 'string')
      throw new TypeError('the organization is missing');
    if (typeof plan_title !== 'string' || typeof start_date !== 'string' || typeof weeks !== 'number')
      throw new TypeError('the plan is missing');
    if (!Array.isArray(assigned)) throw new TypeError('the athletes are missing');
    return { org_id, org_name, plan_title, start_date, weeks, assigned };
  },
});

/**
 * The most characters of JSON in one statement, since writing it blocks the process; an assignment of a year has up to half a million.
 */
const MAX_STATEMENT = 1_000_000;

/**
 * Gives a saved plan, which the transaction has locked with its organization, to athletes, each with their own paces. Athletes who cannot
 * have it are skipped with a reason, and the others still get it. An athlete who has it already keeps the existing assignment.
 *
 * @param start_date the first day for these athletes
 */
export async function givePlan(
  tx: Transaction,
  { events }: { readonly events: Pick<Events, 'emit'> },
  plan: NewPlan,
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
  const { moved, outcomeOf } = await trier(tx, plan, {
    ...{ user_ids, start_date, now },
    member_ids: new Set(members.keys()),
  });
  const skipped: { user_id: string; reason: SkipReason }[] = [];
  const assigned: { user_id: string; plan_id: string }[] = [];
  const frame = { org_id, plan_id, start_date, weeks: plan.weeks, now };

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

/** The plan moved to a start date, and a function that makes an athlete's copy or tells why they cannot have it. */
export async function trier(
  db: Queryable,
  plan: NewPlan,
  given: {
    readonly user_ids: readonly string[];
    readonly member_ids: ReadonlySet<string>;
    readonly start_date: string;
    readonly now: Date;
  },
): Promise<{ moved: NewPlan; outcomeOf: (user_id: string) => Promise<SkipReason | OwnCopy> }> {
  const { org_id, id: plan_id } = plan;
  const { user_ids, member_ids, start_date, now } = given;
  const having = await findWhoHas(db, { org_id, plan_id, user_ids });
  const runners = await findRunners(db, { org_id, user_ids: [...member_ids], now });
  const moved = movePlan(plan, start_date);
  const end_date = addDays(start_date, plan.weeks * 7 - 1);
  const copyFor = copyist(moved, await voiceOf(db, plan));
  const outcomeOf = async (user_id: string): Promise<SkipReason | OwnCopy> => {
    const runner = runners.get(user_id);
    if (!member_ids.has(user_id)) return 'not_a_member';
    if (runner === undefined) return 'account_inactive';
    if (having.has(user_id)) return 'already_assigned';
    if (end_date < calendarDay(now, runner.timezone)) return 'plan_over';
    const own = await copyFor(runner);
    if (own === null) return 'plan_unsafe';
    return { id: newId(), vdot: runner.paces?.vdot ?? null, ...own };
  };
  return { moved, outcomeOf };
}
