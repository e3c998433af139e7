import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMigratedServerDatabase,
  createServerDatabase,
  emptyClusterDirectory,
  migratedClusterDirectory,
} from './database.ts';
import { testEngine } from './engine.ts';

/**
 * A database of the engine under test, with all migrations unless told otherwise, that outlives who opens it: the settings
 * that lead to it, and its end.
 */
export async function lastingDatabase({ migrations = true } = {}): Promise<{
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  remove(): Promise<void>;
}> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  const removeFolder = (): Promise<void> => rm(DATA_DIR, { recursive: true, force: true });
  if (testEngine() === 'embedded') {
    await rename(
      await (migrations ? migratedClusterDirectory() : emptyClusterDirectory()),
      join(DATA_DIR, 'db'),
    );
    return { env: { DATA_DIR }, remove: removeFolder };
  }
  const { url, drop } = await (migrations ? createMigratedServerDatabase() : createServerDatabase());
  return {
    env: { DATA_DIR, DATABASE_URL: url },
    remove: async () => {
      await drop();
      await removeFolder();
    },
  };
}
