import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE } from '../../users/index.ts';
import type { DueWorkout } from './workouts-due.ts';

const TIME_ZONE = rawSql("coalesce(u.preferences ->> 'timezone', '')");

/** Of athletes with a plan in force on a day that it is somewhere; as they are stored, whatever they are. */
export async function findZonesWithPlans(db: Queryable, days: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ time_zone: string }>(sql`
    SELECT DISTINCT ${TIME_ZONE} AS time_zone FROM users u
    WHERE ${rawSql(ACCOUNT_IS_ACTIVE)} AND EXISTS (
      SELECT FROM plan_assignments a
      WHERE a.user_id = u.user_id AND a.ended_at IS NULL
        AND a.start_date <= (SELECT max(day) FROM unnest(${days}::date[]) AS day)
        AND a.end_date >= (SELECT min(day) FROM unnest(${days}::date[]) AS day)
    )`);
  return rows.map(({ time_zone }) => time_zone);
}

/**
 * Takes the next athletes of a time zone who have a plan in force on a day and were not looked at for it: from now on they were,
 * whether there is something to do or not, since a year of workouts is read only once a day.
 */
export async function takeDue(
  tx: Transaction,
  { time_zone, day, limit }: { readonly time_zone: string; readonly day: string; readonly limit: number },
): Promise<{ user_id: string; workouts: DueWorkout[] }[]> {
  return await tx.query(sql`
    WITH next AS (
      SELECT DISTINCT a.user_id FROM plan_assignments a JOIN users u USING (user_id)
      WHERE ${TIME_ZONE} = ${time_zone} AND ${rawSql(ACCOUNT_IS_ACTIVE)}
        AND a.ended_at IS NULL AND a.start_date <= ${day}::date AND a.end_date >= ${day}::date
        AND NOT EXISTS (SELECT FROM workout_reminders r WHERE r.user_id = a.user_id AND r.day = ${day}::date)
      ORDER BY a.user_id LIMIT ${limit}
    ), taken AS (
      INSERT INTO workout_reminders (user_id, day) SELECT user_id, ${day}::date FROM next
      ON CONFLICT DO NOTHING RETURNING user_id
    )
    SELECT taken.user_id, (
      SELECT coalesce(json_agg(json_build_object('plan_id', a.id, 'title', workout -> 'title',
        'distance_m', workout -> 'distance_m', 'duration_s', workout -> 'duration_s') ORDER BY a.id), '[]')
      FROM plan_assignments a CROSS JOIN LATERAL json_array_elements(a.workouts) AS workout
      WHERE a.user_id = taken.user_id AND a.ended_at IS NULL
        AND a.start_date <= ${day}::date AND a.end_date >= ${day}::date AND workout ->> 'date' = ${day}::text
    ) AS workouts
    FROM taken ORDER BY taken.user_id`);
}

/** What was looked at on days that are over everywhere. */
export async function forgetReminders(db: Queryable, before: string): Promise<void> {
  await db.execute(sql`DELETE FROM workout_reminders WHERE day < ${before}::date`);
}
