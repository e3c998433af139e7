import { join } from 'node:path';
import { openDatabase } from '../infra/db/database.ts';
import { migrate } from '../infra/db/migrate.ts';
import { createLogger } from '../infra/logger.ts';
import { MIGRATIONS } from '../main.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden migrate`: applies missing migrations and stops. */
export async function applyMigrations({ config, print }: CommandContext): Promise<number> {
  const logger = createLogger(config.logLevel);
  const db = await openDatabase({ url: config.databaseUrl, dataDir: join(config.dataDir, 'db'), logger });
  try {
    const applied = await migrate(db, MIGRATIONS);
    print(
      applied.length === 0 ? 'Nothing to do: the schema is up to date.' : `Applied ${applied.join(', ')}.`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
