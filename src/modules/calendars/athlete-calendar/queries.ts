import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { AthletePlan } from '../../plans/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../../users/index.ts';

/** A plan with only those of its workouts that lie in a range of days, and whose organization gave it. */
export type PlanOfDays = AthletePlan & { readonly org_id: string; readonly org_name: string };

/**
 * A person's plans in force in the range or on `today`, by first day, then id. The database selects the workouts: a year
 * of them is half a megabyte, and two weeks are needed.
 * @param range.org_id one organization's only; null for all
 */
export async function findPlansOfDays(
  db: Queryable,
  range: {
    readonly user_id: string;
    readonly org_id: string | null;
    readonly from: string;
    readonly to: string;
    readonly today: string;
    readonly limit: number;
  },
): Promise<PlanOfDays[]> {
  return await db.query<PlanOfDays>(sql`
    SELECT a.id, a.user_id, a.plan_id, p.title, p.engine, a.start_date, a.end_date, a.weeks, a.weekly_info, a.assigned_at,
      a.updated_at, a.org_id, o.org_name, (
        SELECT coalesce(json_agg(workout), '[]') FROM json_array_elements(a.workouts) AS workout
        WHERE workout ->> 'date' >= ${range.from}::text AND workout ->> 'date' <= ${range.to}::text
      ) AS workouts
    FROM plan_assignments a
    JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    JOIN organizations o ON o.org_id = a.org_id
    WHERE a.user_id = ${range.user_id} AND a.ended_at IS NULL
      AND a.end_date >= least(${range.from}::date, ${range.today}::date)
      AND (a.start_date <= ${range.to}::date AND a.end_date >= ${range.from}::date OR a.end_date >= ${range.today}::date)
      AND (${range.org_id}::uuid IS NULL OR a.org_id = ${range.org_id}::uuid)
    ORDER BY a.start_date, a.id LIMIT ${range.limit}`);
}

/** A race that somebody's plan has on a day, YYYY-MM-DD. */
export type RaceDay = { readonly user_id: string; readonly date: string; readonly distance_m: number };

/** The races of plans that were not taken back, in a range of days of each person. */
export async function findRaceDays(
  db: Queryable,
  ranges: readonly { readonly user_id: string; readonly from: string; readonly until: string }[],
): Promise<RaceDay[]> {
  if (ranges.length === 0) return [];
  return await db.query<RaceDay>(sql`
    SELECT DISTINCT a.user_id, workout ->> 'date' AS date, (workout ->> 'distance_m')::float8 AS distance_m
    FROM unnest(${ranges.map(({ user_id }) => user_id)}::uuid[], ${ranges.map(({ from }) => from)}::date[],
      ${ranges.map(({ until }) => until)}::date[]) AS person(user_id, from_day, until_day)
    JOIN plan_assignments a ON a.user_id = person.user_id AND a.ended_at IS NULL AND a.end_date >= person.from_day
      AND a.start_date <= person.until_day
    CROSS JOIN LATERAL json_array_elements(a.workouts) AS workout
    WHERE workout ->> 'workout_type' = 'race'
      AND workout ->> 'date' BETWEEN person.from_day::text AND person.until_day::text
    ORDER BY 1, 2, 3`);
}

const TIME_ZONE = rawSql("coalesce(u.preferences ->> 'timezone', '')");

/** Stored time zones, valid or not, of athletes with a plan in force somewhere today. */
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

export type DueWorkout = {
  readonly plan_id: string;
  readonly title: string;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
};

/**
 * Takes the next athletes of a time zone with a plan on a day that were not processed yet, and marks them processed, so
 * that a year of workouts is read once a day.
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
