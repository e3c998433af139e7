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

/** A workout of somebody's own copy of a plan, also of one that was taken back or is over. */
type OwnWorkoutPlace = {
  readonly org_id: string;
  readonly saved_plan_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  readonly date: string;
};

export async function findOwnWorkout(
  db: Queryable,
  { user_id, plan_id, workout_id }: { user_id: string; plan_id: string; workout_id: string },
): Promise<OwnWorkoutPlace | null> {
  return await db.maybeOne<OwnWorkoutPlace>(sql`
    SELECT a.org_id, a.plan_id AS saved_plan_id, a.id AS plan_id, workout ->> 'id' AS workout_id, workout ->> 'date' AS date
    FROM plan_assignments a CROSS JOIN LATERAL json_array_elements(a.workouts) AS workout
    WHERE a.user_id = ${user_id} AND a.id = ${plan_id} AND workout ->> 'id' = ${workout_id.toLowerCase()}::text`);
}

/** An athlete's own copy of a plan that an organization gave them, or one workout in it. */
type AskedWorkout = {
  readonly org_id: string;
  readonly user_id: string;
  readonly plan_id: string;
  readonly workout_id: string | null;
};

/** Of each, in their order, whether it is there; plans that are over or were taken back included. One statement for all of them. */
export async function findOwnWorkouts(db: Queryable, asked: readonly AskedWorkout[]): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const rows = await db.query<{ place: number }>(sql`
    SELECT asked.place::int AS place
    FROM unnest(${asked.map(({ org_id }) => org_id)}::uuid[], ${asked.map(({ user_id }) => user_id)}::uuid[],
      ${asked.map(({ plan_id }) => plan_id)}::uuid[], ${asked.map(({ workout_id }) => workout_id)}::text[])
      WITH ORDINALITY AS asked (org_id, user_id, plan_id, workout_id, place)
    JOIN plan_assignments a ON a.id = asked.plan_id AND a.org_id = asked.org_id AND a.user_id = asked.user_id
    WHERE asked.workout_id IS NULL
      OR EXISTS (SELECT FROM json_array_elements(a.workouts) workout WHERE workout ->> 'id' = asked.workout_id)`);
  const found = new Set(rows.map(({ place }) => place));
  return asked.map((_, index) => found.has(index + 1));
}
