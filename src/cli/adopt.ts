import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openInstanceFiles } from '../deps.ts';
import { adoptFiles } from '../infra/instance/index.ts';
import { createLogger } from '../infra/logger.ts';
import { openOrExplain } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden adopt`: binds the files to the current database after a start was refused because they do not belong together. */
export async function adopt({ config, print }: CommandContext): Promise<number> {
  const files = await openInstanceFiles(config, await createLogger(config.logLevel, config.logFormat));
  const { store, place } = files;
  if (store === null) {
    print(`Nothing to do: there are no files in ${place}.`);
    return 0;
  }
  try {
    const isThere = config.databaseUrl !== undefined || existsSync(join(config.dataDir, 'db', 'database'));
    const db = isThere ? await openOrExplain(config) : null;
    try {
      print(await adoptFiles(db, { store, place }));
      return 0;
    } finally {
      await db?.close();
    }
  } finally {
    await store.close();
  }
}
