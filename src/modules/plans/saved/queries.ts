import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { joinSql, rawSql, sql } from '../../../infra/db/sql.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import type { LargestUse } from '../../../shared/quotas.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { findMostUsed } from '../queries.ts';
import type { NewPlan, PlanId, SavedPlan, SavedPlanSummary } from './saved-plan.ts';

const SUMMARY =
  rawSql(`p.id, p.org_id, p.title, p.description, p.start_date, p.start_date + p.weeks * 7 - 1 AS end_date,
  p.weeks, p.engine, p.experience_level, p.goal, p.language, (
    SELECT count(*)::int FROM plan_assignments a
    WHERE a.org_id = p.org_id AND a.plan_id = p.id AND a.ended_at IS NULL
  ) AS assignment_count, p.created_by, p.created_at, p.updated_at`);

export async function findPlans(
  db: Queryable,
  { org_id, after, limit }: { org_id: string; after: PagePosition | null; limit: number },
): Promise<SavedPlanSummary[]> {
  const conditions = [sql`p.org_id = ${org_id}`];
  if (after !== null) conditions.push(sql`(p.created_at, p.id) < (${after.at}, ${after.id}::uuid)`);
  return await db.query<SavedPlanSummary>(sql`
    SELECT ${SUMMARY} FROM plans p WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`);
}

export async function findSavedPlan(db: Queryable, { org_id, plan_id }: PlanId): Promise<SavedPlan | null> {
  return await db.maybeOne<SavedPlan>(sql`
    SELECT ${SUMMARY}, p.weekly_info, p.workouts FROM plans p WHERE p.org_id = ${org_id} AND p.id = ${plan_id}`);
}

/** Locks a plan until the transaction ends: against deletion and changes while it is given, or for changing it. */
export async function lockPlan(
  tx: Transaction,
  { org_id, plan_id }: PlanId,
  strength: 'to change' | 'to give',
): Promise<boolean> {
  const lock = strength === 'to change' ? sql`FOR NO KEY UPDATE` : sql`FOR SHARE`;
  const found = await tx.maybeOne(sql`
    SELECT 1 AS found FROM plans WHERE org_id = ${org_id} AND id = ${plan_id} ${lock}`);
  return found !== null;
}

/** The number of an organization's plans; a lock keeps others from adding one until the transaction ends. */
export async function countPlansForNow(tx: Transaction, org_id: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('plans.saved'), hashtext(${org_id}))`);
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM plans WHERE org_id = ${org_id}`);
  return count;
}

export async function insertPlan(tx: Transaction, row: NewPlan): Promise<void> {
  await tx.execute(sql`
    INSERT INTO plans (id, org_id, title, description, start_date, weeks, weekly_info, workouts, engine,
      experience_level, goal, language, created_by, created_at, updated_at)
    VALUES (${row.id}, ${row.org_id}, ${row.title}, ${row.description}, ${row.start_date}, ${row.weeks},
      ${JSON.stringify(row.weekly_info)}, ${JSON.stringify(row.workouts)}, ${row.engine}, ${row.experience_level},
      ${row.goal === null ? null : JSON.stringify(row.goal)}, ${row.language}, ${row.created_by}, ${row.created_at},
      ${row.updated_at})`);
}

/** Changes the given members; undefined ones stay. */
export async function updatePlan(
  tx: Transaction,
  { org_id, plan_id }: PlanId,
  changes: {
    readonly title: string | undefined;
    readonly description: string | null | undefined;
    readonly content: PlanContent | undefined;
    readonly updated_at: Date;
  },
): Promise<{ readonly is_changed: boolean }> {
  const { title = null, description, content } = changes;
  const [info, workouts] = content
    ? [content.weekly_info, content.workouts].map((part) => JSON.stringify(part))
    : [];
  const changed = await tx.execute(sql`
    UPDATE plans p
    SET title = given.title, description = given.description, weekly_info = given.weekly_info, workouts = given.workouts,
        updated_at = ${changes.updated_at}
    FROM (
      SELECT coalesce(${title}::text, title) AS title,
        CASE WHEN ${description !== undefined}::boolean THEN ${description ?? null}::text ELSE description END AS description,
        coalesce(${info ?? null}::json, weekly_info) AS weekly_info, coalesce(${workouts ?? null}::json, workouts) AS workouts
      FROM plans WHERE org_id = ${org_id} AND id = ${plan_id}
    ) given
    WHERE p.org_id = ${org_id} AND p.id = ${plan_id}
      AND (p.title, p.description, p.weekly_info::jsonb, p.workouts::jsonb)
        IS DISTINCT FROM (given.title, given.description, given.weekly_info::jsonb, given.workouts::jsonb)`);
  return { is_changed: changed > 0 };
}

/** Deletes a plan with all of its assignments. @returns whether the plan existed */
export async function deletePlanRow(tx: Transaction, { org_id, plan_id }: PlanId): Promise<boolean> {
  const deleted = await tx.execute(sql`DELETE FROM plans WHERE org_id = ${org_id} AND id = ${plan_id}`);
  return deleted > 0;
}

export async function findMostPlans(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await findMostUsed(db, sql`SELECT org_id, count(*)::int AS used FROM plans GROUP BY org_id`, limit);
}
