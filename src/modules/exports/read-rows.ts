import pg from 'pg';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { type Sql, sql } from '../../infra/db/sql.ts';
import { csvRecord } from './csv.ts';
import { type Cursor, type Slice, selectCells, selectJson, selectPage, type Table } from './select-rows.ts';

/** Reads the records of a slice as text: CSV records that end in CRLF, or JSON objects, each after a comma. */
export type RowReader = {
  read(
    table: Table,
    as: 'cells' | 'json',
    slice: Slice,
    counted: (rows: number) => void,
  ): AsyncIterable<Buffer | string>;
};

/** By COPY, in one snapshot: the fastest way out of PostgreSQL. */
export function copyReader(tx: Transaction): RowReader {
  return {
    async *read(table, as, slice, counted) {
      const statement = as === 'cells' ? selectCells(table, slice) : selectJson(table, slice);
      const copy = tx.copyOut(`COPY (${inlined(statement)}) TO STDOUT (${as === 'cells' ? CSV : VERBATIM})`);
      for await (const chunk of copy) yield as === 'cells' ? crlf(chunk) : withoutQuotes(chunk);
      // The server reports the number of rows after the last of them.
      await tx.query(sql`SELECT 1`);
      counted(copy.rowCount);
    },
  };
}

const CSV = 'FORMAT csv';
/** JSON text holds neither of these characters, so nothing in it is ever doubled or escaped. */
const VERBATIM = String.raw`FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02'`;

/** JSON with a line break between its tokens, as `json_agg` writes it, comes in quotes; what is left is the text itself. */
function withoutQuotes(chunk: Buffer): Buffer {
  return chunk.includes(1) ? Buffer.from(chunk.toString('latin1').replaceAll('\x01', ''), 'latin1') : chunk;
}

/** RFC 4180 ends a record with CRLF, COPY with LF. Cells hold no CR of their own, so every LF may become CRLF. */
function crlf(chunk: Buffer): Buffer {
  // latin1 keeps every byte of UTF-8 as one character.
  return Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

/** COPY takes no parameters. */
function inlined(statement: Sql): string {
  return statement.text.replace(/\$(\d+)/g, (_placeholder, number: string) =>
    literal(statement.values[Number(number) - 1]),
  );
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(',')}]`;
  throw new TypeError(`COPY cannot take a ${typeof value}.`);
}

const PAGE_ACTIVITIES = 500;

/** By pages, each a short statement of its own: the embedded engine's one connection is free in between. */
export function pageReader(db: Database): RowReader {
  return {
    async *read(table, as, slice, counted) {
      let after: Cursor | null = null;
      let rows = 0;
      for (;;) {
        const page: PageRow[] = await db.query<PageRow>(
          selectPage(table, as, slice, { after, limit: PAGE_ACTIVITIES }),
        );
        const last = page.at(-1);
        if (last === undefined) break;
        const records = page.flatMap(({ record }) => (record === null ? [] : [record]));
        rows += records.length;
        yield as === 'cells'
          ? records.map(cellsToCsv).join('')
          : records.map((record) => `,${record}\n`).join('');
        after = { position: last.position, start_time: last.start_time, id: last.id };
      }
      counted(rows);
    },
  };
}

type PageRow = Cursor & { record: string | null };

function cellsToCsv(record: string): string {
  return csvRecord(Object.values(JSON.parse(record) as Record<string, unknown>));
}
