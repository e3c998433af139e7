import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { IS_AMONG_ATHLETES } from '../../organizations/index.ts';
import type { Change, Copy } from './copy.ts';

/** What was not done, as it is told. */
export type RefusedRow = {
  readonly user_id: string;
  readonly workout_id: string | null;
  readonly date: string | null;
  readonly reason: string;
};
export type KeptAction = {
  readonly id: string;
  readonly undone_at: Date | null;
  readonly refused: readonly RefusedRow[];
};
export type KeptChange = {
  readonly plan_id: string;
  readonly user_id: string;
  readonly before: OwnWorkout | null;
  readonly after: OwnWorkout | null;
  readonly was_own: boolean;
};

const COPY = sql`a.id, a.user_id, a.plan_id, a.start_date, a.end_date, a.weekly_info, a.workouts, to_json(a.own_workout_ids) AS own_workout_ids,
  p.experience_level`;

/** Locks athletes' assignments in force somewhere, always in the order of ids. */
export async function lockCopiesOf(
  tx: Transaction,
  of: { readonly org_id: string; readonly user_ids: readonly string[]; readonly yesterday: string },
): Promise<Copy[]> {
  return await tx.query<Copy>(sql`
    SELECT ${COPY} FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.org_id = ${of.org_id} AND a.user_id = ANY (${of.user_ids}::uuid[]) AND a.ended_at IS NULL
      AND a.end_date >= ${of.yesterday}::date
    ORDER BY a.id FOR NO KEY UPDATE OF a`);
}

export async function lockCopiesById(
  tx: Transaction,
  of: { readonly org_id: string; readonly ids: readonly string[] },
): Promise<Copy[]> {
  return await tx.query<Copy>(sql`
    SELECT ${COPY} FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.org_id = ${of.org_id} AND a.id = ANY (${of.ids}::uuid[]) AND a.ended_at IS NULL
    ORDER BY a.id FOR NO KEY UPDATE OF a`);
}

/** Which organization gave somebody a plan that was not ended. */
export async function findGiver(
  db: Queryable,
  { user_id, plan_id }: { readonly user_id: string; readonly plan_id: string },
): Promise<string | null> {
  const row = await db.maybeOne<{ org_id: string }>(sql`
    SELECT org_id FROM plan_assignments WHERE id = ${plan_id} AND user_id = ${user_id} AND ended_at IS NULL`);
  return row?.org_id ?? null;
}

/** The most characters of JSON in a statement, since serializing blocks the event loop; a year's assignment has up to half a million. */
const MAX_STATEMENT = 1_000_000;

/** In some statements, since copies are large. */
export async function storeCopies(
  tx: Transaction,
  { org_id, now }: { readonly org_id: string; readonly now: Date },
  copies: readonly Copy[],
): Promise<void> {
  let batch: string[] = [];
  let size = 0;
  const store = async (): Promise<void> => {
    if (batch.length > 0) await storeRows(tx, { org_id, now }, `[${batch.join()}]`);
    [batch, size] = [[], 0];
  };
  for (const { id, weekly_info, workouts, own_workout_ids: own_ids } of copies) {
    const row = JSON.stringify({ id, weekly_info, workouts, own_ids });
    if (size + row.length > MAX_STATEMENT) await store();
    batch.push(row);
    size += row.length;
  }
  await store();
}

async function storeRows(
  tx: Transaction,
  { org_id, now }: { readonly org_id: string; readonly now: Date },
  rows: string,
): Promise<void> {
  await tx.execute(sql`
    UPDATE plan_assignments a SET weekly_info = given.weekly_info, workouts = given.workouts,
      own_workout_ids = ARRAY(SELECT json_array_elements_text(given.own_ids)::uuid), updated_at = ${now}
    FROM json_to_recordset(${rows}::json) AS given(id uuid, weekly_info json, workouts json, own_ids json)
    WHERE a.org_id = ${org_id} AND a.id = given.id`);
}

/** Keeps that something is changed; what nobody can undo any more goes. */
export async function insertAction(
  tx: Transaction,
  action: {
    readonly id: string;
    readonly org_id: string;
    readonly created_by: string;
    readonly undo_hash: Buffer;
    readonly refused: readonly RefusedRow[];
    readonly now: Date;
    readonly forgotten_before: Date;
  },
): Promise<void> {
  await tx.execute(sql`DELETE FROM calendar_actions WHERE created_at < ${action.forgotten_before}`);
  await tx.execute(sql`
    INSERT INTO calendar_actions (id, org_id, created_by, undo_hash, refused, created_at)
    VALUES (${action.id}, ${action.org_id}, ${action.created_by}, ${action.undo_hash}, ${JSON.stringify(action.refused)}::jsonb, ${action.now})`);
}

/** Keeps what was changed, behind what was changed by the same action before. */
export async function insertChanges(
  tx: Transaction,
  { action_id }: { readonly action_id: string },
  changes: readonly (Change & { readonly was_own: boolean })[],
): Promise<void> {
  const rows = changes.map(({ copy, before, after, was_own }, place) => ({
    ...{ place, plan_id: copy.id, before, after, was_own },
  }));
  await tx.execute(sql`
    INSERT INTO calendar_action_changes (action_id, place, plan_id, before, after, was_own)
    SELECT ${action_id}::uuid,
      place + (SELECT coalesce(max(c.place) + 1, 0) FROM calendar_action_changes c WHERE c.action_id = ${action_id}::uuid), plan_id, CASE WHEN json_typeof(before) = 'null' THEN NULL ELSE before END,
      CASE WHEN json_typeof(after) = 'null' THEN NULL ELSE after END, was_own
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given(place integer, plan_id uuid, before json, after json, was_own boolean)`);
}

export async function findAction(
  db: Queryable,
  { org_id, action_id }: { readonly org_id: string; readonly action_id: string },
): Promise<KeptAction | null> {
  return await db.maybeOne<KeptAction>(sql`
    SELECT id, undone_at, refused FROM calendar_actions WHERE org_id = ${org_id} AND id = ${action_id}`);
}

/** The action that a token undoes, held until the transaction ends. */
export async function lockAction(
  tx: Transaction,
  of: { readonly org_id: string; readonly undo_hash: Buffer; readonly since: Date },
): Promise<KeptAction | null> {
  return await tx.maybeOne<KeptAction>(sql`
    SELECT id, undone_at, refused FROM calendar_actions
    WHERE org_id = ${of.org_id} AND undo_hash = ${of.undo_hash} AND created_at > ${of.since} FOR UPDATE`);
}

/** Of which organization's plans somebody changed their own, by the token that undoes it. */
export async function findActionGiver(
  db: Queryable,
  { user_id, undo_hash }: { readonly user_id: string; readonly undo_hash: Buffer },
): Promise<string | null> {
  const row = await db.maybeOne<{ org_id: string }>(sql`
    SELECT org_id FROM calendar_actions WHERE created_by = ${user_id} AND undo_hash = ${undo_hash}`);
  return row?.org_id ?? null;
}

export async function markUndone(
  tx: Transaction,
  action_id: string,
  org_id: string,
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`UPDATE calendar_actions SET undone_at = ${now} WHERE id = ${action_id} AND org_id = ${org_id}`,
  );
}

export async function findChanges(
  db: Queryable,
  of: { readonly org_id: string; readonly action_id: string },
): Promise<KeptChange[]> {
  return await db.query<KeptChange>(sql`${changesOf(of)} ORDER BY c.place`);
}

export async function findChangesOf(
  db: Queryable,
  {
    user_ids,
    ...of
  }: { readonly org_id: string; readonly action_id: string; readonly user_ids: readonly string[] },
): Promise<KeptChange[]> {
  return await db.query<KeptChange>(
    sql`${changesOf(of)} AND a.user_id = ANY (${user_ids}::uuid[]) ORDER BY c.place`,
  );
}

export async function findChangedAthletes(
  db: Queryable,
  { org_id, action_id }: { readonly org_id: string; readonly action_id: string },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT DISTINCT a.user_id FROM calendar_action_changes c JOIN calendar_actions one ON one.id = c.action_id
    JOIN plan_assignments a ON a.id = c.plan_id AND a.org_id = one.org_id
    WHERE one.org_id = ${org_id} AND c.action_id = ${action_id} ORDER BY a.user_id`);
  return rows.map(({ user_id }) => user_id);
}

export async function findMembers(
  db: Queryable,
  { org_id, user_ids }: { readonly org_id: string; readonly user_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT m.user_id FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY (${user_ids}::uuid[]) AND ${IS_AMONG_ATHLETES} ORDER BY m.user_id`);
  return rows.map(({ user_id }) => user_id);
}

export async function findClubName(db: Queryable, org_id: string): Promise<string> {
  const { org_name } = await db.one<{ org_name: string }>(
    sql`SELECT org_name FROM organizations WHERE org_id = ${org_id}`,
  );
  return org_name;
}

const changesOf = ({ org_id, action_id }: { readonly org_id: string; readonly action_id: string }) => sql`
    SELECT c.plan_id, a.user_id, c.before, c.after, c.was_own
    FROM calendar_action_changes c JOIN calendar_actions one ON one.id = c.action_id
    JOIN plan_assignments a ON a.id = c.plan_id AND a.org_id = one.org_id
    WHERE one.org_id = ${org_id} AND c.action_id = ${action_id}`;
