import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createServerDatabase, openTestDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';

describe('migrations', () => {
  let db: Database;
  let directory: string;

  before(async () => {
    db = await openTestDatabase({ migrations: false });
  });
  after(() => db.close());
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ekiden-migrations-'));
  });
  afterEach(async () => {
    await db.executeSql('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await rm(directory, { recursive: true });
  });

  const write = (name: string, text: string): Promise<void> => writeFile(path.join(directory, name), text);

  async function tables(): Promise<string[]> {
    const rows = await db.query<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }

  test('new files are applied in order, once', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1);');
    await write('0002_b.sql', 'CREATE TABLE b (id int REFERENCES a);');
    await write('README.md', 'no migration');
    assert.deepEqual(await migrate(db, directory), ['0001_a.sql', '0002_b.sql']);
    assert.deepEqual(await migrate(db, directory), []);
    await write('0003_c.sql', "-- a semicolon; in a comment\nINSERT INTO a VALUES (2); SELECT ';$1';");
    assert.deepEqual(await migrate(db, pathToFileURL(directory)), ['0003_c.sql']);
    assert.deepEqual(await db.query(sql`SELECT id FROM a ORDER BY id`), [{ id: 1 }, { id: 2 }]);
  });

  test('no files and an empty file are fine, a missing directory is not', async () => {
    assert.deepEqual(await migrate(db, directory), []);
    await write('0001_nothing.sql', '');
    assert.deepEqual(await migrate(db, directory), ['0001_nothing.sql']);
    await assert.rejects(migrate(db, path.join(directory, 'elsewhere')), { code: 'ENOENT' });
  });

  test('none of the migrations is applied when one fails', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);');
    await write('0002_b.sql', 'CREATE TABLE b (id int); SELECT 1 / 0;');
    await assert.rejects(migrate(db, directory), /migration 0002_b\.sql failed: division by zero/);
    assert.deepEqual(await tables(), []);
    await write('0002_b.sql', 'CREATE TABLE b (id int);');
    assert.deepEqual(await migrate(db, directory), ['0001_a.sql', '0002_b.sql']);
  });

  test('it tells how far it is, and one that is stopped has changed nothing', async () => {
    for (const [index, name] of ['a', 'b', 'c'].entries())
      await write(`000${index + 1}_${name}.sql`, `CREATE TABLE ${name} (id int);`);
    const stop = new AbortController();
    const told: string[] = [];
    const progress = ({ stage, done, total }: { stage: string; done: number; total: number }): void => {
      told.push(`${stage} ${done} of ${total}`);
      if (done === 1) stop.abort(new Error('stopped'));
    };
    await assert.rejects(migrate(db, directory, { progress, signal: stop.signal }), /^Error: stopped$/);
    assert.deepEqual(told, ['migrations 0 of 3', 'migrations 1 of 3']);
    assert.deepEqual(await tables(), []);
    assert.equal((await migrate(db, directory)).length, 3);
  });

  test('a file that was changed or removed after it was applied is refused by name', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);\n');
    await write('0002_b.sql', 'CREATE TABLE b (id int);\n');
    await migrate(db, directory);
    await write('0001_a.sql', 'CREATE TABLE a (id int);\r\n');
    assert.deepEqual(await migrate(db, directory), [], 'other line ends are no change');
    await write('0001_a.sql', 'CREATE TABLE a (id bigint);\n');
    await write('0003_c.sql', 'CREATE TABLE c (id int);');
    await assert.rejects(migrate(db, directory), /0001_a\.sql was changed after it was applied/);
    await write('0001_a.sql', 'CREATE TABLE a (id int);\n');
    await rm(path.join(directory, '0003_c.sql'));
    await rm(path.join(directory, '0002_b.sql'));
    await assert.rejects(
      migrate(db, directory),
      /has the migration 0002_b\.sql, which this program does not have/,
    );
    assert.deepEqual(await tables(), ['a', 'b', 'schema_migrations']);
  });

  test('gaps, duplicates and other names are refused before anything is applied', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);');
    for (const [name, problem] of [
      ['0003_c.sql', /0003_c\.sql leaves out number 0002/],
      ['0001_b.sql', /0001_b\.sql uses a number twice/],
      ['2_b.sql', /2_b\.sql is not named like/],
      ['0002-b.sql', /0002-b\.sql is not named like/],
    ] as const) {
      await write(name, 'SELECT 1;');
      await assert.rejects(migrate(db, directory), problem);
      await rm(path.join(directory, name));
    }
    assert.deepEqual(await tables(), []);
  });

  test('of several that start at once one applies and the others find it done', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int); INSERT INTO a VALUES (1);');
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(db, directory)));
    assert.deepEqual(results.flat(), ['0001_a.sql']);
    assert.deepEqual(await db.query(sql`SELECT id FROM a`), [{ id: 1 }]);
  });

  test('before a database with tables is changed the given backup is made, once, and what it cannot do keeps the migration away', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);');
    const told: (readonly string[])[] = [];
    const beforeMigrating = async ({ pending }: { pending: readonly string[] }): Promise<void> => {
      told.push(pending);
    };
    await migrate(db, directory, { beforeMigrating });
    assert.deepEqual(told, [], 'there was nothing to back up');
    await write('0002_b.sql', 'CREATE TABLE b (id int);');
    await write('0003_c.sql', 'CREATE TABLE c (id int);');
    const fails = async (): Promise<void> => {
      throw new Error('the disk is full');
    };
    await assert.rejects(migrate(db, directory, { beforeMigrating: fails }), /^Error: the disk is full$/);
    assert.deepEqual(await tables(), ['a', 'schema_migrations']);
    await Promise.all([1, 2, 3].map(() => migrate(db, directory, { beforeMigrating })));
    // The processes share one embedded engine, which starts once.
    if (testEngine() === 'postgres') assert.deepEqual(told, [['0002_b.sql', '0003_c.sql']]);
    await migrate(db, directory, { beforeMigrating: fails });
  });

  test('a new migration below one that was applied is refused', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);');
    await write('0002_b.sql', 'CREATE TABLE b (id int);');
    await migrate(db, directory);
    await db.execute(sql`DELETE FROM schema_migrations WHERE name = '0001_a.sql'`);
    await assert.rejects(migrate(db, directory), /has the migration 0002_b\.sql but not 0001_a\.sql/);
  });

  test('an index that is made outside of a transaction is made, also after a first attempt was cut off', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int); INSERT INTO a VALUES (1), (1);');
    await write(
      '0002_index.sql',
      '-- outside of a transaction\n-- Ids are looked up.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_id\n  ON a (id);\n',
    );
    await write('0003_c.sql', 'CREATE TABLE c (id int);');
    await assert.rejects(migrate(db, directory), /0002_index\.sql failed: could not create unique index/);
    assert.deepEqual(await tables(), ['a', 'schema_migrations'], 'what stood before it stays');
    const isValid = sql`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'a_id'::regclass`;
    assert.deepEqual(await db.query(isValid), [{ valid: false }]);
    await db.execute(sql`DELETE FROM a WHERE ctid = '(0,1)'`);
    assert.deepEqual(await migrate(db, directory), ['0002_index.sql', '0003_c.sql']);
    assert.deepEqual(await db.query(isValid), [{ valid: true }]);
    await write('0004_d.sql', '-- outside of a transaction\nCREATE TABLE d (id int);');
    await assert.rejects(migrate(db, directory), /move "CREATE TABLE d \(id int\)" to another file/);
  });

  describe('of several processes', { skip: testEngine() !== 'postgres' && 'they need a server' }, () => {
    test('two that migrate at once come to their end where an index is made outside of a transaction', async () => {
      await write('0001_a.sql', 'CREATE TABLE a (id int);');
      await write(
        '0002_index.sql',
        '-- outside of a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_id ON a (id);',
      );
      const results = await Promise.all(Array.from({ length: 4 }, () => migrate(db, directory)));
      assert.deepEqual(results.flat(), ['0001_a.sql', '0002_index.sql']);
    });

    test('a table that another uses is waited for in turns, so that those behind it get on, and at last given up by name', async (t) => {
      const { url, drop } = await createServerDatabase();
      const open = () => openDatabase({ url, dataDir: '', logger: pino({ level: 'silent' }) });
      const [one, other] = [await open(), await open()];
      t.after(async () => {
        await one.close();
        await other.close();
        await drop();
      });
      await write('0001_a.sql', 'CREATE TABLE a (id int); CREATE TABLE z (id int);');
      await migrate(one, directory);
      await write('0002_b.sql', 'ALTER TABLE z ADD COLUMN y int; ALTER TABLE a ADD COLUMN b int;');
      const isHeld = Promise.withResolvers<void>();
      const letGo = Promise.withResolvers<void>();
      const holding = other.transaction(async (tx) => {
        await tx.query(sql`SELECT FROM a`);
        isHeld.resolve();
        await letGo.promise;
      });
      await isHeld.promise;
      const locks = { wait_ms: 20, pause_ms: 5, try_ms: 0 };
      await assert.rejects(
        migrate(one, directory, { locks }),
        /0002_b\.sql failed: .*lock timeout: others use .* Open transactions: process \d+ \(ekiden\) for \d+ s\. Nothing was changed/,
      );
      const turns: string[] = [];
      const logger = pino(
        { level: 'warn' },
        { write: (line: string) => turns.push(line) && letGo.resolve() },
      );
      assert.deepEqual(await migrate(one, directory, { locks: { ...locks, try_ms: 60_000 }, logger }), [
        '0002_b.sql',
      ]);
      assert.match(turns[0] ?? '', /somebody uses the table, trying again/);
      await holding;
    });
  });
});
