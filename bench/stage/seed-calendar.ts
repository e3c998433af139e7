import type { Database } from '../../src/infra/db/database.ts';
import { type ClubSize, idOf, insertClub, type SeededClub } from './seed-club.ts';

/** Small enough to stay far from the statement time-out. */
const ROWS_A_STATEMENT = 50_000;

/**
 * One organization whose athletes run once a day, stored day by day as activities come in: an athlete's rows lie apart,
 * each on a page of its own. By SQL alone and the same on every run. The rows are small (one lap, a short map line, some
 * 750 bytes), so that ten million of them fit on a laptop's disk.
 *
 * @param size.runners how many run, those who joined first; all when not said
 */
export async function seedCalendar(db: Database, size: ClubSize & { runners?: number }): Promise<SeededClub> {
  const club = await insertClub(db, size.athletes);
  const runners = size.runners ?? size.athletes;
  const daysAStatement = Math.max(1, Math.floor(ROWS_A_STATEMENT / runners));
  for (let first = 1; first <= size.activities_each; first += daysAStatement) {
    const last = Math.min(size.activities_each, first + daysAStatement - 1);
    await db.executeSql(days(first, last, runners));
  }
  return club;
}

function days(first: number, last: number, athletes: number): string {
  return `
    INSERT INTO activities (id, user_id, source, external_id, sport_type, workout_type, name, start_time, timezone,
      duration_s, moving_time_s, distance_m, elevation_gain_m, average_speed_mps, average_heart_rate_bpm, calories_kcal,
      laps, best_efforts, start_latlng, map_polyline, device_name, is_race, private, created_at, updated_at)
    SELECT
      (lpad(to_hex((extract(epoch FROM begun) * 1000)::bigint), 12, '0') || '7' || left(digest, 3) || '8' || right(digest, 15))::uuid,
      ${idOf('a')}, (ARRAY['garmin', 'coros', 'upload'])[1 + a % 3], CASE WHEN a % 3 < 2 THEN (10000000000 + r)::text END,
      'running', 'easy-run', 'Morning Run', begun, 'Europe/Stockholm', seconds, seconds, 1000, seconds % 90,
      round(1000.0 / seconds, 3), 120 + seconds % 50, seconds / 5,
      ('[{"index":0,"start_time":"' || to_char(begun AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","duration_s":'
        || seconds || ',"moving_time_s":' || seconds || ',"distance_m":1000,"average_speed_mps":' || round(1000.0 / seconds, 3)
        || ',"max_speed_mps":null,"average_heart_rate_bpm":' || 120 + seconds % 50 || ',"max_heart_rate_bpm":null'
        || ',"average_cadence_spm":null,"average_power_w":null,"elevation_gain_m":null,"elevation_loss_m":null,"calories_kcal":null}]')::json,
      '[]', '[59.33,18.06]', digest || digest, 'Garmin Forerunner 965', hashint8(-r) & 63 = 0, hashint8(r) >> 8 & 127 = 0, begun, begun
    FROM (
      SELECT a, r, md5(r::text) AS digest, 220 + (hashint8(r) & 127) AS seconds,
        '2024-01-01T05:00Z'::timestamptz + d * interval '1 day' + a * interval '5 seconds' AS begun
      FROM generate_series(${first}, ${last}) d, generate_series(1, ${athletes}) a,
        LATERAL (SELECT d::bigint * ${athletes} + a AS r) numbered
    ) run`;
}
