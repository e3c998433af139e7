import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { AnswerWord, ClubSession } from './club-session.ts';
import { IS_IN_AUDIENCE } from './queries.ts';

export type Meeting = Pick<
  ClubSession,
  | 'id'
  | 'org_id'
  | 'title'
  | 'description'
  | 'starts_at'
  | 'timezone'
  | 'duration_s'
  | 'place'
  | 'point'
  | 'workout'
  | 'cancelled_at'
  | 'revision'
  | 'updated_at'
> & {
  readonly user_id: string;
  readonly org_name: string;
  readonly answer: AnswerWord | null;
  readonly waits: boolean | null;
  readonly workout_group: string | null;
  readonly replaces_plan_id: string | null;
  readonly replaces_workout_id: string | null;
  readonly group_ids: readonly string[];
};

type MeetingRow = Omit<Meeting, 'point'> & {
  readonly latitude_deg: number | null;
  readonly longitude_deg: number | null;
};

/**
 * The sessions of the organizations of which these people are members, ordered by person and then by start: those they come to, or all
 * that are for them or that they answered.
 */
export async function findMeetings(
  db: Queryable,
  asked: {
    readonly user_ids: readonly string[];
    readonly org_id: string | null;
    readonly from: Date | null;
    readonly to: Date | null;
    readonly session_id?: string;
    readonly coming_only: boolean;
    readonly limit: number;
  },
): Promise<Meeting[]> {
  const conditions: Sql[] = [
    asked.coming_only
      ? sql`a.answer = 'yes' AND NOT a.waits AND s.cancelled_at IS NULL`
      : sql`(a.answer IS NOT NULL OR ${IS_IN_AUDIENCE})`,
  ];
  if (asked.org_id !== null) conditions.push(sql`m.org_id = ${asked.org_id}`);
  if (asked.from !== null) conditions.push(sql`s.starts_at >= ${asked.from}`);
  if (asked.to !== null) conditions.push(sql`s.starts_at <= ${asked.to}`);
  if (asked.session_id !== undefined) conditions.push(sql`s.id = ${asked.session_id}`);
  const rows = await db.query<MeetingRow>(sql`
    SELECT m.user_id, s.id, s.org_id, o.org_name, s.title, s.description, s.starts_at, s.timezone, s.duration_s, s.place, s.latitude_deg,
      s.longitude_deg, s.workout, s.cancelled_at, s.revision, s.updated_at, a.answer, a.waits, a.workout_group,
      a.replaces_plan_id, a.replaces_workout_id,
      ARRAY(SELECT g.group_id FROM group_members g WHERE g.org_id = m.org_id AND g.user_id = m.user_id
            ORDER BY g.added_at, g.group_id) AS group_ids
    FROM organization_members m
    JOIN club_sessions s ON s.org_id = m.org_id
    JOIN organizations o ON o.org_id = s.org_id
    LEFT JOIN club_session_answers a ON a.session_id = s.id AND a.user_id = m.user_id
    WHERE m.user_id = ANY (${asked.user_ids}::uuid[]) AND m.left_at IS NULL AND m.status <> 'suspended' AND ${joinSql(conditions, ' AND ')}
    ORDER BY m.user_id, s.starts_at, s.id LIMIT ${asked.limit}`);
  return rows.map(({ latitude_deg, longitude_deg, ...row }) => ({
    ...row,
    point: latitude_deg === null || longitude_deg === null ? null : { latitude_deg, longitude_deg },
  }));
}
