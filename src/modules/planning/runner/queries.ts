import type { Queryable } from '../../../infra/db/queryable.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { Source } from '../../../privacy/index.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import { FITNESS_WEEKS, type RecentRun } from '../../../training/recent-fitness.ts';
import { isRunning, SPORT_TYPES } from '../../../training/sport.ts';

const HISTORY_WEEKS = 8;
const WEEK_MS = 7 * DAY_MS;

export type CountedActivities = {
  readonly private: boolean;
  readonly races: boolean;
  readonly sources: readonly Source[];
};

type HistoryRow = {
  readonly user_id: string;
  /** Metres by the number of weeks ago, from 0, for weeks with runs; null where there are none. */
  readonly weeks: readonly { readonly weeks_ago: number; readonly distance_m: number }[] | null;
  readonly longest_run_m: number | null;
};

const RUNNING = rawSql(`a.sport_type = ANY ('{${SPORT_TYPES.filter(isRunning).join()}}')`);

/**
 * The runs of each person in the eight weeks of 7 times 24 hours up to now, by user id; a person without any run ever is missing. Each
 * one is looked up in the index of activities, which covers the query.
 */
export async function findRunningHistories(
  db: Queryable,
  { user_ids, counted, now }: { user_ids: readonly string[]; counted: CountedActivities; now: Date },
): Promise<Map<string, RunningHistory>> {
  const since = new Date(now.getTime() - HISTORY_WEEKS * WEEK_MS);
  const isCounted = sql`a.user_id = person.user_id AND ${isRun(counted, now)}`;
  const rows = await db.query<HistoryRow>(sql`
    SELECT person.user_id, runs.weeks, runs.longest_run_m
    FROM unnest(${user_ids}::uuid[]) AS person(user_id)
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('weeks_ago', week.weeks_ago, 'distance_m', week.distance_m)) AS weeks,
        max(week.longest_m) AS longest_run_m
      FROM (
        SELECT floor(extract(epoch FROM ${now}::timestamptz - a.start_time) / ${WEEK_MS / SECOND_MS})::int AS weeks_ago,
          sum(a.distance_m) AS distance_m, max(a.distance_m) AS longest_m
        FROM activities a WHERE ${isCounted} AND a.start_time > ${since}
        GROUP BY 1
      ) week
    ) runs ON true
    WHERE EXISTS (SELECT FROM activities a WHERE ${isCounted})`);
  return new Map(rows.map((row) => [row.user_id, historyOf(row)]));
}

function historyOf({ weeks, longest_run_m }: HistoryRow): RunningHistory {
  const metres = new Map(weeks?.map(({ weeks_ago, distance_m }) => [weeks_ago, Math.round(distance_m)]));
  return {
    weekly_distance_m: Array.from(
      { length: HISTORY_WEEKS },
      (_, place) => metres.get(HISTORY_WEEKS - 1 - place) ?? 0,
    ),
    longest_run_m: Math.round(longest_run_m ?? 0),
  };
}

/** The runs that may show fitness, with all their values; the caller decides which of them an audience may know. */
export async function findRecentRuns(
  db: Queryable,
  { user_id, counted, now }: { user_id: string; counted: CountedActivities; now: Date },
): Promise<RecentRun[]> {
  const since = new Date(now.getTime() - FITNESS_WEEKS * WEEK_MS);
  return await db.query<RecentRun>(sql`
    SELECT a.sport_type, a.is_race, a.duration_s, a.moving_time_s, a.distance_m, a.elevation_gain_m, a.elevation_loss_m,
      a.best_efforts, a.average_heart_rate_bpm, a.average_cadence_spm,
      extract(epoch FROM ${now}::timestamptz - a.start_time)::float8 / ${DAY_MS / SECOND_MS} AS days_ago
    FROM activities a WHERE a.user_id = ${user_id} AND ${isRun(counted, now)} AND a.start_time > ${since}`);
}

function isRun(counted: CountedActivities, now: Date) {
  return sql`${RUNNING} AND a.start_time <= ${now} AND a.distance_m > 0
    AND (${counted.private}::boolean OR NOT a.private) AND (${counted.races}::boolean OR NOT a.is_race)
    AND a.source = ANY (${counted.sources}::text[])`;
}
