import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, emptyClusterDirectory, testEngine } from './database.ts';

/** An empty database of the engine under test that outlives who opens it: the settings that lead to it, and its end. */
export async function lastingDatabase(): Promise<{
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  remove(): Promise<void>;
}> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  const removeFolder = (): Promise<void> => rm(DATA_DIR, { recursive: true, force: true });
  if (testEngine() === 'embedded') {
    await rename(await emptyClusterDirectory(), join(DATA_DIR, 'db'));
    return { env: { DATA_DIR }, remove: removeFolder };
  }
  const { url, drop } = await createServerDatabase();
  return {
    env: { DATA_DIR, DATABASE_URL: url },
    remove: async () => {
      await drop();
      await removeFolder();
    },
  };
}
