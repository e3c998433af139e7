import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { isOutage, OutageError } from '../../shared/errors.ts';
import { createServerDatabase, openTestDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { eventually } from '../../test/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.ts';
import type { Database } from './database.ts';
import { openPostgres, type PostgresTimings } from './postgres.ts';
import { sql } from './sql.ts';
import { patiently } from './waiting-line.ts';

const skip = testEngine() === 'postgres' ? false : 'needs a PostgreSQL server: EKIDEN_TEST_ENGINE=postgres';

/** A tenth of the real ones, or less. */
const SHORT: PostgresTimings = {
  wait: { without_progress: 400, patient: 2_000, longest: 2_000 },
  watch: { look: 25, silence: 75, longest_pause: 200, lost: 300, lost_patient: 1_000, answer: 200 },
  connect: 2_000,
  dead: 300,
};

async function openByProxy(
  t: TestContext,
  { poolSize = 4, timings = SHORT }: { poolSize?: number; timings?: PostgresTimings } = {},
): Promise<{ db: Database; proxy: TcpProxy; lines: string[] }> {
  const server = await createServerDatabase();
  const proxy = await startTcpProxy(server.url);
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const db = await openPostgres({ url: proxy.url, logger, poolSize, timings });
  t.after(async () => {
    await db.close();
    await proxy.close();
    await server.drop();
  });
  return { db, proxy, lines };
}

const all = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

test('statements on connections that went silent fail as an outage, and the next ones work', {
  skip,
}, async (t) => {
  const { db, proxy } = await openByProxy(t);
  const running = [
    db.query(sql`SELECT pg_sleep(0.3)`),
    db.transaction(async (tx) => {
      await sleep(100);
      await tx.query(sql`SELECT 1`);
    }),
  ];
  await sleep(50);
  proxy.silence();
  for (const one of await Promise.allSettled(running)) {
    assert.ok(one.status === 'rejected' && one.reason instanceof OutageError, JSON.stringify(one));
  }
  await all(8, () => db.ping());
});

test('connections that were idle while another one went silent are not used again', { skip }, async (t) => {
  const { db, proxy } = await openByProxy(t);
  await all(4, () => db.query(sql`SELECT pg_sleep(0.05)`));
  proxy.silence();
  await assert.rejects(db.ping(), OutageError);
  // One at a time: the pool reuses the last connection, and the other three stay idle.
  for (let round = 0; round < 3; round++) await all(4, () => db.ping());
});

test('what takes long is not cut: a statement, a wait for a lock, a COPY that is read slowly, a pause inside a transaction', {
  skip,
}, async (t) => {
  const { db, lines } = await openByProxy(t);
  await db.executeSql('CREATE TABLE items (id int PRIMARY KEY, body text)');
  await db.executeSql("INSERT INTO items SELECT n, repeat('x', 1000) FROM generate_series(1, 5000) n");
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE items SET body = 'held' WHERE id = 1`);
    await sleep(700);
  });
  await sleep(20);
  const copying = db.transaction(async (tx) => {
    let bytes = 0;
    const slow = new Writable({
      highWaterMark: 16 * 1024,
      write(chunk, _encoding, done) {
        bytes += chunk.length;
        setTimeout(done, bytes < 200_000 ? 60 : 0);
      },
    });
    await pipeline(tx.copyOut('COPY items TO STDOUT'), slow);
    return bytes;
  });
  const [, , bytes] = await Promise.all([
    db.query(sql`SELECT pg_sleep(0.8)`),
    db.execute(sql`UPDATE items SET body = 'changed' WHERE id = 1`),
    copying,
    holding,
  ]);
  assert.ok(bytes > 5_000_000);
  assert.deepEqual(lines, []);
});

test('while nothing can be learnt because new connections are silent too, what waits and what runs fails soon, and a job last', {
  skip,
}, async (t) => {
  const { db, proxy, lines } = await openByProxy(t, { poolSize: 2 });
  await all(2, () => db.ping());
  proxy.silenceAll();
  const over: string[] = [];
  const failing = (name: string, work: Promise<void>): Promise<void> =>
    assert.rejects(work, isOutage).then(() => void over.push(name));
  await Promise.all([
    failing(
      'job',
      patiently(() => db.ping()),
    ),
    failing('running', db.ping()),
    failing('waiting', db.ping()),
  ]);
  assert.deepEqual(over.at(-1), 'job');
  assert.equal(await eventually(() => db.isDead(), Boolean), true);
  await proxy.restore();
  await eventually(
    () =>
      db.ping().then(
        () => true,
        () => false,
      ),
    Boolean,
  );
  assert.equal(db.isDead(), false);
  assert.ok(lines.length >= 1);
  for (const line of lines) assert.match(line, /"cause":"[^"[]{20,}".*the database cannot be used/);
});

test('nobody waits in vain for a connection that others hold; a job waits longer', { skip }, async (t) => {
  const { db } = await openByProxy(t, { poolSize: 1 });
  const holding = db.transaction(() => sleep(900));
  const job = patiently(() => db.ping());
  await assert.rejects(db.ping(), OutageError);
  await holding;
  await job;
});

test('however many wait, nobody is refused while connections come back', { skip }, async (t) => {
  const { db } = await openByProxy(t, { poolSize: 2 });
  await all(16, () => db.query(sql`SELECT pg_sleep(0.1)`));
});

test('of a server that refuses connections, one line a second names the cause', { skip }, async (t) => {
  const { db, proxy, lines } = await openByProxy(t);
  await proxy.refuse();
  const began = performance.now();
  for (let asked = 0; asked < 50; asked++) await assert.rejects(db.ping(), OutageError);
  assert.ok(lines.length <= 1 + (performance.now() - began) / 1_000, lines.join(''));
  assert.match(lines[0] ?? '', /ECONNREFUSED|Connection terminated/);
  await proxy.restore();
  await db.ping();
});

test('a server without room says so as an outage, on a connection that goes on', async () => {
  const db = await openTestDatabase();
  try {
    for (const state of ['53100', '53200', '58030']) {
      const fail = (tx: Pick<Database, 'executeSql'>) =>
        tx.executeSql(`DO $$ BEGIN RAISE EXCEPTION 'no room left' USING ERRCODE = '${state}'; END $$`);
      await assert.rejects(fail(db), { name: 'OutageError', message: /no room left/ });
      await assert.rejects(db.transaction(fail), { name: 'OutageError', message: /no room left/ });
    }
    await assert.rejects(db.executeSql('SELECT 1/0'), (error) => !isOutage(error));
    await db.ping();
  } finally {
    await db.close();
  }
});
