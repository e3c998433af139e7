import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { syncDirectory } from './durable-file-system.ts';

// The major version of PostgreSQL inside the pinned engine; its files fit no other.
const FILES_VERSION = '18';

/**
 * The directory of the embedded database's files, created on the first start. It gets its name only once it is whole
 * and on the disk: a first start that is cut off leaves nothing that a second one would take for a database.
 *
 * @throws Error when there are files of another version, or of something else.
 */
export async function ensureCluster(dataDir: string): Promise<string> {
  const directory = path.join(dataDir, 'database');
  if (existsSync(directory)) {
    await checkVersion(directory);
    return directory;
  }
  await removeUnfinished(dataDir);
  // A name of its own: of a start that was cut off, the other process may write on for a while.
  const unfinished = await mkdtemp(path.join(dataDir, `${UNFINISHED}-`));
  await initialize(unfinished);
  await syncTree(unfinished);
  await rename(unfinished, directory);
  syncDirectory(dataDir);
  return directory;
}

const UNFINISHED = 'database.new';

/**
 * A folder in which a database can be made that becomes the one of the data directory: `adopt` gives it its name, once it is closed,
 * when all of it is on the disk. What is left behind by a process that was killed, the next one removes.
 *
 * @throws Error where the data directory has a database
 */
export async function prepareCluster(
  dataDir: string,
): Promise<{ readonly folder: string; adopt(): Promise<void>; discard(): Promise<void> }> {
  const directory = path.join(dataDir, 'database');
  if (existsSync(directory)) throw new Error(`There is a database in ${dataDir} already.`);
  await removeUnfinished(dataDir);
  const folder = await mkdtemp(path.join(dataDir, `${UNFINISHED}-`));
  return {
    folder,
    async adopt() {
      const made = path.join(folder, 'database');
      await syncTree(made);
      await rename(made, directory);
      syncDirectory(dataDir);
    },
    discard: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(UNFINISHED));
  const options = { recursive: true, force: true, maxRetries: 5 };
  await Promise.all(names.map((name) => rm(path.join(dataDir, name), options)));
}

const INITIALIZE = fileURLToPath(new URL('./initialize-cluster.ts', import.meta.url));

async function initialize(directory: string): Promise<void> {
  await promisify(execFile)(process.execPath, [INITIALIZE, directory]).catch((cause: unknown) => {
    throw new Error(`The embedded database could not be made in ${directory}.`, { cause });
  });
}

async function checkVersion(directory: string): Promise<void> {
  const version = await readFile(path.join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new Error(`${directory} holds no database: move it away, or choose another data directory.`);
  }
  if (version.trim() !== FILES_VERSION) {
    throw new Error(
      `${directory} was written by PostgreSQL ${version.trim()}; this version of the program reads ${FILES_VERSION}.`,
    );
  }
}

async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      await syncTree(child);
      continue;
    }
    const file = await open(child, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
  syncDirectory(directory);
}
