import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { databaseOptions, openInstanceFiles, openSecretBox } from '../deps.ts';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { prepareDatabase } from '../infra/instance/index.ts';
import { installJobTables } from '../infra/jobs/index.ts';
import { createLogger } from '../infra/logger.ts';
import { prepareOptions } from '../main.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden migrate`: makes all tables that a server needs, those of the job queue too, so that the server may start without the right to make any. */
export async function applyMigrations({ config, print }: CommandContext): Promise<number> {
  const logger = await createLogger(config.logLevel, config.logFormat);
  const db = await openDatabase({ ...databaseOptions(config), logger });
  try {
    const applied = await prepareWithoutServer(db, config, logger);
    const done = (await installJobTables(db)) ? [...applied, 'the tables of the jobs'] : applied;
    print(done.length === 0 ? 'Nothing to do: the schema is up to date.' : `Applied ${done.join(', ')}.`);
    return 0;
  } finally {
    await db.close();
  }
}

/** Migrates as a server does at its start, for commands that run before or without one. */
export async function prepareWithoutServer(db: Database, config: Config, logger: Logger): Promise<string[]> {
  const secretBox = await openSecretBox(config);
  const files = await openInstanceFiles(config, logger);
  try {
    return await prepareDatabase({ db, files, logger }, prepareOptions(config, { db, secretBox }));
  } finally {
    await files.store?.close();
  }
}
