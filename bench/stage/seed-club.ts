import type { Database, Transaction } from '../../src/infra/db/database.ts';
import { ACTIVITY_COLUMNS } from '../../src/modules/activities/index.ts';

export type ClubSize = { readonly athletes: number; readonly activities_each: number };

export type SeededClub = {
  readonly org_id: string;
  /** Of the head coach. */
  readonly coach_id: string;
  /** In the order of joining. */
  readonly athlete_ids: readonly string[];
};

/** Rows made one by one; the others are copies of these under ids, owners and times of their own, which is ten times faster. */
const DISTINCT_ROWS = 4_000;
/** Rows a statement: large enough to be fast, small enough to stay far from the statement time-out. */
const ROWS_A_STATEMENT = 20_000;

/**
 * Fills a migrated database with one organization and its athletes' activities, by SQL alone and the same on every
 * run. Athletes share everything, so that rows are as full as they get: a run a day with one lap a kilometre (2 to 8,
 * 5 on average), four to six best efforts, a map line of 288 characters.
 */
export async function seedClub(db: Database, size: ClubSize): Promise<SeededClub> {
  const club = await insertClub(db, size.athletes);
  const models = Math.min(size.athletes, Math.max(1, Math.floor(DISTINCT_ROWS / size.activities_each)));
  await db.executeSql(activitiesOf(1, models, size.activities_each));
  const athletesAStatement = Math.max(1, Math.floor(ROWS_A_STATEMENT / size.activities_each));
  for (let first = models + 1; first <= size.athletes; first += athletesAStatement) {
    const last = Math.min(size.athletes, first + athletesAStatement - 1);
    await db.executeSql(copiesFor(first, last, models));
  }
  return club;
}

/** One organization with its head coach and its athletes, and no activity yet. */
export async function insertClub(db: Database, athletes: number): Promise<SeededClub> {
  await db.transaction(async (tx) => {
    await insertUsers(tx, athletes);
    await tx.executeSql(`
      INSERT INTO organizations (org_id, org_name, head_coach_user_id, tier, created_at, updated_at)
      VALUES (${idOf(0, '1')}, 'Bench Club', ${idOf(0)}, 'club', '2024-01-01Z', '2024-01-01Z');
      INSERT INTO organization_members (org_id, user_id, joined_at)
      SELECT ${idOf(0, '1')}, ${idOf('a')}, '2024-01-01Z'::timestamptz + a * interval '1 minute'
      FROM generate_series(1, ${athletes}) a`);
  });
  const { rows } = await db.executeSql(
    `SELECT ${idOf(0, '1')} AS org_id, ${idOf(0)} AS coach_id,
       ARRAY(SELECT user_id::text FROM organization_members ORDER BY joined_at) AS athlete_ids`,
  );
  const [ids] = rows as SeededClub[];
  if (ids === undefined) throw new Error('The club was not made.');
  return ids;
}

/** Users 0 (the head coach) to `athletes`, with credentials, so that an access token of theirs is good. */
async function insertUsers(tx: Transaction, athletes: number): Promise<void> {
  await tx.executeSql(`
    INSERT INTO users (user_id, email, username, display_name, status, is_verified, preferences,
      notification_settings, privacy, subscription, created_at, updated_at)
    SELECT ${idOf('a')}, 'athlete' || a || '@example.com', 'athlete' || a, 'Athlete ' || a, 'active', true, '{}', '{}',
      '{"share_activity_in_profile": true, "share_activity_with_coach": true, "share_activity_with_public": true,
        "share_profile_info": true, "share_race_goal": true, "share_pb": true, "share_pace_data": true,
        "share_race_history": true, "share_activity_map": true, "paticipate_leaderboard": true}',
      '{"tier": "free", "status": "active", "started_at": 0, "expires_at": null}', '2024-01-01Z', '2024-01-01Z'
    FROM generate_series(0, ${athletes}) a;
    INSERT INTO user_credentials (user_id, tokens_valid_from) SELECT user_id, '2024-01-01Z' FROM users`);
}

/** SQL of the id of user (or of whatever \`kind\` says) number \`n\`: well-formed, and the same on every run. */
export function idOf(n: string | number, kind = '0'): string {
  return `('0190${kind}000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

/** A number from 0 to 1 that only depends on row \`r\` and a salt: random() would differ from run to run. */
function chance(salt: number | string, row = 'r'): string {
  return `((hashint8(${row}::bigint * 64 + ${salt}) & 65535) / 65535.0)::float8`;
}

/** As the importer rounds: one decimal. */
function tenth(expression: string): string {
  return `round((${expression})::numeric, 1)`;
}

function activitiesOf(firstAthlete: number, lastAthlete: number, each: number): string {
  return `
    INSERT INTO activities (id, user_id, source, external_id, sport_type, workout_type, name, description, start_time,
      timezone, duration_s, moving_time_s, distance_m, elevation_gain_m, elevation_loss_m, average_speed_mps,
      max_speed_mps, average_heart_rate_bpm, max_heart_rate_bpm, average_cadence_spm, average_power_w, calories_kcal,
      training_load, vdot, laps, best_efforts, start_latlng, map_polyline, device_name, is_race, private, created_at,
      updated_at)
    SELECT ${distinctId('r::text')}, ${idOf('a')}, (ARRAY['garmin', 'coros', 'upload'])[1 + (r % 3)::int],
      CASE WHEN r % 3 < 2 THEN (10000000000 + r)::text END, 'running',
      (ARRAY['easy-run', 'long-run', 'tempo', 'intervals', NULL])[1 + (${chance(1)} * 4)::int],
      (ARRAY['Morning Run', 'Evening Run', '朝のランニング', 'Track, 8 x 400 m', 'Långpass'])[1 + (${chance(2)} * 4)::int],
      CASE WHEN ${chance(3)} < 0.1 THEN 'Legs felt heavy, kept it easy; "negative split" at the end.' END,
      begun, 'Europe/Stockholm', ${tenth('moving * 1.04')}, ${tenth('moving')}, ${tenth('moving * speed')},
      ${tenth(`${chance(4)} * 200`)}, ${tenth(`${chance(5)} * 200`)}, round(speed::numeric, 3),
      round((speed * 1.3)::numeric, 3), ${tenth(`120 + ${chance(6)} * 50`)}, round((150 + ${chance(7)} * 45)::numeric),
      ${tenth(`160 + ${chance(8)} * 25`)}, NULL, round((moving / 5)::numeric), ${tenth(`${chance(9)} * 120`)},
      ${tenth(`35 + ${chance(10)} * 25`)}, ${laps()}::json, ${bestEfforts()}::json,
      ('[' || round((59 + ${chance(11)})::numeric, 5) || ',' || round((18 + ${chance(12)})::numeric, 5) || ']')::json,
      ${mapLine()}, 'Garmin Forerunner 965', ${chance(13)} < 0.02, ${chance(14)} < 0.01, begun + interval '2 hours',
      begun + interval '2 hours'
    FROM (
      SELECT a, r, begun, speed, laps, laps * 1000 / speed AS moving FROM (
        SELECT a, a::bigint * ${each} + n AS r,
          '2024-01-01T05:00Z'::timestamptz + n * interval '1 day' + a * interval '17 seconds' AS begun,
          2.5 + ${chance(15, `(a::bigint * ${each} + n)`)} * 2 AS speed,
          2 + (hashint8(a::bigint * ${each} + n) & 32767) % 7 AS laps
        FROM generate_series(${firstAthlete}, ${lastAthlete}) a, generate_series(1, ${each}) n
      ) drawn
    ) activity`;
}

/**
 * The activities of the first athletes again, for others, on the same days. They lie in no order: side by side, copies of
 * one row would fall into the window of whoever compresses the table as it lies, which no real rows do.
 */
function copiesFor(firstAthlete: number, lastAthlete: number, models: number): string {
  const kept = COPIED_COLUMNS.join(', ');
  return `
    INSERT INTO activities (id, user_id, start_time, external_id, ${kept})
    SELECT ${distinctId(`id::text || a`)}, ${idOf('a')},
      start_time + (a - model) * interval '17 seconds', external_id || a, ${kept}
    FROM (SELECT a, 1 + a % ${models} AS model FROM generate_series(${firstAthlete}, ${lastAthlete}) a) athlete
    JOIN activities ON user_id = ${idOf('model')}
    ORDER BY 1`;
}

const COPIED_COLUMNS = Object.keys(ACTIVITY_COLUMNS).filter(
  (name) => !['id', 'user_id', 'start_time', 'external_id'].includes(name),
);

/** SQL of a well-formed id that follows from a text. */
function distinctId(text: string): string {
  return `overlay(overlay(md5(${text}) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid`;
}

function laps(): string {
  const varied = (salt: number): string => `${chance(`16 + k * 4 + ${salt}`)}`;
  const lapS = `1000 / (speed * (0.95 + ${varied(0)} * 0.1))`;
  return `(SELECT '[' || string_agg('{"index":' || k
      || ',"start_time":"' || to_char((begun + k * 1000 / speed * interval '1 second') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","duration_s":' || ${tenth(`${lapS} * 1.04`)} || ',"moving_time_s":' || ${tenth(lapS)}
      || ',"distance_m":1000,"average_speed_mps":' || round((1000 / (${lapS}))::numeric, 3)
      || ',"max_speed_mps":' || round((speed * (1.1 + ${varied(1)} * 0.2))::numeric, 3)
      || ',"average_heart_rate_bpm":' || ${tenth(`120 + ${varied(2)} * 50`)}
      || ',"max_heart_rate_bpm":' || round((150 + ${varied(2)} * 40)::numeric)
      || ',"average_cadence_spm":' || ${tenth(`160 + ${varied(3)} * 25`)}
      || ',"average_power_w":null,"elevation_gain_m":' || ${tenth(`${varied(3)} * 20`)}
      || ',"elevation_loss_m":' || ${tenth(`${varied(1)} * 20`)} || ',"calories_kcal":' || round((70 + k)::numeric)
      || '}', ',' ORDER BY k) || ']' FROM generate_series(0, laps - 1) k)`;
}

/** Standard distances the run is long enough for, fastest pace a little above the average. */
function bestEfforts(): string {
  return `(SELECT '[' || string_agg('{"name":"' || label || '","distance_m":' || metres
      || ',"duration_s":' || ${tenth(`metres / (speed * 1.05)`)} || ',"start_offset_s":'
      || ${tenth(`(moving - metres / speed) * ${chance('metres::int % 61')}`)} || '}', ',' ORDER BY metres) || ']'
    FROM (VALUES ('400 m', 400), ('1/2 mile', 804.7), ('1 km', 1000), ('1 mile', 1609.3), ('2 mile', 3218.7),
      ('5 km', 5000)) standard(label, metres)
    WHERE metres <= laps * 1000)`;
}

/** Letters of an encoded polyline with about its entropy, backslash and all. */
function mapLine(): string {
  return `(SELECT string_agg(translate(md5(r::text || k), '0123456789abcdef', '_\`~@?abcwxyzIJk\\'), '')
    FROM generate_series(1, 9) k)`;
}
