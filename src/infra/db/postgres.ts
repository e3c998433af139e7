import pg from 'pg';
import type { Logger } from 'pino';
import { createPooledDatabase } from './pooled-database.ts';
import type { Database } from './queryable.ts';
import { typeParsers } from './type-parsers.ts';

// Debian 12's version, and the oldest the tests run on.
const OLDEST_VERSION = 15;
// Two cores serve a node; more connections than this only queue inside the server.
const DEFAULT_POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
// Below the five minutes after which common firewalls forget a silent connection.
const KEEP_ALIVE_DELAY_MS = 60_000;

// A server's own settings may differ in each of these, and with them what the program reads and writes. Of the last two
// only the time: compiling a statement takes 70 to 200 ms, saves none of ours as much, not even an export's, and is done
// whenever a plan looks expensive; and a server that many use at once has no processes to spare for one of them.
const SESSION_SETTINGS = `SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO, MDY';
SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET standard_conforming_strings = on;
SET jit = off; SET max_parallel_workers_per_gather = 0`;

/** Connects to a PostgreSQL server. `sslmode` and the like are read from the URL as libpq reads them. */
export async function openPostgres(options: {
  url: string;
  logger: Logger;
  poolSize?: number;
}): Promise<Database> {
  const { url, logger } = options;
  const place = describeUrl(url);
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: 'ekiden',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    onConnect: async (client) => {
      await client.query(SESSION_SETTINGS);
    },
  });
  const database = createPooledDatabase({
    name: 'postgres',
    url,
    pool,
    logger,
    shutDown: () => pool.end(),
  });
  try {
    await checkServer(database, place);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function checkServer(database: Database, place: string): Promise<void> {
  let rows: unknown[];
  try {
    ({ rows } = await database.executeSql(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    ));
  } catch (error) {
    throw new Error(`Cannot connect to PostgreSQL (DATABASE_URL) at ${place}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  const [server] = rows as { version: string; encoding: string }[];
  if (server === undefined || Number.parseInt(server.version, 10) < OLDEST_VERSION) {
    throw new Error(
      `PostgreSQL at ${place} is version ${server?.version}; ${OLDEST_VERSION} or later is needed.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `The database at ${place} is encoded in ${server.encoding}; create it with ENCODING 'UTF8'.`,
    );
  }
}

/** Where a URL leads, without its password. Throws, without quoting it, when it is none. */
function describeUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new Error(
      'DATABASE_URL is not a PostgreSQL address. Write postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
    );
  }
  const host = parsed.host || parsed.searchParams.get('host') || 'the local socket';
  const user = parsed.username === '' ? '' : ` as ${parsed.username}`;
  return `${host}${parsed.pathname}${user}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node reports a host with several addresses as one error without a message.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : 'no answer');
}
