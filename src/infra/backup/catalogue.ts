import { hash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { openScratch } from '../object-store/disk-scratch.ts';
import { ObjectStoreError } from '../object-store/index.ts';
import { type BlobIndex, createBlobIndex } from './blob-index.ts';
import { type BlobRef, sweepBlobs } from './blobs.ts';
import { DamagedBackupError, NewerBackupError } from './errors.ts';
import type { PlaceFiles } from './place.ts';
import { REFERENCES, readReferences, writeReferences } from './references.ts';

/** What can be read of a backup without any key. It is written last: a backup without it is none. */
export type BackupHeader = {
  readonly format: 1;
  readonly id: string;
  readonly snapshot_at: string;
  readonly finished_at: string;
  /** The version of the program that wrote it, and the last migration of the schema. */
  readonly program: string;
  readonly schema: string;
  readonly engine: 'embedded' | 'postgres';
  /** To whom it is encrypted; null where it is not. */
  readonly recipient: string | null;
  readonly row_count: number;
  readonly object_count: number;
  readonly missing_objects: number;
  readonly size_bytes: number;
  readonly written_bytes: number;
  readonly manifest: BlobRef;
};

const HEADERS = 'backups/';
/** Who works in the place at the moment. */
const RUNNING = 'running/';

const headerKey = (id: string): string => `${HEADERS}${id}.json`;

/** Ids sort by time. */
export function newBackupId(at: Date): string {
  const time = at.toISOString().toLowerCase().replaceAll(/[-:.]/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/**
 * Makes the backup count: its references first, its header last.
 *
 * @param names of all that it refers to, in their order
 */
export async function writeHeader(
  files: PlaceFiles,
  header: BackupHeader,
  names: Iterable<string>,
): Promise<void> {
  await writeReferences(files, header.id, names);
  const text = JSON.stringify(header);
  await files.put(headerKey(header.id), Buffer.from(`${text}\n${hash('sha256', text)}\n`));
}

/** @throws DamagedBackupError, NewerBackupError */
export async function readHeader(files: PlaceFiles, id: string): Promise<BackupHeader> {
  const stored = await files.get(headerKey(id));
  if (stored === null) throw new Error(`There is no backup ${id} there: see ekiden backup list.`);
  const [text = '', sum] = (await buffer(stored)).toString('utf8').split('\n');
  if (hash('sha256', text) !== sum) {
    throw new DamagedBackupError(
      `The backup ${id} is damaged: its header ${files.locate(headerKey(id))} is not what was written. Name another one with --id: see ekiden backup list.`,
    );
  }
  const header = JSON.parse(text) as BackupHeader;
  if (header.format !== 1) {
    throw new NewerBackupError(
      `The backup ${id} has the format ${header.format}, which this version of Ekiden does not read: use a newer one.`,
    );
  }
  return header;
}

/** The ids of all finished backups, the oldest first. */
export async function listIds(files: PlaceFiles): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of files.list(HEADERS)) {
    const id = /^backups\/(\d{8}t\d{9}z-[0-9a-f]{6})\.json$/.exec(key)?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids.sort();
}

/** The named backup, or the newest. @throws Error that says what there is */
export async function findBackup(files: PlaceFiles, id: string | null, where: string): Promise<BackupHeader> {
  if (id !== null) {
    if (!/^[\w-]+$/.test(id)) throw new Error(`${id} is no id of a backup: see ekiden backup list.`);
    return await readHeader(files, id);
  }
  const newest = (await listIds(files)).at(-1);
  if (newest === undefined) throw new Error(`There is no finished backup in ${where}.`);
  return await readHeader(files, newest);
}

const SIGN_OF_LIFE_MS = MINUTE_MS;
/** Whoever has not shown themselves for so long was killed. */
const DEAD_AFTER_MS = 10 * MINUTE_MS;

/**
 * Works in a place: backups beside each other, but none beside somebody who tidies up, since what a backup finds there would be taken
 * away before it refers to it. Each says first that it is there, and then looks for others: of two, one at least sees the other.
 *
 * @returns null where somebody else keeps it from working; it was not run then
 */
export async function workIn<T>(
  files: PlaceFiles,
  what: 'backup' | 'prune',
  now: () => Date,
  work: () => Promise<T>,
): Promise<T | null> {
  const own = `${RUNNING}${what}-${randomBytes(8).toString('hex')}`;
  const show = async (): Promise<unknown> => files.put(own, Buffer.from(`${process.pid}\n`));
  await show();
  const timer = setInterval(() => {
    // A place that is away for a moment fails the work itself.
    show().catch(() => undefined);
  }, SIGN_OF_LIFE_MS);
  try {
    const shown = new Map<string, Date>();
    for await (const { key, modified_at } of files.list(RUNNING)) shown.set(key, modified_at);
    // By the clock of the place where it has one, which may differ from the one of this machine.
    const at = shown.get(own) ?? now();
    for (const [key, modified_at] of shown) {
      if (key === own || at.getTime() - modified_at.getTime() > DEAD_AFTER_MS) continue;
      if (what === 'prune' || key.startsWith(`${RUNNING}prune-`)) return null;
    }
    return await work();
  } finally {
    clearInterval(timer);
    await files.delete(own).catch(() => undefined);
  }
}

/** How many backups are kept, or for how many days. */
export type Keep = { readonly count: number } | { readonly days: number };

export type Pruned = { readonly removed: readonly string[]; readonly blobs: number; readonly bytes: number };

/** What an interrupted backup has written is of use to the next for so long. */
const UNFINISHED_KEPT_MS = DAY_MS;

/**
 * Removes old backups, never the newest whole one, and what no backup refers to any more. A damaged one counts as none.
 *
 * @param options.cache see `BackupTask`
 * @returns null where somebody else is at work in the place
 * @throws DamagedBackupError, NewerBackupError where it is not known what a backup refers to: then nothing was removed
 */
export async function pruneBackups(
  files: PlaceFiles,
  keep: Keep,
  options: { readonly now: () => Date; readonly signal: AbortSignal; readonly cache: string },
): Promise<Pruned | null> {
  const { now, signal, cache } = options;
  return await workIn(files, 'prune', now, async () => {
    const scratch = await openScratch(path.join(cache, 'runs'));
    try {
      const needed = createBlobIndex(scratch.newPath());
      try {
        return await prune(files, keep, { now: now(), signal, needed });
      } finally {
        needed.close();
      }
    } finally {
      await scratch.close();
    }
  });
}

async function prune(
  files: PlaceFiles,
  keep: Keep,
  { now, signal, needed }: { now: Date; signal: AbortSignal; needed: BlobIndex },
): Promise<Pruned> {
  const ids = await listIds(files);
  const removed: string[] = [];
  let whole = 0;
  for (const id of ids.toReversed()) {
    if (await isWhole(files, id)) whole += 1;
    if (whole > 1 && isOver(id, whole, keep, now)) removed.unshift(id);
  }
  const kept = ids.filter((id) => !removed.includes(id));
  for (const id of kept) {
    signal.throwIfAborted();
    await addReferences(files, id, needed);
  }
  const before = new Date(now.getTime() - UNFINISHED_KEPT_MS);
  for (const id of removed) {
    signal.throwIfAborted();
    await files.delete(headerKey(id));
  }
  for await (const { key, modified_at } of files.list(REFERENCES)) {
    const id = key.slice(REFERENCES.length);
    if (removed.includes(id) || (!kept.includes(id) && modified_at < before)) await files.delete(key);
  }
  signal.throwIfAborted();
  const swept = await sweepBlobs(files, needed, before);
  return { removed, ...swept };
}

async function isWhole(files: PlaceFiles, id: string): Promise<boolean> {
  return await readHeader(files, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ObjectStoreError) throw error;
      if (error instanceof NewerBackupError) {
        throw new NewerBackupError(`${error.message} Nothing was removed.`, { cause: error });
      }
      return !(error instanceof DamagedBackupError);
    },
  );
}

/** @param place counted from the newest, which is 1 */
function isOver(id: string, place: number, keep: Keep, now: Date): boolean {
  if ('count' in keep) return place > keep.count;
  const [, day, time, ms] = /^(\d{8})t(\d{6})(\d{3})z/.exec(id) ?? [];
  const at = Temporal.Instant.from(`${day}T${time}.${ms}Z`).epochMilliseconds;
  return now.getTime() - at > keep.days * DAY_MS;
}

async function addReferences(files: PlaceFiles, id: string, needed: BlobIndex): Promise<void> {
  try {
    for await (const name of readReferences(files, id)) needed.add(name, 0);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    throw new DamagedBackupError(
      `It is not known what the backup ${id} refers to, since ${error.message}: nothing was removed. Delete ${files.locate(headerKey(id))} to give that backup up.`,
      { cause: error },
    );
  }
}
