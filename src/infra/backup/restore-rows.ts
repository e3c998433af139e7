import type { Database, Transaction } from '../db/database.ts';
import { holdSchema, migrateTo, requireKnown } from '../db/migrate.ts';
import { sql } from '../db/sql.ts';
import { installJobTablesIn } from '../jobs/index.ts';
import { readBlob } from './blobs.ts';
import type { Copier } from './copier.ts';
import type { PlaceFiles } from './place.ts';
import type { Progress } from './progress.ts';
import type { BackedUpTable, BackupManifest } from './run-backup.ts';
import type { Unseal } from './seal.ts';
import { createRowSum, JOBS_SCHEMA, listTables, piecesOf, quoted } from './tables.ts';

/** What rows are read from and how. */
export type RowSource = {
  readonly files: PlaceFiles;
  readonly unseal: Unseal;
  readonly manifest: BackupManifest;
};

export type RestoreOptions = {
  readonly migrations: URL;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/** The embedded engine's log of what it writes is cut off after about so much. */
const CHECKPOINT_BYTES = 48 * 1024 * 1024;

/**
 * Fills an empty database in one transaction: the schema as it was, all rows, and where sequences stood. Triggers are off meanwhile: what
 * they would write is in the backup. References between tables are taken away and made anew, and so checked.
 *
 * @param then more of the same transaction
 * @throws Error where the database is not empty, or the backup is of a newer version; then it is as it was
 */
export async function restoreRows(
  db: Database,
  copier: Copier,
  source: RowSource,
  options: RestoreOptions,
  then: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { manifest } = source;
  await db.transaction(async (tx) => {
    await holdSchema(tx);
    await tx.executeSql('SET LOCAL idle_in_transaction_session_timeout = 0');
    await refuseFull(tx);
    await makeSchema(tx, db.engine, manifest, options);
    const tables = await matchTables(tx, manifest);
    const names = tables.map(({ target }) => target);
    const references = await takeReferences(tx);
    for (const name of names) await tx.executeSql(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // Migrations have written rows as well, which are in the backup as they have become.
    await tx.executeSql(`TRUNCATE ${names.join(', ')}`);
    await load(tx, db.engine, copier, source, tables, options);
    await tx.executeSql('SET LOCAL statement_timeout = 0');
    for (const statement of references) {
      options.signal.throwIfAborted();
      await tx.executeSql(statement);
    }
    for (const name of names) await tx.executeSql(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name, last, called } of manifest.sequences) {
      await tx.query(sql`SELECT setval(${name}::regclass, ${last}::bigint, ${called})`);
    }
    await then(tx);
  });
}

export async function refuseFull(tx: Transaction): Promise<void> {
  const { found } = await tx.one<{ found: string | null }>(sql`
    SELECT (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', ${JOBS_SCHEMA}) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1) AS found`);
  if (found !== null) {
    throw new Error(
      `The database is not empty: it has ${found}. A backup is restored into an empty one only. Create a new database and set DATABASE_URL to it.`,
    );
  }
}

async function makeSchema(
  tx: Transaction,
  engine: Database['engine'],
  manifest: BackupManifest,
  { migrations }: RestoreOptions,
): Promise<void> {
  await requireReadable(manifest, { migrations });
  await migrateTo(tx, migrations, manifest.migrations);
  if (manifest.jobs_version !== null) await installJobTablesIn(tx, engine);
}

/** @throws Error that says what to do where the backup was made by a version that has other migrations than this one */
export async function requireReadable(
  manifest: BackupManifest,
  { migrations }: Pick<RestoreOptions, 'migrations'>,
): Promise<void> {
  try {
    await requireKnown(migrations, manifest.migrations);
  } catch (error) {
    throw new Error(
      `This version of Ekiden cannot read the backup: ${error instanceof Error ? error.message : error} Restore it with the version that made it, or a newer one.`,
      { cause: error },
    );
  }
}

type Matched = {
  readonly table: BackedUpTable;
  readonly target: string;
  readonly columns: readonly string[];
};

/** Each table of the backup and its place in this database. The job queue's may have other columns by now. */
async function matchTables(tx: Transaction, manifest: BackupManifest): Promise<Matched[]> {
  const here = new Map((await listTables(tx)).map((table) => [`${table.schema}.${table.name}`, table]));
  return manifest.tables.map((table) => {
    const found = here.get(`${table.schema}.${table.name}`);
    const missing = table.columns.filter((column) => found?.columns.includes(column) !== true);
    if (found === undefined || missing.length > 0) {
      const what = found === undefined ? '' : ` with ${missing.join(', ')}`;
      throw new Error(
        `The backup has a table ${table.schema}.${table.name}${what}, which this version does not have.`,
      );
    }
    return { table, target: `${quoted(table.schema)}.${quoted(table.name)}`, columns: table.columns };
  });
}

/** Drops all references between tables. @returns the statements that make them anew */
async function takeReferences(tx: Transaction): Promise<string[]> {
  const found = await tx.query<{ table: string; name: string; definition: string }>(sql`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
      pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN ('public', ${JOBS_SCHEMA})
    ORDER BY 1, 2`);
  for (const { table, name } of found) await tx.executeSql(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return found.map(
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  );
}

async function load(
  tx: Transaction,
  engine: Database['engine'],
  copier: Copier,
  source: RowSource,
  tables: readonly Matched[],
  { progress, signal }: RestoreOptions,
): Promise<void> {
  const total = tables.reduce((sum, { table }) => sum + table.rows, 0);
  let done = 0;
  let sinceCheckpoint = 0;
  for (const { table, target, columns } of tables) {
    let rows = 0;
    const into = `${target} (${columns.map(quoted).join(', ')})`;
    for (const piece of table.pieces) {
      signal.throwIfAborted();
      const lines = await readBlob(source, piece);
      await copier.in(tx, into, lines);
      rows += countRows(lines);
      sinceCheckpoint += lines.length;
      if (engine === 'embedded' && sinceCheckpoint > CHECKPOINT_BYTES) {
        await tx.executeSql('CHECKPOINT');
        sinceCheckpoint = 0;
      }
      progress({ stage: 'tables', done: done + rows, total, unit: 'rows' });
    }
    if (rows !== table.rows) {
      throw new Error(`The backup is damaged: ${target} has ${rows} rows and not ${table.rows}.`);
    }
    done += rows;
  }
}

function countRows(lines: Buffer): number {
  let rows = 0;
  for (let end = lines.indexOf(10); end !== -1; end = lines.indexOf(10, end + 1)) rows += 1;
  return rows;
}

/** Reads all tables of a restored database and compares them with what the backup says. @returns what differs */
export async function compareRows(
  tx: Transaction,
  copier: Copier,
  manifest: BackupManifest,
  { progress, signal }: Pick<RestoreOptions, 'progress' | 'signal'>,
): Promise<string[]> {
  const differences: string[] = [];
  const here = new Map((await listTables(tx)).map((table) => [`${table.schema}.${table.name}`, table]));
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of manifest.tables) {
    const name = `${table.schema}.${table.name}`;
    const heaps = here.get(name)?.heaps ?? [];
    const sum = createRowSum();
    for (const select of await piecesOf(tx, { ...table, heaps })) {
      signal.throwIfAborted();
      sum.add(await copier.out(tx, select));
      progress({ stage: 'compare', done: done + sum.rows(), total, unit: 'rows' });
    }
    done += sum.rows();
    if (sum.rows() !== table.rows) differences.push(`${name} has ${sum.rows()} rows and not ${table.rows}`);
    else if (sum.digest() !== table.digest) differences.push(`${name} has other rows than were backed up`);
  }
  return differences;
}
