import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import { type Audience, planCeiling } from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { type Clock, calendarDay } from '../../shared/time.ts';
import { type Athlete, findAthlete } from '../organizations/index.ts';
import { type PlanView, viewAthletePlan } from './present.ts';
import { type AthletePlan, findActivePlans, findPlan } from './queries.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

type OrganizationAudience = Extract<Audience, 'coach' | 'organization_api'>;

/** A plan as an audience may see it, with its position in the list, which is the day it starts. */
export type ListedPlan = PagePosition & { readonly view: PlanView };

/** One page of a member's active plans as the audience may see them; null for somebody who is not an athlete of the organization. */
export async function listMemberPlans(
  { db, clock }: Deps,
  request: {
    org_id: string;
    user_id: string;
    audience: OrganizationAudience;
    updated_since_ms?: number | undefined;
    limit: number;
    offset: number;
    after: PagePosition | null;
  },
): Promise<ListedPlan[] | null> {
  const { audience, updated_since_ms = 0, ...page } = request;
  // One snapshot, so that an athlete who leaves in between gives null and not an empty list.
  return await db.transaction(async (tx) => {
    const athlete = await findAthlete(tx, page);
    if (athlete === null) return null;
    const active = { today: todayOf(athlete, clock), updated_since: new Date(updated_since_ms) };
    const plans = await findActivePlans(tx, { ...page, ...active });
    const ceiling = planCeiling({ settings: athlete.privacy, audience });
    return plans.flatMap((plan) => {
      const view = viewAthletePlan(ceiling, plan);
      return view === null ? [] : { at: new Date(plan.start_date), id: plan.id, view };
    });
  }, SNAPSHOT);
}

/** An active plan of any member; null for any other plan. */
export async function readMemberPlan(
  { db, clock }: Deps,
  { org_id, plan_id, audience }: { org_id: string; plan_id: string; audience: OrganizationAudience },
): Promise<PlanView | null> {
  return await db.transaction(async (tx) => {
    const plan = await findPlan(tx, { org_id, plan_id });
    if (plan === null) return null;
    const athlete = await findAthlete(tx, { org_id, user_id: plan.user_id });
    return athlete && viewMemberPlan(clock, { athlete, plan, audience });
  }, SNAPSHOT);
}

/** A plan of an athlete as the audience sees it now; null once its last day is over. */
export function viewMemberPlan(
  clock: Clock,
  { athlete, plan, audience }: { athlete: Athlete; plan: AthletePlan; audience: OrganizationAudience },
): PlanView | null {
  if (plan.end_date < todayOf(athlete, clock)) return null;
  return viewAthletePlan(planCeiling({ settings: athlete.privacy, audience }), plan);
}

function todayOf(athlete: Athlete, clock: Clock): string {
  return calendarDay(clock.now(), athlete.timezone ?? 'UTC');
}
