import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { AthletePlan } from '../queries.ts';

/** A plan with only those of its workouts that lie in a range of days, and whose organization gave it. */
export type PlanOfDays = AthletePlan & { readonly org_id: string; readonly org_name: string };

/**
 * Somebody's plans that were not taken back: those of the range, and all that are not over on `today`. By their first day, then
 * by id. Workouts are picked out by the database: a year of them is half a megabyte, and two weeks are asked for.
 *
 * @param range.org_id only those of one organization; null for all
 */
export async function findPlansOfDays(
  db: Queryable,
  range: {
    readonly user_id: string;
    readonly org_id: string | null;
    readonly from: string;
    readonly to: string;
    readonly today: string;
    readonly limit: number;
  },
): Promise<PlanOfDays[]> {
  return await db.query<PlanOfDays>(sql`
    SELECT a.id, a.user_id, a.plan_id, p.title, p.engine, a.start_date, a.end_date, a.weeks, a.weekly_info, a.assigned_at,
      a.updated_at, a.org_id, o.org_name, (
        SELECT coalesce(json_agg(workout), '[]') FROM json_array_elements(a.workouts) AS workout
        WHERE workout ->> 'date' >= ${range.from}::text AND workout ->> 'date' <= ${range.to}::text
      ) AS workouts
    FROM plan_assignments a
    JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    JOIN organizations o ON o.org_id = a.org_id
    WHERE a.user_id = ${range.user_id} AND a.ended_at IS NULL
      AND a.end_date >= least(${range.from}::date, ${range.today}::date)
      AND (a.start_date <= ${range.to}::date AND a.end_date >= ${range.from}::date OR a.end_date >= ${range.today}::date)
      AND (${range.org_id}::uuid IS NULL OR a.org_id = ${range.org_id}::uuid)
    ORDER BY a.start_date, a.id LIMIT ${range.limit}`);
}
