import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  type DailyPart,
  dailyCeiling,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { type Cell, safeText } from './cells.ts';
import type { ExportInclude } from './export-job.ts';
import type { Candidate } from './select-athletes.ts';
import type { Cursor, DateRange } from './select-rows.ts';

/** Some athletes of an organization who show the same of what they tell, in the order they are to come. */
export type ToldSlice = {
  readonly org_id: string;
  readonly user_ids: readonly string[];
  readonly parts: readonly DailyPart[];
  /** Null: of the organization. */
  readonly ceiling: ActivityCeiling | null;
  /** Athletes whose races stay out, whatever the ceiling shows of others. */
  readonly without_races: readonly string[];
  readonly range: DateRange;
};

export type ToldAthlete = {
  readonly user_id: string;
  readonly parts: readonly DailyPart[];
  readonly ceiling: ActivityCeiling;
};

export type ToldColumn = {
  readonly name: string;
  /** Its value over a row `r` of the table. */
  readonly sql: string;
  readonly cell?: string;
  readonly part?: DailyPart;
  /** Whether somebody wrote it, so that a spreadsheet might take it for a formula. */
  readonly is_text?: true;
};

/** A table of an archive that is there when it was asked for. Later modules hand in theirs. */
export type ToldTable = {
  readonly name: string;
  readonly include: ExportInclude;
  /** Of these parts an athlete shows one, or has no rows. Null: the rows are the organization's. */
  readonly parts: readonly DailyPart[] | null;
  readonly columns: readonly ToldColumn[];
  /** The rows of the athlete `wanted.uid`, or all of the organization, with what the columns name and a text `key` of each. */
  readonly rows: (slice: ToldSlice) => Sql;
};

export type ToldRows = { readonly told: ToldTable; readonly as: 'cells' | 'json'; readonly slice: ToldSlice };

export const PARTS_OF: Readonly<Record<ExportInclude, readonly DailyPart[]>> = {
  feedback: ['effort', 'note', 'skip', 'pain'],
  availability: ['availability', 'availability_reason', 'injuries'],
  sessions: ['attendance'],
};

const ATHLETES_A_SLICE = 500;

export function toldAthletes(athletes: readonly Candidate[], policies: SourcePolicies): ToldAthlete[] {
  return athletes.map(({ user_id, privacy: settings }) => ({
    user_id,
    parts: dailyCeiling({ settings, audience: 'export' }).parts.shown,
    ceiling: activityCeiling({ settings, policies, audience: 'export' }),
  }));
}

/**
 * Groups the athletes of whom a table shows the same members, in slices that one statement can name. A table whose rows are the
 * organization's own has one slice without athletes. Their order is that of the rows, so it follows from what these show and from nothing else.
 */
export function slicesWith(
  { parts, columns }: ToldTable,
  athletes: readonly ToldAthlete[],
  of: { readonly org_id: string; readonly range: DateRange },
): ToldSlice[] {
  if (parts === null) return [{ ...of, user_ids: [], parts: [], ceiling: null, without_races: [] }];
  const told = new Set([...parts, ...columns.flatMap(({ part }) => part ?? [])]);
  const having = athletes
    .filter((one) => parts.some((part) => one.parts.includes(part)))
    .map((one) => ({ ...one, parts: one.parts.filter((part) => told.has(part)) }));
  const groups = [...Map.groupBy(having, (one) => one.parts.join())].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([, group]) => inSlices(group).map((some) => ({ ...of, ...sliceOf(some) })));
}

function inSlices(athletes: readonly ToldAthlete[]): ToldAthlete[][] {
  return Array.from({ length: Math.ceil(athletes.length / ATHLETES_A_SLICE) }, (_, index) =>
    athletes.slice(index * ATHLETES_A_SLICE, (index + 1) * ATHLETES_A_SLICE),
  );
}

function sliceOf(athletes: readonly ToldAthlete[]): Omit<ToldSlice, 'org_id' | 'range'> {
  const [first] = athletes;
  return {
    user_ids: athletes.map(({ user_id }) => user_id),
    parts: first?.parts ?? [],
    ceiling: first === undefined ? null : { ...first.ceiling, show_races: true },
    without_races: athletes.filter(({ ceiling }) => !ceiling.show_races).map(({ user_id }) => user_id),
  };
}

const isShown = ({ part }: ToldColumn, { parts }: ToldSlice): boolean =>
  part === undefined || parts.includes(part);

/** Hidden ones are empty. */
function cellsOf({ told, slice }: ToldRows): Cell[] {
  return told.columns.map((column) => {
    const value = column.is_text ? safeText(column.sql) : (column.cell ?? column.sql);
    return { name: column.name, sql: isShown(column, slice) ? value : 'NULL' };
  });
}

/** Hidden ones are absent. */
function jsonOf({ told, slice }: ToldRows): Sql {
  const shown = told.columns.filter((column) => isShown(column, slice));
  return rawSql(
    `(SELECT row_to_json(record)::text FROM (SELECT ${shown.map(({ name, sql: value }) => `${value} AS ${name}`).join(', ')}) record)`,
  );
}

export function selectTold(rows: ToldRows): Sql {
  const value =
    rows.as === 'cells'
      ? rawSql(
          cellsOf(rows)
            .map(({ name, sql: cell }) => `${cell} AS ${name}`)
            .join(', '),
        )
      : sql`',' || ${jsonOf(rows)} AS json`;
  return sql`SELECT ${value} FROM (${found(rows)}) r ORDER BY r.position, r.key`;
}

export function selectToldPage(rows: ToldRows, page: { after: Cursor | null; limit: number }): Sql {
  const cells = cellsOf(rows).map(({ name, sql: cell }) => `(${cell})::text AS ${name}`);
  const record =
    rows.as === 'cells'
      ? rawSql(`(SELECT row_to_json(record)::text FROM (SELECT ${cells.join(', ')}) record)`)
      : jsonOf(rows);
  const after =
    page.after === null
      ? sql``
      : sql`WHERE (r.position, r.key) > (${page.after.position}::bigint, ${page.after.id}::text)`;
  return sql`SELECT r.position, '' AS start_time, r.key AS id, ${record} AS record
    FROM (${found(rows)}) r ${after} ORDER BY r.position, r.key LIMIT ${page.limit}`;
}

function found({ told, slice }: ToldRows): Sql {
  if (told.parts === null) return sql`SELECT 1::bigint AS position, own.* FROM (${told.rows(slice)}) own`;
  return sql`SELECT wanted.position, own.*
    FROM unnest(${slice.user_ids}::uuid[]) WITH ORDINALITY AS wanted (uid, position)
    CROSS JOIN LATERAL (${told.rows(slice)}) own`;
}

export const timeText = (value: string): string =>
  `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether a time is in the range of an export. */
export function isInRange(time: string, { start_date_ms, end_date_ms }: DateRange): Sql {
  const [from, until] = [start_date_ms, end_date_ms].map((ms) =>
    ms === null ? null : new Date(ms).toISOString(),
  );
  const value = rawSql(time);
  const bounds = [
    ...(from == null ? [] : [sql`${value} >= ${from}::timestamptz`]),
    ...(until == null ? [] : [sql`${value} <= ${until}::timestamptz`]),
  ];
  return bounds.length === 0 ? sql`true` : joinSql(bounds, ' AND ');
}
