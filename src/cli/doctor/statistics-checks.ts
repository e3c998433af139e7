import type { Database } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { briefly, type StoredDeps } from './database-checks.ts';
import { type Check, error, note, ok, type Seen, unchecked, warning } from './finding.ts';

const LOAD = { warning: 0.8, error: 0.95 };
const LONG_TRANSACTION_S = 300;

type Connections = {
  used: number;
  most: number;
  used_here: number;
  most_here: number;
  by_role: number;
  most_by_role: number;
  role: string;
  name: string;
  oldest_s: number;
  oldest_pid: number | null;
};

const connections: Check<StoredDeps> = {
  name: 'connections',
  run: async ({ db }) => {
    if (db.engine === 'embedded') return [];
    // Of other roles' connections only pg_read_all_stats is told what they are, all others that they are there.
    const found = await briefly(db, (tx) =>
      tx.one<Connections>(sql`
        WITH clients AS (
          SELECT pid, datid, usesysid, xact_start FROM pg_stat_activity
          WHERE datid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend')
        SELECT (SELECT count(*)::int FROM clients) AS used,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
          (SELECT count(*)::int FROM clients WHERE datid = d.oid) AS used_here, d.datconnlimit AS most_here,
          (SELECT count(*)::int FROM clients WHERE usesysid = r.oid) AS by_role, r.rolconnlimit AS most_by_role,
          quote_ident(d.datname) AS name, quote_ident(r.rolname) AS role,
          coalesce(extract(epoch FROM now() - a.xact_start), 0)::float8 AS oldest_s, a.pid AS oldest_pid
        FROM pg_database d JOIN pg_roles r ON r.rolname = current_user LEFT JOIN LATERAL (
          SELECT xact_start, pid FROM clients WHERE datid = d.oid AND pid <> pg_backend_pid()
          ORDER BY xact_start LIMIT 1) AS a ON true
        WHERE d.datname = current_database()`),
    );
    const { used, most, used_here, most_here, by_role, most_by_role, role, name, oldest_s, oldest_pid } =
      found;
    return [
      load(
        `${used} of ${most} connections are used`,
        used / most,
        'raise max_connections of PostgreSQL, put PgBouncer in front, or run fewer processes',
      ),
      // -1 is no limit.
      ...(most_here < 0
        ? []
        : [
            load(
              `${used_here} of ${most_here} connections to the database ${name} are used`,
              used_here / most_here,
              `ALTER DATABASE ${name} CONNECTION LIMIT -1, or a higher number; or run fewer processes`,
            ),
          ]),
      ...(most_by_role < 0
        ? []
        : [
            load(
              `${by_role} of ${most_by_role} connections of the role ${role} are used`,
              by_role / most_by_role,
              `ALTER ROLE ${role} CONNECTION LIMIT -1, or a higher number; or run fewer processes`,
            ),
          ]),
      ...(oldest_s > LONG_TRANSACTION_S
        ? [
            warning(
              `a transaction has been open for ${Math.round(oldest_s)} s (process ${oldest_pid}): it keeps dead rows from being cleared`,
              `after a look into pg_stat_activity: SELECT pg_terminate_backend(${oldest_pid})`,
            ),
          ]
        : []),
    ];
  },
};

function load(seen: string, share: number, mend: string): Seen {
  return share >= LOAD.error ? error(seen, mend) : share >= LOAD.warning ? warning(seen, mend) : ok(seen);
}

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
        JOIN pg_stat_database d ON d.datname = current_database() CROSS JOIN pg_stat_bgwriter w
        WHERE s.idx_scan = 0 AND NOT i.indisunique AND pg_relation_size(s.indexrelid) > ${UNUSED_BYTES}
          -- A database whose numbers nobody has set back counts since all of the server's were, as after a crash.
          AND greatest(d.stats_reset, w.stats_reset) < now() - interval '30 days'
          -- Nothing says how old an index is but the migration that made it.
          AND NOT EXISTS (SELECT FROM schema_migrations WHERE applied_at > now() - interval '30 days')
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
        note(
          `the index ${name} has ${Math.round(bytes / 1e6)} MB and was not used in 30 days`,
          `tell the project; where you made it yourself: DROP INDEX CONCURRENTLY ${name}`,
        ),
      ),
    ];
    return seen.length > 0 ? seen : [ok('no table is cut off or full of dead rows, no index is invalid')];
  },
};

const SLOW_MS = 500;
const LEAST_CALLS = 20;
const SHOWN_CHARS = 100;

/** Of an extension that was made in a server which does not load it. */
const NOT_LOADED = '55000';

const slowQueries: Check<StoredDeps> = {
  name: 'slow queries',
  run: async ({ db }) => {
    if (db.engine === 'embedded') return [];
    const [extension] = await db.query<{ place: string }>(sql`
      SELECT quote_ident(nspname) AS place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE extname = 'pg_stat_statements'`);
    const load = 'shared_preload_libraries = pg_stat_statements in postgresql.conf, and restart PostgreSQL';
    if (extension === undefined)
      return [
        unchecked(
          'the extension pg_stat_statements is not there',
          `${load}; then CREATE EXTENSION pg_stat_statements`,
        ),
      ];
    try {
      return await findSlow(db, extension.place);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === NOT_LOADED)) throw cause;
      return [unchecked('the server does not load the extension pg_stat_statements', load)];
    }
  },
};

async function findSlow(db: Database, schema: string): Promise<Seen[]> {
  const slow = await briefly(
    db,
    async (tx) =>
      (
        await tx.executeSql(
          `SELECT query AS text, mean_exec_time AS mean_ms, calls::int8 AS calls FROM ${schema}.pg_stat_statements
           WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND mean_exec_time > $1 AND calls >= $2
             -- Values stand in other statements as they were written, passwords of roles among them.
             AND query ~* '^[[:space:]]*(select|insert|update|delete|with)'
           ORDER BY total_exec_time DESC LIMIT $3`,
          [SLOW_MS, LEAST_CALLS, SHOWN],
        )
      ).rows as { text: string; mean_ms: number; calls: number }[],
  );
  if (slow.length === 0) return [ok(`no statement takes more than ${SLOW_MS} ms on average`)];
  return slow.map(({ text, mean_ms, calls }) =>
    note(
      `${Math.round(mean_ms)} ms on average, ${calls} times: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_CHARS)}`,
      'EXPLAIN (ANALYZE, BUFFERS) of it, and tell the project',
    ),
  );
}

/** What PostgreSQL counts of its use. */
export const STATISTICS_CHECKS = [connections, tables, slowQueries];
