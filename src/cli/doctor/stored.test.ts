import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { parseConfig } from '../../config.ts';
import { type Database, openDatabase } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, systemClock } from '../../shared/time.ts';
import { testEngine } from '../../test/engine.ts';
import { signUp, uploadFile } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { runCli } from '../../test/run-cli.ts';
import { runCommand } from '../run-command.ts';
import { DATABASE_CHECKS } from './database-checks.ts';
import type { Finding } from './finding.ts';
import { runTogether } from './run-checks.ts';
import { lookRequests } from './stored-checks.ts';

const RUN = writeFit([simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }))]);

describe('a server that runs is looked at, on either database', () => {
  let server: TestServer;
  let db: Database;
  let env: Readonly<Record<string, string>>;
  let remove: () => Promise<void>;
  /** The recording that somebody uploaded, as a file and as its key. */
  let file: string;
  let key: string;

  before(async () => {
    const lasting = await lastingDatabase();
    remove = lasting.remove;
    const config = parseConfig(lasting.env);
    server = await startTestServer(lasting.env, { requests: (deps) => lookRequests(config, deps) });
    const { port, hostname } = new URL(server.url);
    env = { ...lasting.env, PORT: port, HOST: hostname };
    db = server.deps.db;
    assert.equal((await uploadFile(server, await signUp(server), RUN)).status, 201);
    ({ key } = await db.one<{ key: string }>(sql`SELECT object_key AS key FROM activity_files`));
    file = pathOf(key);
    await db.execute(sql`
      INSERT INTO backups (id, place, scheduled, encrypted, snapshot_at, finished_at, row_count, object_count,
        missing_objects, size_bytes, written_bytes)
      VALUES ('b', '/backups', false, false, now(), now(), 1, 1, 0, 1, 1)`);
  });
  after(async () => {
    await server.stop();
    await remove();
  });

  const pathOf = (object_key: string): string => {
    const segments = object_key.split('/');
    const name = segments.pop() ?? '';
    return join(env.DATA_DIR ?? '', 'objects/objects', ...segments.map((segment) => `${segment}+`), name);
  };

  /** `severity check: what was seen`, of warnings and errors. */
  const faults = async (command: 'doctor' | 'check', ...args: string[]): Promise<string[]> => {
    const { code, out } = await runCli(env, command, '--json', ...args);
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    const found = findings.filter(({ severity }) => severity === 'warning' || severity === 'error');
    for (const { mend } of found) assert.ok(mend, out);
    assert.equal(code, found.some(({ severity }) => severity === 'error') ? 2 : Math.min(found.length, 1));
    return found.map(({ check, severity, seen }) => `${severity} ${check}: ${seen}`);
  };

  test('a healthy one has neither warning nor error, and both commands end with 0', async () => {
    const { code, out, err } = await runCli(env, 'doctor');
    assert.doesNotMatch(out, /^(?:warning|error)/m);
    assert.equal(code, 0, out + err);
    for (const name of ['clock', 'open files', 'database', 'schema', 'queue', 'tokens', 'backup', 'files'])
      assert.match(out, new RegExp(`^ok +${name} {2}`, 'm'));
    const check = await runCli(env, 'check');
    assert.equal(check.code, 0, check.out + check.err);
    assert.match(check.out, /^ok +files of rows +1 files are there, with the size and the SHA-256/m);
    assert.match(check.out, /^ok +rows of tables +\d+ tables with \d+ rows/m);
  });

  test('a recording that was changed, cut off or removed is named', async () => {
    const bytes = await readFile(file);
    const flipped = Buffer.from(bytes);
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    await writeFile(file, flipped);
    assert.deepEqual(await faults('doctor'), []);
    assert.deepEqual(await faults('check'), [
      `error files of rows: the file ${key} has other bytes than were uploaded`,
    ]);
    await truncate(file, 50);
    const cut = `the file ${key} has 50 bytes instead of ${bytes.length}`;
    assert.deepEqual(await faults('doctor'), [`error files: ${cut}`]);
    await rm(file);
    assert.deepEqual(await faults('doctor'), [`error files: the file ${key} is not there`]);
    assert.deepEqual(await faults('check'), [`error files of rows: the file ${key} is not there`]);
    await writeFile(file, bytes);
  });

  test('a file that belongs to nothing is deleted when that is asked for and confirmed, a young one is not', async () => {
    const [old, young, archive] = [
      `uploads/${newId()}/ab/${newId()}`,
      `uploads/${newId()}/ab/${newId()}`,
      `exports/${newId()}/x.zip`,
    ];
    for (const one of [old, young, archive]) {
      await mkdir(dirname(pathOf(one)), { recursive: true });
      await writeFile(pathOf(one), 'left behind');
    }
    const before = (systemClock.now().getTime() - 2 * DAY_MS) / 1_000;
    await utimes(pathOf(old), before, before);
    await utimes(pathOf(archive), before, before);
    assert.match(
      `${await faults('doctor')}`,
      /^warning files: of 4 files in the object store, 2 belong to nothing/,
    );
    const isThere = (one: string) =>
      stat(pathOf(one)).then(
        () => true,
        () => false,
      );
    const repair = async (args: string[], answer?: string) => {
      const told: string[] = [];
      const ask = async (question: string) => {
        told.push(question);
        return answer ?? '';
      };
      await runCommand(['check', '--repair', ...args], {
        env,
        print: () => undefined,
        complain: (text) => told.push(text),
        ...(answer === undefined ? {} : { ask }),
      });
      return told.join('\n');
    };
    assert.match(await repair([]), /^Nothing was deleted: --yes deletes 2 files/m);
    assert.equal(await isThere(old), true);
    assert.match(await repair([], 'yes'), /\n2 of 2 files were deleted\.$/);
    assert.deepEqual(await Promise.all([old, young, archive, key].map(isThere)), [false, true, false, true]);
    await rm(pathOf(young));
  });

  test('jobs that wait, are stuck or were given up', async () => {
    // A queue that nobody works on or looks after.
    await db.executeSql(`
      INSERT INTO pgboss.queue SELECT (jsonb_populate_record(q,
        '{"name": "test.idle", "monitor_on": "2999-01-01", "monitor_claim_on": "2999-01-01", "maintain_on": "2999-01-01"}')).*
      FROM pgboss.queue q WHERE name = 'dead-letters';
      INSERT INTO pgboss.job_common (name, state, start_after, started_on, source_name)
      SELECT name, state::pgboss.job_state, now() + start, now() + started, source FROM (VALUES
        ('test.idle', 'created', interval '-2 hours', NULL::interval, NULL),
        ('test.idle', 'active', interval '-3 hours', interval '-3 hours', NULL),
        ('dead-letters', 'created', interval '0', NULL, 'mail.send')) AS given (name, state, start, started, source)`);
    const found = (await faults('doctor')).join('\n');
    await db.executeSql(`
      DELETE FROM pgboss.job WHERE name IN ('test.idle', 'dead-letters'); DELETE FROM pgboss.queue WHERE name = 'test.idle'`);
    assert.match(found, /^error queue: \d+ jobs wait, the oldest for 720\d s \(test\.idle\); \d+ run$/m);
    assert.match(
      found,
      /^warning dead letters: 1 jobs of mail\.send were given up, 1 of them in the last day/m,
    );
    assert.match(found, /^error queue: 1 jobs of test\.idle are stuck/m);
  });

  test('posts that were set aside, platforms that are silent or refuse, and tokens of another key', async () => {
    const { user_id } = await signUp(server);
    await db.execute(sql`
      INSERT INTO webhook_deliveries (id, provider, received_at, body, not_before, set_aside_because, set_aside_at)
      VALUES (${newId()}, 'garmin', now(), '', now(), 'none of its answers', now())`);
    await db.execute(sql`
      INSERT INTO platform_connections (user_id, provider, connected_at, last_sync_at, token_expired_at, sealed_credentials)
      VALUES (${user_id}, 'apple_health', now() - interval '90 days', now() - interval '20 days', NULL, NULL),
        (${user_id}, 'garmin', now(), now(), now(), ${Buffer.alloc(64, 1)})`);
    const found = (await faults('doctor')).join('\n');
    await db.execute(sql`DELETE FROM platform_connections`);
    await db.execute(sql`DELETE FROM webhook_deliveries`);
    assert.match(found, /^warning posts of platforms: 1 posts could not be worked off$/m);
    assert.match(
      found,
      /^warning silence of platforms: 1 connections to apple_health, the last came 20\.0 days ago$/m,
    );
    assert.match(
      found,
      /^warning silence of platforms: 1 connections to garmin, .* not configured any more$/m,
    );
    assert.match(found, /^warning tokens: garmin refuses 1 of 1 connections$/m);
    assert.match(found, /^error tokens: 1 of 1 tokens cannot be opened/m);
  });

  test('a schema that is behind, ahead or changed, and a backup that is old or was never made', async () => {
    await db.executeSql(`
      CREATE TABLE kept_migrations AS SELECT * FROM schema_migrations; CREATE TABLE kept_backups AS SELECT * FROM backups;
      DELETE FROM schema_migrations WHERE name LIKE '0050%'; UPDATE schema_migrations SET sha256 = 'x' WHERE name LIKE '0003%';
      INSERT INTO schema_migrations (name, sha256) VALUES ('9999_later.sql', 'y');
      UPDATE backups SET snapshot_at = now() - interval '20 days'`);
    const found = (await faults('doctor')).join('\n');
    await db.executeSql('DELETE FROM backups');
    const without = (await faults('doctor')).join('\n');
    await db.executeSql(`
      DELETE FROM schema_migrations; INSERT INTO schema_migrations SELECT * FROM kept_migrations;
      INSERT INTO backups SELECT * FROM kept_backups; DROP TABLE kept_migrations, kept_backups`);
    assert.match(found, /^error schema: 1 migrations are not applied, from 0050_/m);
    assert.match(
      found,
      /^error schema: the database has 1 migrations that this version does not know, from 9999_later/m,
    );
    assert.match(found, /^error schema: 1 migrations were changed after they were applied: 0003_/m);
    assert.match(found, /^error backup: the last backup is 20\.0 days old: 1 rows/m);
    assert.match(without, /^warning backup: no backup of this database was ever finished/m);
  });

  test('rows that refer to nothing, and an index that is not valid', async () => {
    await db.transaction(async (tx) => {
      await tx.executeSql('SET LOCAL session_replication_role = replica');
      await tx.execute(
        sql`INSERT INTO account_usage (user_id, quota, used) VALUES (${newId()}, 'samples', 1)`,
      );
    });
    const check = await faults('check');
    await db.executeSql(`
      DELETE FROM account_usage a WHERE NOT EXISTS (SELECT FROM users u WHERE u.user_id = a.user_id);
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'export_jobs_org_idx'::regclass`);
    const doctor = await faults('doctor');
    await db.executeSql(
      `UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'export_jobs_org_idx'::regclass`,
    );
    assert.match(
      `${check}`,
      /^error references: 1 rows of account_usage refer to rows of users that are not there/,
    );
    assert.deepEqual(doctor, ['error tables: the index export_jobs_org_idx is not valid']);
  });

  test('a clock that differs from the database’s', async () => {
    const config = parseConfig(env);
    const { store } = server.deps;
    const { signal } = new AbortController();
    const severityAt = async (off_ms: number) => {
      const clock = { now: () => new Date(Date.now() + off_ms) };
      const deps = { config, db, clock, store, secretBox: null, isServer: false };
      const [found] = await runTogether(
        DATABASE_CHECKS.filter(({ name }) => name === 'clock'),
        deps,
        signal,
      );
      return found?.severity;
    };
    assert.deepEqual(
      [await severityAt(0), await severityAt(-10_000), await severityAt(90_000)],
      ['ok', 'warning', 'error'],
    );
  });

  test('check stops in order when it is told to, and changes nothing', async () => {
    const before = process.listenerCount('SIGTERM');
    const running = runCli(env, 'check', '--repair', '--yes');
    while (process.listenerCount('SIGTERM') === before) await new Promise(setImmediate);
    process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    const { code, err } = await running;
    assert.equal(code, 130);
    assert.match(err, /stopped before its end; nothing was changed/);
    assert.equal(process.listenerCount('SIGTERM'), before);
  });
});

test('an embedded table whose file was cut off is named, by its pages and by its rows', {
  skip: testEngine() !== 'embedded' && 'the files of a server are its own',
}, async () => {
  const { env, remove } = await lastingDatabase();
  const logger = pino({ level: 'silent' });
  const directory = join(env.DATA_DIR, 'db');
  try {
    const db = await openDatabase({ url: undefined, dataDir: directory, logger });
    await db.executeSql(
      `INSERT INTO login_failures SELECT 'subject ' || n, now() FROM generate_series(1, 5000) n`,
    );
    await db.executeSql('VACUUM (ANALYZE) login_failures');
    const { path } = await db.one<{ path: string }>(
      sql`SELECT pg_relation_filepath('login_failures') AS path`,
    );
    await db.close();
    await truncate(join(directory, 'database', path), 0);
    const doctor = await runCli(env, 'doctor');
    assert.match(
      doctor.out,
      /^error +tables +login_failures has 0 pages and had \d+: its file was cut off$/m,
    );
    const check = await runCli(env, 'check');
    assert.equal(check.code, 2);
    assert.match(check.out, /^error +rows of tables +login_failures (?:has 0 rows, and|cannot be read)/m);
    assert.match(check.out, /^ok +references /m);
  } finally {
    await remove();
  }
});
