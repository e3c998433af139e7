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
 * The directory of the embedded database's files, created at the first start. It is named only once it is complete and on
 * the disk, so an interrupted first start leaves nothing that looks like a database.
 * @throws Error when there are files of another version, or of something else
 */
export async function ensureCluster(dataDir: string): Promise<string> {
  const directory = path.join(dataDir, 'database');
  if (existsSync(directory)) {
    await checkVersion(directory);
    return directory;
  }
  await removeUnfinished(dataDir);
  // A unique name: the process of an interrupted start may go on writing for a while.
  const unfinished = await mkdtemp(path.join(dataDir, `${UNFINISHED}-`));
  await initialize(unfinished);
  await syncTree(unfinished);
  await rename(unfinished, directory);
  syncDirectory(dataDir);
  return directory;
}

const UNFINISHED = 'database.new';

/**
 * A folder for a new database of the data directory: `adopt` renames it once it is closed and on the disk. The next
 * process removes what a killed one leaves.
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
