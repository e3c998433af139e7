import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { describeError } from '../../infra/jobs/describe-error.ts';
import type { StoredDeps } from './database-checks.ts';
import type { WholeLook } from './file-checks.ts';
import { type Check, error, ok, type Seen, unchecked } from './finding.ts';

type Relation = { readonly name: string; readonly bytes: number; readonly has_index: boolean };
type Reference = {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly statement: string;
};

type Index = { readonly name: string; readonly oid: number; readonly bytes: number };
/** In one transaction; others wait for the embedded database until it ends. */
const INDEXES_AT_ONCE = 25;

const RESTORE = 'stop the server, keep a copy of the database, and restore a backup (ekiden restore)';

/** Rows that count says nothing of, because nobody but a superuser may read what lies apart (TOAST). */
const RELATIONS = `
  SELECT c.oid::regclass::text AS name, pg_relation_size(c.oid)::float8 AS bytes,
    EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
      WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL AND a.amname = 'btree') AS has_index
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm', 't') AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND (c.relkind <> 't' OR has_schema_privilege('pg_toast', 'USAGE'))
    AND (c.relkind <> 't' OR EXISTS (SELECT FROM pg_class o JOIN pg_namespace m ON m.oid = o.relnamespace
      WHERE o.reltoastrelid = c.oid AND m.nspname NOT IN ('pg_catalog', 'information_schema')))
    AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY c.oid`;

/** As statements that count the rows whose reference leads nowhere; one with a null in it leads nowhere on purpose. */
const REFERENCES = `
  SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
    format('SELECT count(*)::float8 AS count FROM ONLY %s c WHERE %s AND NOT EXISTS (SELECT FROM %s p WHERE %s)',
      k.conrelid::regclass, string_agg(format('c.%I IS NOT NULL', a.attname), ' AND '),
      k.confrelid::regclass, string_agg(format('c.%I = p.%I', a.attname, b.attname), ' AND ')) AS statement
  FROM pg_constraint k
  JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (from_number, to_number) ON true
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.from_number
  JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.to_number
  JOIN pg_class t ON t.oid = k.conrelid
  WHERE k.contype = 'f' AND k.convalidated AND t.relkind = 'r'
  GROUP BY k.oid, k.conname, k.conrelid, k.confrelid
  ORDER BY k.conrelid, k.conname`;

const INDEXES = `
  SELECT i.indexrelid::regclass::text AS name, i.indexrelid::int8 AS oid, pg_relation_size(i.indexrelid)::float8 AS bytes
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
  JOIN pg_namespace n ON n.oid = x.relnamespace
  WHERE a.amname = 'btree' AND i.indisvalid AND x.relkind = 'i' AND x.relpersistence <> 't'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  ORDER BY i.indexrelid`;

/** Every table read to its end and held against its indexes, every reference followed, every index looked through. */
export function wholeTables({ tell }: Pick<WholeLook, 'tell'>): readonly Check<StoredDeps>[] {
  return [
    {
      name: 'rows of tables',
      run: async ({ db }, signal) => {
        const relations = await rowsOf<Relation>(db, RELATIONS);
        const total = sum(relations);
        const faults = [];
        let rows = 0;
        let done = 0;
        for (const relation of relations) {
          const count = await countBothWays(db, relation, signal);
          if (typeof count === 'object') faults.push(error(count.fault, count.mend));
          else rows += count;
          done += relation.bytes;
          tell({ what: 'bytes of tables', done, total });
        }
        if (faults.length > 0) return faults;
        return [
          ok(
            `${relations.length} tables with ${rows} rows are read to their ends, and have as many by their indexes`,
          ),
        ];
      },
    },
    {
      name: 'references',
      run: async ({ db }, signal) => {
        const references = await rowsOf<Reference>(db, REFERENCES);
        const faults = [];
        for (const [index, { name, child, parent, statement }] of references.entries()) {
          const lost = await readAlone(db, signal, async (tx) => await countOf(tx, statement)).catch(
            asFault(signal),
          );
          if (typeof lost === 'string')
            faults.push(error(`the reference ${name} cannot be followed: ${lost}`, RESTORE));
          else if (lost > 0)
            faults.push(
              error(
                `${lost} rows of ${child} refer to rows of ${parent} that are not there (${name})`,
                RESTORE,
              ),
            );
          tell({ what: 'references', done: index + 1, total: references.length });
        }
        return faults.length > 0
          ? faults
          : [ok(`${references.length} references between tables lead somewhere`)];
      },
    },
    {
      name: 'insides of indexes',
      run: async ({ db }, signal) => {
        const [extension] = await rowsOf<{ is_there: boolean; may: boolean; role: string; can_be: boolean }>(
          db,
          `SELECT f IS NOT NULL AS is_there, coalesce(has_function_privilege(f, 'EXECUTE'), false) AS may,
             quote_ident(current_user) AS role,
             EXISTS (SELECT FROM pg_available_extensions WHERE name = 'amcheck') AS can_be
           FROM to_regprocedure('bt_index_check(regclass, boolean)') AS f`,
        );
        const borrowed = extension?.is_there !== true;
        if (extension?.is_there === true && !extension.may)
          return [
            unchecked(
              `the role ${extension.role} may not use the extension amcheck; rows were held against indexes by their number`,
              `GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean) TO ${extension.role}, as a superuser`,
            ),
          ];
        if (borrowed && !(db.engine === 'embedded' && extension?.can_be))
          return [
            unchecked(
              'the extension amcheck is not there; rows were held against indexes by their number',
              db.engine === 'embedded'
                ? 'stop the server and run ekiden check again'
                : 'CREATE EXTENSION amcheck, as a superuser',
            ),
          ];
        const indexes = await rowsOf<Index>(db, INDEXES);
        const total = sum(indexes);
        const faults: Seen[] = [];
        let done = 0;
        for (let at = 0; at < indexes.length; at += INDEXES_AT_ONCE) {
          const some = indexes.slice(at, at + INDEXES_AT_ONCE);
          const found = await lookInto(db, { indexes: some, borrowed }, signal);
          for (const [index, { name }] of some.entries()) {
            const fault = found[index] ?? null;
            const mend = `REINDEX INDEX ${name}; restore a backup if that fails`;
            if (fault !== null) faults.push(error(`the index ${name} is damaged: ${fault}`, mend));
          }
          done += sum(some);
          tell({ what: 'bytes of indexes', done, total });
        }
        return faults.length > 0
          ? faults
          : [ok(`${indexes.length} indexes have every row of their tables, in order (amcheck)`)];
      },
    },
  ];
}

const sum = (sized: readonly { readonly bytes: number }[]): number =>
  sized.reduce((total, { bytes }) => total + bytes, 0);

async function rowsOf<Row>(db: Pick<Database, 'executeSql'>, statement: string): Promise<Row[]> {
  return (await db.executeSql(statement)).rows as Row[];
}

/** The rows that both ways through a table find, or how they differ. */
async function countBothWays(
  db: Database,
  { name, has_index }: Relation,
  signal: AbortSignal,
): Promise<number | { readonly fault: string; readonly mend: string }> {
  const statement = `SELECT count(*)::float8 AS count FROM ${name}`;
  let by_table: number | null = null;
  try {
    return await readAlone(db, signal, async (tx) => {
      await tx.executeSql('SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off');
      by_table = await countOf(tx, statement);
      if (!has_index) return by_table;
      await tx.executeSql(
        'SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on; SET LOCAL enable_seqscan = off',
      );
      const by_index = await countOf(tx, statement);
      if (by_index === by_table) return by_table;
      const fault = `${name} has ${by_table} rows, and ${by_index} by its index`;
      return { fault, mend: by_table < by_index ? RESTORE : `REINDEX TABLE ${name}` };
    });
  } catch (cause) {
    const why = asFault(signal)(cause);
    return by_table === null
      ? { fault: `${name} cannot be read to its end: ${why}`, mend: RESTORE }
      : {
          fault: `${name} has ${by_table} rows, and its index leads elsewhere: ${why}`,
          mend: `${RESTORE}; if only the index is damaged, REINDEX TABLE ${name}`,
        };
  }
}

async function countOf(tx: Transaction, statement: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(tx, statement);
  return row?.count ?? 0;
}

/**
 * What is wrong with some indexes, in words; null for a sound one. Where the extension is only lent, it goes with the transaction that
 * it came in.
 */
async function lookInto(
  db: Database,
  { indexes, borrowed }: { indexes: readonly Index[]; borrowed: boolean },
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  const done = new Error('rolls back');
  const look = async (tx: Transaction): Promise<never> => {
    if (borrowed) await tx.executeSql('CREATE EXTENSION amcheck');
    for (const { oid } of indexes) {
      await tx.executeSql('SAVEPOINT before_look');
      const fault = await tx
        .executeSql('SELECT bt_index_check($1::int8::oid, true)', [oid])
        .then(() => null, asFault(signal));
      if (fault !== null) await tx.executeSql('ROLLBACK TO SAVEPOINT before_look');
      found.push(fault);
    }
    throw done;
  };
  await readAlone(db, signal, look, !borrowed).catch((cause: unknown) => {
    if (cause !== done) throw cause;
  });
  return found;
}

/** One transaction for one look, as long as it takes; it is called off with the signal. */
async function readAlone<T>(
  db: Database,
  signal: AbortSignal,
  read: (tx: Transaction) => Promise<T>,
  readOnly = true,
): Promise<T> {
  signal.throwIfAborted();
  return await db.transaction(
    async (tx) => {
      const [own] = await rowsOf<{ pid: number }>(
        tx,
        'SET LOCAL statement_timeout = 0; SELECT pg_backend_pid() AS pid',
      );
      // The embedded engine has one connection, and no statement of it lasts long.
      const stop = (): void => {
        if (db.engine === 'postgres')
          void db.executeSql('SELECT pg_cancel_backend($1)', [own?.pid]).catch(() => undefined);
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await read(tx);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    { ...SNAPSHOT, readOnly },
  );
}

/** What went wrong, in words; what was called off went not wrong. */
function asFault(signal: AbortSignal): (cause: unknown) => string {
  return (cause) => {
    signal.throwIfAborted();
    return describeError(cause);
  };
}
