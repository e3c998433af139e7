import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { Answer, AnswerWord } from './club-session.ts';
import type { SessionId } from './queries.ts';

type ParticipantId = SessionId & { readonly user_id: string };

export async function findAnswer(
  db: Queryable,
  { org_id, session_id, user_id }: ParticipantId,
): Promise<Answer | null> {
  return await db.maybeOne<Answer>(sql`
    SELECT answer, answered_at, received_at, set_by, waits, queue_number::text AS queue_number, workout_group,
      replaces_plan_id, replaces_workout_id
    FROM club_session_answers WHERE org_id = ${org_id} AND session_id = ${session_id} AND user_id = ${user_id}`);
}

export async function findOwnAnswers(
  db: Queryable,
  { org_id, session_ids, user_id }: { org_id: string; session_ids: readonly string[]; user_id: string },
): Promise<Map<string, Answer>> {
  if (session_ids.length === 0) return new Map();
  const rows = await db.query<Answer & { session_id: string }>(sql`
    SELECT session_id, answer, answered_at, received_at, set_by, waits, queue_number::text AS queue_number, workout_group,
      replaces_plan_id, replaces_workout_id
    FROM club_session_answers
    WHERE user_id = ${user_id} AND org_id = ${org_id} AND session_id = ANY(${session_ids}::uuid[])`);
  return new Map(rows.map(({ session_id, ...answer }) => [session_id, answer]));
}

export async function countPlaces(
  tx: Transaction,
  { org_id, session_id }: SessionId,
): Promise<{ taken: number; waiting: number }> {
  return await tx.one(sql`
    SELECT count(*) FILTER (WHERE NOT waits)::int AS taken, count(*) FILTER (WHERE waits)::int AS waiting
    FROM club_session_answers WHERE org_id = ${org_id} AND session_id = ${session_id} AND answer = 'yes'`);
}

export type NewAnswer = ParticipantId & {
  readonly answer: AnswerWord;
  readonly answered_at: Date;
  readonly received_at: Date;
  readonly set_by: string | null;
  readonly waits: boolean;
  readonly workout_group: string | null;
};

/**
 * Stores an answer in place of the earlier one. A yes that stays a yes keeps its place, in the waiting list too, and the planned
 * workout that it replaces; any other change clears both.
 */
export async function putAnswer(tx: Transaction, row: NewAnswer): Promise<void> {
  await tx.execute(sql`
    INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at, set_by, waits,
      queue_number, workout_group)
    VALUES (${row.org_id}, ${row.session_id}, ${row.user_id}, ${row.answer}, ${row.answered_at}, ${row.received_at},
      ${row.set_by}, ${row.waits}, CASE WHEN ${row.answer} = 'yes' THEN nextval('club_session_queue') END,
      ${row.workout_group})
    ON CONFLICT (session_id, user_id) DO UPDATE
    SET answer = excluded.answer, answered_at = excluded.answered_at, received_at = excluded.received_at,
      set_by = excluded.set_by, waits = excluded.waits, workout_group = excluded.workout_group,
      queue_number = CASE WHEN excluded.answer = 'yes'
        THEN coalesce(club_session_answers.queue_number, excluded.queue_number) END,
      replaces_plan_id = CASE WHEN excluded.answer = 'yes' THEN club_session_answers.replaces_plan_id END,
      replaces_workout_id = CASE WHEN excluded.answer = 'yes' THEN club_session_answers.replaces_workout_id END`);
}

/** Gives free places to the next people on the waiting list, in the order in which they answered. @returns them */
export async function promoteNext(
  tx: Transaction,
  { org_id, session_id, places }: SessionId & { readonly places: number },
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(sql`
    UPDATE club_session_answers a SET waits = false
    FROM (
      SELECT user_id FROM club_session_answers
      WHERE org_id = ${org_id} AND session_id = ${session_id} AND waits
      ORDER BY queue_number LIMIT ${places}
    ) AS next
    WHERE a.org_id = ${org_id} AND a.session_id = ${session_id} AND a.user_id = next.user_id
    RETURNING a.user_id`);
  return rows.map(({ user_id }) => user_id).toSorted();
}

export async function findWaitingPlace(
  db: Queryable,
  { org_id, session_id, queue_number }: SessionId & { readonly queue_number: string },
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM club_session_answers
    WHERE org_id = ${org_id} AND session_id = ${session_id} AND waits AND queue_number <= ${queue_number}::bigint`);
  return count;
}

export async function setReplaced(
  tx: Transaction,
  row: ParticipantId & { readonly plan_id: string | null; readonly workout_id: string | null },
): Promise<void> {
  await tx.execute(sql`
    UPDATE club_session_answers SET replaces_plan_id = ${row.plan_id}, replaces_workout_id = ${row.workout_id}
    WHERE org_id = ${row.org_id} AND session_id = ${row.session_id} AND user_id = ${row.user_id} AND answer = 'yes'`);
}

/** The future sessions that a person has answered, of one organization or of all. */
export async function findFutureAnswers(
  db: Queryable,
  { user_id, org_id, now }: { user_id: string; org_id: string | null; now: Date },
): Promise<SessionId[]> {
  return await db.query(sql`
    SELECT a.org_id, a.session_id FROM club_session_answers a
    JOIN club_sessions s ON s.org_id = a.org_id AND s.id = a.session_id
    WHERE a.user_id = ${user_id} AND (${org_id}::uuid IS NULL OR a.org_id = ${org_id}::uuid) AND s.starts_at > ${now}
    ORDER BY a.session_id`);
}

/** Deletes an answer of somebody who has left, or was no member when they answered. @returns whether there was one */
export async function deleteAnswerOfLeft(tx: Transaction, id: ParticipantId): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM club_session_answers a USING organization_members m
    WHERE a.org_id = ${id.org_id} AND a.session_id = ${id.session_id} AND a.user_id = ${id.user_id}
      AND m.org_id = a.org_id AND m.user_id = a.user_id AND (m.left_at IS NOT NULL OR a.received_at < m.joined_at)`);
  return deleted > 0;
}

export async function deleteAnswer(
  tx: Transaction,
  { org_id, session_id, user_id }: ParticipantId,
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM club_session_answers
    WHERE org_id = ${org_id} AND session_id = ${session_id} AND user_id = ${user_id}`);
}
