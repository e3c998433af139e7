import { readdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { compareSchema } from '../../infra/db/compare-schema.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { MIGRATIONS } from '../../main.ts';
import type { Clock } from '../../shared/time.ts';
import { type Check, error, note, ok, unchecked, warning } from './finding.ts';

/** What looks at the data of a server need: with the embedded database only the process has it that has the database open. */
export type StoredDeps = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** Null where the folder of files is not there. */
  readonly store: ObjectStore | null;
  /** Null where there is no secrets key. */
  readonly secretBox: SecretBox | null;
  /** Whether this process is the server itself. */
  readonly isServer: boolean;
};

const STATEMENT_LIMIT_MS = 4_000;

/** Reads that belong together, none of which may take long on a server. */
export async function briefly<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return await db.transaction(async (tx) => {
    await tx.executeSql(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
    return await read(tx);
  }, SNAPSHOT);
}

const SKEW_S = { warning: 2, error: 30 };

const clock: Check<StoredDeps> = {
  name: 'clock',
  run: async ({ db, clock }) => {
    const before = clock.now().getTime();
    const { at } = await db.one<{ at: Date }>(sql`SELECT clock_timestamp() AS at`);
    const after = clock.now().getTime();
    // What the way there and back took is nobody's fault.
    const off_s = Math.max(before - at.getTime(), at.getTime() - after, 0) / 1_000;
    const seen = `the clock of this machine differs from the database's by ${off_s.toFixed(1)} s`;
    const mend = 'set both by NTP: timedatectl set-ntp true';
    if (off_s > SKEW_S.error) return [error(seen, mend)];
    return [off_s > SKEW_S.warning ? warning(seen, mend) : ok(seen)];
  },
};

const FEW_FILES = { warning: 4_096, error: 512 };

const openFiles: Check<StoredDeps> = {
  name: 'open files',
  run: async ({ isServer }) => {
    const limit = openFileLimit();
    if (limit === null) return [unchecked('this system does not say how many files may be open')];
    const used = isServer
      ? await readdir('/proc/self/fd').then(
          (names) => names.length,
          () => null,
        )
      : null;
    const whose = isServer ? 'the server' : 'a process started here';
    const seen = `${whose} may open ${limit} files${used === null ? '' : `, ${used} are open`}`;
    const mend =
      'raise it for the server: LimitNOFILE=65536 (systemd), --ulimit nofile=65536 (containers), ulimit -n';
    if (limit < FEW_FILES.error || (used !== null && used > 0.9 * limit)) return [error(seen, mend)];
    return [
      limit < FEW_FILES.warning || (used !== null && used > 0.7 * limit) ? warning(seen, mend) : ok(seen),
    ];
  },
};

function openFileLimit(): number | null {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft;
}

const schema: Check<StoredDeps> = {
  name: 'schema',
  run: async ({ db }) => {
    const { applied, pending, unknown, changed } = await briefly(db, (tx) => compareSchema(tx, MIGRATIONS));
    const seen = [
      ...(pending.length > 0
        ? [
            error(
              `${pending.length} migrations are not applied, from ${pending[0]} on`,
              'ekiden migrate, or start this version of the server',
            ),
          ]
        : []),
      ...(unknown.length > 0
        ? [
            error(
              `the database has ${unknown.length} migrations that this version does not know, from ${unknown[0]} on`,
              'run the newer version that made them, or restore a backup from before',
            ),
          ]
        : []),
      ...(changed.length > 0
        ? [
            error(
              `${changed.length} migrations were changed after they were applied: ${changed[0]}`,
              'restore the files of the release',
            ),
          ]
        : []),
    ];
    return seen.length > 0 ? seen : [ok(`all ${applied.length} migrations are applied`)];
  },
};

type Server = {
  version: string;
  encoding: string;
  collation: string;
  made_with: string | null;
  now_with: string | null;
  frozen_age: number;
};

const database: Check<StoredDeps> = {
  name: 'database',
  run: async ({ db }) => {
    const server = await db.one<Server>(sql`
      SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
        datcollate AS collation, datcollversion AS made_with, pg_database_collation_actual_version(oid) AS now_with,
        age(datfrozenxid) AS frozen_age
      FROM pg_database WHERE datname = current_database()`);
    const { version, encoding, collation, made_with, now_with, frozen_age } = server;
    const name = db.engine === 'embedded' ? 'the embedded PostgreSQL' : 'PostgreSQL';
    const seen = [ok(`${name} ${version}, ${encoding}, collation ${collation}; it needs no extensions`)];
    if (made_with !== null && now_with !== null && made_with !== now_with)
      seen.push(
        warning(
          `the database was made with version ${made_with} of the collation ${collation}, the system has ${now_with}: indexes of texts may be in the wrong order`,
          'REINDEX DATABASE; then ALTER DATABASE … REFRESH COLLATION VERSION',
        ),
      );
    if (frozen_age > 1_000_000_000)
      seen.push(
        warning(
          `the oldest transaction id is ${frozen_age} old, of 2,147,483,648 there are`,
          'VACUUM (FREEZE), and see why autovacuum does not',
        ),
      );
    return seen;
  },
};

const LOAD = { warning: 0.8, error: 0.95 };
const LONG_TRANSACTION_S = 300;

const connections: Check<StoredDeps> = {
  name: 'connections',
  run: async ({ db }) => {
    if (db.engine === 'embedded') return [];
    const { used, most, oldest_s, oldest_pid } = await briefly(db, (tx) =>
      tx.one<{ used: number; most: number; oldest_s: number; oldest_pid: number | null }>(sql`
        SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
          coalesce(extract(epoch FROM now() - a.xact_start), 0)::float8 AS oldest_s, a.pid AS oldest_pid
        FROM (SELECT 1) AS one LEFT JOIN LATERAL (
          SELECT xact_start, pid FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
          ORDER BY xact_start LIMIT 1) AS a ON true`),
    );
    const share = used / most;
    const seen = `${used} of ${most} connections are used`;
    const mend = 'raise max_connections of PostgreSQL, put PgBouncer in front, or run fewer processes';
    return [
      share >= LOAD.error ? error(seen, mend) : share >= LOAD.warning ? warning(seen, mend) : ok(seen),
      ...(oldest_s > LONG_TRANSACTION_S
        ? [
            warning(
              `a transaction has been open for ${Math.round(oldest_s)} s (process ${oldest_pid}): it keeps dead rows from being cleared`,
              `SELECT pg_terminate_backend(${oldest_pid}), after a look into pg_stat_activity`,
            ),
          ]
        : []),
    ];
  },
};

const LEAST_DEAD = 10_000;
const DEAD_PERCENT = 30;
const UNUSED_BYTES = 50 * 1_024 * 1_024;
const BLOCK_BYTES = 8_192;
const SHOWN = 5;

type Table = { name: string; live: number; dead: number };
type Index = { name: string; bytes: number };

const tables: Check<StoredDeps> = {
  name: 'tables',
  run: async ({ db }) => {
    const { bloated, invalid, unused, cut } = await briefly(db, async (tx) => ({
      bloated: await tx.query<Table>(sql`
        SELECT relid::regclass::text AS name, n_live_tup::int8 AS live, n_dead_tup::int8 AS dead FROM pg_stat_user_tables
        WHERE n_dead_tup >= ${LEAST_DEAD} AND n_dead_tup * 100 > ${DEAD_PERCENT} * (n_live_tup + n_dead_tup)
        ORDER BY n_dead_tup DESC LIMIT ${SHOWN}`),
      invalid: await tx.query<{ name: string }>(
        sql`SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid OR NOT indisready LIMIT ${SHOWN}`,
      ),
      unused: await tx.query<Index>(sql`
        SELECT s.indexrelid::regclass::text AS name, pg_relation_size(s.indexrelid)::int8 AS bytes
        FROM pg_stat_user_indexes s JOIN pg_index i USING (indexrelid)
        JOIN pg_stat_database d ON d.datname = current_database()
        WHERE s.idx_scan = 0 AND NOT i.indisunique AND pg_relation_size(s.indexrelid) > ${UNUSED_BYTES}
          AND d.stats_reset < now() - interval '30 days'
        ORDER BY bytes DESC LIMIT ${SHOWN}`),
      // What a table had when it was last looked through. Vacuum and TRUNCATE, which shorten one, put the number right.
      cut: await tx.query<{ name: string; had: number; has: number }>(sql`
        SELECT oid::regclass::text AS name, relpages AS had, (pg_relation_size(oid) / ${BLOCK_BYTES})::int AS has
        FROM pg_class WHERE relkind IN ('r', 'i', 't', 'm') AND relpages > pg_relation_size(oid) / ${BLOCK_BYTES}
        LIMIT ${SHOWN}`),
    }));
    const seen = [
      ...cut.map(({ name, had, has }) =>
        error(
          `${name} has ${has} pages and had ${had}: its file was cut off`,
          'ekiden check; then restore a backup, before anything else is written',
        ),
      ),
      ...invalid.map(({ name }) =>
        error(`the index ${name} is not valid`, `REINDEX INDEX CONCURRENTLY ${name}`),
      ),
      ...bloated.map(({ name, live, dead }) =>
        warning(`${name} has ${dead} dead rows beside ${live} live ones`, `VACUUM (ANALYZE) ${name}`),
      ),
      ...unused.map(({ name, bytes }) =>
        note(`the index ${name} has ${Math.round(bytes / 1e6)} MB and was not used in 30 days`),
      ),
    ];
    return seen.length > 0 ? seen : [ok('no table is cut off or full of dead rows, no index is invalid')];
  },
};

const SLOW_MS = 500;
const LEAST_CALLS = 20;
const SHOWN_CHARS = 100;

const slowQueries: Check<StoredDeps> = {
  name: 'slow queries',
  run: async ({ db }) => {
    if (db.engine === 'embedded') return [];
    const { found } = await db.one<{ found: boolean }>(
      sql`SELECT to_regclass('pg_stat_statements') IS NOT NULL AS found`,
    );
    if (!found)
      return [
        unchecked(
          'the extension pg_stat_statements is not there',
          'shared_preload_libraries = pg_stat_statements in postgresql.conf, restart it, CREATE EXTENSION pg_stat_statements',
        ),
      ];
    const slow = await briefly(db, (tx) =>
      tx.query<{ text: string; mean_ms: number; calls: number }>(sql`
        SELECT query AS text, mean_exec_time AS mean_ms, calls::int8 AS calls FROM pg_stat_statements
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND mean_exec_time > ${SLOW_MS} AND calls >= ${LEAST_CALLS}
          -- Values stand in other statements as they were written, passwords of roles among them.
          AND query ~* '^[[:space:]]*(select|insert|update|delete|with)'
        ORDER BY total_exec_time DESC LIMIT ${SHOWN}`),
    );
    if (slow.length === 0) return [ok(`no statement takes more than ${SLOW_MS} ms on average`)];
    return slow.map(({ text, mean_ms, calls }) =>
      note(
        `${Math.round(mean_ms)} ms on average, ${calls} times: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_CHARS)}`,
        'EXPLAIN (ANALYZE, BUFFERS) of it, and tell the project',
      ),
    );
  },
};

export const DATABASE_CHECKS = [clock, openFiles, database, schema, connections, tables, slowQueries];
