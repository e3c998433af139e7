import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Transaction } from './queryable.ts';
import { sql } from './sql.ts';

type Migration = { name: string; text: string; sha256: string };

// Any number will do so long as no other use of advisory locks has it: the first bytes of sha256('ekiden migrations').
const LOCK_KEY = 0x25_15_48_04;

/**
 * Brings the schema up to date with the numbered SQL files of a directory (`0001_name.sql`, …), all in one
 * transaction: either every new file is applied or none. Several processes may start at once; one applies, the others
 * wait and find nothing to do.
 *
 * @returns the names applied now, in order.
 * @throws Error that names the file when one was changed or removed after it was applied, when a number is missing or
 *   used twice, or when its SQL fails.
 */
export async function migrate(db: Database, directory: string | URL): Promise<string[]> {
  const migrations = await readMigrations(
    typeof directory === 'string' ? directory : fileURLToPath(directory),
  );
  return await db.transaction(async (tx) => {
    await holdSchema(tx);
    const applied = await readApplied(tx);
    refuseChanged(migrations, applied);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(tx, migration);
    return pending.map(({ name }) => name);
  });
}

/** Holds the schema of the database until the transaction ends: whoever changes it in any way waits for the others here. */
export async function holdSchema(tx: Transaction): Promise<void> {
  // Waiting for another process, or for a large table to change, may take longer than any ordinary statement.
  await tx.executeSql('SET LOCAL statement_timeout = 0');
  await tx.query(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY}::bigint)`);
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`The migration ${name} is not named like 0001_what_it_does.sql.`);
    const expected = String(index + 1).padStart(4, '0');
    if (number === expected) continue;
    const problem = number < expected ? 'uses a number twice' : `leaves out number ${expected}`;
    throw new Error(`The migration ${name} ${problem}: number migrations without gaps.`);
  }
  return await Promise.all(names.map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const text = await readFile(path.join(directory, name), 'utf8');
  // A checkout on Windows may turn line ends; that is no change of the migration.
  return { name, text, sha256: hash('sha256', text.replaceAll('\r\n', '\n')) };
}

async function readApplied(tx: Transaction): Promise<Map<string, string>> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  // Not `IF NOT EXISTS`, which asks for the right to create tables although there is nothing to create.
  if (!found) {
    await tx.executeSql(`CREATE TABLE schema_migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  }
  const rows = await tx.query<{ name: string; sha256: string }>(
    sql`SELECT name, sha256 FROM schema_migrations`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const present = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
    const found = present.get(name);
    if (found === undefined) {
      throw new Error(
        `The database has the migration ${name}, which this program does not have: it was migrated by a newer or another version.`,
      );
    }
    if (found !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied: restore it and add a new one.`,
      );
    }
  }
}

async function apply(tx: Transaction, migration: Migration): Promise<void> {
  try {
    await tx.executeSql(migration.text);
  } catch (error) {
    throw new Error(
      `The migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
  const { name, sha256 } = migration;
  await tx.execute(sql`INSERT INTO schema_migrations (name, sha256) VALUES (${name}, ${sha256})`);
}
