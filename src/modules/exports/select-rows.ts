import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, Source } from '../../privacy/index.ts';
import { activityText } from '../activities/index.ts';
import {
  ACTIVITY_HEADERS,
  activityCells,
  type Cell,
  LAP_HEADERS,
  LAPS_FOR_CELLS,
  lapCells,
  lapJson,
  lapsForJson,
} from './cells.ts';

export type Table = 'activities' | 'laps';
/** Epoch milliseconds UTC, inclusive; null is open. */
export type DateRange = { readonly start_date_ms: number | null; readonly end_date_ms: number | null };

export type Slice = {
  readonly ceiling: ActivityCeiling;
  readonly user_ids: readonly string[];
  /** Athletes whose races stay out, whatever the ceiling shows of others. */
  readonly without_races: readonly string[];
  readonly range: DateRange;
};

export type SliceRows = { readonly table: Table; readonly as: 'cells' | 'json'; readonly slice: Slice };

/** Where a page of activities ended: the athlete's position in the slice, then the activity. */
export type Cursor = { readonly position: number; readonly start_time: string; readonly id: string };

export function headersOf(table: Table): readonly string[] {
  return table === 'activities' ? ACTIVITY_HEADERS : LAP_HEADERS;
}

function cellsOf(table: Table, ceiling: ActivityCeiling): Cell[] {
  return table === 'activities' ? activityCells(ceiling) : lapCells(ceiling);
}

/** The JSON text of a record; an activity's is the object that the developer API sends. */
function jsonOf(table: Table, ceiling: ActivityCeiling): Sql {
  return table === 'activities' ? activityText(ceiling) : rawSql(lapJson(ceiling));
}

export function selectCells(table: Table, slice: Slice): Sql {
  const cells = columns(cellsOf(table, slice.ceiling));
  return sql`SELECT ${cells} FROM (${activitiesOf(slice)}) a ${expanded(table, LAPS_FOR_CELLS)}`;
}

export function selectJson(table: Table, slice: Slice): Sql {
  const { ceiling } = slice;
  return sql`SELECT ',' || ${jsonOf(table, ceiling)} AS json
    FROM (${activitiesOf(slice)}) a ${expanded(table, lapsForJson(ceiling))}`;
}

/** How many activities of other sources the slice would have if these were shown, and of how many athletes. */
export function countSources(slice: Slice, sources: readonly Source[]): Sql {
  const ceiling = { ...slice.ceiling, sources: { shown: sources, hidden: [] } };
  return sql`SELECT source, count(DISTINCT user_id)::int AS athletes, count(*)::int AS activities
    FROM (${activitiesOf({ ...slice, ceiling })}) a GROUP BY source`;
}

function expanded(table: Table, laps: string): Sql {
  return rawSql(table === 'laps' ? `CROSS JOIN LATERAL ${laps}` : '');
}

export function selectPage(
  { table, as, slice }: SliceRows,
  page: { after: Cursor | null; limit: number },
): Sql {
  const { ceiling } = slice;
  const record = as === 'cells' ? cellsAsJson(cellsOf(table, ceiling)) : jsonOf(table, ceiling);
  const laps = as === 'cells' ? LAPS_FOR_CELLS : lapsForJson(ceiling);
  const present = rawSql(table === 'laps' ? 'lap.present' : 'true');
  const joined = `LEFT JOIN LATERAL (SELECT true AS present, lap.* FROM ${laps}) lap ON true`;
  return sql`SELECT a.position, a.start_time::text AS start_time, a.id,
      CASE WHEN ${present} THEN ${record} END AS record
    FROM (${activitiesOf(slice, page)}) a ${rawSql(table === 'laps' ? joined : '')}`;
}

/** Cells as the text that COPY would write, or JavaScript would write numbers in its own way. */
function cellsAsJson(cells: readonly Cell[]): Sql {
  const texts = columns(cells.map(({ name, sql: text }) => ({ name, sql: `(${text})::text` })));
  return sql`(SELECT row_to_json(record)::text FROM (SELECT ${texts}) record)`;
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
