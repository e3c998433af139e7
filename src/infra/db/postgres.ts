import pg from 'pg';
import type { Logger } from 'pino';
import { OutageError, reasonOf } from '../../shared/errors.ts';
import { createPooledDatabase } from './pooled-database.ts';
import type { Database } from './queryable.ts';
import { STATEMENT_TIMEOUT_MS } from './run-transaction.ts';
import { typeParsers } from './type-parsers.ts';
import { patiently, type WaitLimits } from './waiting-line.ts';
import {
  isAnsweredBehind,
  pidsAtWork,
  streamOf,
  type WatchTimings,
  watchConnections,
} from './watch-connections.ts';

// Debian 12's version, and the oldest the tests run on.
const OLDEST_VERSION = 15;
// Two cores serve a node; more connections than this only queue inside the server.
const DEFAULT_POOL_SIZE = 10;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
// Shorter than the minutes after which firewalls drop a silent connection; after ten more probes, a second apart, the system ends a dead one.
const KEEP_ALIVE_DELAY_MS = 10_000;

export type PostgresTimings = {
  readonly wait: WaitLimits;
  readonly watch: WatchTimings;
  readonly connect: number;
  /** Milliseconds without an answer after which the database counts as dead. */
  readonly dead: number;
};

export const TIMINGS: PostgresTimings = {
  // HTTP callers learn of an outage within two seconds, whether they wait for a connection or have one.
  wait: { without_progress: 1_500, patient: 10_000, longest: 10_000 },
  watch: { look: 250, silence: 500, longest_pause: 5_000, lost: 1_250, lost_patient: 10_000, answer: 750 },
  connect: 5_000,
  dead: 30_000,
};

const LONGEST_SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;

// A server's own settings may differ, and with them what the program reads and writes.
/** PgBouncer keeps these settings for each client, on whatever connection. */
const KEPT_BY_POOLERS = {
  client_encoding: 'UTF8',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  standard_conforming_strings: 'on',
};
/** PgBouncer loses these settings, so the role must have them. */
const LOST_BY_POOLERS = {
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  // Compiling a statement takes 70 to 200 ms and saves less for every statement of ours, even an export's.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

const settingsText = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `SET ${name} = '${value}';`)
    .join(' ');
const OF_A_POOLED_SESSION = settingsText(KEPT_BY_POOLERS);
const OF_A_SESSION = `${OF_A_POOLED_SESSION} ${settingsText(LOST_BY_POOLERS)}`;

type PostgresOptions = {
  readonly url: string;
  /** The server's own address, where `url` leads to a transaction pooler (PgBouncer): for what needs its own connection and for health checks. */
  readonly directUrl?: string | undefined;
  /** The environment variable with the address, for messages. */
  readonly setting?: string;
  readonly logger: Logger;
  readonly poolSize?: number | undefined;
  readonly timings?: PostgresTimings;
};

/** Connects to a PostgreSQL server. `sslmode` and the like are read from the URL as libpq reads them. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { directUrl, setting = 'DATABASE_URL', ...rest } = options;
  if (directUrl === undefined) return await openServer({ ...rest, setting });
  const direct = await openServer({
    ...rest,
    url: directUrl,
    setting: 'DATABASE_DIRECT_URL',
    // Migrations run one after the other; the connection closes after ten idle seconds.
    poolSize: 1,
  });
  try {
    const pooled = await openServer({ ...rest, setting, behindPooler: directUrl });
    return {
      ...pooled,
      url: directUrl,
      transaction: (work, how) => (how?.direct === true ? direct : pooled).transaction(work, how),
      async close() {
        await pooled.close();
        await direct.close();
      },
    };
  } catch (error) {
    await direct.close();
    throw error;
  }
}

/** @param options.behindPooler the server's own address, where `url` is a pooler's */
async function openServer(
  options: Omit<PostgresOptions, 'directUrl' | 'setting'> & { setting: string; behindPooler?: string },
): Promise<Database> {
  const { url, logger, timings = TIMINGS, behindPooler, setting } = options;
  const place = describeUrl(url, setting);
  const connection = connectionTo(url);
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
    // The pool would use this bound for waiting as well.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionTimeoutMillis: timings.connect });
      }
    },
    onConnect: async (client) => {
      const settings = behindPooler === undefined ? OF_A_SESSION : OF_A_POOLED_SESSION;
      const asked = { text: `${settings} SELECT pg_backend_pid() AS pid`, query_timeout: timings.connect };
      const results = (await client.query(asked)) as unknown as pg.QueryResult<{ pid: number }>[];
      const pid = results.at(-1)?.rows[0]?.pid ?? 0;
      if (behindPooler === undefined) refusePooler(client, pid, setting);
      watch.add(client as pg.PoolClient, pid);
    },
  });
  const watch = watchConnections({
    pool,
    atWork: async (pids) => {
      if (behindPooler === undefined) return await pidsAtWork(connection, pids, timings.watch.answer);
      // The question would wait behind others in the pooler's queue, so only its accepting connections is checked.
      return await isAnsweredBehind(connectionTo(behindPooler), connection, timings.watch.answer);
    },
    ...(behindPooler === undefined ? {} : { longest_silence_ms: LONGEST_SILENCE_MS }),
    timings: timings.watch,
    logger,
  });
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
    // A pooler may run the next statement on a connection without the prepared name, or with another client's.
    namesStatements: behindPooler === undefined,
    async shutDown() {
      watch.stop();
      await pool.end();
    },
  });
  try {
    await patiently(() => checkServer(database, place, setting));
    if (behindPooler !== undefined) await patiently(() => checkRoleSettings(database, place));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function connectionTo(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'ekiden',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

/** A server reports the same process id at connection and when asked; a pooler invents one. */
function refusePooler(client: pg.ClientBase, pid: number, setting: string): void {
  if (Reflect.get(client, 'processID') === pid) return;
  throw new Error(
    setting === 'DATABASE_URL'
      ? 'it leads through a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the address of the server itself'
      : 'it leads through a pooler such as PgBouncer, and has to be the address of the server itself',
  );
}

async function checkRoleSettings(database: Database, place: string): Promise<void> {
  const { rows } = await database.executeSql(
    `SELECT wanted.name, quote_ident(current_user) AS role, quote_ident(current_database()) AS database
     FROM pg_settings s JOIN unnest($1::text[], $2::text[]) AS wanted (name, setting) ON lower(s.name) = wanted.name
     WHERE s.reset_val <> wanted.setting`,
    [Object.keys(LOST_BY_POOLERS), Object.values(LOST_BY_POOLERS)],
  );
  const wrong = rows as { name: keyof typeof LOST_BY_POOLERS; role: string; database: string }[];
  if (wrong.length === 0) return;
  const statements = wrong.map(
    ({ name, role, database: where }) =>
      `ALTER ROLE ${role} IN DATABASE ${where} SET ${name} = '${LOST_BY_POOLERS[name]}';`,
  );
  throw new Error(
    `Through the pooler (DATABASE_URL) at ${place} the server's settings are not those that are needed. Run as that role: ${statements.join(' ')} Then have the pooler connect anew (RECONNECT on PgBouncer's console, or a restart).`,
  );
}

async function checkServer(database: Database, place: string, setting: string): Promise<void> {
  let rows: unknown[];
  try {
    ({ rows } = await database.executeSql(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    ));
  } catch (error) {
    throw new Error(`Cannot connect to PostgreSQL (${setting}) at ${place}: ${reasonOf(causeOf(error))}`, {
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

/** The URL's target without its password. Throws without quoting an invalid URL. */
function describeUrl(url: string, setting: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new Error(
      `${setting} is not a PostgreSQL address. Write postgres://user:password@host:5432/database, with special characters of the password percent-encoded.`,
    );
  }
  const host = parsed.host || parsed.searchParams.get('host') || 'the local socket';
  const user = parsed.username === '' ? '' : ` as ${parsed.username}`;
  return `${host}${parsed.pathname}${user}`;
}

/** The cause of an outage, to be worded as a failed start. */
function causeOf(error: unknown): unknown {
  return error instanceof OutageError && error.cause !== undefined ? error.cause : error;
}
