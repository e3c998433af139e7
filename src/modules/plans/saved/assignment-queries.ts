import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import type { OwnContent } from '../../../training/plan-copies/own-copy.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns, memberName } from '../../organizations/index.ts';
import type { Assignment, Follower, PlanId } from './saved-plan.ts';

export type OwnCopy = OwnContent & { readonly id: string; readonly vdot: number | null };

/**
 * One page of the assignments of a plan, by the athletes' ids, for which there is an index on each plan.
 *
 * @param page.after the last athlete of the page before
 */
export async function findAssignments(
  db: Queryable,
  { org_id, plan_id, after, limit }: PlanId & { readonly after: string; readonly limit: number },
): Promise<Assignment[]> {
  const rows = await db.query<Omit<Assignment, 'display_name'> & MemberNameColumns>(sql`
    SELECT a.id, a.user_id, a.start_date, a.end_date, a.assigned_at, a.updated_at, ${MEMBER_NAME_COLUMNS}
    FROM plan_assignments a JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id
    JOIN users u ON u.user_id = a.user_id
    WHERE a.org_id = ${org_id} AND a.plan_id = ${plan_id} AND a.ended_at IS NULL AND a.user_id > ${after}::uuid
    ORDER BY a.user_id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...{ id: row.id, user_id: row.user_id, display_name: memberName(row) },
    ...{ start_date: row.start_date, end_date: row.end_date },
    ...{ assigned_at: row.assigned_at, updated_at: row.updated_at },
  }));
}

export async function findFirstFollowers(
  db: Queryable,
  { org_id, plan_ids, each }: { org_id: string; plan_ids: readonly string[]; each: number },
): Promise<Map<string, Follower[]>> {
  const rows = await db.query<MemberNameColumns & { plan_id: string; user_id: string }>(sql`
    SELECT few.plan_id, few.user_id, ${MEMBER_NAME_COLUMNS}
    FROM unnest(${plan_ids}::uuid[]) AS plan(id)
    CROSS JOIN LATERAL (
      SELECT a.plan_id, a.user_id FROM plan_assignments a
      WHERE a.org_id = ${org_id} AND a.plan_id = plan.id AND a.ended_at IS NULL ORDER BY a.user_id LIMIT ${each}
    ) few
    JOIN organization_members m ON m.org_id = ${org_id} AND m.user_id = few.user_id
    JOIN users u ON u.user_id = few.user_id
    ORDER BY few.plan_id, few.user_id`);
  const followers = Map.groupBy(rows, ({ plan_id }) => plan_id);
  return new Map(
    [...followers].map(([plan_id, some]) => [
      plan_id,
      some.map((row) => ({ user_id: row.user_id, display_name: memberName(row) })),
    ]),
  );
}

/** The current members among the people, with their names and the privacy settings that apply in the organization. */
export async function findMembersToGive(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<(MemberNameColumns & { user_id: string })[]> {
  return await db.query(sql`
    SELECT m.user_id, ${MEMBER_NAME_COLUMNS} FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY(${user_ids}::uuid[]) AND m.left_at IS NULL`);
}

export type OtherPlan = {
  readonly user_id: string;
  readonly id: string;
  readonly saved_plan_id: string;
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly same_days: number;
};

/** The other plans of an organization that people follow in a range of days, at most `most` for each person. */
export async function findOtherPlans(
  db: Queryable,
  asked: PlanId & {
    readonly user_ids: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly dates: readonly string[];
    readonly most: number;
  },
): Promise<OtherPlan[]> {
  return await db.query<OtherPlan>(sql`
    SELECT other.* FROM unnest(${asked.user_ids}::uuid[]) AS person(user_id)
    CROSS JOIN LATERAL (
      SELECT a.user_id, a.id, a.plan_id AS saved_plan_id, p.title, a.start_date, a.end_date, (
        SELECT count(DISTINCT workout ->> 'date')::int FROM json_array_elements(a.workouts) AS workout
        WHERE workout ->> 'date' = ANY(${asked.dates}::text[])
      ) AS same_days
      FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
      WHERE a.org_id = ${asked.org_id} AND a.user_id = person.user_id AND a.plan_id <> ${asked.plan_id}
        AND a.ended_at IS NULL AND a.start_date <= ${asked.to}::date AND a.end_date >= ${asked.from}::date
      ORDER BY a.start_date, a.id LIMIT ${asked.most}
    ) other
    ORDER BY other.user_id, other.start_date, other.id`);
}

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
 * Stores assignments. Earlier assignments of the same plan are deleted, except for the last one that had begun, so that giving a plan and
 * taking it back repeatedly does not add rows.
 *
 * @returns the athletes whose assignments were stored; an athlete who got the plan at the same time is missing
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

export type CurrentCopy = {
  readonly id: string;
  readonly user_id: string;
  readonly start_date: string;
  readonly workouts: OwnContent['workouts'];
  readonly own_workout_ids: readonly string[];
};

/**
 * A page of the assignments that may not be over yet in any time zone, by id, locked until the transaction ends. Empty after the last
 * one: what is too large for one page comes in several, with at least one assignment in each.
 *
 * @param page.bytes the most bytes of their workouts as JSON
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

/** Unchanged assignments are left alone, including `updated_at`. */
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

/** Marks all assignments of a plan as changed, because something that they share has changed, such as the title. */
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

/** Restores the assignment that was last taken back. @returns false where there is none, or where the athlete has the plan again */
export async function restoreAssignmentRow(
  tx: Transaction,
  of: PlanId & { readonly user_id: string; readonly ended_since: Date; readonly now: Date },
): Promise<boolean> {
  const restored = await tx.execute(sql`
    UPDATE plan_assignments SET ended_at = NULL, updated_at = ${of.now}
    WHERE org_id = ${of.org_id} AND id = (
      SELECT id FROM plan_assignments
      WHERE org_id = ${of.org_id} AND plan_id = ${of.plan_id} AND user_id = ${of.user_id} AND ended_at >= ${of.ended_since}
        -- What ended with an earlier membership stays ended.
        AND ended_at >= (SELECT m.joined_at FROM organization_members m WHERE m.org_id = ${of.org_id} AND m.user_id = ${of.user_id})
      ORDER BY ended_at DESC, id DESC LIMIT 1
    ) AND NOT EXISTS (
      SELECT FROM plan_assignments WHERE org_id = ${of.org_id} AND plan_id = ${of.plan_id} AND user_id = ${of.user_id} AND ended_at IS NULL
    )`);
  return restored > 0;
}
