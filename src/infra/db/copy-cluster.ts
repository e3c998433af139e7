import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ensureCluster } from './create-cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';

/** Free disk space that a copy must leave to the database. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Copies the files of an embedded database that nobody writes to, without flushing: the copy is temporary. File systems
 * that share blocks need no time or room.
 * @param folder the engine's own
 * @param to becomes the data directory of the copy
 * @throws Error where there is not enough room
 */
export async function copyCluster(folder: string, to: string): Promise<void> {
  const needed = await sizeOf(folder);
  const { bavail, bsize } = await statfs(path.dirname(to));
  if (needed + ROOM_BYTES > bavail * bsize) {
    throw new Error(
      `A backup needs ${Math.ceil(needed / 1e6)} MB of room for a while on the disk of ${path.dirname(to)}, which has ${Math.floor((bavail * bsize) / 1e6)} MB.`,
    );
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  await copyTree(folder, path.join(to, 'database'));
}

export async function copyClosedCluster(dataDir: string, to: string): Promise<void> {
  const lock = lockDataDir(dataDir);
  try {
    await copyCluster(await ensureCluster(dataDir), to);
  } finally {
    lock.release();
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
