import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import type { OwnContent } from '../../../training/plan-copies/own-copy.ts';
import type { Assignment } from './saved-plan.ts';

type PlanId = { readonly org_id: string; readonly plan_id: string };

/** An athlete's own copy. */
export type OwnCopy = OwnContent & { readonly id: string; readonly vdot: number | null };

/**
 * One page of those who have a plan, by their ids, which an index holds for each plan.
 *
 * @param page.after the person whom the page before ended with
 */
export async function findAssignments(
  db: Queryable,
  { org_id, plan_id, after, limit }: PlanId & { readonly after: string; readonly limit: number },
): Promise<Assignment[]> {
  return await db.query<Assignment>(sql`
    SELECT id, user_id, start_date, end_date, assigned_at, updated_at FROM plan_assignments
    WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND ended_at IS NULL AND user_id > ${after}::uuid
    ORDER BY user_id LIMIT ${limit}`);
}

/** Which of the athletes have the plan and were not relieved of it. */
export async function findWhoHas(
  db: Queryable,
  { org_id, plan_id, user_ids }: PlanId & { readonly user_ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM plan_assignments
    WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND ended_at IS NULL AND user_id = ANY(${user_ids}::uuid[])`);
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Gives athletes their copies. What they had of the same plan goes, but for the last they had begun: nothing grows with how often
 * a plan is given and taken back.
 *
 * @returns whose were stored: who got the plan at the same time has it already
 */
export async function insertAssignments(
  tx: Transaction,
  plan: PlanId & { readonly start_date: string; readonly weeks: number; readonly now: Date },
  copies: readonly (OwnCopy & { readonly user_id: string })[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ user_id: string }>(sql`
    WITH gone AS (
      DELETE FROM plan_assignments WHERE id IN (
        SELECT id FROM (
          SELECT id, ended_at >= start_date AS was_begun,
            row_number() OVER (PARTITION BY user_id, ended_at >= start_date ORDER BY ended_at DESC, id DESC) AS place
          FROM plan_assignments
          WHERE org_id = ${plan.org_id} AND plan_id = ${plan.plan_id} AND ended_at IS NOT NULL
            AND user_id = ANY(${copies.map(({ user_id }) => user_id)}::uuid[])
        ) ended
        WHERE NOT (was_begun AND place = 1)
      ) AND org_id = ${plan.org_id}
    )
    INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts, vdot,
      assigned_at, updated_at)
    SELECT id, ${plan.org_id}, ${plan.plan_id}, user_id, ${plan.start_date}, ${plan.weeks}, weekly_info, workouts, vdot,
      ${plan.now}, ${plan.now}
    FROM json_to_recordset(${JSON.stringify(copies)}::json)
      AS given(id uuid, user_id uuid, weekly_info json, workouts json, vdot double precision)
    ON CONFLICT (plan_id, user_id) WHERE ended_at IS NULL DO NOTHING
    RETURNING user_id`);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** A copy as it is, for whoever changes it. */
export type CurrentCopy = {
  readonly id: string;
  readonly user_id: string;
  readonly start_date: string;
  readonly workouts: OwnContent['workouts'];
  /** Of workouts that are no more those of the saved plan. */
  readonly own_workout_ids: readonly string[];
};

/**
 * A page of the copies that may not be over yet anywhere, by id, held until the transaction ends. Empty after the last: what is
 * too large together comes in several pages, and one at least in each.
 *
 * @param page.bytes of their workouts as JSON
 */
export async function lockCopies(
  tx: Transaction,
  page: PlanId & {
    readonly yesterday: string;
    readonly after: string | null;
    readonly limit: number;
    readonly bytes: number;
  },
): Promise<CurrentCopy[]> {
  return await tx.query<CurrentCopy>(sql`
    SELECT id, user_id, start_date, workouts, to_json(own_workout_ids) AS own_workout_ids FROM plan_assignments
    WHERE org_id = ${page.org_id} AND plan_id = ${page.plan_id} AND ended_at IS NULL AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (ORDER BY id) AS place, sum(bytes) OVER (ORDER BY id) AS bytes_so_far
        FROM (
          SELECT id, octet_length(workouts::text) AS bytes FROM plan_assignments
          WHERE org_id = ${page.org_id} AND plan_id = ${page.plan_id} AND ended_at IS NULL
            AND end_date >= ${page.yesterday}::date AND id > ${page.after ?? LOWEST_ID}::uuid
          ORDER BY id LIMIT ${page.limit}
        ) few
      ) summed
      WHERE place = 1 OR bytes_so_far <= ${page.bytes}::bigint
    )
    ORDER BY id FOR NO KEY UPDATE`);
}

/** Those that are as they were are left alone, `updated_at` included. */
export async function updateCopies(
  tx: Transaction,
  { org_id, plan_id, now }: PlanId & { readonly now: Date },
  copies: readonly OwnCopy[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE plan_assignments a
    SET weekly_info = given.weekly_info, workouts = given.workouts, vdot = given.vdot, updated_at = ${now}
    FROM json_to_recordset(${JSON.stringify(copies)}::json)
      AS given(id uuid, weekly_info json, workouts json, vdot double precision)
    WHERE a.org_id = ${org_id} AND a.plan_id = ${plan_id} AND a.id = given.id
      AND (a.weekly_info::jsonb, a.workouts::jsonb, a.vdot)
        IS DISTINCT FROM (given.weekly_info::jsonb, given.workouts::jsonb, given.vdot)`);
}

/** Tells everybody who has a plan that it is another one in what all of them share, such as its title. */
export async function touchCopies(
  tx: Transaction,
  { org_id, plan_id, now }: PlanId & { readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE plan_assignments SET updated_at = ${now}
    WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND ended_at IS NULL`);
}

/** Takes the plan back from an athlete. @returns whether they had it */
export async function endAssignmentRow(
  tx: Transaction,
  { org_id, plan_id, user_id, ended_at }: PlanId & { readonly user_id: string; readonly ended_at: Date },
): Promise<boolean> {
  const ended = await tx.execute(sql`
    UPDATE plan_assignments SET ended_at = ${ended_at}, updated_at = ${ended_at}
    WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND user_id = ${user_id} AND ended_at IS NULL`);
  return ended > 0;
}

/** Gives an athlete back what was last taken back from them. @returns whether there was something, and they do not have the plan again */
export async function restoreAssignmentRow(
  tx: Transaction,
  {
    org_id,
    plan_id,
    user_id,
    ended_since,
    now,
  }: PlanId & { readonly user_id: string; readonly ended_since: Date; readonly now: Date },
): Promise<boolean> {
  const restored = await tx.execute(sql`
    UPDATE plan_assignments SET ended_at = NULL, updated_at = ${now}
    WHERE org_id = ${org_id} AND id = (
      SELECT id FROM plan_assignments
      WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND user_id = ${user_id} AND ended_at >= ${ended_since}
        -- What ended with an earlier membership stays ended.
        AND ended_at >= (SELECT m.joined_at FROM organization_members m WHERE m.org_id = ${org_id} AND m.user_id = ${user_id})
      ORDER BY ended_at DESC, id DESC LIMIT 1
    ) AND NOT EXISTS (
      SELECT FROM plan_assignments WHERE org_id = ${org_id} AND plan_id = ${plan_id} AND user_id = ${user_id} AND ended_at IS NULL
    )`);
  return restored > 0;
}
