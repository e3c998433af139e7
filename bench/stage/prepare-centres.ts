import { parseConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { insertClub } from './seed-club.ts';

/** Somebody with a notification centre. */
export type PreparedCentre = { readonly token: string; readonly size: number };

/** Rows a statement: small enough to stay far from the statement time-out. */
const ROWS_A_STATEMENT = 20_000;

/**
 * Migrates and fills the database that `env` configures, before the server under test has it: people with so many notifications
 * each (a multiple of 50), told every ten minutes up to the middle of 2026, in turn. Fifty of each are achievements, spread over all
 * that time; a tenth more were deleted; the newest fifth is not read.
 */
export async function prepareCentres(
  env: Readonly<Record<string, string>>,
  sizes: readonly number[],
): Promise<readonly PreparedCentre[]> {
  const deps = await createDeps(parseConfig({ ...env, LOG_LEVEL: 'error' }));
  try {
    await migrate(deps.db, MIGRATIONS);
    const { athlete_ids } = await insertClub(deps.db, sizes.length);
    const largest = Math.max(...sizes);
    for (let first = 1; first <= largest; first += ROWS_A_STATEMENT) {
      const last = Math.min(largest, first + ROWS_A_STATEMENT - 1);
      await insertNotifications(deps.db, { athlete_ids, sizes, first, last });
    }
    await countThem(deps.db);
    const issued_at = deps.clock.now();
    return await Promise.all(
      athlete_ids.map(async (user_id, place) => {
        const { access_token } = await deps.tokens.sign({ user_id, roles: ['user'], issued_at });
        return { token: access_token, size: sizes[place] ?? 0 };
      }),
    );
  } finally {
    await deps.close();
  }
}

async function insertNotifications(
  db: Database,
  {
    athlete_ids,
    sizes,
    first,
    last,
  }: { athlete_ids: readonly string[]; sizes: readonly number[]; first: number; last: number },
): Promise<void> {
  await db.executeSql(
    `INSERT INTO notifications (id, user_id, category, type, subject, title, message, data, is_read, created_at, deleted_at)
    SELECT gen_random_uuid(), p.user_id,
      CASE WHEN n % (p.size / 50) = 0 THEN 'achievements' ELSE (ARRAY['training', 'team', 'reminders'])[1 + n % 3] END,
      'athlete_joined', n::text || ' ' || is_gone, CASE WHEN is_gone THEN '' ELSE 'An athlete joined' END,
      CASE WHEN is_gone THEN '' ELSE 'Runner ' || n || ' has joined Bench Club.' END,
      CASE WHEN is_gone THEN '{}' ELSE jsonb_build_object('org_id', p.user_id, 'org_name', 'Bench Club', 'number', n) END,
      n > p.size / 5,
      '2026-06-30T12:00Z'::timestamptz - n * interval '10 minutes' - CASE WHEN is_gone THEN interval '1 minute' ELSE '0' END,
      CASE WHEN is_gone THEN '2026-06-30T12:00Z'::timestamptz END
    FROM generate_series($3::int, $4::int) n
    CROSS JOIN unnest($1::uuid[], $2::int[]) AS p (user_id, size)
    CROSS JOIN (VALUES (false), (true)) AS kind (is_gone)
    WHERE n <= p.size AND (NOT is_gone OR n % 10 = 0)`,
    [athlete_ids, sizes, first, last],
  );
}

async function countThem(db: Database): Promise<void> {
  await db.executeSql(`
    INSERT INTO notification_centres (user_id, total, unread)
    SELECT user_id, count(*), count(*) FILTER (WHERE NOT is_read) FROM notifications
    WHERE deleted_at IS NULL GROUP BY user_id`);
}
