import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { assertByteRange } from './byte-range.ts';
import { openScratch, type Scratch } from './disk-scratch.ts';
import { createFileUrls, type LinkOptions } from './file-url.ts';
import { absentAsNull, listFiles, objectPath } from './list-files.ts';
import { assertKeyPrefix, assertObjectKey } from './object-key.ts';
import { type DiskStore, type ObjectInfo, ObjectStoreError } from './object-store.ts';
import { readSource, type Source } from './read-source.ts';

export type DiskStoreOptions = LinkOptions & {
  root: string;
};

/** Runs a file system step and words its failure. */
type OnDisk = <T>(step: Promise<T>) => Promise<T>;

const READ_CHUNK_BYTES = 256 * 1024;
// How often a put recreates its folder after a concurrent delete removed the empty folder.
const PUBLISH_ATTEMPTS = 20;

/**
 * Opens the store on a folder that several processes of one machine may share, and clears what crashed writers left.
 * Objects lie in `objects/`, unfinished ones in `scratch/`.
 * @throws ObjectStoreError when the folder cannot be made or written to
 */
export async function createDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const fileUrls = createFileUrls(options);
  const root = path.resolve(options.root);
  const objects = path.join(root, 'objects');
  const onDisk: OnDisk = (step) => withClearErrors(root, step);
  await onDisk(mkdir(objects, { recursive: true, mode: 0o700 }));
  const scratch = await onDisk(openScratch(path.join(root, 'scratch')));

  return {
    kind: 'disk',
    fileUrls,
    put: async (key, body) => {
      const source = readSource(body);
      try {
        assertObjectKey(key);
        await storeSource(source, objects, key, scratch, onDisk);
        return source.digest();
      } finally {
        source.destroy();
      }
    },
    get: async (key, { range } = {}) => {
      assertObjectKey(key);
      if (range !== undefined) assertByteRange(range);
      const handle = await onDisk(absentAsNull(open(objectPath(objects, key), 'r')));
      if (handle === null) return null;
      try {
        const info = await onDisk(describe(handle));
        if (range !== undefined && range.start >= info.size_bytes) {
          throw new RangeError(`The range of ${key} starts behind its end.`);
        }
        const body = handle.createReadStream({ ...range, highWaterMark: READ_CHUNK_BYTES });
        return { ...info, body };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    head: async (key) => {
      assertObjectKey(key);
      const handle = await onDisk(absentAsNull(open(objectPath(objects, key), 'r')));
      if (handle === null) return null;
      try {
        return await onDisk(describe(handle));
      } finally {
        await handle.close();
      }
    },
    delete: async (key) => {
      assertObjectKey(key);
      const file = objectPath(objects, key);
      const deleted = await onDisk(absentAsNull(unlink(file).then(() => true)));
      if (deleted === null) return;
      await onDisk(syncFolder(path.dirname(file)));
      await removeEmptyFolders(path.dirname(file), objects);
    },
    list: (prefix) => {
      assertKeyPrefix(prefix);
      return listClearly(objects, prefix, onDisk);
    },
    signedUrl: async (key, urlOptions) => fileUrls.sign(key, urlOptions, options.clock.now()),
    ownUrl: async (key, urlOptions) => fileUrls.sign(key, urlOptions, options.clock.now()),
    ping: async () => {
      const probe = scratch.newPath();
      await onDisk(writeProbe(probe));
    },
    close: () => scratch.close(),
  };
}

async function* listClearly(
  objects: string,
  prefix: string,
  onDisk: OnDisk,
): AsyncGenerator<{ key: string; size_bytes: number; modified_at: Date }, void, undefined> {
  const files = listFiles(objects, prefix);
  for (;;) {
    const next = await onDisk(files.next());
    if (next.done) return;
    yield next.value;
  }
}

async function storeSource(
  source: Source,
  objects: string,
  key: string,
  scratch: Scratch,
  onDisk: OnDisk,
): Promise<void> {
  const part = scratch.newPath();
  const handle = await onDisk(open(part, 'wx', 0o600));
  try {
    try {
      for await (const chunk of source.chunks()) await onDisk(handle.writeFile(chunk));
      await onDisk(handle.sync());
    } finally {
      await handle.close();
    }
    await onDisk(publish(part, objects, key));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Moves the finished file to its place and makes the move and every folder on the way durable. */
async function publish(part: string, objects: string, key: string): Promise<void> {
  const file = objectPath(objects, key);
  const folder = path.dirname(file);
  for (let attempt = 1; ; attempt++) {
    // Either step can find the folder missing after a concurrent delete.
    const moved = await absentAsNull(
      mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => rename(part, file))
        .then(() => true),
    );
    if (moved) break;
    if (attempt === PUBLISH_ATTEMPTS)
      throw new ObjectStoreError(`Cannot move ${part} to ${file}: one is gone.`);
    await setTimeout(attempt);
  }
  // Every folder is synced: whoever created one may not have synced it yet.
  for (let at = folder; ; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === objects) break;
  }
}

/** Flushes the folder's entries, where the folder still exists and the system can open folders. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'EPERM'].includes(errorCode(error))) return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeEmptyFolders(folder: string, objects: string): Promise<void> {
  for (let at = folder; at !== objects; at = path.dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return; // not empty, or gone: either is fine
    }
  }
}

async function describe(handle: FileHandle): Promise<ObjectInfo> {
  const { size, mtimeNs, ino } = await handle.stat({ bigint: true });
  // Each put makes a new file, so inode and time distinguish versions of the same size.
  const etag = `"${size.toString(36)}-${mtimeNs.toString(36)}-${ino.toString(36)}"`;
  return { size_bytes: Number(size), etag };
}

async function writeProbe(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile('ping');
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this process may not write there: change the owner or the permissions, or set DATA_DIR',
  EDQUOT: 'the disk quota is used up: free space or raise it',
  EEXIST: 'a file stands where a folder must be: move it away or set DATA_DIR',
  EIO: 'the disk reports a fault: look at the system log',
  EMFILE: 'too many open files: raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files: raise its limit',
  ENOENT: 'its folder was taken away while the server ran: restart the server',
  ENOSPC: 'the disk is full: free space or set DATA_DIR to a larger one',
  ENOTDIR: 'a file stands where a folder must be: move it away or set DATA_DIR',
  ENAMETOOLONG: 'the path is too long: set DATA_DIR to a shorter one',
  EPERM: 'this process may not write there: change the owner or the permissions, or set DATA_DIR',
  EROFS: 'the file system is read-only: mount it writable or set DATA_DIR',
};

/** Waits for a step on the file system; its failure says which store it was and what to change. */
export async function withClearErrors<T>(root: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error;
    const reason = REASONS[errorCode(error)] ?? 'the operating system refused';
    throw new ObjectStoreError(`The object store in ${root} failed: ${reason}. (${String(error)})`, {
      cause: error,
    });
  }
}

function errorCode(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';
}
