import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import { HIGHEST_ID, LOWEST_ID } from '../../shared/ids.ts';
import type { Language } from '../../shared/languages.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { LargestUse } from '../../shared/quotas.ts';
import type { OwnContent } from '../../training/plan-copies/own-copy.ts';
import type { PlannedWorkout } from '../../training/planning/plan.ts';

export type AthletePlan = OwnContent & {
  readonly id: string;
  readonly user_id: string;
  readonly plan_id: string;
  readonly title: string;
  readonly engine: string;
  /** First and last day, YYYY-MM-DD. */
  readonly start_date: string;
  readonly end_date: string;
  readonly weeks: number;
  readonly assigned_at: Date;
  readonly updated_at: Date;
};

const COLUMNS = rawSql(`a.id, a.user_id, a.plan_id, p.title, p.engine, a.start_date, a.end_date, a.weeks,
  a.weekly_info, a.workouts, a.assigned_at, a.updated_at`);
const PLANS_NOT_ENDED = rawSql(`plan_assignments a
  JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id AND a.ended_at IS NULL`);

/**
 * One page of an athlete's active plans in an organization, the latest start first, then by id: those that were not ended and whose last
 * day is not before `today`.
 */
export async function findActivePlans(
  db: Queryable,
  page: {
    org_id: string;
    user_id: string;
    today: string;
    updated_since: Date;
    limit: number;
    offset: number;
    after: PagePosition | null;
  },
): Promise<AthletePlan[]> {
  const { after } = page;
  const [day, id] =
    after === null ? ['infinity', HIGHEST_ID] : [after.at.toISOString().slice(0, 10), after.id];
  return await db.query<AthletePlan>(sql`
    SELECT ${COLUMNS} FROM ${PLANS_NOT_ENDED}
    WHERE a.org_id = ${page.org_id} AND a.user_id = ${page.user_id} AND a.end_date >= ${page.today}::date
      AND greatest(a.updated_at, p.updated_at) >= ${page.updated_since}
      AND (a.start_date, a.id) < (${day}::date, ${id}::uuid)
    ORDER BY a.start_date DESC, a.id DESC
    LIMIT ${page.limit} OFFSET ${page.offset}`);
}

/** A plan of any athlete of the organization that was not ended. Its last day may be over. */
export async function findPlan(
  db: Queryable,
  { org_id, plan_id }: { org_id: string; plan_id: string },
): Promise<AthletePlan | null> {
  return await db.maybeOne<AthletePlan>(sql`
    SELECT ${COLUMNS} FROM ${PLANS_NOT_ENDED}
    WHERE a.org_id = ${org_id} AND a.id = ${plan_id}`);
}

/** The plans of athletes of the organization that have one of the ids and were not ended. Their last days may be over. */
export async function findPlans(
  db: Queryable,
  { org_id, ids }: { org_id: string; ids: readonly string[] },
): Promise<AthletePlan[]> {
  if (ids.length === 0) return [];
  return await db.query<AthletePlan>(sql`
    SELECT ${COLUMNS} FROM ${PLANS_NOT_ENDED}
    WHERE a.org_id = ${org_id} AND a.id = ANY(${ids}::uuid[])`);
}

/** Plans of athletes that were not ended, by athlete, then by id. For the athlete in `after`, only those after that plan. */
export async function findPlansAfter(
  db: Queryable,
  page: {
    org_id: string;
    user_ids: readonly string[];
    after: { user_id: string; id: string } | null;
    limit: number;
  },
): Promise<AthletePlan[]> {
  if (page.user_ids.length === 0) return [];
  const { user_id, id } = page.after ?? { user_id: LOWEST_ID, id: LOWEST_ID };
  return await db.query<AthletePlan>(sql`
    SELECT ${COLUMNS} FROM ${PLANS_NOT_ENDED}
    WHERE a.org_id = ${page.org_id} AND a.user_id = ANY(${page.user_ids}::uuid[])
      AND (a.user_id, a.id) > (${user_id}::uuid, ${id}::uuid)
    ORDER BY a.user_id, a.id LIMIT ${page.limit}`);
}

/** A person's own plan, in any state, with its organization and the VDOT with which it was computed. */
export type OwnPlan = AthletePlan & {
  readonly org_id: string;
  readonly ended_at: Date | null;
  readonly vdot: number | null;
};

/** The organizations that may have given a person plans: those of which they are or were a member. */
export async function findPlanGivers(db: Queryable, user_id: string): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    SELECT org_id FROM organization_members WHERE user_id = ${user_id} ORDER BY joined_at, org_id`);
  return rows.map(({ org_id }) => org_id);
}

/**
 * A page of all plans that an organization ever gave a person, the latest start first, then by id. It reads one organization at a time,
 * since no index orders the plans of all organizations.
 */
export async function findOwnPlans(
  db: Queryable,
  page: { org_id: string; user_id: string; after: OwnPlan | null; limit: number },
): Promise<OwnPlan[]> {
  const { start_date, id } = page.after ?? { start_date: 'infinity', id: HIGHEST_ID };
  return await db.query<OwnPlan>(sql`
    SELECT ${COLUMNS}, a.org_id, a.ended_at, a.vdot
    FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.org_id = ${page.org_id} AND a.user_id = ${page.user_id}
      AND (a.start_date, a.id) < (${start_date}::date, ${id}::uuid)
    ORDER BY a.start_date DESC, a.id DESC LIMIT ${page.limit}`);
}

export type PlanToExport = {
  readonly id: string;
  readonly title: string;
  /** Null in plans that were saved before languages were stored. */
  readonly language: Language | null;
  readonly updated_at: Date;
  readonly workouts: readonly PlannedWorkout[];
};

export async function findOwnPlan(
  db: Queryable,
  { user_id, plan_id }: { user_id: string; plan_id: string },
): Promise<PlanToExport | null> {
  return await db.maybeOne<PlanToExport>(sql`
    SELECT a.id, p.title, p.language, a.updated_at, a.workouts FROM ${PLANS_NOT_ENDED} WHERE a.user_id = ${user_id} AND a.id = ${plan_id}`);
}

export type WrittenRow = {
  readonly id: string;
  readonly org_id: string;
  readonly title: string;
  readonly created_at: Date;
};

export async function findPlansWrittenBy(db: Queryable, user_id: string): Promise<WrittenRow[]> {
  return await db.query<WrittenRow>(sql`
    SELECT id, org_id, title, created_at FROM plans WHERE created_by = ${user_id} ORDER BY created_at, id`);
}

/**
 * The organizations with the highest use of something, the highest first, for the operator.
 *
 * @param used rows of `org_id` and `used`
 */
export async function findMostUsed(db: Queryable, used: Sql, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (SELECT org_id, used FROM (${used}) counted ORDER BY used DESC, org_id LIMIT ${limit}) most
    JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}
