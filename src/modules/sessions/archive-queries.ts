import { sql } from '../../infra/db/sql.ts';
import { isInRange, type ToldTable, timeText } from '../exports/index.ts';

/** Club sessions in archives, ordered by their start. They belong to the organization. */
export const sessionsInArchives: ToldTable = {
  name: 'sessions',
  include: 'sessions',
  parts: null,
  columns: [
    { name: 'id', sql: 'r.id' },
    { name: 'title', sql: 'r.title', is_text: true },
    { name: 'description', sql: 'r.description', is_text: true },
    { name: 'starts_at', sql: timeText('r.starts_at') },
    { name: 'timezone', sql: 'r.timezone', is_text: true },
    { name: 'duration_s', sql: 'r.duration_s' },
    { name: 'place', sql: 'r.place', is_text: true },
    { name: 'latitude_deg', sql: 'r.latitude_deg' },
    { name: 'longitude_deg', sql: 'r.longitude_deg' },
    { name: 'capacity', sql: 'r.capacity' },
    { name: 'coach_user_id', sql: 'r.coach_user_id' },
    { name: 'status', sql: "CASE WHEN r.cancelled_at IS NULL THEN 'scheduled' ELSE 'cancelled' END" },
    { name: 'created_at', sql: timeText('r.created_at') },
    { name: 'updated_at', sql: timeText('r.updated_at') },
  ],
  rows: ({ org_id, range }) => sql`
    SELECT to_char(s.starts_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSMS') || s.id AS key, s.*
    FROM club_sessions s WHERE s.org_id = ${org_id} AND ${isInRange('s.starts_at', range)}`,
};

export const attendanceInArchives: ToldTable = {
  name: 'attendance',
  include: 'sessions',
  parts: ['attendance'],
  columns: [
    { name: 'club_session_id', sql: 'r.session_id' },
    { name: 'athlete_id', sql: 'r.user_id' },
    { name: 'answer', sql: 'r.answer' },
    { name: 'answered_at', sql: timeText('r.answered_at') },
    { name: 'waits', sql: 'r.waits', cell: "CASE WHEN r.waits THEN 'true' ELSE 'false' END" },
    { name: 'came', sql: 'r.came', cell: "CASE WHEN r.came THEN 'true' WHEN NOT r.came THEN 'false' END" },
    { name: 'ticked_at', sql: timeText('r.ticked_at') },
  ],
  rows: ({ org_id, range }) => sql`
    SELECT s.id::text AS key, s.id AS session_id, wanted.uid AS user_id, a.answer, a.answered_at, coalesce(a.waits, false) AS waits,
      tick.came, tick.ticked_at
    FROM (
      SELECT session_id FROM club_session_answers WHERE org_id = ${org_id} AND user_id = wanted.uid
      UNION SELECT session_id FROM club_session_ticks WHERE org_id = ${org_id} AND user_id = wanted.uid
    ) own
    JOIN club_sessions s ON s.org_id = ${org_id} AND s.id = own.session_id
    LEFT JOIN club_session_answers a ON a.session_id = s.id AND a.user_id = wanted.uid
    LEFT JOIN LATERAL (
      SELECT t.came, t.ticked_at FROM club_session_ticks t
      WHERE t.session_id = s.id AND t.user_id = wanted.uid ORDER BY t.ticked_at DESC, t.id DESC LIMIT 1
    ) tick ON true
    WHERE ${isInRange('s.starts_at', range)}`,
};
