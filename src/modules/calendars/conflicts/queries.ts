import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';

/** When a plan of somebody's own begins and ends; null of one that was taken back, and of somebody else's. */
export async function findDaysOfPlan(
  db: Queryable,
  { user_id, plan_id }: { readonly user_id: string; readonly plan_id: string },
): Promise<{ readonly start_date: string; readonly end_date: string } | null> {
  return await db.maybeOne(sql`
    SELECT start_date, end_date FROM plan_assignments
    WHERE user_id = ${user_id} AND id = ${plan_id} AND ended_at IS NULL`);
}
