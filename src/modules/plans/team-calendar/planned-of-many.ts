import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';

type Whose = {
  readonly org_id: string;
  readonly user_ids: readonly string[];
  /** First and last day, both in it. */
  readonly from: string;
  readonly to: string;
};

/** A workout of an athlete's plan in short, with its own sums, which are for the ceiling. */
export type PlannedInShort = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly plan_start_date: string;
  readonly workout_id: string;
  readonly date: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly duration_s: number;
  readonly distance_m: number;
};

/** What an organization's plans have for many athletes on some days, in the order in which the calendar of one athlete has them. */
export async function findPlannedOfMany(
  db: Queryable,
  { org_id, user_ids, from, to }: Whose,
): Promise<PlannedInShort[]> {
  return await db.query<PlannedInShort>(sql`
    SELECT w.user_id, w.assignment_id AS plan_id, a.start_date AS plan_start_date, w.workout_id, w.date, w.workout_type, w.title,
      w.duration_s, w.distance_m
    FROM assigned_workouts w JOIN plan_assignments a ON a.id = w.assignment_id
    WHERE w.user_id = ANY (${user_ids}::uuid[]) AND w.org_id = ${org_id} AND w.date BETWEEN ${from}::date AND ${to}::date
    ORDER BY w.user_id, a.start_date, a.id, w.place`);
}

/** The same workouts whole, for who is shown none of what was reckoned at the athletes' paces. */
export async function findWorkoutsOfMany(
  db: Queryable,
  { org_id, user_ids, from, to }: Whose,
): Promise<
  { readonly user_id: string; plan_id: string; plan_start_date: string; readonly workout: OwnWorkout }[]
> {
  if (user_ids.length === 0) return [];
  return await db.query(sql`
    SELECT a.user_id, a.id AS plan_id, a.start_date AS plan_start_date, w.workout
    FROM plan_assignments a CROSS JOIN LATERAL json_array_elements(a.workouts) WITH ORDINALITY AS w (workout, place)
    WHERE a.user_id = ANY (${user_ids}::uuid[]) AND a.org_id = ${org_id} AND a.ended_at IS NULL
      AND a.start_date <= ${to}::date AND a.end_date >= ${from}::date
      AND w.workout ->> 'date' BETWEEN ${from}::text AND ${to}::text
    ORDER BY a.user_id, a.start_date, a.id, w.place`);
}
