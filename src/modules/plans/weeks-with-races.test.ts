import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../infra/db/migrate.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { openTestDatabase } from '../../test/database.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

test('plans that were saved before weeks told races apart tell them apart afterwards', async (t) => {
  const db = await openTestDatabase({ migrations: false });
  t.after(() => db.close());
  const before = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(before, { recursive: true, force: true }));
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file < '0034'))
    await cp(path.join(MIGRATIONS, name), path.join(before, name));
  await migrate(db, before);

  const week = { phase: 'taper', focus: 'Fresh', total_duration_s: 9_000, workout_count: 2 };
  const weekly_info = { 1: { ...week, total_distance_m: 30_000 }, 2: { ...week, total_distance_m: 8_000 } };
  const workouts = [
    { week_number: 1, workout_type: 'easy-run', distance_m: 8_902.5 },
    { week_number: 1, workout_type: 'race', distance_m: 21_097.5 },
    { week_number: 2, workout_type: 'easy-run', distance_m: 8_000 },
  ];
  const [org_id, user_id, full_id, empty_id] = [newId(), newId(), newId(), newId()];
  const save = (id: string, info: object, content: readonly object[]) =>
    db.execute(sql`
      INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
      VALUES (${id}, ${org_id}, 'Old', '2026-01-05', 2, ${JSON.stringify(info)}, ${JSON.stringify(content)}, 'rules', now(), now())`);
  await db.execute(sql`
    INSERT INTO users (user_id, email, username, preferences, notification_settings, privacy, subscription, created_at, updated_at)
    VALUES (${user_id}, 'head@example.org', 'head', '{}', '{}', '{}', '{}', now(), now())`);
  await db.execute(sql`
    INSERT INTO organizations (org_id, org_name, head_coach_user_id, tier, created_at, updated_at)
    VALUES (${org_id}, 'Club', ${user_id}, 'club', now(), now())`);
  await save(full_id, weekly_info, workouts);
  await save(empty_id, {}, []);

  await migrate(db, MIGRATIONS);
  const rows = await db.query<{ id: string; weekly_info: object }>(sql`SELECT id, weekly_info FROM plans`);
  const infoOf = (id: string) => rows.find((row) => row.id === id)?.weekly_info;
  assert.deepEqual(infoOf(full_id), {
    1: { ...week, total_distance_m: 30_000, training_distance_m: 8_902.5, race_distance_m: 21_097.5 },
    2: { ...week, total_distance_m: 8_000, training_distance_m: 8_000, race_distance_m: 0 },
  });
  assert.deepEqual(infoOf(empty_id), {});
});
