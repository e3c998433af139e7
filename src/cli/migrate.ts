import type { Logger } from 'pino';
import { backupBeforeMigrating } from '../backups.ts';
import type { Config } from '../config.ts';
import { databaseOptions, openInstanceFiles, openSecretBox } from '../deps.ts';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { prepareDatabase } from '../infra/instance/index.ts';
import { installJobTables } from '../infra/jobs/index.ts';
import { createLogger } from '../infra/logger.ts';
import { prepareOptions } from '../main.ts';
import { type StoppableIo, stoppable } from './stoppable.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden migrate`: makes all tables that a server needs, those of the jobs too, so that it may start without the right to. */
export async function applyMigrations(context: CommandContext): Promise<number> {
  const { config, print } = context;
  const logger = await createLogger(config.logLevel, config.logFormat);
  const db = await openDatabase({ ...databaseOptions(config), logger });
  try {
    const done = await stoppable(context, async (io) => {
      const applied = await prepareWithoutServer(db, config, logger, io);
      return (await installJobTables(db)) ? [...applied, 'the tables of the jobs'] : applied;
    });
    print(done.length === 0 ? 'Nothing to do: the schema is up to date.' : `Applied ${done.join(', ')}.`);
    return 0;
  } finally {
    await db.close();
  }
}

/** What a server does at its start, for commands that need its tables before or without one. */
export async function prepareWithoutServer(
  db: Database,
  config: Config,
  logger: Logger,
  io: StoppableIo,
): Promise<string[]> {
  const secretBox = await openSecretBox(config);
  const files = await openInstanceFiles(config, logger);
  try {
    const make = backupBeforeMigrating(config, { db, secretBox }, io);
    return await prepareDatabase(
      { db, files, logger },
      { ...prepareOptions(config, { db, secretBox }, make), ...io },
    );
  } finally {
    await files.store?.close();
  }
}
