import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fsyncSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { emptyClusterDirectory } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { sql } from './sql.ts';

const logger = pino({ level: 'silent' });

let directory: string;

before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'ekiden-embedded-'));
});

after(async () => {
  await rm(directory, { recursive: true, force: true });
});

type Opener = (options?: Partial<EmbeddedOptions>) => Promise<Database>;

/** Opens a directory as often as asked; closes everything and removes the directory when the test ends. */
function openerOf(t: TestContext, dataDir: string): Opener {
  const opened: Database[] = [];
  t.after(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await rm(dataDir, { recursive: true, force: true });
  });
  return async (options) => {
    const db = await openEmbedded({ dataDir, logger, ...options });
    opened.push(db);
    return db;
  };
}

test('the engine is the version whose fsync was proved', () => {
  const require = createRequire(import.meta.url);
  const manifest = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  assert.equal(
    version,
    '0.5.16',
    'DurableFileSystem reaches into this version: prove durability again (fsync called at each commit, a simulated power cut) before another one is used',
  );
});

test('a first start creates a database of its owner’s alone that fsyncs every commit, and a second finds what was written', async (t) => {
  const above = path.join(directory, 'private');
  const dataDir = path.join(above, 'db');
  const open = openerOf(t, dataDir);
  let calls = 0;
  const fsync = (descriptor: number): void => {
    calls += 1;
    fsyncSync(descriptor);
  };
  const db = await open({ fsync });
  for (const folder of [above, dataDir]) assert.equal((await stat(folder)).mode & 0o777, 0o700, folder);
  const settings = await db.query<{ name: string; setting: string }>(
    sql`SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'max_wal_size', 'synchronous_commit', 'wal_sync_method')
        ORDER BY name`,
  );
  assert.deepEqual(
    settings.map(({ name, setting }) => `${name}=${setting}`),
    ['fsync=on', 'full_page_writes=on', 'max_wal_size=64', 'synchronous_commit=on', 'wal_sync_method=fsync'],
  );
  await db.executeSql('CREATE TABLE items (id int)');
  for (let id = 1; id <= 5; id++) {
    const before = calls;
    await db.execute(sql`INSERT INTO items VALUES (${id})`);
    assert.ok(calls > before, 'the commit was acknowledged without an fsync');
  }
  const beforeRead = calls;
  await db.query(sql`SELECT * FROM items`);
  assert.equal(calls, beforeRead, 'a read needs no fsync');
  await db.close();
  assert.equal(clusterState(dataDir), 1, 'the database was not shut down cleanly');

  const again = await openDatabase({ url: undefined, dataDir, logger });
  t.after(() => again.close());
  assert.equal((await again.query(sql`SELECT * FROM items`)).length, 5);
  await again.close();
});

test('when fsync fails nothing is acknowledged, and the database says that it stopped', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  let broken = false;
  const fsync = (descriptor: number): void => {
    if (broken) throw new Error('I/O error');
    fsyncSync(descriptor);
  };
  const db = await open({ fsync });
  await db.executeSql('CREATE TABLE items (id int); INSERT INTO items VALUES (1)');
  broken = true;
  await assert.rejects(db.execute(sql`INSERT INTO items VALUES (2)`));
  broken = false;
  await assert.rejects(db.query(sql`SELECT * FROM items`), /embedded database stopped .*Restart the program/);
  await db.close();

  const again = await open();
  const rows = await again.query<{ id: number }>(sql`SELECT id FROM items ORDER BY id`);
  assert.equal(rows[0]?.id, 1, 'what was acknowledged before is there');
  await again.close();
});

test('without room for its log the database stops, and starts again by itself when there is room', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  let full = false;
  const fsync = (descriptor: number): void => {
    if (full) throw new Error('ENOSPC: no space left on device, fsync');
    fsyncSync(descriptor);
  };
  const db = await open({ fsync });
  await db.executeSql('CREATE TABLE items (id int); INSERT INTO items VALUES (1)');
  full = true;
  await assert.rejects(db.execute(sql`INSERT INTO items VALUES (2)`));
  await assert.rejects(db.query(sql`SELECT * FROM items`), /starts again by itself once there is room/);
  full = false;
  const rows = await eventually(
    () => db.query<{ id: number }>(sql`SELECT id FROM items ORDER BY id`).catch(() => null),
    (found) => found !== null,
  );
  assert.equal(rows?.[0]?.id, 1, 'what was acknowledged before is there');
  await db.transaction((tx) => tx.execute(sql`INSERT INTO items VALUES (${3})`));
  await db.close();
  const again = await open();
  const kept = await again.query<{ id: number }>(sql`SELECT id FROM items WHERE id <> 2 ORDER BY id`);
  assert.deepEqual(kept, [{ id: 1 }, { id: 3 }]);
  await again.close();
});

test('a data directory serves one opener at a time', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  const db = await open({ durable: false });
  const refusal = new RegExp(
    `^DataDirInUseError: The data directory ${dataDir} is in use by this process: [^\n]*$`,
  );
  await assert.rejects(openEmbedded({ dataDir, logger }), refusal);
  await assert.rejects(openEmbedded({ dataDir: `${dataDir}/../${path.basename(dataDir)}`, logger }), refusal);
  await db.executeSql('SELECT 1');
  await db.close();
  const again = await open({ durable: false });
  await again.close();
});

test('another process is refused while the holder lives, and let in when it is killed', async (t) => {
  const dataDir = path.join(directory, 'held');
  await mkdir(dataDir);
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)});
    lockDataDir(${JSON.stringify(dataDir)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  const exited = once(holder, 'exit');
  await once(holder.stdout, 'data');
  assert.throws(() => lockDataDir(dataDir), new RegExp(`${dataDir} is in use by process ${holder.pid}:`));
  holder.kill('SIGKILL');
  await exited;
  const lock = lockDataDir(dataDir);
  assert.throws(() => lockDataDir(dataDir), /in use by this process/);
  lock.release();
  lockDataDir(dataDir).release();
});

test('a refused opener does not take the note of the holder away', async () => {
  const dataDir = path.join(directory, 'noted');
  await mkdir(dataDir);
  const lock = lockDataDir(dataDir);
  assert.throws(() => lockDataDir(dataDir), /by this process/);
  assert.throws(() => lockDataDir(dataDir), /by this process/);
  lock.release();
  assert.deepEqual(await readdir(dataDir), ['database.lock']);
});

test('a stale or garbled note names nobody', async () => {
  const dataDir = path.join(directory, 'garbled');
  await mkdir(dataDir);
  const lock = lockDataDir(dataDir);
  for (const note of ['', '{', 'null', '{"pid":"x"}', '{"pid":4194305,"host":"elsewhere"}']) {
    await writeFile(path.join(dataDir, 'database.holder'), note);
    assert.throws(
      () => lockDataDir(dataDir),
      new RegExp(`^DataDirInUseError: The data directory ${dataDir} is in use: `),
    );
  }
  lock.release();
});

test('a directory that holds something else, or another version, is refused and left alone', async () => {
  const dataDir = path.join(directory, 'foreign');
  const cluster = path.join(dataDir, 'database');
  await mkdir(cluster, { recursive: true });
  await assert.rejects(openEmbedded({ dataDir, logger }), /holds no database/);
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n');
  await assert.rejects(openEmbedded({ dataDir, logger }), /written by PostgreSQL 17; .* reads 18/);
  assert.deepEqual(await readdir(cluster), ['PG_VERSION']);
  lockDataDir(dataDir).release();
});

test('a damaged database does not start, says why in one line and lets go of the directory', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  await writeFile(path.join(dataDir, 'database/global/pg_control'), 'x'.repeat(8192));
  await assert.rejects(
    open(),
    new RegExp(`^Error: The embedded database in ${dataDir}/database does not start: [^\n]+$`),
  );
  lockDataDir(dataDir).release();
});

test('the log stays bounded under writes, and changed tables are vacuumed and analyzed', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  const db = await open({
    durable: false,
    maintenance: { lookEvery: 4, vacuumEvery: 30 },
  });
  await db.executeSql('CREATE TABLE items (id int, body text)');
  let largest = 0;
  for (let round = 0; round < 32; round++) {
    // About 8 MB of log each; all of it would be 256 MB.
    await db.executeSql(
      'INSERT INTO items SELECT i, repeat(md5(i::text), 60) FROM generate_series(1, 3000) i',
    );
    await db.executeSql('DELETE FROM items');
    const { bytes } = await db.one<{ bytes: number }>(sql`SELECT sum(size) AS bytes FROM pg_ls_waldir()`);
    largest = Math.max(largest, bytes);
  }
  assert.ok(largest <= 160 * 1024 * 1024, `the log grew to ${largest} bytes`);
  const table = await db.one<{ vacuumed: boolean; analyzed: boolean }>(
    sql`SELECT vacuum_count > 0 AS vacuumed, analyze_count > 0 AS analyzed
        FROM pg_stat_user_tables WHERE relname = 'items'`,
  );
  assert.deepEqual(table, { vacuumed: true, analyzed: true });
  await db.close();
});

test('closing while much is asked finishes what runs, refuses the rest and lets go of the directory', async (t) => {
  const dataDir = await emptyClusterDirectory();
  const open = openerOf(t, dataDir);
  const db = await open({
    durable: false,
    maintenance: { lookEvery: 1, vacuumEvery: 1 },
  });
  await db.executeSql('CREATE TABLE items (id int)');
  const writes = Array.from({ length: 50 }, (_, id) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO items VALUES (${id})`);
      await tx.execute(sql`INSERT INTO items VALUES (${id})`);
    }),
  );
  const closed = db.close();
  await assert.rejects(db.query(sql`SELECT 1`), /database is closed/);
  await Promise.all([...writes, closed, db.close()]);
  assert.equal(clusterState(dataDir), 1);
  const again = await open({ durable: false });
  assert.deepEqual(await again.one(sql`SELECT count(*) AS rows FROM items`), { rows: 100 });
  await again.close();
});

/** pg_control's state: 1 is "shut down". It follows the 8 bytes of the identifier and 8 of versions. */
function clusterState(dataDir: string): number {
  return readFileSync(path.join(dataDir, 'database/global/pg_control')).readUInt32LE(16);
}
