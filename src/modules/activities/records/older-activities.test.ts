import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../../infra/db/migrate.ts';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { openTestDatabase } from '../../../test/database.ts';
import { MORNING, NO_ANCHORS } from '../../../test/tell-workouts.ts';
import { EXAMPLE_ACTIVITY } from '../example-activity.ts';
import { findActivity } from '../queries.ts';
import { mergeRecords } from './merge.ts';
import { findKeptActivities, findRecordsOf } from './queries.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../../migrations');

/** A folder of the migrations from before there were records. */
async function olderMigrations(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-migrations-'));
  const older = (await readdir(MIGRATIONS)).filter((name) => name < '0014');
  await Promise.all(older.map((name) => cp(path.join(MIGRATIONS, name), path.join(folder, name))));
  return folder;
}

test('activities of before there were records have one each, which says the same', async () => {
  const db = await openTestDatabase({ migrations: false });
  const folder = await olderMigrations();
  const [user_id, file_id, first, second, told] = [newId(), newId(), newId(), newId(), newId()];
  try {
    await migrate(db, folder);
    await db.execute(sql`
      INSERT INTO users (user_id, email, username, display_name, status, is_verified, preferences, notification_settings, privacy,
        subscription, created_at, updated_at)
      VALUES (${user_id}, 'a@example.com', 'a', 'A', 'active', true, '{}', '{}', '{}', '{}', now(), now())`);
    await db.execute(sql`
      INSERT INTO activity_files (id, user_id, sha256, recording_sha256, object_key, file_name, size_bytes, created_at)
      VALUES (${file_id}, ${user_id}, 'a', ${Buffer.alloc(32, 7)}, 'key', 'run.fit', 1, now())`);
    const rows = [
      { id: first, source: 'upload', external_id: null, file_id, private: true, start_time: MORNING },
      {
        id: second,
        source: 'upload',
        external_id: null,
        file_id,
        start_time: new Date(MORNING.getTime() + 1),
      },
      { id: told, source: 'garmin', external_id: '7', file_id: null, is_race: true, workout_type: 'race' },
    ].map((row) => ({ ...EXAMPLE_ACTIVITY, ...row, user_id }));
    await db.execute(sql`
      INSERT INTO activities SELECT * FROM json_populate_recordset(NULL::activities, ${JSON.stringify(rows)}::json)`);
    await db.execute(sql`
      INSERT INTO activity_streams (activity_id, user_id, data) VALUES (${first}, ${user_id}, 'samples')`);
    await migrate(db, MIGRATIONS);

    const ids = [first, second, told];
    const kept = new Map((await findKeptActivities(db, { user_id, ids })).map((one) => [one.id, one]));
    const records = await findRecordsOf(db, { user_id, activity_ids: ids });
    const keys = new Map(records.map(({ id, key }) => [id, key]));
    assert.deepEqual(
      ids.map((id) => keys.get(id)),
      [`upload::${'07'.repeat(32)}:0`, `upload::${'07'.repeat(32)}:1`, 'garmin:7'],
    );
    assert.deepEqual(
      ids.map((id) => [kept.get(id)?.edits, kept.get(id)?.streams_of]),
      [
        [{ private: true }, first],
        [{}, null],
        [{ is_race: true }, null],
      ],
    );
    for (const { told: word, ...record } of records) {
      const activity = await findActivity(db, { activity_id: record.id, user_id });
      const { edits = {} } = kept.get(record.id) ?? {};
      assert.ok(word && activity);
      const merged = mergeRecords([{ ...record, told: word }], {
        edits,
        policies: DEFAULT_SOURCE_POLICIES,
        owner: { user_id, language: 'en', timezone: 'UTC', anchors: NO_ANCHORS },
      });
      // Load and VDOT stay until the next merge.
      const { streams_of: _, training_load: _load, vdot: _vdot, told_workout_type, ...shown } = merged;
      assert.equal(told_workout_type, null);
      const { id: __, user_id: ___, created_at, updated_at, training_load, vdot, ...before } = activity;
      assert.deepEqual(shown, before);
      assert.ok(created_at && updated_at && training_load && vdot, 'the activity’s own');
    }
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
