import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ObjectStoreError } from './object-store.ts';

/** A folder for unfinished files of one open store, cleared once that store is gone. */
export type Scratch = {
  /** The path of a file that does not exist yet. */
  newPath(): string;
  close(): Promise<void>;
};

/**
 * Opens its own folder under `parent` and deletes those of dead owners. Each owner holds an exclusive SQLite transaction
 * on its lock file, which the system releases on any death, so neither process ids nor ages matter.
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
  // A process that clears dead folders can take a new one before its lock is held; then another name is tried.
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
