import type { UserActor } from '../../../http/actor.ts';
import { type Database, SNAPSHOT } from '../../../infra/db/database.ts';
import { dailyCeiling } from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { type Clock, calendarDay } from '../../../shared/time.ts';
import { type ConflictKind, conflictOf } from '../../../training/availability/conflicts.ts';
import { findToldOfMany, NOTHING_TOLD } from '../../availability/index.ts';
import { memberName } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { privacyOf } from '../../users/index.ts';
import { noSuchPlan } from '../errors.ts';
import { findMembersToGive, findOtherPlans, type OtherPlan } from './assignment-queries.ts';
import { trier } from './give-plan.ts';
import { type Giving, readWhom, requireSomebody, requireStart } from './plan-input.ts';
import { findSavedPlan } from './queries.ts';
import { MOST_OTHER_PLANS, type PlanId, type SkipReason } from './saved-plan.ts';

export type GivingOutcome = {
  readonly user_id: string;
  /** Null for somebody who is not a member. */
  readonly display_name: string | null;
  /** Why the athlete would not get the plan; null where they would. */
  readonly reason: SkipReason | null;
  readonly other_plans: readonly OtherPlan[];
  /** Days of the plan, from today on, whose workouts conflict with what the athlete told, as far as they share it. */
  readonly conflicts: readonly { readonly date: string; readonly kind: ConflictKind }[];
};

/**
 * Previews giving a plan for each athlete. Nothing is written.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchPlan; noSuchGroup; invalidField where the request names nobody
 */
export async function previewGiving(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  actor: UserActor,
  { plan_id, ...input }: PlanId,
  request: Giving,
): Promise<{ start_date: string; end_date: string; outcomes: GivingOutcome[] }> {
  const { org_id } = await requirePlanner(db, input.org_id, actor);
  if (request.start_date !== undefined) requireStart(request.start_date);
  const now = clock.now();
  return await db.transaction(async (tx) => {
    const plan = await findSavedPlan(tx, { org_id, plan_id });
    if (plan === null) throw noSuchPlan();
    requireSomebody(request);
    const user_ids = (await readWhom(tx, org_id, request)).sort();
    const start_date = request.start_date ?? plan.start_date;
    const end_date = addDays(start_date, plan.weeks * 7 - 1);
    const members = await findMembersToGive(tx, { org_id, user_ids });
    const member_ids = new Set(members.map(({ user_id }) => user_id));
    const { moved, outcomeOf } = await trier(tx, plan, { user_ids, member_ids, start_date, now });
    const today = calendarDay(now, 'UTC');
    const coming = moved.workouts.filter(({ date }) => date >= today);
    const others = Map.groupBy(
      await findOtherPlans(tx, {
        ...{ org_id, plan_id, user_ids: [...member_ids], most: MOST_OTHER_PLANS },
        from: start_date > today ? start_date : today,
        to: end_date,
        dates: coming.map(({ date }) => date),
      }),
      ({ user_id }) => user_id,
    );
    const told = await findToldOfMany(tx, {
      people: members.map((member) => ({
        user_id: member.user_id,
        shown: dailyCeiling({ settings: privacyOf(member), audience: 'coach' }).parts.shown,
      })),
      ...{ from: start_date, to: end_date },
    });
    const names = new Map(members.map((member) => [member.user_id, memberName(member)]));
    const outcomes: GivingOutcome[] = [];
    for (const user_id of user_ids) {
      const outcome = await outcomeOf(user_id);
      const theirs = told.get(user_id) ?? NOTHING_TOLD;
      outcomes.push({
        user_id,
        display_name: names.get(user_id) ?? null,
        reason: typeof outcome === 'string' ? outcome : null,
        other_plans: others.get(user_id) ?? [],
        // The conflicts are those of the plan itself and not of the athlete's copy, so that they reveal nothing of their paces.
        conflicts: coming.flatMap((workout) => {
          const conflict = conflictOf(workout, theirs);
          return conflict === null ? [] : [{ date: workout.date, kind: conflict.kind }];
        }),
      });
    }
    return { start_date, end_date, outcomes };
  }, SNAPSHOT);
}
