import pg from 'pg';
import type { Database } from '../../infra/db/database.ts';
import type { Sql } from '../../infra/db/sql.ts';
import type { ArchiveRows } from './archive-files.ts';
import type { CopiedRows } from './copy-rows.ts';
import { csvRecord } from './csv.ts';
import type { FilePlan, ReadRows } from './file-plan.ts';
import { type Cursor, type SliceRows, selectCells, selectJson, selectPage } from './select-rows.ts';
import { selectTold, selectToldPage } from './told-table.ts';

/** The file with its rows as statements, for a thread that knows nothing but how to run them. */
export function copiedFile(file: FilePlan<ArchiveRows>): FilePlan<CopiedRows> {
  return { ...file, sections: file.sections.map((part) => ('text' in part ? part : copyOf(part))) };
}

/** By COPY, the fastest way out of PostgreSQL: the statement, for `copyRows`. */
export function copyOf(rows: ArchiveRows): CopiedRows {
  const { as } = rows;
  const statement = 'told' in rows ? selectTold(rows) : statementOf(rows);
  return { as, copy: `COPY (${inlined(statement)}) TO STDOUT (${as === 'cells' ? CSV : VERBATIM})` };
}

const statementOf = ({ table, as, slice }: SliceRows): Sql =>
  as === 'cells' ? selectCells(table, slice) : selectJson(table, slice);

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
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(',')}]`;
  throw new TypeError(`COPY cannot take a ${typeof value}.`);
}

const PAGE_ACTIVITIES = 500;

/** By pages, each a short statement of its own: the embedded engine's one connection is free in between. */
export function pageReader(db: Database): ReadRows<ArchiveRows> {
  return async function* (part, counted) {
    let after: Cursor | null = null;
    let rows = 0;
    for (;;) {
      const page: PageRow[] = await db.query<PageRow>(pageOf(part, after));
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

function pageOf(part: ArchiveRows, after: Cursor | null): Sql {
  const page = { after, limit: PAGE_ACTIVITIES };
  return 'told' in part ? selectToldPage(part, page) : selectPage(part, page);
}

type PageRow = Cursor & { record: string | null };

function cellsToCsv(record: string): string {
  return csvRecord(Object.values(JSON.parse(record) as Record<string, unknown>));
}
