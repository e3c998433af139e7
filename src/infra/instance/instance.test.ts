import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { parseConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../main.ts';
import { openTestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { runCli } from '../../test/run-cli.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { markInstance, type PrepareOptions, prepareDatabase } from './index.ts';

const logger = pino({ level: 'silent' });
const AWAY = { S3_BUCKET: 'away', S3_ACCESS_KEY_ID: 'away', S3_SECRET_ACCESS_KEY: 'away' };

describe('a database and files', () => {
  let env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string; readonly LOG_LEVEL: string };
  let remove: () => Promise<void>;
  let seenFile: string;
  let first: { readonly instance: string; readonly mark: number; readonly schema: string };

  before(async () => {
    const lasting = await lastingDatabase();
    env = { ...lasting.env, LOG_LEVEL: 'silent' };
    remove = lasting.remove;
    seenFile = join(env.DATA_DIR, 'objects', 'objects', 'instance.json');
  });
  after(() => remove());

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
    await startServer(parseConfig({ ...env, PORT: String(await freePort()), ...settings }), { logger });
  const readSeen = async () => JSON.parse(await readFile(seenFile, 'utf8'));
  const writeSeen = async (seen: unknown): Promise<void> => {
    await mkdir(dirname(seenFile), { recursive: true });
    await writeFile(seenFile, typeof seen === 'string' ? seen : JSON.stringify(seen));
  };
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase({ url: env.DATABASE_URL, dataDir: join(env.DATA_DIR, 'db'), logger });
    return await work(db).finally(() => db.close());
  };
  /** Serving, working and migrating must all refuse to begin. */
  const assertRefused = async (says: RegExp): Promise<void> => {
    await assert.rejects(start(), says);
    await assert.rejects(start({ ROLES: 'worker' }), says);
    const { code, err } = await runCli(env, 'migrate');
    assert.equal(code, 1);
    assert.match(err, says);
    assert.equal(err.trim().split('\n').length, 1, 'one line says it');
  };
  const adopt = async (says: RegExp): Promise<void> => {
    const { code, out, err } = await runCli(env, 'adopt');
    assert.equal(code, 0, err);
    assert.match(out, says);
  };

  test('know each other from the first start on, and the mark grows with each start and while a server runs', async () => {
    await adopt(/Nothing to do: there are no files in .*objects/);
    const server = await start();
    first = await readSeen();
    assert.deepEqual(await server.deps.db.one(sql`SELECT id AS instance, mark FROM instance`), {
      instance: first.instance,
      mark: first.mark,
    });
    await Promise.all([markInstance(server.deps), markInstance(server.deps)]);
    assert.ok((await readSeen()).mark > first.mark);
    await markInstance(server.deps);
    await server.stop();
    assert.equal((await readSeen()).mark, first.mark + 3);
    const again = await start();
    await again.stop();
    assert.equal((await readSeen()).mark, first.mark + 4);
    await adopt(/Nothing to do: the files in .*objects belong to this database\./);
  });

  test('do not go on together where the database is older than the files, until the operator says so', async () => {
    await withDatabase((db) => db.execute(sql`UPDATE instance SET mark = ${first.mark}`));
    await assertRefused(
      /The database is older than the files in .*Restore the newest copy .*run: ekiden adopt$/m,
    );
    await adopt(/belonged to instance .* From the next start on they belong to instance .* at mark/);
    const server = await start();
    assert.equal((await readSeen()).mark, first.mark + 1);
    await server.deps.db.execute(sql`UPDATE instance SET mark = 0`);
    await markInstance(server.deps);
    assert.equal((await readSeen()).mark, first.mark + 1);
    await server.deps.db.execute(sql`UPDATE instance SET mark = ${first.mark + 1}`);
    await server.stop();
  });

  test('do not go on together where the files have seen a newer schema, or a database with an instance while this has none', async () => {
    const seen = await readSeen();
    await writeSeen({ ...seen, schema: '9999_later.sql' });
    await assertRefused(/is older than the files in .* of schema 9999/);
    await writeSeen(seen);
    await withDatabase((db) => db.execute(sql`ALTER TABLE instance RENAME TO hidden`));
    await assertRefused(/is older than the files in .*: it is of version 0\.1/);
    await withDatabase((db) => db.execute(sql`ALTER TABLE hidden RENAME TO instance`));
  });

  test('do not go on together where the files are another instance’s, or do not say whose they are', async () => {
    const seen = await readSeen();
    await writeSeen({ ...seen, instance: 'another' });
    await assertRefused(/belong to instance another, last seen .* and the database to instance /);
    await writeSeen('not json');
    await assertRefused(/instance\.json in .* does not say which database these files belong to/);
    await adopt(/did not say whose they are/);
    await (await start()).stop();
    assert.equal((await readSeen()).instance, seen.instance);
  });

  test('whose files do not answer serve all the same, but are not migrated', async () => {
    const away = { ...AWAY, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    const server = await start(away);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await server.stop();
    const newest = await withDatabase((db) =>
      db.one<{ name: string; sha256: string }>(sql`
        DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING name, sha256`),
    );
    const { code, err } = await runCli({ ...env, ...away }, 'migrate');
    assert.equal(code, 1);
    assert.match(err, /bucket away .* cannot be seen, so it is not migrated: S3 get .* ECONNREFUSED/);
    await withDatabase((db) =>
      db.execute(sql`INSERT INTO schema_migrations (name, sha256) VALUES (${newest.name}, ${newest.sha256})`),
    );
  });

  test('do not go on together where the database is newer than the program: it says which to start', async () => {
    await withDatabase((db) =>
      db.execute(sql`INSERT INTO schema_migrations (name, sha256) VALUES ('9999_later.sql', 'x')`),
    );
    await assertRefused(/has the migration 9999_later\.sql, .* Start that version, or restore the backup/);
    await withDatabase((db) => db.execute(sql`DELETE FROM schema_migrations WHERE name = '9999_later.sql'`));
  });

  test('do not go on together where the database is empty, until the operator says so', async () => {
    const seen = await readSeen();
    if (env.DATABASE_URL === undefined) await rm(join(env.DATA_DIR, 'db'), { recursive: true });
    else
      await withDatabase((db) => db.executeSql('DROP SCHEMA public, pgboss CASCADE; CREATE SCHEMA public'));
    await assertRefused(/The database is empty, but the files in .* belong to instance .* run: ekiden adopt/);
    await adopt(/From the next start on they belong to the new instance that it begins/);
    await (await start()).stop();
    assert.notEqual((await readSeen()).instance, seen.instance);
  });

  test('are backed up before tables are changed, unless a setting says not to; a backup that fails keeps them as they are', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
    const db = await openTestDatabase({ migrations: false });
    t.after(async () => {
      await db.close();
      await rm(folder, { recursive: true });
    });
    const lines: string[] = [];
    const told = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const prepare = async (name: string, backup: PrepareOptions['backup']): Promise<string[]> => {
      await writeFile(join(folder, `${name}.sql`), `CREATE TABLE t${name} (id int);`);
      const files = { store: null, place: folder };
      return await prepareDatabase({ db, files, logger: told }, { migrations: folder, backup });
    };
    const made: (readonly string[])[] = [];
    const make: PrepareOptions['backup']['make'] = async ({ pending }) => {
      made.push(pending);
      return '/backups';
    };
    await prepare('0001_a', { wanted: true, make });
    assert.deepEqual(made, [], 'an empty database has nothing to back up');
    await prepare('0002_b', { wanted: true, make });
    assert.deepEqual(made, [['0002_b.sql']]);
    assert.match(lines.join(''), /"place":"\/backups","msg":"backed up; migrating"/);
    await prepare('0003_c', { wanted: false, make });
    assert.equal(made.length, 1);
    assert.match(lines.join(''), /BACKUP_BEFORE_MIGRATING is false: migrating without a backup/);
    const full = async (): Promise<string> => {
      throw new Error('The disk is full.');
    };
    await assert.rejects(
      prepare('0004_d', { wanted: true, make: full }),
      /so nothing was changed: The disk is full\. To migrate without one, set BACKUP_BEFORE_MIGRATING=false/,
    );
    assert.deepEqual(await prepare('0004_d', { wanted: true, make }), ['0004_d.sql']);
  });
});
