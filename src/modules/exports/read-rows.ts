import pg from 'pg';
import type { Database } from '../../infra/db/database.ts';
import type { Sql } from '../../infra/db/sql.ts';
import type { CopiedRows } from './copy-rows.ts';
import { csvRecord } from './csv.ts';
import type { FilePlan, ReadRows } from './file-plan.ts';
import { type Cursor, type SliceRows, selectCells, selectJson, selectPage } from './select-rows.ts';

/** The file with its rows as statements, for a thread that knows nothing but how to run them. */
export function copiedFile(file: FilePlan<SliceRows>): FilePlan<CopiedRows> {
  return { ...file, sections: file.sections.map((part) => ('text' in part ? part : copyOf(part))) };
}

/** By COPY, the fastest way out of PostgreSQL: the statement, for `copyRows`. */
export function copyOf({ table, as, slice }: SliceRows): CopiedRows {
  const statement = as === 'cells' ? selectCells(table, slice) : selectJson(table, slice);
  return { as, copy: `COPY (${inlined(statement)}) TO STDOUT (${as === 'cells' ? CSV : VERBATIM})` };
}

const CSV = 'FORMAT csv';
/** JSON text holds neither of these characters, so nothing in it is ever doubled or escaped. */
const VERBATIM = String.raw`FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02'`;

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
export function pageReader(db: Database): ReadRows<SliceRows> {
  return async function* (part, counted) {
    let after: Cursor | null = null;
    let rows = 0;
    for (;;) {
      const page: PageRow[] = await db.query<PageRow>(selectPage(part, { after, limit: PAGE_ACTIVITIES }));
      const last = page.at(-1);
      if (last === undefined) break;
      const records = page.flatMap(({ record }) => (record === null ? [] : [record]));
      rows += records.length;
      yield part.as === 'cells'
        ? records.map(cellsToCsv).join('')
        : records.map((record) => `,${record}\n`).join('');
      after = { position: last.position, start_time: last.start_time, id: last.id };
    }
    counted(rows);
  };
}

type PageRow = Cursor & { record: string | null };

function cellsToCsv(record: string): string {
  return csvRecord(Object.values(JSON.parse(record) as Record<string, unknown>));
}
