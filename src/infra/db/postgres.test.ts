import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { createServerDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { type Database, openDatabase } from './database.ts';
import { sql } from './sql.ts';

const logger = pino({ level: 'silent' });
const options =
  testEngine() === 'postgres' ? {} : { skip: 'needs a PostgreSQL server: EKIDEN_TEST_ENGINE=postgres' };

let server: Awaited<ReturnType<typeof createServerDatabase>>;
let db: Database;

const open = (url: string, poolSize = 4): Promise<Database> =>
  openDatabase({ url, dataDir: '', logger, poolSize });

before(async () => {
  if (testEngine() !== 'postgres') return;
  server = await createServerDatabase();
  db = await open(server.url);
  await db.executeSql('CREATE TABLE items (id int PRIMARY KEY, body text)');
});

after(async () => {
  if (testEngine() !== 'postgres') return;
  await db.close();
  await server.drop();
});

async function terminateConnections(): Promise<void> {
  const other = await open(server.url, 1);
  await other.query(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await other.close();
}

test('idle connections that the server ended are replaced', options, async () => {
  await Promise.all([db.ping(), db.ping(), db.ping(), db.ping()]);
  await terminateConnections();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(await db.one(sql`SELECT 1 AS n`), { n: 1 });
  await Promise.all([db.ping(), db.ping(), db.ping(), db.ping()]);
});

test('a transaction whose connection dies fails and leaves the pool whole', options, async () => {
  for (let round = 0; round < 6; round++) {
    const cut = db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO items VALUES (1, 'lost')`);
      await terminateConnections();
      await tx.execute(sql`INSERT INTO items VALUES (2, 'lost')`);
    });
    await assert.rejects(cut, /terminat|not queryable/);
  }
  assert.deepEqual(await db.query(sql`SELECT id FROM items`), []);
  await Promise.all(Array.from({ length: 20 }, () => db.ping()));
});

test('a connection that is lost in COMMIT leaves the outcome open and says so', options, async () => {
  await db.executeSql(`CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE TABLE trap (id int);
    CREATE CONSTRAINT TRIGGER trap AFTER INSERT ON trap DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_connection()`);
  const cut = db.transaction((tx) => tx.execute(sql`INSERT INTO trap VALUES (1)`));
  await assert.rejects(cut, /lost during COMMIT: the transaction may or may not have happened/);
  assert.deepEqual(await db.query(sql`SELECT * FROM trap`), []);
});

test('a serialization failure reaches the caller and is not retried', options, async () => {
  await db.executeSql("INSERT INTO items VALUES (10, 'a')");
  let runs = 0;
  const bump = () =>
    db.transaction(
      async (tx) => {
        runs += 1;
        const { body } = await tx.one<{ body: string }>(sql`SELECT body FROM items WHERE id = 10`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await tx.execute(sql`UPDATE items SET body = ${`${body}b`} WHERE id = 10`);
      },
      { isolation: 'serializable' },
    );
  const outcomes = await Promise.allSettled([bump(), bump()]);
  const seen = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'committed' : (outcome.reason as { code: string }).code,
  );
  assert.deepEqual(seen.sort(), ['40001', 'committed']);
  assert.equal(runs, 2);
  await Promise.all(Array.from({ length: 8 }, () => db.ping()));
});

test('no connection compiles statements or gives them to several processes', options, async () => {
  const setting = sql`SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers`;
  const settings = await Promise.all(Array.from({ length: 8 }, () => db.one(setting)));
  for (const one of settings) assert.deepEqual(one, { jit: 'off', workers: '0' });
});

test('COPY streams everything, among other statements of its transaction', options, async () => {
  await db.executeSql("INSERT INTO items SELECT i, repeat('x', 100) FROM generate_series(1000, 20999) i");
  const copied = await db.transaction(async (tx) => {
    const stream = tx.copyOut('COPY (SELECT id FROM items WHERE id >= 1000 ORDER BY id) TO STDOUT');
    const after = tx.one(sql`SELECT count(*) AS n FROM items WHERE id >= 1000`);
    const body = await text(stream);
    assert.deepEqual(await after, { n: 20_000 });
    assert.deepEqual(await tx.one(sql`SELECT current_setting('statement_timeout') AS limit`), {
      limit: '1min',
    });
    return body;
  });
  assert.equal(copied.split('\n').length, 20_001);
  assert.ok(copied.startsWith('1000\n1001\n'));
});

test('a COPY that fails, before or in the middle, fails its transaction only', options, async () => {
  const failing = (statement: string) => db.transaction((tx) => text(tx.copyOut(statement)));
  await assert.rejects(failing('COPY nowhere TO STDOUT'), { code: '42P01' });
  await assert.rejects(failing('COPY (SELECT 1 / (500 - i) FROM generate_series(1, 1000) i) TO STDOUT'), {
    code: '22012',
  });
  await Promise.all(Array.from({ length: 8 }, () => db.ping()));
});

test('a COPY that is given up ends its transaction and frees its connection', options, async () => {
  const large = "COPY (SELECT repeat('x', 1000) FROM generate_series(1, 1000000)) TO STDOUT";
  for (let round = 0; round < 6; round++) {
    let seen = 0;
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        seen += chunk.length;
        done(seen > 100_000 ? new Error('reader is gone') : null);
      },
    });
    await assert.rejects(
      db.transaction((tx) => pipeline(tx.copyOut(large), reader), { readOnly: true }),
      /reader is gone/,
    );
  }
  for (const pause of [0, 20]) {
    const forgotten = db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO items VALUES (500, 'with a COPY nobody reads')`);
      tx.copyOut(large).on('error', () => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
    });
    await assert.rejects(forgotten, /COPY was given up/);
  }
  assert.equal(await db.maybeOne(sql`SELECT id FROM items WHERE id = 500`), null);
  await Promise.all(Array.from({ length: 20 }, () => db.ping()));
});

test('when the connection dies under a COPY its reader hears of it', options, async () => {
  const cut = db.transaction(async (tx) => {
    const stream = tx.copyOut('COPY (SELECT pg_terminate_backend(pg_backend_pid())) TO STDOUT');
    return await text(stream);
  });
  await assert.rejects(cut);
  await Promise.all(Array.from({ length: 8 }, () => db.ping()));
});

test('work beyond the number of connections waits its turn', options, async () => {
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, id) =>
      db.transaction((tx) => tx.one<{ n: number }>(sql`SELECT ${id}::int AS n`)),
    ),
  );
  assert.deepEqual(
    results.map(({ n }) => n),
    Array.from({ length: 200 }, (_, id) => id),
  );
});

test('a server that cannot be reached is one clear line without the password', options, async () => {
  const url = new URL(server.url);
  url.password = 'very-secret';
  const cases: [change: (url: URL) => void, expected: RegExp][] = [
    [
      (it) => (it.port = '1'),
      /^Cannot connect to PostgreSQL \(DATABASE_URL\) at [^ ]+:1\/.* as postgres: .*ECONNREFUSED/,
    ],
    [(it) => (it.pathname = '/no_such_database'), /no_such_database.*does not exist/],
    [
      (it) => (it.username = 'nobody_here'),
      /as nobody_here: role "nobody_here" does not exist|authentication failed/,
    ],
  ];
  for (const [change, expected] of cases) {
    const wrong = new URL(url);
    change(wrong);
    await assert.rejects(open(wrong.href), (error: Error) => {
      assert.match(error.message, expected);
      assert.doesNotMatch(`${error.message} ${error.stack}`, /very-secret/);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
  }
});

test('a URL that is none is refused without quoting it', async () => {
  for (const url of [
    '',
    'localhost',
    'mysql://u:very-secret@h/d',
    'postgres://u:very-secret#@h/d',
    'very-secret',
  ]) {
    await assert.rejects(open(url), (error: Error) => {
      assert.match(error.message, /^DATABASE_URL is not a PostgreSQL address/);
      assert.doesNotMatch(String(error.stack), /very-secret/);
      return true;
    });
  }
});

test('a database in another encoding is refused', options, async () => {
  const admin = await open(server.url, 1);
  const name = `${new URL(server.url).pathname.slice(1)}_latin`;
  await admin.executeSql(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await assert.rejects(open(url.href), /is encoded in LATIN1; create it with ENCODING 'UTF8'/);
  await admin.executeSql(`DROP DATABASE ${name}`);
  await admin.close();
});
