import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { Source } from '../../../privacy/index.ts';
import type { SportType } from '../../../training/sport.ts';
import { ACCOUNT_IS_ACTIVE } from '../../users/index.ts';
import type { Workout } from './placed-workout.ts';
import { activeSince, historySince, rangeOf, type Week } from './week.ts';
import type { WeekFacts } from './week-facts.ts';

const TIME_ZONE = rawSql("coalesce(u.preferences ->> 'timezone', '')");

export async function findTimeZones(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ time_zone: string }>(sql`
    SELECT DISTINCT ${TIME_ZONE} AS time_zone FROM users u WHERE ${rawSql(ACCOUNT_IS_ACTIVE)}`);
  return rows.map(({ time_zone }) => time_zone);
}

/** Somebody whose week is to be written, which of the weeks it is, and whether it is written for the first time. */
export type Due = { readonly user_id: string; readonly week: number; readonly is_new: boolean };

/** What stands for the engine of a week that may be told no more: nothing else is left of it. */
const EXPIRED = 'expired';

/** Sums that differ by less, in metres, are the same: they were added up in another order. */
const SAME_M = 0.01;

/**
 * People by their ids whose week is over and not written, though they did something in the last four; and those whose week is
 * written, and has other workouts now, or others that are marked as a race. Who has moved to another time zone since keeps it as it is, and nobody is told of a week
 * that was over before they came.
 */
export async function findDue(
  db: Queryable,
  { weeks, after, limit }: { weeks: readonly Week[]; after: string | null; limit: number },
): Promise<Due[]> {
  const ranges = weeks.map(rangeOf);
  return await db.query<Due>(sql`
    SELECT u.user_id, week.place::int AS week, s.user_id IS NULL AS is_new
    FROM users u
    JOIN unnest(${weeks.map(({ stored_zone }) => stored_zone)}::text[], ${weeks.map(({ time_zone }) => time_zone)}::text[],
        ${weeks.map(({ week_start }) => week_start)}::date[], ${weeks.map(({ due }) => due)}::timestamptz[],
        ${weeks.map(activeSince)}::timestamptz[],
        ${ranges.map(({ from }) => from)}::timestamptz[], ${ranges.map(({ until }) => until)}::timestamptz[])
      WITH ORDINALITY AS week(stored_zone, time_zone, week_start, due, active_since, begins, ends, place)
      ON week.stored_zone = ${TIME_ZONE}
    LEFT JOIN weekly_summaries s ON s.user_id = u.user_id AND s.week_start = week.week_start
    WHERE ${rawSql(ACCOUNT_IS_ACTIVE)} AND (${after}::uuid IS NULL OR u.user_id > ${after}::uuid)
      AND CASE WHEN s.user_id IS NULL THEN u.created_at <= week.due AND EXISTS (
          SELECT FROM activities a
          WHERE a.user_id = u.user_id AND a.start_time >= week.active_since AND a.start_time < week.ends)
        ELSE s.engine <> ${EXPIRED} AND s.time_zone = week.time_zone AND (
          SELECT count(*) <> s.activities
            OR abs(coalesce(sum(a.distance_m), 0) - s.distance_m) > ${SAME_M} + s.distance_m * 1e-9
            -- A week that was written before this was kept has neither.
            OR count(*) FILTER (WHERE a.is_race) <> (s.facts -> 'marked' ->> 'activities')::int
            OR abs(coalesce(sum(a.distance_m) FILTER (WHERE a.is_race), 0) - (s.facts -> 'marked' ->> 'distance_m')::float8) > ${SAME_M}
          FROM activities a
          WHERE a.user_id = u.user_id AND a.start_time >= week.begins AND a.start_time < week.ends)
        END
    ORDER BY u.user_id LIMIT ${limit}`);
}

export type KnownWorkout = Workout & { readonly source: Source; readonly private: boolean };

/** In the order of the statement below: of 10,000 people there are two millions of them, and names would be most of the text. */
type WorkoutRow = readonly [
  start_ms: number,
  sport_type: SportType,
  distance_m: number | null,
  time_s: number,
  elapsed_s: number,
  training_load: number | null,
  source: Source,
  is_private: boolean,
  is_race: boolean,
];

/** All workouts of the people in the days that count for their week, by user id. Looked up in the index alone. */
export async function findWorkouts(
  db: Queryable,
  people: readonly { readonly user_id: string; readonly week: Week }[],
): Promise<Map<string, readonly KnownWorkout[]>> {
  const rows = await db.query<{ user_id: string; workouts: readonly WorkoutRow[] }>(sql`
    SELECT person.user_id, own.workouts
    FROM unnest(${people.map(({ user_id }) => user_id)}::uuid[], ${people.map(({ week }) => historySince(week))}::timestamptz[],
        ${people.map(({ week }) => rangeOf(week).until)}::timestamptz[]) AS person(user_id, since, until)
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_array(floor(extract(epoch FROM a.start_time) * 1000)::float8, a.sport_type, a.distance_m,
        coalesce(a.moving_time_s, a.duration_s), a.duration_s, a.training_load, a.source, a.private, a.is_race)
        ORDER BY a.start_time DESC, a.id DESC) AS workouts
      FROM activities a
      WHERE a.user_id = person.user_id AND a.start_time >= person.since AND a.start_time < person.until
    ) own
    WHERE own.workouts IS NOT NULL`);
  return new Map(rows.map(({ user_id, workouts }) => [user_id, workouts.map(toWorkout)]));
}

function toWorkout(row: WorkoutRow): KnownWorkout {
  const [start_ms, sport_type, distance_m, time_s, elapsed_s, training_load, source, is_private, is_race] =
    row;
  return {
    start_ms,
    sport_type,
    distance_m,
    time_s,
    elapsed_s,
    training_load,
    source,
    private: is_private,
    is_race,
  };
}

export type WeeklySummary = {
  readonly user_id: string;
  readonly week_start: string;
  readonly time_zone: string;
  readonly facts: WeekFacts;
  readonly summary_text: string;
  readonly language: string;
  readonly persona: string;
  /** `rules`, or the model that worded it. */
  readonly engine: string;
  readonly generated_at: Date;
};

function recordsOf(summaries: readonly WeeklySummary[]): string {
  return JSON.stringify(
    summaries.map(({ facts, ...summary }) => ({
      ...summary,
      facts,
      distance_m: facts.distance_m,
      activities: facts.activities,
      runner_score: facts.runner_score,
    })),
  );
}

const RECORD =
  rawSql(`given(user_id uuid, week_start date, time_zone text, facts json, distance_m double precision,
  activities int, runner_score int, summary_text text, language text, persona text, engine text, generated_at timestamptz)`);

/** Those that are not there yet. @returns whose they are: of two who write at once, one gets each. */
export async function insertSummaries(
  tx: Transaction,
  summaries: readonly WeeklySummary[],
): Promise<ReadonlySet<string>> {
  if (summaries.length === 0) return new Set();
  const rows = await tx.query<{ user_id: string }>(sql`
    INSERT INTO weekly_summaries (user_id, week_start, time_zone, facts, distance_m, activities, runner_score,
      summary_text, language, persona, engine, generated_at)
    SELECT user_id, week_start, time_zone, facts, distance_m, activities, runner_score,
      summary_text, language, persona, engine, generated_at
    FROM json_to_recordset(${recordsOf(summaries)}::json) AS ${RECORD}
    -- Who has deleted their account meanwhile has no row to hold.
    WHERE EXISTS (SELECT FROM users u WHERE u.user_id = given.user_id)
    ORDER BY user_id
    ON CONFLICT (user_id, week_start) DO NOTHING
    RETURNING user_id`);
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function updateSummaries(tx: Transaction, summaries: readonly WeeklySummary[]): Promise<void> {
  if (summaries.length === 0) return;
  await tx.execute(sql`
    UPDATE weekly_summaries s SET facts = given.facts, distance_m = given.distance_m, activities = given.activities,
      runner_score = given.runner_score, summary_text = given.summary_text, language = given.language,
      persona = given.persona, engine = given.engine, generated_at = given.generated_at
    FROM json_to_recordset(${recordsOf(summaries)}::json) AS ${RECORD}
    WHERE s.user_id = given.user_id AND s.week_start = given.week_start AND s.engine <> ${EXPIRED}`);
}

const COLUMNS =
  rawSql(`user_id, week_start::text AS week_start, time_zone, facts, summary_text, language, persona, engine,
  generated_at`);

/** Somebody's own, the latest week first; of one week alone, or those before one. */
export async function findSummaries(
  db: Queryable,
  asked: {
    readonly user_id: string;
    readonly week_start?: string | undefined;
    readonly before?: string | null | undefined;
    readonly limit: number;
  },
): Promise<WeeklySummary[]> {
  const { user_id, week_start = null, before = null, limit } = asked;
  return await db.query<WeeklySummary>(sql`
    SELECT ${COLUMNS} FROM weekly_summaries
    WHERE user_id = ${user_id} AND engine <> ${EXPIRED} AND (${week_start}::date IS NULL OR week_start = ${week_start}::date)
      AND (${before}::date IS NULL OR week_start < ${before}::date)
    ORDER BY weekly_summaries.week_start DESC LIMIT ${limit}`);
}

/** The texts to tell people, by user id; held until the transaction ends, so that each is told before it goes, or not at all. */
export async function holdWeeklyTexts(
  tx: Transaction,
  { week_start, user_ids }: { week_start: string; user_ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ user_id: string; summary_text: string }>(sql`
    SELECT user_id, summary_text FROM weekly_summaries
    WHERE week_start = ${week_start}::date AND user_id = ANY(${user_ids}::uuid[]) AND engine <> ${EXPIRED}
    ORDER BY user_id FOR SHARE`);
  return new Map(rows.map(({ user_id, summary_text }) => [user_id, summary_text]));
}

/** The weeks of somebody's that were told, in a range of Mondays, with the time zone of each. */
export async function findToldWeeks(
  db: Queryable,
  { user_id, from, until }: { user_id: string; from: string; until: string },
): Promise<{ week_start: string; time_zone: string }[]> {
  return await db.query(sql`
    SELECT week_start::text AS week_start, time_zone FROM weekly_summaries
    WHERE user_id = ${user_id} AND week_start BETWEEN ${from}::date AND ${until}::date AND engine <> ${EXPIRED}`);
}

/** Leaves nothing of weeks but that they are not to be written, again or for the first time. The person must be held. */
export async function expireWeeks(
  tx: Transaction,
  expired: {
    readonly user_id: string;
    readonly weeks: readonly string[];
    readonly time_zone: string;
    readonly now: Date;
  },
): Promise<void> {
  const { user_id, weeks, time_zone, now } = expired;
  await tx.execute(sql`
    INSERT INTO weekly_summaries (user_id, week_start, time_zone, facts, distance_m, activities, runner_score,
      summary_text, language, persona, engine, generated_at)
    SELECT ${user_id}, week_start, ${time_zone}, '{}', 0, 0, NULL, '', '', '', ${EXPIRED}, ${now}
    FROM unnest(${weeks}::date[]) AS expired(week_start) ORDER BY week_start
    ON CONFLICT (user_id, week_start) DO UPDATE SET facts = excluded.facts, distance_m = 0, activities = 0,
      runner_score = NULL, summary_text = '', language = '', persona = '', engine = excluded.engine,
      generated_at = excluded.generated_at`);
}
