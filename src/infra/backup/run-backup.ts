import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../shared/time.ts';
import { type Database, SNAPSHOT, type Transaction } from '../db/database.ts';
import { openScratch, type Scratch } from '../object-store/disk-scratch.ts';
import type { ObjectStore } from '../object-store/index.ts';
import { type BlobIndex, createBlobIndex } from './blob-index.ts';
import { type BlobRef, type BlobWriter, createBlobWriter, listBlobs } from './blobs.ts';
import { type BackupHeader, newBackupId, workIn, writeHeader } from './catalogue.ts';
import type { Copier } from './copier.ts';
import { copyObjects, listObjects, type ObjectList } from './objects.ts';
import type { PlaceFiles } from './place.ts';
import type { Progress } from './progress.ts';
import { createSeal, type Seal, type SealSettings } from './seal.ts';
import {
  createRowSum,
  JOBS_SCHEMA,
  listSequences,
  listTables,
  piecesOf,
  quoted,
  type SequenceState,
  type TableShape,
} from './tables.ts';

export type BackedUpTable = Pick<TableShape, 'schema' | 'name' | 'columns'> & {
  readonly rows: number;
  /** Of all its rows, in whatever order: see `createRowSum`. */
  readonly digest: string;
  readonly pieces: readonly BlobRef[];
};

/** All that a backup holds, by hashes and counts. */
export type BackupManifest = {
  readonly id: string;
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** The version of the tables of the job queue; null where there were none. */
  readonly jobs_version: number | null;
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly SequenceState[];
  readonly objects: {
    readonly pieces: readonly BlobRef[];
    readonly count: number;
    readonly size_bytes: number;
  };
  /** Objects that rows name and that the store did not have; the first thousand. */
  readonly missing: readonly string[];
  /** Tells which secrets key the server had, and not what it is. */
  readonly key_print: string;
  /** As it is given in SECRETS_KEY; only where that was asked for, and encrypted. */
  readonly secrets_key?: string;
};

/** One state of the database to read from. */
export type Snapshot = { readonly db: Database; readonly copier: Copier; close(): Promise<void> };

export type BackupTask = {
  readonly program: string;
  readonly seal: SealSettings;
  /** See `createSeal`. */
  readonly name_key: Uint8Array;
  readonly key_print: string;
  readonly secrets_key: string | null;
  /** Whether all content is written again, also what the place has: that may be damaged there. */
  readonly anew: boolean;
  /** A query whose column `key` are the objects that rows name. */
  readonly named_objects: string;
  /** Where this process keeps what it knows of objects, so that they need not be read again; only a cache. */
  readonly cache: string;
};

export type BackupDeps = {
  readonly files: PlaceFiles;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Takes a new snapshot each time. */
  openSnapshot(): Promise<Snapshot>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/** So often a snapshot is taken anew because objects went away between it and their being read. */
const SNAPSHOTS_MAX = 3;

/**
 * Makes a backup: rows and objects that belong together, while the server goes on. Objects come first, then a snapshot of the rows, then
 * the objects that have come meanwhile: since an object is stored before its row and removed after it, each that a row names is there, or
 * was there when they were read first.
 *
 * @throws Error where it cannot be made; what was written is of use to the next, and counts as no backup
 */
export async function runBackup(deps: BackupDeps, task: BackupTask): Promise<BackupHeader> {
  const done = await workIn(
    deps.files,
    'backup',
    () => deps.clock.now(),
    () => backUp(deps, task),
  );
  if (done === null) {
    throw new Error('Old backups are being removed there at the moment. Try again in a few minutes.');
  }
  return done;
}

async function backUp(deps: BackupDeps, task: BackupTask): Promise<BackupHeader> {
  const { files } = deps;
  const seal = await createSeal(task.seal, files, task.name_key);
  // Of this run alone: others may be under way, to other places.
  const scratch = await openScratch(path.join(task.cache, 'runs'));
  try {
    const index = createBlobIndex(scratch.newPath());
    try {
      if (!task.anew) for await (const { name, bytes } of listBlobs(files)) index.add(name, bytes);
      return await backUpWith(deps, task, { seal, index, scratch });
    } finally {
      index.close();
    }
  } finally {
    await scratch.close();
  }
}

async function backUpWith(
  deps: BackupDeps,
  task: BackupTask,
  { seal, index, scratch }: { seal: Seal; index: BlobIndex; scratch: Scratch },
): Promise<BackupHeader> {
  const { progress, signal } = deps;
  const writer = createBlobWriter(deps.files, seal, index);
  const known = path.join(task.cache, 'objects');
  const [earlier, now] = [scratch.newPath(), scratch.newPath()];
  const pass = (from: { known: string; isStored: boolean }, list: string): Promise<void> =>
    copyObjects({ store: deps.store, writer, ...from, list, progress, signal });
  await pass({ known, isStored: false }, earlier);
  let missingBefore: ReadonlySet<string> | null = null;
  for (let attempt = 1; ; attempt++) {
    const snapshot_at = deps.clock.now();
    const id = newBackupId(snapshot_at);
    index.forgetReferred();
    const snapshot = await deps.openSnapshot();
    try {
      const read = await snapshot.db.transaction(async (tx) => {
        await tx.executeSql('SET LOCAL idle_in_transaction_session_timeout = 0');
        const tables = await holdTables(tx);
        await pass({ known: earlier, isStored: true }, now);
        const objects = await listObjects({
          writer,
          list: now,
          earlier,
          named: namedKeys(tx, task.named_objects),
        });
        const isNews = objects.missing.some((key) => missingBefore?.has(key) !== true);
        if (isNews && attempt < SNAPSHOTS_MAX) {
          missingBefore = new Set(objects.missing);
          return null;
        }
        return await readRows(tx, { snapshot, writer, tables, objects, deps });
      }, SNAPSHOT);
      if (read === null) continue;
      const manifest: BackupManifest = {
        id,
        ...read,
        key_print: task.key_print,
        ...(task.secrets_key === null ? {} : { secrets_key: task.secrets_key }),
      };
      signal.throwIfAborted();
      await rename(now, known);
      return await finish({
        deps,
        task,
        writer,
        index,
        manifest,
        engine: snapshot.db.engine,
        snapshot_at,
        recipient: seal.recipient,
      });
    } finally {
      await snapshot.close();
    }
  }
}

/** Keeps the tables as they are: one that is written anew meanwhile would be empty in this snapshot. */
async function holdTables(tx: Transaction): Promise<TableShape[]> {
  const tables = await listTables(tx);
  const names = tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`);
  await tx.executeSql(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
  return tables;
}

const KEYS_AT_ONCE = 100_000;

async function* namedKeys(tx: Transaction, query: string): AsyncGenerator<string, void, undefined> {
  for (let after = ''; ; ) {
    const { rows } = await tx.executeSql(
      `SELECT DISTINCT key COLLATE "C" AS key FROM (${query}) AS named WHERE key COLLATE "C" > $1 ORDER BY 1 LIMIT ${KEYS_AT_ONCE}`,
      [after],
    );
    for (const { key } of rows as { key: string }[]) {
      yield key;
      after = key;
    }
    if (rows.length < KEYS_AT_ONCE) return;
  }
}

type Read = {
  readonly snapshot: Snapshot;
  readonly writer: BlobWriter;
  readonly tables: readonly TableShape[];
  readonly objects: ObjectList;
  readonly deps: BackupDeps;
};

const MISSING_TOLD = 1_000;

async function readRows(
  tx: Transaction,
  { snapshot, writer, tables, objects, deps }: Read,
): Promise<Omit<BackupManifest, 'id' | 'key_print' | 'secrets_key'> & { readonly missing_count: number }> {
  const pieces = await Promise.all(
    tables.map(async (table) => ({ table, selects: await piecesOf(tx, table) })),
  );
  const total = pieces.reduce((sum, { selects }) => sum + selects.length, 0);
  const backedUp: BackedUpTable[] = [];
  let done = 0;
  for (const { table, selects } of pieces) {
    const sum = createRowSum();
    const refs: BlobRef[] = [];
    // One piece is packed and stored while the next is read.
    let storing: Promise<unknown> = Promise.resolve();
    for (const select of selects) {
      deps.signal.throwIfAborted();
      const lines = await snapshot.copier.out(tx, select);
      await storing;
      storing = lines.length === 0 ? Promise.resolve() : writer.put(lines).then((ref) => refs.push(ref));
      // Waited for above, or below.
      storing.catch(() => undefined);
      sum.add(lines);
      done += 1;
      deps.progress({ stage: 'tables', done, total, unit: 'pieces' });
    }
    await storing;
    const { schema, name, columns } = table;
    backedUp.push({ schema, name, columns, rows: sum.rows(), digest: sum.digest(), pieces: refs });
  }
  const { rows: migrations } = await tx.executeSql(
    'SELECT name, sha256 FROM schema_migrations ORDER BY name',
  );
  return {
    migrations: migrations as BackupManifest['migrations'],
    jobs_version: await jobsVersion(tx),
    tables: backedUp,
    sequences: await listSequences(tx),
    objects: { pieces: objects.pieces, count: objects.count, size_bytes: objects.size_bytes },
    missing: objects.missing.slice(0, MISSING_TOLD),
    missing_count: objects.missing.length,
  };
}

async function jobsVersion(tx: Transaction): Promise<number | null> {
  const { rows } = await tx.executeSql(`SELECT to_regclass('${JOBS_SCHEMA}.version') IS NOT NULL AS found`);
  if (!(rows as { found: boolean }[])[0]?.found) return null;
  const version = await tx.executeSql(`SELECT version FROM ${JOBS_SCHEMA}.version`);
  return (version.rows as { version: number }[])[0]?.version ?? null;
}

async function finish(made: {
  deps: BackupDeps;
  task: BackupTask;
  writer: BlobWriter;
  index: BlobIndex;
  manifest: BackupManifest & { readonly missing_count?: number };
  engine: Database['engine'];
  snapshot_at: Date;
  recipient: string | null;
}): Promise<BackupHeader> {
  const { deps, task, writer, index, snapshot_at } = made;
  const { missing_count = 0, ...manifest } = made.manifest;
  const ref = await writer.put(Buffer.from(JSON.stringify(manifest)));
  const header: BackupHeader = {
    format: 1,
    id: manifest.id,
    snapshot_at: snapshot_at.toISOString(),
    finished_at: deps.clock.now().toISOString(),
    program: task.program,
    schema: manifest.migrations.at(-1)?.name ?? 'none',
    engine: made.engine,
    recipient: made.recipient,
    row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    object_count: manifest.objects.count,
    missing_objects: missing_count,
    size_bytes: index.referredBytes(),
    written_bytes: writer.written(),
    manifest: ref,
  };
  await writeHeader(deps.files, header, index.referred());
  return header;
}
