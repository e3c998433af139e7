import { hash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** A table, or a partitioned one, whose rows lie in the heaps of its partitions. */
export type TableShape = {
  readonly schema: string;
  readonly name: string;
  /** In their order, without those that the database generates from others. */
  readonly columns: readonly string[];
  readonly heaps: readonly { readonly schema: string; readonly name: string }[];
};

/**
 * Of the job queue's own schema only what waits or has failed, and the queues that it belongs to: all else is made anew at each start.
 * The condition says which rows.
 */
const OF_THE_JOBS: Readonly<Record<string, string>> = {
  queue: 'true',
  job: `state NOT IN ('completed', 'cancelled')`,
};
export const JOBS_SCHEMA = 'pgboss';

/** Every table that a backup holds, as the catalogue of the database has them: a new table needs no word here. */
export async function listTables(db: Queryable): Promise<TableShape[]> {
  const rows = await db.query<TableShape>(sql`
    SELECT n.nspname AS schema, c.relname AS name,
      (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(json_build_object('schema', ln.nspname, 'name', l.relname) ORDER BY l.relname), '[]')
        FROM pg_class l JOIN pg_namespace ln ON ln.oid = l.relnamespace
        WHERE l.relkind = 'r' AND coalesce(pg_partition_root(l.oid)::oid, l.oid) = c.oid) AS heaps
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      AND (n.nspname = 'public' OR n.nspname = ${JOBS_SCHEMA} AND c.relname = ANY (${Object.keys(OF_THE_JOBS)}))
    ORDER BY n.nspname DESC, c.relname COLLATE "C"`);
  return rows.filter(({ columns }) => columns !== null);
}

export type SequenceState = { readonly name: string; readonly last: string; readonly called: boolean };

/** Where each sequence of ours stands. Sequences are of no transaction: what is read may be later than the rows, which does no harm. */
export async function listSequences(db: Queryable): Promise<SequenceState[]> {
  const names = await db.query<{ name: string }>(sql`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'S' AND n.nspname = 'public' ORDER BY 1`);
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await db.executeSql(`SELECT last_value::text AS last, is_called AS called FROM ${name}`);
    states.push({ name, ...(rows as Omit<SequenceState, 'name'>[])[0] } as SequenceState);
  }
  return states;
}

/** About so many bytes of a table on disk go into one piece, in whole pages of the table, of which none is split. */
const PIECE_BYTES = 4 * 1024 * 1024;
const PAGE_BYTES = 8_192;

/**
 * The statements that read a table piece by piece, each a range of its pages: rows that nobody changes stay where they are, so the
 * same piece of a table that has only grown has the same content next time. To be made in the transaction that runs them.
 */
export async function piecesOf(db: Queryable, table: TableShape): Promise<string[]> {
  const condition = table.schema === JOBS_SCHEMA ? (OF_THE_JOBS[table.name] ?? 'true') : 'true';
  const columns = table.columns.map(quoted).join(', ');
  const pieces: string[] = [];
  for (const heap of table.heaps) {
    const name = `${quoted(heap.schema)}.${quoted(heap.name)}`;
    const { pages, bytes } = await db.one<{ pages: number; bytes: number }>(sql`
      SELECT pg_relation_size(${name}::regclass) / ${PAGE_BYTES} AS pages, pg_table_size(${name}::regclass) AS bytes`);
    // A power of two, so that a table that grows keeps its pieces. Long values lie outside of the pages and count as well.
    const fitting = pages === 0 ? 1 : PIECE_BYTES / (bytes / pages);
    const step = 2 ** Math.max(0, Math.floor(Math.log2(fitting)));
    for (let page = 0; page < pages; page += step) {
      const range = `ctid >= '(${page},0)'::tid AND ctid < '(${page + step},0)'::tid`;
      pieces.push(`SELECT ${columns} FROM ONLY ${name} WHERE ${range} AND ${condition}`);
    }
  }
  return pieces;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Counts rows and adds their hashes up, so that the same rows come to the same in whatever order they are. */
export function createRowSum(): { add(lines: Buffer): number; rows(): number; digest(): string } {
  const sum = new Uint32Array(8);
  let rows = 0;
  return {
    add(lines) {
      const before = rows;
      // In COPY's text a line end within a value is written as \n: each line is a row.
      for (
        let start = 0, end = lines.indexOf(10);
        end !== -1;
        start = end + 1, end = lines.indexOf(10, start)
      ) {
        const row = hash('sha256', lines.subarray(start, end), 'buffer');
        for (let word = 0; word < sum.length; word++) {
          sum[word] = (sum[word] ?? 0) + row.readUInt32LE(word * 4);
        }
        rows += 1;
      }
      return rows - before;
    },
    rows: () => rows,
    digest: () => Buffer.from(sum.buffer).toString('hex'),
  };
}
