import type { Database } from '../../src/infra/db/database.ts';
import { idOf } from './seed-club.ts';

/** Where people live: forty zones, of which half change their clocks, some by half an hour or at midnight, or are off by a quarter of one. */
export const ZONES: readonly string[] = [
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'Pacific/Marquesas',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Denver',
  'America/Chicago',
  'America/Havana',
  'America/New_York',
  'America/Halifax',
  'America/St_Johns',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/Nuuk',
  'Atlantic/Azores',
  'Atlantic/Reykjavik',
  'UTC',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Stockholm',
  'Europe/Madrid',
  'Europe/Athens',
  'Africa/Cairo',
  'Africa/Nairobi',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Bangkok',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Australia/Perth',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

const PEOPLE_A_STATEMENT = 2_000;

/**
 * People over all zones in turn, with some four activities a week at any time of day over the weeks before a moment. Every
 * fiftieth has done nothing for five weeks. The same on every run.
 */
export async function seedWeeks(
  db: Database,
  { people, weeks, until }: { people: number; weeks: number; until: Date },
): Promise<void> {
  const zones = `ARRAY[${ZONES.map((zone) => `'${zone}'`).join()}]`;
  const end = `'${until.toISOString()}'::timestamptz`;
  for (let first = 0; first < people; first += PEOPLE_A_STATEMENT) {
    const last = Math.min(people, first + PEOPLE_A_STATEMENT) - 1;
    await db.executeSql(`
      INSERT INTO users (user_id, email, username, is_verified, preferences, notification_settings, privacy, subscription,
        created_at, updated_at)
      SELECT ${idOf('p')}, 'runner' || p || '@example.com', 'runner' || p, true,
        jsonb_build_object('timezone', (${zones})[1 + p % ${ZONES.length}], 'language', (ARRAY['en', 'zh-TW', 'ja'])[1 + p % 3],
          'coach_persona', (ARRAY['rex', 'joy'])[1 + p % 2]), '{}', '{}', '{}', '2024-01-01Z', '2024-01-01Z'
      FROM generate_series(${first}, ${last}) p;
      INSERT INTO activities (id, user_id, source, sport_type, name, start_time, timezone, duration_s, moving_time_s, distance_m,
        training_load, created_at, updated_at)
      SELECT gen_random_uuid(), ${idOf('p')}, 'garmin', CASE WHEN n % 5 = 4 THEN 'ride' ELSE 'run' END, 'Session', begun, 'UTC',
        seconds + 60, CASE WHEN n % 7 > 0 THEN seconds END, CASE WHEN n % 11 > 0 THEN round(seconds * 2.9) + (hash & 7) / 8.0 END,
        CASE WHEN n % 3 > 0 THEN seconds / 60 END, begun, begun
      FROM (
        SELECT p, n, hash, 1200 + (hash & 4095) AS seconds,
          -- To the millisecond, within six hours of every 42nd hour back.
          ${end} - ((n * 42 + 6 * ((hash >> 12) & 1023) / 1024.0) * 3600000)::bigint * interval '1 millisecond' AS begun
        FROM generate_series(${first}, ${last}) p, generate_series(0, ${weeks * 4 - 1}) n,
          LATERAL (SELECT hashint8(p::bigint * 4096 + n) & 2147483647 AS hash) h
        WHERE p % 50 > 0 OR n > 24
      ) done`);
  }
}
