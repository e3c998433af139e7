import type { Database, Transaction } from '../../src/infra/db/database.ts';
import { idOf } from './seed-club.ts';

/** How many members and groups an organization has. */
export type RosterSize = { readonly members: number; readonly groups: number };

export type SeededRoster = { readonly org_id: string; readonly coach_id: string };

/** Users a statement, and activities a statement: far from the statement time-out. */
const PEOPLE_A_STATEMENT = 20_000;
const ROWS_A_STATEMENT = 50_000;

/**
 * Organizations and people who belong to none, side by side in one database: everybody with three to five runs a week over
 * the weeks before today, stored day by day as activities come in, and with profiles, zones, settings, groups, plans, devices
 * and connections as clubs have them. By SQL alone and, but for the day it is, the same on every run.
 *
 * @returns the organizations in the order asked for
 */
export async function seedRosters(
  db: Database,
  wanted: { clubs: readonly RosterSize[]; others: number; weeks: number },
): Promise<readonly SeededRoster[]> {
  const people = wanted.clubs.reduce((sum, { members }) => sum + members + 1, wanted.others);
  for (let first = 0; first < people; first += PEOPLE_A_STATEMENT)
    await db.transaction((tx) => insertPeople(tx, first, Math.min(people, first + PEOPLE_A_STATEMENT) - 1));
  const seeded: SeededRoster[] = [];
  let coach = 0;
  for (const [place, size] of wanted.clubs.entries()) {
    seeded.push(await db.transaction((tx) => insertOrganization(tx, { place, coach, ...size })));
    coach += size.members + 1;
  }
  const daysAStatement = Math.max(1, Math.floor(ROWS_A_STATEMENT / people));
  for (let last = wanted.weeks * 7; last >= 0; last -= daysAStatement)
    await db.executeSql(runs(last, Math.max(0, last - daysAStatement + 1), people));
  return seeded;
}

/** A whole number below `n` that depends on the salt and the person alone. */
const draw = (salt: number, n: number): string => `((hashint8(p::bigint * 64 + ${salt}) & 65535) % ${n})`;

/** True for so many of a hundred. */
const share = (salt: number, percent: number): string => `(${draw(salt, 100)} < ${percent})`;

const HEART_RATE_ZONES = `'{"heartrate": {"method": "manual", "zones": [${[110, 135, 150, 165, 178]
  .map((bpm, place) => `{"zone": ${place + 1}, "min_bpm": ${bpm}, "max_bpm": ${bpm + 13}}`)
  .join()}]}}'::jsonb`;
const PACE_ZONES = `'{"pace": {"method": "manual", "zones": [${[420, 360, 320, 290, 270]
  .map((pace, place) => `{"zone": ${place + 1}, "min_s_per_km": ${pace - 30}, "max_s_per_km": ${pace}}`)
  .join()}]}}'::jsonb`;

async function insertPeople(tx: Transaction, first: number, last: number): Promise<void> {
  const people = `FROM generate_series(${first}, ${last}) p`;
  await tx.executeSql(`
    INSERT INTO users (user_id, email, username, display_name, first_name, last_name, profile_image_url, gender, mbti,
      next_race, zones, integrations, is_verified, preferences, notification_settings, privacy, subscription, created_at,
      updated_at)
    SELECT ${idOf('p')}, 'runner' || p || '@example.com', 'runner' || p,
      CASE WHEN ${share(1, 70)} THEN (ARRAY['Yuki ', '陳美玲 ', 'Åsa ', 'Tom "the bomb" '])[1 + ${draw(2, 4)}] || p END,
      'Anna', 'Lindqvist', CASE WHEN ${share(3, 60)} THEN 'https://img.example.com/' || md5(p::text) || '.jpg' END,
      (ARRAY['female', 'male', 'non_binary', NULL])[1 + ${draw(4, 4)}], CASE WHEN ${share(5, 20)} THEN 'INFJ' END,
      CASE WHEN ${share(6, 40)} THEN '{"name": "City Half", "date": "2030-04-05", "distance_m": 21097.5}'::jsonb END,
      CASE WHEN ${share(20, 60)} THEN ${HEART_RATE_ZONES} ELSE '{}' END || CASE WHEN ${share(21, 40)} THEN ${PACE_ZONES} ELSE '{}' END,
      CASE WHEN ${share(7, 50)} THEN '{"apple_health": true, "strava": true}'::jsonb ELSE '{}' END, true,
      jsonb_build_object('language', 'en', 'timezone', (ARRAY['Asia/Taipei', 'Asia/Tokyo', 'Europe/Stockholm',
        'America/New_York', 'America/Los_Angeles', 'UTC'])[1 + ${draw(8, 6)}], 'unit_system', 'metric'), '{}',
      jsonb_build_object('share_activity_in_profile', true, 'share_activity_with_coach', NOT ${share(9, 3)},
        'share_activity_with_public', ${share(10, 20)}, 'share_profile_info', ${share(11, 90)}, 'share_race_goal', true,
        'share_pb', true, 'share_pace_data', ${share(12, 95)}, 'share_race_history', ${share(13, 93)},
        'share_activity_map', ${share(14, 40)}, 'paticipate_leaderboard', false),
      '{"tier": "free", "status": "active", "started_at": 0, "expires_at": null}', '2024-01-01Z', '2024-01-01Z' ${people};
    INSERT INTO user_credentials (user_id, tokens_valid_from) SELECT ${idOf('p')}, '2024-01-01Z' ${people};
    INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, created_at, last_active_at)
    SELECT sha256(convert_to(p || ' ' || n, 'UTF8')), ${idOf('p')}, sha256('x'), 'ios', '2024-01-01Z',
      now() - ${draw(15, 400)} * interval '1 day'
    FROM generate_series(${first}, ${last}) p, generate_series(1, ${draw(16, 3)}) n;
    INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at, last_sync_at, token_expired_at)
    SELECT ${idOf('p')}, provider, p::text, '2024-01-01Z', now() - ${draw(17, 30)} * interval '6 hours',
      CASE WHEN ${share(18, 4)} THEN now() - interval '2 days' END
    FROM generate_series(${first}, ${last}) p, unnest((ARRAY['garmin', 'strava', 'coros'])[1:${draw(19, 3)}]) provider`);
}

/** The person `coach` leads it, those who follow are its members; each is in some ten groups for every thousandth. */
async function insertOrganization(
  tx: Transaction,
  { place, coach, members, groups }: RosterSize & { place: number; coach: number },
): Promise<SeededRoster> {
  const org = idOf(place, '1');
  const member = idOf(`${coach} + m`);
  await tx.executeSql(`
    INSERT INTO organizations (org_id, org_name, head_coach_user_id, tier, created_at, updated_at)
    VALUES (${org}, 'Roster ${place}', ${idOf(coach)}, 'club', '2024-01-01Z', '2024-01-01Z');
    INSERT INTO organization_members (org_id, user_id, display_name, member_level, labels, status, coach_id, joined_at)
    SELECT ${org}, ${member}, CASE WHEN m % 5 = 0 THEN 'Nickname ' || m END,
      (ARRAY['beginner', 'intermediate', 'advanced', NULL])[1 + m % 4],
      (ARRAY['marathon', 'tuesday track', 'juniors'])[1:m % 4], CASE WHEN m % 50 = 0 THEN 'inactive' ELSE 'active' END,
      CASE WHEN m % 3 = 0 THEN ${idOf(coach)} END,
      -- Within days of signing up.
      '2024-01-01Z'::timestamptz + m * interval '10 minutes' + (hashint8(m) & 1023) * interval '5 minutes'
    FROM generate_series(1, ${members}) m;
    INSERT INTO groups (id, org_id, name, created_at, updated_at)
    SELECT ${idOf(`${coach} + g`, '2')}, ${org}, 'Group ' || g, '2024-01-02Z', '2024-01-02Z'
    FROM generate_series(1, ${groups}) g;
    INSERT INTO group_members (org_id, group_id, user_id, added_at)
    SELECT ${org}, ${idOf(`${coach} + 1 + (m * 7 + n * 13) % ${groups}`, '2')}, ${member}, '2024-01-03Z'
    FROM generate_series(1, ${members}) m, generate_series(1, 2) n
    ON CONFLICT DO NOTHING;
    ${plans({ place, coach, members })}`);
  const { rows } = await tx.executeSql(`SELECT ${org}::text AS org_id, ${idOf(coach)}::text AS coach_id`);
  const [ids] = rows as SeededRoster[];
  if (ids === undefined) throw new Error('The organization was not made.');
  return ids;
}

/** One plan that two thirds of the members follow: four in ten of them now and once before, as many only now, the others no more. */
function plans({ place, coach, members }: { place: number; coach: number; members: number }): string {
  const [org, plan] = [idOf(place, '1'), idOf(place, '3')];
  /** Four easy runs a week from a first day on, with ids of their own. */
  const workoutsFrom = (first: string): string => `(SELECT json_agg(json_build_object('id', gen_random_uuid(),
    'week_number', 1 + n / 4, 'date', (${first} + n / 4 * 7 + n % 4 * 2)::text, 'phase', 'base', 'workout_type', 'easy-run',
    'title', 'Easy run', 'description', 'So slow that you could talk all the way, then four strides.', 'source', 'generated',
    'duration_s', 2400 + n * 15, 'distance_m', 8000 + n * 50, 'segments', json_build_array(
      json_build_object('kind', 'warmup', 'duration_s', 600, 'target', json_build_object('type', 'pace', 'min', 360, 'max', 390, 'zone', 'easy')),
      json_build_object('kind', 'work', 'duration_s', 1800 + n * 15, 'target', json_build_object('type', 'pace', 'min', 350, 'max', 380, 'zone', 'easy')))
    ) ORDER BY n) FROM generate_series(0, 47) n)`;
  return `
    INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
    SELECT ${plan}, ${org}, 'Half marathon', '2024-01-01', 12, '{}', ${workoutsFrom("date '2024-01-01'")}, 'rules', '2024-01-02Z', '2024-01-02Z';
    INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts, assigned_at, updated_at,
      ended_at)
    SELECT ${idOf(`(${coach} + m) * 2 + n`, '4')}, ${org}, ${plan}, ${idOf(`${coach} + m`)},
      first_day, 12, '{}', ${workoutsFrom('first_day')}, '2024-01-03Z', '2024-01-03Z',
      CASE WHEN n = 1 THEN now() - interval '50 days' END
    FROM generate_series(1, ${members}) m, generate_series(0, CASE WHEN m % 10 < 4 THEN 1 ELSE 0 END) n,
      LATERAL (SELECT current_date - CASE WHEN n = 0 AND m % 10 < 8 THEN 28 ELSE 140 END AS first_day) begun
    WHERE m % 3 > 0`;
}

/**
 * The runs of everybody between two days, counted back from today. On which weekdays somebody runs follows from who they are
 * and the week: three, four or five. Rows of some 750 bytes, as in `seedCalendar`, in the order of their times.
 */
function runs(firstDayBack: number, lastDayBack: number, people: number): string {
  const seconds = '(1500 + (hashint8(r) & 4095))';
  return `
    INSERT INTO activities (id, user_id, source, external_id, sport_type, workout_type, name, start_time, timezone,
      duration_s, moving_time_s, distance_m, elevation_gain_m, average_speed_mps, average_heart_rate_bpm, calories_kcal,
      training_load, laps, best_efforts, start_latlng, map_polyline, device_name, is_race, private, created_at, updated_at)
    SELECT
      (lpad(to_hex((extract(epoch FROM begun) * 1000)::bigint), 12, '0') || '7' || left(digest, 3) || '8' || right(digest, 15))::uuid,
      ${idOf('p')}, (ARRAY['garmin', 'strava', 'upload'])[1 + p % 3], CASE WHEN p % 3 < 2 THEN (10000000000 + r)::text END,
      CASE WHEN r % 9 = 0 THEN 'ride' WHEN r % 11 = 0 THEN 'trail_run' ELSE 'run' END, 'easy-run',
      (ARRAY['Morning Run', 'Evening Run', '朝のランニング', 'Track, 8 x 400 m', 'Lunch "break"'])[1 + (r % 5)::int],
      begun, 'Europe/Stockholm', seconds + 60, CASE WHEN r % 20 > 0 THEN seconds END, round(seconds * 2.9, 1), seconds % 90,
      2.9, 120 + seconds % 50, seconds / 5, CASE WHEN p % 3 < 2 THEN seconds / 60 END,
      ('[{"index":0,"start_time":"' || to_char(begun AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","duration_s":'
        || seconds || ',"moving_time_s":' || seconds || ',"distance_m":1000,"average_speed_mps":2.9'
        || ',"max_speed_mps":null,"average_heart_rate_bpm":' || 120 + seconds % 50 || ',"max_heart_rate_bpm":null'
        || ',"average_cadence_spm":null,"average_power_w":null,"elevation_gain_m":null,"elevation_loss_m":null,"calories_kcal":null}]')::json,
      '[]', '[59.33,18.06]', digest || digest, 'Garmin Forerunner 965', hashint8(-r) & 63 = 0, hashint8(r) >> 8 & 127 = 0, begun, begun
    FROM (
      SELECT p, r, md5(r::text) AS digest, ${seconds} AS seconds,
        date_trunc('day', now()) - back * interval '1 day' + (hashint8(r) & 1023) * interval '17 seconds' AS begun
      FROM (
        SELECT p, back, back::bigint * ${people} + p AS r,
          -- Bits of a week: three, four or five days, turned by who it is.
          (ARRAY[21, 43, 91])[1 + ((hashint8(p::bigint * 1024 + back / 7) & 65535) % 3)] >> ((back + p) % 7) & 1 = 1 AS runs
        FROM generate_series(${lastDayBack}, ${firstDayBack}) back, generate_series(0, ${people - 1}) p
      ) day
      WHERE runs
    ) run
    ORDER BY begun`;
}
