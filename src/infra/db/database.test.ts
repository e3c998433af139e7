import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { openTestDatabase } from '../../test/database.ts';
import { type Database, isUniqueViolation, type Transaction } from './database.ts';
import { joinSql, sql } from './sql.ts';

let db: Database;

before(async () => {
  db = await openTestDatabase({ migrations: false });
  await db.executeSql(`
    CREATE TABLE items (id int PRIMARY KEY, name text CONSTRAINT items_name_key UNIQUE);
    CREATE TABLE parents (id int PRIMARY KEY);
    CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)`);
});

after(async () => {
  await db.close();
});

test('every type comes back the same on both engines', async () => {
  await db.executeSql(`CREATE TABLE kinds (
    small smallint, normal int, big bigint, exact numeric(12, 3), real8 double precision, yes boolean,
    words text, moment timestamptz, day date, j json, jb jsonb, bytes bytea, id uuid,
    bigs bigint[], exacts numeric[], moments timestamptz[], days date[], jbs jsonb[], texts text[], nothing text)`);
  const row = {
    small: -3,
    normal: 2_147_483_647,
    big: Number.MAX_SAFE_INTEGER,
    exact: 1234.5,
    real8: 0.1,
    yes: true,
    words: 'O\u2019Brien \u99c5\u4f1d \u{1f3c3} "\\\'',
    moment: new Date('2026-03-29T01:30:00.123Z'),
    day: '2026-03-29',
    j: { b: 1, a: [null, 'x'] },
    jb: [1, 'two', null],
    bytes: Buffer.from([0, 255, 10, 92]),
    id: '0197a2b4-0000-7000-8000-000000000001',
    bigs: [1, null, -Number.MAX_SAFE_INTEGER],
    exacts: [0.25, 10],
    moments: [new Date('1969-07-20T20:17:40Z'), null],
    days: ['0001-01-01', '9999-12-31'],
    jbs: [{ a: '"{},\\' }, 'text', 3],
    texts: ['', 'a,b', '{"}', 'NULL'],
    nothing: null,
  };
  const { j, jb, jbs, ...plain } = row;
  const given = {
    ...plain,
    j: JSON.stringify(j),
    jb: JSON.stringify(jb),
    jbs: jbs.map((item) => JSON.stringify(item)),
  };
  const columns = Object.keys(given).join(', ');
  const values = Object.values(given);
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  await db.executeSql(`INSERT INTO kinds (${columns}) VALUES (${places})`, values);
  assert.deepEqual(await db.one(sql`SELECT * FROM kinds`), row);
  assert.deepEqual((await db.executeSql('SELECT * FROM kinds')).rows, [row]);
});

test('what does not fit its JavaScript type throws instead of being rounded', async () => {
  await assert.rejects(db.query(sql`SELECT 9007199254740992::bigint AS n`), /9007199254740992 does not fit/);
  await assert.rejects(db.query(sql`SELECT 'infinity'::timestamptz AS t`), /not an instant/);
  assert.deepEqual(await db.one(sql`SELECT 'infinity'::date::text AS t, 1 AS still_works`), {
    t: 'infinity',
    still_works: 1,
  });
});

test('hostile text goes in and out as it is, and NUL is refused', async () => {
  for (const text of [
    "'; DROP TABLE items; --",
    '\\x00',
    '$1',
    '%s',
    '\ud83c\udfc3',
    'a\u0300',
    'x'.repeat(1_000_000),
  ]) {
    assert.deepEqual(await db.one(sql`SELECT ${text}::text AS text`), { text });
  }
  await assert.rejects(db.query(sql`SELECT ${'a\0b'}::text`), /0x00/);
  assert.deepEqual(await db.one(sql`SELECT 1 AS n`), { n: 1 });
});

test('empty and long lists work as parameters', async () => {
  assert.deepEqual(await db.query(sql`SELECT 1 WHERE 1 = ANY(${[]}::int[])`), []);
  const many = Array.from({ length: 50_000 }, (_, index) => index);
  assert.deepEqual(await db.one(sql`SELECT count(*) AS n FROM unnest(${many}::int[])`), { n: 50_000 });
  const columns = joinSql(
    many.slice(0, 1_000).map((value) => sql`${value}::int`),
    ', ',
  );
  assert.equal((await db.query(sql`SELECT ${columns}`)).length, 1);
});

test('one and maybeOne count rows', async () => {
  const rows = (count: number) => sql`SELECT generate_series AS n FROM generate_series(1, ${count}::int)`;
  assert.deepEqual(await db.one(rows(1)), { n: 1 });
  await assert.rejects(db.one(rows(0)), /Expected one row, found 0: SELECT/);
  await assert.rejects(db.one(rows(2)), /Expected one row, found 2/);
  assert.equal(await db.maybeOne(rows(0)), null);
  await assert.rejects(db.maybeOne(rows(2)), /Expected at most one row, found 2/);
});

test('execute counts the rows it changed', async () => {
  assert.equal(
    await db.execute(sql`INSERT INTO items SELECT i, 'n' || i FROM generate_series(100, 109) i`),
    10,
  );
  assert.equal(await db.execute(sql`DELETE FROM items WHERE id BETWEEN 100 AND 104`), 5);
  assert.equal(await db.execute(sql`DELETE FROM items WHERE false`), 0);
});

test('executeSql takes several statements at once and gives their rows as one list', async () => {
  assert.deepEqual(await db.executeSql('SELECT 1 AS a; SELECT 2 AS a UNION SELECT 3 ORDER BY 1'), {
    rows: [{ a: 1 }, { a: 2 }, { a: 3 }],
    rowCount: 3,
  });
  assert.deepEqual(await db.executeSql('SELECT $1::int + $2 AS sum', [1, 2]), {
    rows: [{ sum: 3 }],
    rowCount: 1,
  });
});

test('failing statements do not disturb those before, between and after them', async () => {
  const outcomes = await Promise.allSettled([
    db.one(sql`SELECT 1 AS n`),
    db.query(sql`SELECT 1 / ${0}::int`),
    db.one(sql`SELECT 2 AS n`),
    db.query(sql`SELEC`),
    db.query(sql`SELECT ${'x'}::int`),
    db.executeSql('SELECT 1; SELECT 1 / 0; SELECT 2'),
    db.one(sql`SELECT 3 AS n`),
  ]);
  const seen = outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? JSON.stringify(outcome.value)
      : (outcome.reason as { code: string }).code,
  );
  assert.deepEqual(seen, ['{"n":1}', '22012', '{"n":2}', '42601', '22P02', '22012', '{"n":3}']);
  const again = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => db.query(sql`SELECT 10 / ${n % 2}::int`)),
  );
  assert.deepEqual(
    again.map(({ status }) => status),
    Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('a unique violation is told apart, by constraint if asked, and keeps the value out of logs', async () => {
  const insert = (id: number, name: string) => db.execute(sql`INSERT INTO items VALUES (${id}, ${name})`);
  await insert(1, 'someone@example.org');
  const error: unknown = await insert(2, 'someone@example.org').catch((caught: unknown) => caught);
  assert.ok(isUniqueViolation(error));
  assert.ok(isUniqueViolation(error, 'items_name_key'));
  assert.ok(!isUniqueViolation(error, 'items_pkey'));
  assert.ok(!isUniqueViolation(await db.query(sql`SELEC`).catch((caught: unknown) => caught)));
  assert.ok(!isUniqueViolation(new Error('23505')));
  assert.match((error as { detail: string }).detail, /someone@example\.org/);
  assert.doesNotMatch(inspect(error), /someone@example\.org/);
});

test('a transaction commits what it wrote, or nothing', async () => {
  const value = await db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO items VALUES (10, 'ten')`);
    return 'done';
  });
  assert.equal(value, 'done');
  const failure = new Error('no');
  const failed = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO items VALUES (11, 'eleven')`);
    throw failure;
  });
  await assert.rejects(failed, (error) => error === failure);
  assert.deepEqual(await db.query(sql`SELECT id FROM items WHERE id IN (10, 11)`), [{ id: 10 }]);
});

test('a transaction whose failed statement was swallowed does not pass for committed', async () => {
  const swallowed = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO items VALUES (20, 'twenty')`);
    await tx.query(sql`SELECT 1 / 0`).catch(() => undefined);
  });
  await assert.rejects(swallowed, /was rolled back: one of its statements had failed/);
  assert.equal(await db.maybeOne(sql`SELECT id FROM items WHERE id = 20`), null);
});

test('a constraint that fails at COMMIT reaches the caller', async () => {
  for (let round = 0; round < 3; round++) {
    const orphan = db.transaction((tx) => tx.execute(sql`INSERT INTO children VALUES (${round})`));
    await assert.rejects(orphan, { code: '23503' });
  }
  assert.deepEqual(await db.query(sql`SELECT * FROM children`), []);
});

test('a commit waits for statements that were started together or not awaited', async () => {
  await db.transaction(async (tx) => {
    await Promise.all(
      [30, 31, 32, 33].map((id) => tx.execute(sql`INSERT INTO items VALUES (${id}, ${`n${id}`})`)),
    );
    void tx.execute(sql`INSERT INTO items VALUES (34, 'n34')`);
    void tx.execute(sql`INSERT INTO items VALUES (35, 'n35')`);
  });
  assert.deepEqual(await db.one(sql`SELECT count(*) AS n FROM items WHERE id BETWEEN 30 AND 35`), { n: 6 });
});

test('a statement of a transaction that is over is refused', async () => {
  let leaked: Transaction | undefined;
  await db.transaction(async (tx) => {
    leaked = tx;
  });
  assert.ok(leaked);
  await assert.rejects(leaked.query(sql`SELECT 1`), /transaction is over/);
});

test('what a failed transaction had still queued does not run after it', async () => {
  const late: Promise<unknown>[] = [];
  const failed = db.transaction(async (tx) => {
    for (const id of [40, 41, 42]) {
      late.push(tx.execute(sql`INSERT INTO items VALUES (${id}, ${`n${id}`})`).catch(() => undefined));
    }
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  await Promise.all(late);
  assert.deepEqual(await db.query(sql`SELECT id FROM items WHERE id BETWEEN 40 AND 42`), []);
});

test('inside a transaction the database itself is refused at once', async () => {
  const calls: (() => Promise<unknown>)[] = [
    () => db.query(sql`SELECT 1`),
    () => db.executeSql('SELECT 1'),
    () => db.ping(),
    () => db.transaction(async () => undefined),
  ];
  for (const call of calls) {
    await assert.rejects(
      db.transaction(() => call()),
      /called inside a transaction: use the transaction/,
    );
  }
  await db.transaction(async (tx) => {
    await assert.rejects(db.query(sql`SELECT 1`), /inside a transaction/);
    assert.deepEqual(await tx.one(sql`SELECT 1 AS n`), { n: 1 });
  });
});

test('work that a transaction left behind may use the database once it is over', async () => {
  const gate = Promise.withResolvers<void>();
  let later: Promise<unknown> | undefined;
  await db.transaction(async () => {
    later = gate.promise.then(() => db.one(sql`SELECT 1 AS n`));
  });
  gate.resolve();
  assert.deepEqual(await later, { n: 1 });
});

test('other work is not taken for the work of a transaction', async () => {
  const [first, second] = await Promise.all([
    db.transaction((tx) => tx.one(sql`SELECT 1 AS n`)),
    db.one(sql`SELECT 2 AS n`),
  ]);
  assert.deepEqual([first, second], [{ n: 1 }, { n: 2 }]);
});

test('isolation and read-only are what was asked for', async () => {
  const settings = sql`SELECT current_setting('transaction_isolation') AS isolation,
    current_setting('transaction_read_only') AS "readOnly"`;
  for (const isolation of ['read committed', 'repeatable read', 'serializable'] as const) {
    const found = await db.transaction((tx) => tx.one(settings), { isolation, readOnly: true });
    assert.deepEqual(found, { isolation, readOnly: 'on' });
  }
  assert.deepEqual(await db.transaction((tx) => tx.one(settings)), {
    isolation: 'read committed',
    readOnly: 'off',
  });
  const write = db.transaction((tx) => tx.execute(sql`INSERT INTO items VALUES (50, 'n50')`), {
    readOnly: true,
  });
  await assert.rejects(write, { code: '25006' });
});

test('a statement that begins a transaction by itself leaves none behind', async () => {
  await assert.rejects(db.executeSql('BEGIN'), /began a transaction and left it open/);
  await assert.rejects(db.executeSql("BEGIN; INSERT INTO items VALUES (60, 'n60'); SELECT 1 / 0; COMMIT"), {
    code: '22012',
  });
  await db.execute(sql`INSERT INTO items VALUES (61, 'n61')`);
  assert.deepEqual(await db.query(sql`SELECT id FROM items WHERE id IN (60, 61)`), [{ id: 61 }]);
  await db.executeSql("BEGIN; INSERT INTO items VALUES (62, 'n62'); COMMIT");
  assert.deepEqual(await db.one(sql`SELECT id FROM items WHERE id = 62`), { id: 62 });
});

test('a table that changes under a prepared statement costs at most one failure a connection', async () => {
  await db.executeSql('CREATE TABLE changing (a int); INSERT INTO changing VALUES (1)');
  const read = () => db.one<object>(sql`SELECT * FROM changing`);
  await read();
  await db.executeSql('ALTER TABLE changing ADD b int DEFAULT 2');
  await read().catch(() => undefined);
  assert.deepEqual(await read(), { a: 1, b: 2 });
});

test('session time zone, date style and encoding do not depend on the server', async () => {
  assert.deepEqual(
    await db.one(sql`SELECT current_setting('TimeZone') AS zone, current_setting('client_encoding') AS encoding,
      current_setting('DateStyle') AS dates, ('2026-01-02T00:00:00Z'::timestamptz)::date AS day`),
    { zone: 'UTC', encoding: 'UTF8', dates: 'ISO, MDY', day: '2026-01-02' },
  );
});

test('closing waits for what runs and refuses what comes after', async () => {
  const other = await openTestDatabase({ migrations: false });
  await other.ping();
  const running = other.transaction(async (tx) => {
    await tx.query(sql`SELECT 1`);
    return await tx.one(sql`SELECT 2 AS n`);
  });
  const closed = other.close();
  await assert.rejects(other.ping(), /database is closed/);
  assert.deepEqual(await running, { n: 2 });
  await closed;
  await other.close();
});
