import type { Logger } from 'pino';
import type { Database } from './queryable.ts';

export { DataDirInUseError } from './data-dir-lock.ts';
export { isUniqueViolation } from './database-errors.ts';
export type {
  Database,
  Queryable,
  Transaction,
} from './queryable.ts';
export { SNAPSHOT } from './queryable.ts';
export { patiently } from './waiting-line.ts';

export type DatabaseOptions = {
  url: string | undefined;
  /** The server's own address, where `url` leads to it through PgBouncer or another pooler in transaction mode. */
  directUrl?: string | undefined;
  /** The directory the embedded engine keeps its files in. */
  dataDir: string;
  logger: Logger;
  poolSize?: number | undefined;
};

/**
 * Opens PostgreSQL (15 or later) when there is a URL and the embedded engine otherwise; both accept the same SQL and
 * return the same types.
 * @throws Error of one line for the operator: no server, wrong password, too old, directory in use
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl, dataDir, logger, poolSize } = options;
  if (url === undefined) {
    const { openEmbedded } = await import('./embedded.ts');
    return await openEmbedded({ dataDir, logger });
  }
  const { openPostgres } = await import('./postgres.ts');
  return await openPostgres({ url, directUrl, logger, poolSize });
}
