import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { createPooledDatabase } from './pooled-database.ts';
import type { Database } from './queryable.ts';
import { typeParsers } from './type-parsers.ts';

const CONNECT_TIMEOUT_MS = 60_000;

export async function openEmbedded(options: {
  dataDir: string;
  logger: Logger;
  durable?: boolean;
}): Promise<Database> {
  const { dataDir, logger } = options;
  await mkdir(dataDir, { recursive: true });
  const pglite = await PGlite.create({ dataDir: path.join(dataDir, 'database') });
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    types: typeParsers,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  } as pg.PoolConfig);
  return createPooledDatabase({
    name: 'embedded',
    pool,
    logger,
    async shutDown() {
      await pool.end();
      await pglite.close();
    },
  });
}
