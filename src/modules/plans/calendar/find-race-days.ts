import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';

/** A race that somebody's plan has on a day, YYYY-MM-DD. */
export type RaceDay = { readonly user_id: string; readonly date: string; readonly distance_m: number };

/** The races of plans that were not taken back, in a range of days of each person. */
export async function findRaceDays(
  db: Queryable,
  ranges: readonly { readonly user_id: string; readonly from: string; readonly until: string }[],
): Promise<RaceDay[]> {
  if (ranges.length === 0) return [];
  return await db.query<RaceDay>(sql`
    SELECT DISTINCT a.user_id, workout ->> 'date' AS date, (workout ->> 'distance_m')::float8 AS distance_m
    FROM unnest(${ranges.map(({ user_id }) => user_id)}::uuid[], ${ranges.map(({ from }) => from)}::date[],
      ${ranges.map(({ until }) => until)}::date[]) AS person(user_id, from_day, until_day)
    JOIN plan_assignments a ON a.user_id = person.user_id AND a.ended_at IS NULL AND a.end_date >= person.from_day
      AND a.start_date <= person.until_day
    CROSS JOIN LATERAL json_array_elements(a.workouts) AS workout
    WHERE workout ->> 'workout_type' = 'race'
      AND workout ->> 'date' BETWEEN person.from_day::text AND person.until_day::text
    ORDER BY 1, 2, 3`);
}
