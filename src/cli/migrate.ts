import { databaseOptions } from '../deps.ts';
import { openDatabase } from '../infra/db/database.ts';
import { migrate } from '../infra/db/migrate.ts';
import { installJobTables } from '../infra/jobs/index.ts';
import { createLogger } from '../infra/logger.ts';
import { MIGRATIONS } from '../main.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden migrate`: makes all tables that a server needs, those of the jobs too, so that it may start without the right to. */
export async function applyMigrations({ config, print }: CommandContext): Promise<number> {
  const logger = await createLogger(config.logLevel, config.logFormat);
  const db = await openDatabase({ ...databaseOptions(config), logger });
  try {
    const applied = await migrate(db, MIGRATIONS);
    const done = (await installJobTables(db)) ? [...applied, 'the tables of the jobs'] : applied;
    print(done.length === 0 ? 'Nothing to do: the schema is up to date.' : `Applied ${done.join(', ')}.`);
    return 0;
  } finally {
    await db.close();
  }
}
