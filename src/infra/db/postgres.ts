import pg from 'pg';
import type { Logger } from 'pino';
import { OutageError, reasonOf } from '../../shared/errors.ts';
import { createPooledDatabase } from './pooled-database.ts';
import type { Database } from './queryable.ts';
import { typeParsers } from './type-parsers.ts';
import { patiently, type WaitLimits } from './waiting-line.ts';
import { streamOf, type WatchTimings, watchConnections } from './watch-connections.ts';

// Debian 12's version, and the oldest the tests run on.
const OLDEST_VERSION = 15;
// Two cores serve a node; more connections than this only queue inside the server.
const DEFAULT_POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 60_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
// Below the minutes after which firewalls forget a silent connection; ten more, a second apart, and the system ends a dead one.
const KEEP_ALIVE_DELAY_MS = 10_000;

/** How long things may take; tests make it shorter. */
export type PostgresTimings = {
  readonly wait: WaitLimits;
  readonly watch: WatchTimings;
  /** How long a new connection may take to be made. */
  readonly connect: number;
  /** Milliseconds without an answer after which the database counts as dead. */
  readonly dead: number;
};

export const TIMINGS: PostgresTimings = {
  // Whoever asks over HTTP hears of an outage within two seconds, whether they wait for a connection or have one.
  wait: { without_progress: 1_500, patient: 10_000, longest: 10_000 },
  watch: { look: 250, silence: 500, longest_pause: 5_000, lost: 1_250, lost_patient: 10_000, answer: 750 },
  connect: 5_000,
  dead: 30_000,
};

// A server's own settings may differ in each of these, and with them what the program reads and writes. Of the last two
// only the time: compiling a statement takes 70 to 200 ms, saves none of ours as much, not even an export's, and is done
// whenever a plan looks expensive; and a server that many use at once has no processes to spare for one of them.
const SESSION_SETTINGS = `SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO, MDY';
SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET standard_conforming_strings = on;
SET jit = off; SET max_parallel_workers_per_gather = 0; SELECT pg_backend_pid() AS pid`;

/** Connects to a PostgreSQL server. `sslmode` and the like are read from the URL as libpq reads them. */
export async function openPostgres(options: {
  url: string;
  logger: Logger;
  poolSize?: number;
  timings?: PostgresTimings;
}): Promise<Database> {
  const { url, logger, timings = TIMINGS } = options;
  const place = describeUrl(url);
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: 'ekiden',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // The driver's own client, but for one bound: the pool would take it for how long work waits, too.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionTimeoutMillis: timings.connect });
      }
    },
    onConnect: async (client) => {
      const settings = { text: SESSION_SETTINGS, query_timeout: timings.connect };
      const results = (await client.query(settings)) as unknown as pg.QueryResult<{ pid: number }>[];
      watch.add(client as pg.PoolClient, results.at(-1)?.rows[0]?.pid ?? 0);
    },
  });
  const watch = watchConnections({ pool, connection, timings: timings.watch, logger });
  const cut = (client: pg.PoolClient): void => {
    streamOf(client).destroy();
  };
  const database = createPooledDatabase({
    name: 'postgres',
    url,
    pool,
    logger,
    wait: timings.wait,
    dead_ms: timings.dead,
    isStale: watch.isStale,
    cut,
    async shutDown() {
      watch.stop();
      await pool.end();
    },
  });
  try {
    await patiently(() => checkServer(database, place));
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
    throw new Error(`Cannot connect to PostgreSQL (DATABASE_URL) at ${place}: ${reasonOf(causeOf(error))}`, {
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

/** What lies behind an outage: at the start it is told in the words of the start. */
function causeOf(error: unknown): unknown {
  return error instanceof OutageError && error.cause !== undefined ? error.cause : error;
}
