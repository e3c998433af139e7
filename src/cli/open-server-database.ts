import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { databaseOptions } from '../deps.ts';
import { type Database, DataDirInUseError, openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { createLogger } from '../infra/logger.ts';

/**
 * Opens the database of a server for an operator's command. Never makes a new one: in the wrong directory a command
 * would otherwise find nobody and leave a database behind.
 *
 * @throws Error that says what to do when there is no such database, or a running server has it
 */
export async function openServerDatabase(config: Config): Promise<Database> {
  const dataDir = join(config.dataDir, 'db');
  if (config.databaseUrl === undefined && !existsSync(join(dataDir, 'database'))) {
    throw new Error(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the server has them, and start it once.`,
    );
  }
  const db = await openOrExplain(config);
  try {
    const { found } = await db.one<{ found: boolean }>(
      sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
    );
    if (!found) throw new Error('This database is empty. Run ekiden migrate first, or set DATABASE_URL.');
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** @throws Error that says to stop the server, where it has the embedded database */
export async function openOrExplain(config: Config): Promise<Database> {
  try {
    return await openDatabase({
      ...databaseOptions(config),
      logger: await createLogger(config.logLevel, config.logFormat),
    });
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    throw new Error(
      `A server is using ${config.dataDir}. Stop it first: the embedded database serves one process, PostgreSQL (DATABASE_URL) serves many.`,
      { cause: error },
    );
  }
}
