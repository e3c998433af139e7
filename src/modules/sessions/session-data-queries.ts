import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import type { Answer } from './club-session.ts';

type Page<Row> = { readonly user_id: string; readonly after: Row | null; readonly limit: number };
type OfSession = {
  readonly session_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly title: string;
  readonly starts_at: Date;
};
export type OwnAnswerRow = Omit<Answer, 'queue_number'> & OfSession;
export type OwnTickRow = OfSession & {
  readonly id: string;
  readonly came: boolean;
  readonly ticked_at: Date;
  readonly received_at: Date;
  readonly ticked_by: string | null;
};
export type WrittenSession = OfSession & {
  readonly description: string;
  readonly place: string;
  readonly created_by_you: boolean;
  readonly coached_by_you: boolean;
  readonly cancelled_at: Date | null;
  readonly created_at: Date;
};

const SESSION = rawSql('s.id AS session_id, s.org_id, o.org_name, s.title, s.starts_at');

export async function findOwnSessionAnswers(
  db: Queryable,
  { user_id, after, limit }: Page<OwnAnswerRow>,
): Promise<OwnAnswerRow[]> {
  return await db.query<OwnAnswerRow>(sql`
    SELECT ${SESSION}, a.answer, a.answered_at, a.received_at, a.set_by, a.waits, a.workout_group, a.replaces_plan_id,
      a.replaces_workout_id
    FROM club_session_answers a JOIN club_sessions s ON s.id = a.session_id JOIN organizations o ON o.org_id = s.org_id
    WHERE a.user_id = ${user_id} AND a.session_id > ${after?.session_id ?? LOWEST_ID}::uuid
    ORDER BY a.session_id LIMIT ${limit}`);
}

export async function findOwnTicks(db: Queryable, page: Page<OwnTickRow>): Promise<OwnTickRow[]> {
  return await findTicksWhere(db, page, sql`t.user_id = ${page.user_id}`);
}

export async function findTicksTaken(db: Queryable, page: Page<OwnTickRow>): Promise<OwnTickRow[]> {
  return await findTicksWhere(db, page, sql`t.ticked_by = ${page.user_id}`);
}

async function findTicksWhere(
  db: Queryable,
  { after, limit }: Page<OwnTickRow>,
  whose: Sql,
): Promise<OwnTickRow[]> {
  return await db.query<OwnTickRow>(sql`
    SELECT t.id, ${SESSION}, t.came, t.ticked_at, t.received_at, t.ticked_by
    FROM club_session_ticks t JOIN club_sessions s ON s.id = t.session_id JOIN organizations o ON o.org_id = s.org_id
    WHERE ${whose} AND t.id > ${after?.id ?? LOWEST_ID}::uuid ORDER BY t.id LIMIT ${limit}`);
}

export async function findWrittenSessions(
  db: Queryable,
  { user_id, after, limit }: Page<WrittenSession>,
): Promise<WrittenSession[]> {
  return await db.query<WrittenSession>(sql`
    SELECT ${SESSION}, s.description, s.place, s.cancelled_at, s.created_at,
      coalesce(s.created_by = ${user_id}, false) AS created_by_you,
      coalesce(s.coach_user_id = ${user_id}, false) AS coached_by_you
    FROM club_sessions s JOIN organizations o ON o.org_id = s.org_id
    WHERE (s.created_by = ${user_id} OR s.coach_user_id = ${user_id}) AND s.id > ${after?.session_id ?? LOWEST_ID}::uuid
    ORDER BY s.id LIMIT ${limit}`);
}
