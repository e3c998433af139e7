import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { reasonOf } from '../../shared/errors.ts';
import { systemClock } from '../../shared/time.ts';
import { openDatabase, patiently } from '../db/database.ts';
import { openEmbedded } from '../db/embedded.ts';
import { type BackupHeader, type Keep, type Pruned, pruneBackups } from './catalogue.ts';
import { embeddedCopier, serverCopier } from './copier.ts';
import { type BackupPlace, openPlace, openStoreAt, type StoreLocation } from './place.ts';
import type { Progress } from './progress.ts';
import { type BackupTask, runBackup, type Snapshot } from './run-backup.ts';

/** A backup as plain data, which can be handed to a thread. */
export type BackupOrder = {
  readonly place: BackupPlace;
  readonly store: StoreLocation;
  /** Of a PostgreSQL server; null for the embedded engine. */
  readonly database_url: string | null;
  readonly task: BackupTask;
  /** Which backups stay there afterwards; null for all. */
  readonly keep: Keep | null;
};

export type BackupResult = {
  readonly header: BackupHeader;
  readonly pruned: Pruned | null;
  /** Why old ones could not be removed; the backup was made all the same. */
  readonly not_pruned: string | null;
};

/**
 * Makes the backup and then removes the old ones.
 *
 * @param io.copyFiles copies the embedded database's files as they are at the moment; gives the folder of the copy, which is removed
 */
export async function makeBackup(
  order: BackupOrder,
  io: { copyFiles(): Promise<string>; readonly progress: Progress; readonly signal: AbortSignal },
): Promise<BackupResult> {
  const files = await openPlace(order.place, 'write');
  try {
    const store = await openStoreAt(order.store);
    try {
      const { progress, signal } = io;
      const openSnapshot = (): Promise<Snapshot> =>
        order.database_url === null ? openCopy(io.copyFiles) : openServer(order.database_url);
      // Nobody waits for it, and it would have to begin anew.
      const header = await patiently(() =>
        runBackup({ files, store, clock: systemClock, openSnapshot, progress, signal }, order.task),
      );
      if (order.keep === null) return { header, pruned: null, not_pruned: null };
      return await pruneBackups(files, order.keep, {
        now: () => systemClock.now(),
        signal,
        cache: order.task.cache,
      }).then(
        (pruned) => ({ header, pruned, not_pruned: null }),
        (error: unknown) => ({ header, pruned: null, not_pruned: reasonOf(error) }),
      );
    } finally {
      await store.close();
    }
  } finally {
    await files.close();
  }
}

const silent = pino({ level: 'silent' });

async function openServer(url: string): Promise<Snapshot> {
  const db = await openDatabase({ url, dataDir: '', logger: silent, poolSize: 1 });
  return { db, copier: serverCopier, close: () => db.close() };
}

async function openCopy(copyFiles: () => Promise<string>): Promise<Snapshot> {
  const folder = await copyFiles();
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const db = await openEmbedded({ dataDir: folder, logger: silent, durable: false });
    const close = async (): Promise<void> => {
      await db.close();
      await discard();
    };
    return { db, copier: embeddedCopier(path.join(folder, 'database')), close };
  } catch (error) {
    await discard();
    throw error;
  }
}
