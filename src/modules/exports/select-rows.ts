import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import {
  ACTIVITY_HEADERS,
  activityCells,
  activityJson,
  type Cell,
  LAP_HEADERS,
  lapCells,
  lapColumns,
  lapJson,
} from './cells.ts';

export type Table = 'activities' | 'laps';
/** Epoch milliseconds UTC, inclusive; null is open. */
export type DateRange = { readonly start_date_ms: number | null; readonly end_date_ms: number | null };

/** Some athletes under one ceiling, in the order they are to come. */
export type Slice = {
  readonly ceiling: ActivityCeiling;
  readonly user_ids: readonly string[];
  /** Athletes whose races stay out, whatever the ceiling shows of others. */
  readonly without_races: readonly string[];
  readonly range: DateRange;
};

/** Where a page of activities ended: the athlete's position in the slice, then the activity. */
export type Cursor = { readonly position: number; readonly start_time: string; readonly id: string };

/** The headers of a table's CSV file: the same under every ceiling. */
export function headersOf(table: Table): readonly string[] {
  return table === 'activities' ? ACTIVITY_HEADERS : LAP_HEADERS;
}

function cellsOf(table: Table, ceiling: ActivityCeiling): Cell[] {
  return table === 'activities' ? activityCells(ceiling) : lapCells(ceiling);
}

function membersOf(table: Table, ceiling: ActivityCeiling): Cell[] {
  return table === 'activities' ? activityJson(ceiling) : lapJson(ceiling);
}

/** One row a record, one column a cell. */
export function selectCells(table: Table, slice: Slice): Sql {
  return sql`SELECT ${columns(cellsOf(table, slice.ceiling))} FROM (${activitiesOf(slice)}) a ${expanded(table, 'text')}`;
}

/** One row a record: a comma and its JSON text. */
export function selectJson(table: Table, slice: Slice): Sql {
  const members = columns(membersOf(table, slice.ceiling));
  return sql`SELECT ',' || row_to_json(record)::text AS json
    FROM (SELECT ${members} FROM (${activitiesOf(slice)}) a ${expanded(table, 'json')}) record`;
}

/** The same by pages of activities: `record` is null for an activity without laps, which still moves the cursor. */
export function selectPage(
  table: Table,
  as: 'cells' | 'json',
  slice: Slice,
  page: { after: Cursor | null; limit: number },
): Sql {
  // Cells as the text that COPY would write, or JavaScript would write numbers in its own way.
  const made =
    as === 'cells'
      ? columns(
          cellsOf(table, slice.ceiling).map(({ name, sql: text }) => ({ name, sql: `(${text})::text` })),
        )
      : columns(membersOf(table, slice.ceiling));
  const present = table === 'laps' ? rawSql('lap.present') : rawSql('true');
  const type = as === 'cells' ? 'text' : 'json';
  return sql`SELECT a.position, a.start_time::text AS start_time, a.id,
      CASE WHEN ${present} THEN (SELECT row_to_json(record)::text FROM (SELECT ${made}) record) END AS record
    FROM (${activitiesOf(slice, page)}) a ${rawSql(table === 'laps' ? `LEFT ${lapsAs(type)} ON true` : '')}`;
}

function lapsAs(type: 'text' | 'json'): string {
  return `JOIN LATERAL (
    SELECT true AS present, member.* FROM json_to_recordset(a.laps) AS member(${lapColumns(type)})
  ) lap`;
}

function expanded(table: Table, type: 'text' | 'json'): Sql {
  return rawSql(table === 'laps' ? `CROSS ${lapsAs(type)}` : '');
}

function columns(cells: readonly Cell[]): Sql {
  return rawSql(cells.map(({ name, sql: text }) => `${text} AS ${name}`).join(', '));
}

/**
 * The activities a slice's ceiling admits, athlete by athlete, newest first. The lateral join reads each athlete's rows
 * in the order of the index, so that nothing is sorted however many there are.
 */
function activitiesOf(slice: Slice, page?: { after: Cursor | null; limit: number }): Sql {
  const { ceiling, range, without_races } = slice;
  const conditions = [
    sql`user_id = wanted.uid`,
    sql`source = ANY(${ceiling.sources.shown}::text[])`,
    ...(ceiling.show_private ? [] : [sql`NOT private`]),
    ...(ceiling.show_races ? [] : [sql`NOT is_race`]),
    ...(without_races.length === 0
      ? []
      : [sql`(NOT is_race OR wanted.uid <> ALL(${without_races}::uuid[]))`]),
    ...(range.start_date_ms === null
      ? []
      : [sql`start_time >= ${new Date(range.start_date_ms).toISOString()}::timestamptz`]),
    ...(range.end_date_ms === null
      ? []
      : [sql`start_time <= ${new Date(range.end_date_ms).toISOString()}::timestamptz`]),
  ];
  const after = page?.after ?? null;
  if (after !== null) {
    // One comparison with the index's own columns, so that a page begins where the last one ended. An OR with the
    // position would read the athlete's newer rows again for every page.
    const first = sql`wanted.position > ${after.position}`;
    conditions.push(sql`(start_time, id) < (
      CASE WHEN ${first} THEN 'infinity' ELSE ${after.start_time}::timestamptz END,
      CASE WHEN ${first} THEN 'ffffffff-ffff-ffff-ffff-ffffffffffff' ELSE ${after.id}::uuid END)`);
  }
  const from = after === null ? sql`` : sql`WHERE wanted.position >= ${after.position}`;
  const limit = page === undefined ? sql`` : sql`LIMIT ${page.limit}`;
  return sql`SELECT wanted.position, found.*
    FROM unnest(${slice.user_ids}::uuid[]) WITH ORDINALITY AS wanted(uid, position)
    CROSS JOIN LATERAL (
      SELECT * FROM activities WHERE ${joinSql(conditions, ' AND ')} ORDER BY start_time DESC, id DESC
    ) found ${from} ${limit}`;
}
