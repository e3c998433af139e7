import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ObjectStoreError } from './object-store.ts';

/** A folder for half-written files that belongs to one open store and is cleared once that store is gone. */
export type Scratch = {
  /** The path of a file that does not exist yet. */
  newPath(): string;
  close(): Promise<void>;
};

/**
 * Opens a folder of its own under `parent` and deletes those whose owner died. Owners may be processes of the same
 * machine at the same time: each holds an exclusive SQLite transaction on its lock file, which the operating
 * system lets go of on any death, so that neither process ids nor ages have to be guessed from.
 */
export async function openScratch(parent: string): Promise<Scratch> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const { folder, lock } = await claimFolder(parent);
  await removeDead(parent, folder);
  let next = 0;
  return {
    newPath: () => path.join(folder, `${next++}.part`),
    close: async () => {
      if (lock.isOpen) lock.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function claimFolder(parent: string): Promise<{ folder: string; lock: DatabaseSync }> {
  let last: unknown;
  // Somebody who clears dead folders can take a new one before its lock is held: then another name is tried.
  for (let attempt = 0; attempt < 5; attempt++) {
    const folder = path.join(parent, randomUUID());
    await mkdir(folder, { mode: 0o700 });
    try {
      const lock = takeLock(folder);
      if (await exists(lockPath(folder))) return { folder, lock };
      lock.close();
    } catch (error) {
      last = error;
    }
  }
  throw new ObjectStoreError(
    `Cannot lock a file in ${parent}: the file system must support locks. ${String(last)}`,
  );
}

async function removeDead(parent: string, own: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    if (folder === own) continue;
    let lock: DatabaseSync;
    try {
      lock = takeLock(folder);
    } catch {
      continue; // alive, or being cleared by somebody else
    }
    try {
      await rm(folder, { recursive: true, force: true });
    } finally {
      lock.close();
    }
  }
}

/** @throws when another holds it */
function takeLock(folder: string): DatabaseSync {
  const database = new DatabaseSync(lockPath(folder));
  try {
    database.exec('PRAGMA busy_timeout=0; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE;');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function lockPath(folder: string): string {
  return path.join(folder, 'lock');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
