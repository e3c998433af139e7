import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { Language } from '../../../shared/languages.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';

/** What is exported of a plan. */
export type PlanToExport = {
  readonly id: string;
  readonly title: string;
  /** Null in what was saved before languages were kept. */
  readonly language: Language | null;
  readonly updated_at: Date;
  readonly workouts: readonly PlannedWorkout[];
};

/** A plan of somebody's own that was not taken back. Its last day may be over. */
export async function findOwnPlan(
  db: Queryable,
  { user_id, plan_id }: { user_id: string; plan_id: string },
): Promise<PlanToExport | null> {
  return await db.maybeOne<PlanToExport>(sql`
    SELECT a.id, p.title, p.language, a.updated_at, a.workouts
    FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.user_id = ${user_id} AND a.id = ${plan_id} AND a.ended_at IS NULL`);
}

/** Somebody's plans that were not taken back and that end on that day or later, the latest start first, then by id. */
export async function findOwnPlansSince(
  db: Queryable,
  { user_id, since, limit }: { user_id: string; since: string; limit: number },
): Promise<PlanToExport[]> {
  return await db.query<PlanToExport>(sql`
    SELECT a.id, p.title, p.language, a.updated_at, a.workouts
    FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.user_id = ${user_id} AND a.ended_at IS NULL AND a.end_date >= ${since}::date
    ORDER BY a.start_date DESC, a.id DESC LIMIT ${limit}`);
}
