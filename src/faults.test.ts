import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from './infra/db/database.ts';
import { migratedClusterDirectory } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer } from './test/harness.ts';
import { lastingDatabase } from './test/lasting-database.ts';
import { startServerProcess, until } from './test/server-process.ts';
import { mountSmallDisk } from './test/small-disk.ts';
import { findLostOrDoubled, prepareWriters, writeAllKinds } from './test/write-all-kinds.ts';

const KILLS = 2;
/** More than the first files of the database by some logs. */
const DISK_MB = 150;
const KINDS = ['group', 'upload', 'profile', 'mail'] as const;

// `npm run bench -- faults` kills a hundred times, and takes away all else that a server needs.
test('writes of every kind that were acknowledged are there once after the server was killed', async (t) => {
  const { env, remove } = await lastingDatabase();
  t.after(remove);
  const BASE_URL = `http://127.0.0.1:${await freePort()}`;
  const made = await startTestServer({ ...env, BASE_URL });
  const writers = await prepareWriters(made);
  await made.stop();
  const settings = { ...env, BASE_URL, EXPORTS_PER_HOUR: '100000', MAIL_REQUESTS_PER_HOUR: '100000' };
  let at = await startServerProcess(t, env.DATA_DIR, settings);
  const writes = writeAllKinds(writers, () => at.url);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = writes.attempts.length;
    await until('something was written', async () => writes.attempts.length > before + 20);
    await sleep(Math.random() * 200);
    at.child.kill('SIGKILL');
    await once(at.child, 'exit');
    at = await startServerProcess(t, env.DATA_DIR, settings);
  }
  await writes.stop();
  const others = writes.attempts.filter(
    ({ outcome }) => !['acknowledged', 'unavailable', 'broken'].includes(outcome),
  );
  assert.deepEqual(others, []);
  at.child.kill('SIGTERM');
  await once(at.child, 'exit');
  const db = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: `${env.DATA_DIR}/db`,
    logger: pino({ level: 'silent' }),
  });
  try {
    assert.deepEqual(await findLostOrDoubled(db, writers, writes.attempts, false), []);
  } finally {
    await db.close();
  }
});

test('on a full disk requests are answered 503, and when there is room all goes on and nothing acknowledged is lost', {
  skip: testEngine() === 'embedded' ? false : 'the embedded run has it',
}, async (t) => {
  const disk = await mountSmallDisk(DISK_MB);
  if (disk === null) return t.skip('a file system cannot be mounted: that takes root');
  t.after(() => disk.remove());
  const made = await migratedClusterDirectory();
  await cp(made, join(disk.folder, 'db'), { recursive: true });
  await rm(made, { recursive: true });
  const BASE_URL = `http://127.0.0.1:${await freePort()}`;
  const preparing = await startTestServer({ DATA_DIR: disk.folder, BASE_URL });
  const writers = await prepareWriters(preparing);
  await preparing.stop();
  const settings = { BASE_URL, EXPORTS_PER_HOUR: '100000', MAIL_REQUESTS_PER_HOUR: '100000' };
  const server = await startServerProcess(t, disk.folder, settings);
  const writes = writeAllKinds(writers, () => server.url);
  const has = (outcome: string, from = 0): boolean =>
    KINDS.every((kind) =>
      writes.attempts.slice(from).some((one) => one.kind === kind && one.outcome === outcome),
    );
  await until('each kind was acknowledged', async () => has('acknowledged'));
  await until('each kind was refused', async () => {
    await disk.fill();
    return has('unavailable');
  });
  await disk.free();
  const freed = writes.attempts.length;
  await until('each kind is acknowledged again', async () => has('acknowledged', freed));
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  await writes.stop();
  const others = writes.attempts.filter(({ outcome }) => !['acknowledged', 'unavailable'].includes(outcome));
  assert.deepEqual(others, []);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const logger = pino({ level: 'silent' });
  const db = await openDatabase({ url: undefined, dataDir: join(disk.folder, 'db'), logger });
  try {
    assert.deepEqual(await findLostOrDoubled(db, writers, writes.attempts, false), []);
  } finally {
    await db.close();
  }
});

test('a limit of open files that is too low is refused at the start, in one line', {
  skip: process.platform === 'linux' ? false : 'only Linux says its limit',
}, () => {
  const start = `ulimit -n 512 && exec "$0" src/cli.mjs start`;
  const { status, stderr } = spawnSync('sh', ['-c', start, process.execPath], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^[^\n]*may have 512 files[^\n]*needs 1024[^\n]*\n$/);
});

test('without file descriptors no thread starts, which is an outage, and with them the next one does', {
  skip: existsSync('/usr/bin/prlimit') ? false : 'needs prlimit',
}, async (t) => {
  const child = spawn(process.execPath, ['src/test/start-thread-on-line.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<unknown> => (await said.next()).value;
  const ask = (): Promise<unknown> => {
    child.stdin.write('\n');
    return hear();
  };
  const limit = (most: number): void => {
    assert.equal(spawnSync('/usr/bin/prlimit', [`--pid=${child.pid}`, `--nofile=${most}:`]).status, 0);
  };
  assert.equal(await hear(), 'ready');
  limit(readdirSync(`/proc/${child.pid}/fd`).length);
  assert.equal(await ask(), 'OutageError');
  assert.equal(await ask(), 'OutageError');
  limit(4_096);
  assert.equal(await ask(), '2');
  child.stdin.end();
});
