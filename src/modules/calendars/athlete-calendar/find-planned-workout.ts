import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';

/** Whether somebody's own plan, which was not taken back, has this workout on a day. */
export async function hasPlannedWorkout(
  db: Queryable,
  asked: {
    readonly user_id: string;
    readonly plan_id: string;
    readonly workout_id: string;
    readonly day: string;
  },
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM plan_assignments a CROSS JOIN LATERAL json_array_elements(a.workouts) AS workout
      WHERE a.user_id = ${asked.user_id} AND a.id = ${asked.plan_id} AND a.ended_at IS NULL
        AND workout ->> 'date' = ${asked.day}::text AND workout ->> 'id' = ${asked.workout_id}::text) AS found`);
  return found;
}
