import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openTestDatabase } from '../../test/database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';

describe('migrations', () => {
  let db: Database;
  let directory: string;

  before(async () => {
    db = await openTestDatabase({ migrations: false });
  });
  after(() => db.close());
  // Hooks outside a suite would run around every test of the process.
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

  test('when one fails none of them happened', async () => {
    await write('0001_a.sql', 'CREATE TABLE a (id int);');
    await write('0002_b.sql', 'CREATE TABLE b (id int); SELECT 1 / 0;');
    await assert.rejects(migrate(db, directory), /migration 0002_b\.sql failed: division by zero/);
    assert.deepEqual(await tables(), []);
    await write('0002_b.sql', 'CREATE TABLE b (id int);');
    assert.deepEqual(await migrate(db, directory), ['0001_a.sql', '0002_b.sql']);
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
});
