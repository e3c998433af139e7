import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isLockTimeout } from './database-errors.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { oneUpgrade, type RunAlone } from './one-upgrade.ts';
import type { Database, Queryable, Transaction, TransactionOptions } from './queryable.ts';
import { sql } from './sql.ts';

// An advisory lock's number that nothing else uses: the first bytes of sha256('ekiden migrations').
const LOCK_KEY = 0x25_15_48_04;

export type MigrateOptions = {
  readonly logger?: Logger;
  /** Told before each migration, and at the end. */
  readonly progress?: (step: MigrationStep) => void;
  /** Ends the migration between two statements of it: those that stand together are undone. */
  readonly signal?: AbortSignal;
  /** Called once, by the process that migrates, before anything is changed of a database that has tables; what it throws ends the migration. */
  readonly beforeMigrating?: (upgrade: { readonly pending: readonly string[] }) => Promise<void>;
  /** For tests: how long a migration waits for a table, pauses and tries in all. */
  readonly locks?: { readonly wait_ms: number; readonly pause_ms: number; readonly try_ms: number };
};

type MigrationStep = {
  readonly stage: 'migrations';
  readonly done: number;
  readonly total: number;
  readonly unit: '';
};

/** For whoever changes the schema: a pooler's connections are few, and waiting for others here may take long. */
export const CHANGES_SCHEMA: TransactionOptions = { direct: true };

/** A statement that waits for a table blocks everybody behind it, so it waits for a second only, pauses and tries again. */
const LOCKS = { wait_ms: 1_000, pause_ms: 2_000, try_ms: 600_000 };

/**
 * Applies the numbered SQL files of a directory (`0001_name.sql`, …). All in one transaction, except that files marked as
 * outside of a transaction divide those before from those after. Several processes may start at once: one applies, the
 * others wait.
 * @returns the names applied by this process, in order
 * @throws Error that names the file when an applied one was changed or removed, a number is missing or used twice, its
 * SQL fails, or its table is not free for ten minutes
 */
export async function migrate(
  db: Database,
  directory: string | URL,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  if (pendingOf(migrations, await readApplied(db)).length === 0) return [];
  return await oneUpgrade(db, options, async (runAlone) => {
    const applied = await readApplied(db);
    const pending = pendingOf(migrations, applied);
    if (pending.length > 0 && applied.size > 0)
      await options.beforeMigrating?.({ pending: pending.map(({ name }) => name) });
    const done: string[] = [];
    const begin = (within: number): void => {
      options.progress?.({
        stage: 'migrations',
        done: done.length + within,
        total: pending.length,
        unit: '',
      });
      options.signal?.throwIfAborted();
    };
    for (const group of groupsOf(pending)) {
      const [first] = group;
      if (first.alone === null) done.push(...(await applyTogether(db, migrations, group, begin, options)));
      else {
        begin(0);
        done.push(await applyAlone(db, migrations, first, runAlone));
      }
    }
    return done;
  });
}

/** The names of what `migrate` would apply. */
export async function pendingMigrations(db: Database, directory: string | URL): Promise<string[]> {
  const pending = pendingOf(await readMigrations(directory), await readApplied(db));
  return pending.map(({ name }) => name);
}

/**
 * Makes the schema that an empty database had when just these migrations had been applied to it.
 *
 * @throws Error that names the first one that this program does not have, or has otherwise
 */
export async function migrateTo(
  tx: Transaction,
  directory: string | URL,
  wanted: readonly Pick<Migration, 'name' | 'sha256'>[],
): Promise<void> {
  const migrations = await requireKnown(directory, wanted);
  await createTable(tx);
  for (const migration of migrations.slice(0, wanted.length)) {
    // An empty database has no other users, and concurrent statements cannot run in a transaction.
    const text = migration.alone?.map((step) => step.replace(' CONCURRENTLY', '')).join(';');
    await apply(tx, { ...migration, text: text ?? migration.text });
  }
}

/** @throws Error that names the first of the wanted migrations that this program does not have, or has otherwise */
export async function requireKnown(
  directory: string | URL,
  wanted: readonly Pick<Migration, 'name' | 'sha256'>[],
): Promise<readonly Migration[]> {
  const migrations = await readMigrations(directory);
  pendingOf(migrations, new Map(wanted.map(({ name, sha256 }) => [name, sha256])));
  return migrations;
}

/** Holds the schema of the database until the transaction ends: whoever changes it in any way waits for the others here. */
export async function holdSchema(tx: Transaction): Promise<void> {
  // Waiting for another process or changing a large table may take longer than an ordinary statement.
  await tx.executeSql('SET LOCAL statement_timeout = 0');
  await tx.query(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY}::bigint)`);
}

/** The hashes of applied migrations; empty where the database has no tables of ours. */
export async function readApplied(db: Queryable): Promise<Map<string, string>> {
  const { found } = await db.one<{ found: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  if (!found) return new Map();
  const rows = await db.query<{ name: string; sha256: string }>(
    sql`SELECT name, sha256 FROM schema_migrations`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** @throws Error where what is applied is not how these files begin */
function pendingOf(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): readonly Migration[] {
  const present = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
    const found = present.get(name);
    if (found === undefined) {
      throw new Error(
        `The database has the migration ${name}, which this program does not have: it was migrated by a newer or another version. Start that version, or restore the backup that was made before the upgrade.`,
      );
    }
    if (found !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied: restore it and add a new one.`,
      );
    }
  }
  const first = migrations.findIndex(({ name }) => !applied.has(name));
  if (first === -1) return [];
  const pending = migrations.slice(first);
  const later = pending.findLast(({ name }) => applied.has(name));
  if (later === undefined) return pending;
  throw new Error(
    `The database has the migration ${later.name} but not ${pending[0]?.name}, which comes before it: give the new one the next free number.`,
  );
}

/** Groups of migrations for one transaction each; one that runs outside is alone. */
function groupsOf(pending: readonly Migration[]): readonly (readonly [Migration, ...Migration[]])[] {
  const groups: [Migration, ...Migration[]][] = [];
  for (const migration of pending) {
    const last = groups.at(-1);
    if (last !== undefined && migration.alone === null && last[0].alone === null) last.push(migration);
    else groups.push([migration]);
  }
  return groups;
}

async function applyTogether(
  db: Database,
  migrations: readonly Migration[],
  together: readonly Migration[],
  begin: (within: number) => void,
  { logger, locks = LOCKS }: MigrateOptions,
): Promise<string[]> {
  const begun = performance.now();
  for (;;) {
    try {
      return await db.transaction(async (tx) => {
        await holdSchema(tx);
        // An older version that does not know the upgrade lock may have migrated meanwhile.
        const applied = await readApplied(tx);
        pendingOf(migrations, applied);
        const missing = together.filter(({ name }) => !applied.has(name));
        await tx.executeSql(`SET LOCAL lock_timeout = ${locks.wait_ms}`);
        if (applied.size === 0) await createTable(tx);
        for (const [index, migration] of missing.entries()) {
          begin(index);
          await apply(tx, migration);
        }
        return missing.map(({ name }) => name);
      }, CHANGES_SCHEMA);
    } catch (error) {
      if (!(error instanceof Error && isLockTimeout(error.cause))) throw error;
      const others = await describeOthers(db);
      if (performance.now() - begun > locks.try_ms) {
        throw new Error(
          `${error.message}: others use the table without end. ${others} Nothing was changed; end them and start again.`,
          { cause: error },
        );
      }
      logger?.warn({ others }, `${error.message}: somebody uses the table, trying again`);
      await sleep(locks.pause_ms);
    }
  }
}

/** Whom the migration may wait for: the oldest transactions, which operators can end. */
async function describeOthers(db: Database): Promise<string> {
  const others = await db.query<{ pid: number; name: string; seconds: number }>(sql`
    SELECT pid, application_name AS name, extract(epoch FROM now() - xact_start)::integer AS seconds
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start LIMIT 3`);
  const told = others.map(
    ({ pid, name, seconds }) => `process ${pid} (${name || 'without a name'}) for ${seconds} s`,
  );
  return told.length === 0 ? 'No transaction is open now.' : `Open transactions: ${told.join(', ')}.`;
}

async function applyAlone(
  db: Database,
  migrations: readonly Migration[],
  migration: Migration,
  runAlone: RunAlone,
): Promise<string> {
  for (const statement of migration.alone ?? []) {
    const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\S+)/.exec(statement)?.[1];
    // An interrupted CREATE INDEX leaves an invalid index that IF NOT EXISTS would accept.
    if (index !== undefined && (await isInvalid(db, index)))
      await told(migration, runAlone(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`));
    await told(migration, runAlone(statement));
  }
  await db.transaction(async (tx) => {
    await holdSchema(tx);
    const applied = await readApplied(tx);
    pendingOf(migrations, applied);
    if (applied.size === 0) await createTable(tx);
    if (!applied.has(migration.name)) await note(tx, migration);
  }, CHANGES_SCHEMA);
  return migration.name;
}

async function isInvalid(db: Database, index: string): Promise<boolean> {
  const found = await db.maybeOne(
    sql`SELECT FROM pg_index WHERE indexrelid = to_regclass(${index}) AND NOT indisvalid`,
  );
  return found !== null;
}

/** `IF NOT EXISTS` would need the right to create tables even when the table exists. */
async function createTable(tx: Transaction): Promise<void> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  if (found) return;
  await tx.executeSql(`CREATE TABLE schema_migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
}

async function apply(tx: Transaction, migration: Migration): Promise<void> {
  await told(migration, tx.executeSql(migration.text));
  await note(tx, migration);
}

async function told(migration: Migration, step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

async function note(tx: Transaction, { name, sha256 }: Migration): Promise<void> {
  await tx.execute(sql`INSERT INTO schema_migrations (name, sha256) VALUES (${name}, ${sha256})`);
}
