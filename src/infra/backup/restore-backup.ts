import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { Logger } from 'pino';
import { prepareCluster } from '../db/create-cluster.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { type Database, openDatabase, patiently, type Transaction } from '../db/database.ts';
import { openEmbedded } from '../db/embedded.ts';
import type { ObjectStore } from '../object-store/index.ts';
import { type Copier, embeddedCopier, serverCopier } from './copier.ts';
import { type OpenBackup, readObjects } from './open-backup.ts';
import { restoreObjects } from './restore-objects.ts';
import {
  compareRows,
  type RestoreOptions,
  refuseFull,
  requireReadable,
  restoreRows,
} from './restore-rows.ts';

/** An empty database that is about to be filled. */
type EmptyDatabase = {
  readonly db: Database;
  readonly copier: Copier;
  /** Closes it, and makes it what a server opens. */
  adopt(): Promise<void>;
  /** Closes it, where that has not been done, and leaves nothing behind. */
  discard(): Promise<void>;
};

/**
 * Restores a backup into an empty database and an empty store, the objects first. Where it ends early, the database is as it was; the
 * objects stay, and the same backup can be restored again over them.
 *
 * @param target.data_dir of the embedded database, where there is no URL
 * @param target.openStore opens the store, once the database is known to be empty
 * @param then what else is done in the transaction that fills the database
 * @throws Error that says what to do: not empty, a newer backup, damage
 */
export async function restoreBackup(
  backup: OpenBackup,
  target: {
    readonly url: string | undefined;
    readonly data_dir: string;
    readonly logger: Logger;
    openStore(db: Database): Promise<ObjectStore>;
  },
  options: RestoreOptions,
  then: (tx: Transaction) => Promise<void>,
): Promise<void> {
  // Before the objects, which may be many.
  await requireReadable(backup.manifest, options);
  const empty =
    target.url === undefined
      ? await openEmptyFolder(target)
      : await openEmptyServer(target.url, target.logger);
  try {
    await restoreObjects(backup, await target.openStore(empty.db), options);
    await patiently(async () => {
      await restoreRows(empty.db, empty.copier, backup, options, then);
      await empty.db.executeSql('ANALYZE');
    });
    await empty.adopt();
  } finally {
    await empty.discard();
  }
}

async function openEmptyServer(url: string, logger: Logger): Promise<EmptyDatabase> {
  const db = await openDatabase({ url, dataDir: '', logger, poolSize: 2 });
  const close = (): Promise<void> => db.close();
  try {
    await db.transaction(refuseFull);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, copier: serverCopier, adopt: close, discard: close };
}

async function openEmptyFolder({
  data_dir,
  logger,
}: {
  readonly data_dir: string;
  readonly logger: Logger;
}): Promise<EmptyDatabase> {
  if (existsSync(path.join(data_dir, 'database'))) {
    throw new Error(
      `There is a database in ${data_dir} already. A backup is restored into an empty place only: move that folder away, or set DATA_DIR to another one.`,
    );
  }
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(data_dir);
  try {
    const cluster = await prepareCluster(data_dir);
    const db = await openEmbedded({ dataDir: cluster.folder, logger, durable: false });
    const copier = embeddedCopier(path.join(cluster.folder, 'database'));
    return {
      db,
      copier,
      adopt: async () => {
        await db.close();
        await copier.close();
        await cluster.adopt();
      },
      discard: async () => {
        await db.close();
        await cluster.discard();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Restores a backup into an embedded database that is thrown away, reads everything again and compares it with what the manifest says.
 *
 * @param folder an empty one, with room for the database
 * @returns what differs; nothing where the backup is whole
 * @throws Error, DamagedBackupError where it cannot be restored at all
 */
export async function verifyBackup(
  backup: OpenBackup,
  folder: string,
  logger: Logger,
  options: RestoreOptions,
): Promise<string[]> {
  // Before a database is made.
  await requireReadable(backup.manifest, options);
  const empty = await openEmptyFolder({ data_dir: folder, logger });
  try {
    const differences: string[] = [];
    await restoreRows(empty.db, empty.copier, backup, options, async (tx) => {
      differences.push(...(await compareRows(tx, empty.copier, backup.manifest, options)));
    });
    // Each is read to its end, and what is not as it was written is an error.
    await readObjects(backup, (_object, body) => finished(body.resume()), options);
    return differences;
  } finally {
    await empty.discard();
  }
}
