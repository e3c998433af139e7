import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { migrate } from '../../../infra/db/migrate.ts';
import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { openTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { MORNING, reportOf } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import { EXAMPLE_ACTIVITY } from '../example-activity.ts';
import { storeReports } from '../records/store-reports.ts';
import { fillLoads, fillLoadsJob } from './fill-loads.ts';

const SIGNAL = new AbortController().signal;
const HEART = {
  heartrate: { method: 'heart_rate_reserve', max_bpm: 190, resting_bpm: 50, threshold_bpm: 170, zones: [] },
};
const RUN = { duration_s: 2_700, distance_m: 9_000, average_heart_rate_bpm: 150 };
const LOAD = 47.5;
const MIGRATIONS = path.join(import.meta.dirname, '../../../../migrations');

describe('loads of activities from before there were loads', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  async function athleteOfBefore(workouts: number): Promise<TestUser> {
    const { db, clock, events } = server.deps;
    const person = await signUp(server);
    const { user_id } = person;
    // Set in the database, since a change through the API would enqueue another job.
    await db.execute(sql`UPDATE users SET zones = ${JSON.stringify(HEART)} WHERE user_id = ${user_id}`);
    const user = await findUser(db, user_id);
    assert.ok(user);
    const now = clock.now();
    const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const reports = [
      reportOf('garmin', 'race', {
        start_time: at(900),
        duration_s: 1_260,
        distance_m: 5_000,
        is_race: true,
      }),
      reportOf('garmin', 'gym', { start_time: at(901), sport_type: 'yoga', distance_m: null }),
      ...Array.from({ length: workouts }, (_, days) =>
        reportOf('garmin', `${days}`, { ...RUN, start_time: at(days + 1) }),
      ),
    ];
    await db.transaction((tx) =>
      storeReports(tx, { user, reports, policies: DEFAULT_SOURCE_POLICIES, now, events }),
    );
    await db.execute(sql`UPDATE activities SET training_load = NULL, vdot = NULL WHERE user_id = ${user_id}`);
    return person;
  }

  const note = async ({ user_id }: TestUser): Promise<void> => {
    await server.deps.db.execute(sql`INSERT INTO loads_to_fill VALUES (${user_id})`);
  };
  const rowsOf = ({ user_id }: TestUser) =>
    server.deps.db.query<{
      external_id: string;
      training_load: number | null;
      vdot: number | null;
      updated_at: Date;
    }>(
      sql`SELECT external_id, training_load, vdot, updated_at FROM activities WHERE user_id = ${user_id} ORDER BY id`,
    );
  const named = async (person: TestUser) =>
    Object.fromEntries((await rowsOf(person)).map((one) => [one.external_id, [one.training_load, one.vdot]]));
  const isNoted = async ({ user_id }: TestUser): Promise<boolean> =>
    (await server.deps.db.query(sql`SELECT FROM loads_to_fill WHERE user_id = ${user_id}`)).length > 0;

  test('are filled, however old, and only those of whom it is noted; what has one keeps it', async () => {
    const [person, other] = [await athleteOfBefore(3), await athleteOfBefore(1)];
    await note(person);
    const { db } = server.deps;
    await db.execute(
      sql`UPDATE activities SET training_load = 99 WHERE user_id = ${person.user_id} AND external_id = '1'`,
    );
    await db.transaction((tx) => server.deps.jobs.enqueue(tx, fillLoadsJob, {}));
    await eventually(
      () => isNoted(person),
      (noted) => !noted,
    );
    const { race, ...loads } = await named(person);
    assert.deepEqual(loads, { 0: [LOAD, null], 1: [99, null], 2: [LOAD, null], gym: [null, null] });
    // Their pace is unknown, and a race needs none.
    assert.deepEqual(race, [null, 47]);
    assert.deepEqual(await named(other), { 0: [null, null], gym: [null, null], race: [null, null] });
  });

  test('again change nothing', async () => {
    const person = await athleteOfBefore(2);
    await note(person);
    await fillLoads(server.deps, SIGNAL);
    const before = await rowsOf(person);
    await note(person);
    server.clock.advance(HOUR_MS);
    await fillLoads(server.deps, SIGNAL);
    server.clock.reset();
    assert.deepEqual(await rowsOf(person), before);
  });

  test('go on where they were cut off', async () => {
    const person = await athleteOfBefore(130);
    await note(person);
    const cut = new AbortController();
    let batches = 0;
    const { db } = server.deps;
    const cutOff: typeof db = Object.create(db, {
      transaction: {
        value: async (run: Parameters<typeof db.transaction>[0]) => {
          const done = await db.transaction(run);
          batches += 1;
          cut.abort();
          return done;
        },
      },
    });
    await assert.rejects(fillLoads({ ...server.deps, db: cutOff }, cut.signal), { name: 'AbortError' });
    const filled = (await rowsOf(person)).filter(({ training_load }) => training_load !== null).length;
    assert.ok(batches === 1 && filled > 0 && filled < 130, `${filled} in ${batches}`);
    assert.ok(await isNoted(person));
    await fillLoads(server.deps, SIGNAL);
    assert.equal((await rowsOf(person)).filter(({ training_load }) => training_load === LOAD).length, 130);
    assert.ok(!(await isNoted(person)));
  });

  test('of whom one record is broken are passed over, and those behind them are filled', async () => {
    const people = [await athleteOfBefore(1), await athleteOfBefore(1)];
    const [broken, behind] = people.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
    assert.ok(broken && behind);
    for (const person of people) await note(person);
    const { db } = server.deps;
    await db.execute(sql`UPDATE activity_records SET told = '7' WHERE user_id = ${broken.user_id}`);
    const told: unknown[][] = [];
    const logger = { error: (...line: unknown[]) => void told.push(line) };
    await fillLoads({ ...server.deps, logger }, SIGNAL);
    const [[{ err, ...fields }, message] = assert.fail(), ...more] = told as [{ err: unknown }, string][];
    assert.ok(err instanceof Error);
    assert.deepEqual([fields, more], [{ user_id: broken.user_id }, []]);
    assert.match(message, /cannot be filled/);
    assert.deepEqual([await isNoted(broken), await isNoted(behind)], [true, false]);
    assert.deepEqual((await named(behind))[0], [LOAD, null]);
    await db.execute(sql`DELETE FROM loads_to_fill WHERE user_id = ${broken.user_id}`);
  });

  test('are noted by the migration of whoever lacks one', async () => {
    const db = await openTestDatabase({ migrations: false });
    const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-migrations-'));
    try {
      const older = (await readdir(MIGRATIONS)).filter((name) => name < '0019');
      await Promise.all(older.map((name) => cp(path.join(MIGRATIONS, name), path.join(folder, name))));
      await migrate(db, folder);
      const [lacking, complete] = [newId(), newId()];
      for (const user_id of [lacking, complete, newId()]) await insertUser(db, user_id);
      for (const [user_id, training_load] of [
        [lacking, null],
        [lacking, 40],
        [lacking, null],
        [complete, 40],
      ] as const) {
        const row = {
          ...EXAMPLE_ACTIVITY,
          id: newId(),
          user_id,
          external_id: newId(),
          training_load,
          start_time: MORNING,
          edits: {},
        };
        await db.execute(sql`
          INSERT INTO activities SELECT * FROM json_populate_record(NULL::activities, ${JSON.stringify(row)}::json)`);
      }
      await migrate(db, MIGRATIONS);
      assert.deepEqual(await db.query(sql`SELECT user_id FROM loads_to_fill`), [{ user_id: lacking }]);
    } finally {
      await db.close();
      await rm(folder, { recursive: true });
    }
  });
});

async function insertUser(db: Queryable, user_id: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (user_id, email, username, display_name, status, is_verified, preferences, notification_settings, privacy,
      subscription, created_at, updated_at)
    VALUES (${user_id}, ${`${user_id}@example.com`}, ${user_id}, 'A', 'active', true, '{}', '{}', '{}', '{}', now(), now())`);
}
