import {
  ACTIVITY_FIELDS,
  type ActivityCeiling,
  type ActivityField,
  LAP_FIELDS,
  type LapField,
} from '../../privacy/index.ts';
import { activityMembers } from '../activities/index.ts';

/** A CSV column: its header, and the SQL of its value over an activity (and, for laps, over `lap`). */
export type Cell = { readonly name: string; readonly sql: string };

/**
 * First characters a spreadsheet may take for the start of a formula: control characters, and `= + - @` in ASCII and in
 * full width, which Japanese and Chinese editions read alike (OWASP, CSV injection). As code points, in one list:
 * PostgreSQL looks them up by hash.
 */
const UNSAFE_STARTS = [
  ...codePoints(1, 31),
  ...codePoints(127, 159),
  ...[...'=+-@＝＋－＠'].map((character) => character.codePointAt(0)),
].join(', ');

function codePoints(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Text that came from outside: never a formula, and with LF as its only line break. In SQL what `csv.ts` does in code. */
export function safeText(expression: string): string {
  // Despite its name, `ascii` gives the code point of the first character.
  const neutral = `CASE WHEN ascii(${expression}) IN (${UNSAFE_STARTS}) THEN '''' || ${expression} ELSE ${expression} END`;
  const broken = `replace(replace(${neutral}, E'\\r\\n', E'\\n'), E'\\r', E'\\n')`;
  // Hardly any text has a CR; to look for one is cheaper than to replace none.
  return `CASE WHEN strpos(${expression}, E'\\r') > 0 THEN ${broken} ELSE ${neutral} END`;
}

/** Everything else is a number, an id, a time or a word of ours. */
const OUTSIDE_TEXT: ReadonlySet<ActivityField> = new Set<ActivityField>([
  'external_id',
  'workout_type',
  'name',
  'description',
  'timezone',
  'map_polyline',
  'device_name',
]);

const ACTIVITY_CELL_FIELDS = (Object.keys(ACTIVITY_FIELDS) as ActivityField[]).filter(
  (field) => field !== 'laps',
);
const LAP_CELL_FIELDS = Object.keys(LAP_FIELDS) as LapField[];

/** `index` alone would be unclear in a file. */
const lapColumn = (field: LapField): string => (field === 'index' ? 'lap_index' : field);

/** A lap's members, read at once: looking them up one by one parses its text each time. */
const lapAs = (type: 'text' | 'json'): string =>
  `lap(${LAP_CELL_FIELDS.map((field) => `${field} ${type}`).join(', ')})`;

const LAP_AS_JSON = lapAs('json');

/** Where the laps of activity `a` come from for their cells, as `lap`. */
export const LAPS_FOR_CELLS = `json_to_recordset(a.laps) AS ${lapAs('text')}`;

export const ACTIVITY_HEADERS: readonly string[] = [...ACTIVITY_CELL_FIELDS, 'privacy_filtered'];
export const LAP_HEADERS: readonly string[] = [
  'activity_id',
  'athlete_id',
  ...LAP_CELL_FIELDS.map(lapColumn),
];

/** The columns of activities.csv. What the ceiling hides is an empty cell, named in `privacy_filtered`. */
export function activityCells(ceiling: ActivityCeiling): Cell[] {
  const shown = new Map(activityMembers(ceiling).map(({ field, sql }) => [field, sql]));
  const cells = ACTIVITY_CELL_FIELDS.map((field) => {
    const value = shown.get(field);
    return { name: field, sql: value === undefined ? 'NULL' : cellSql(field, value) };
  });
  return [...cells, { name: 'privacy_filtered', sql: `'${ceiling.privacy_filtered.join(' ')}'` }];
}

function cellSql(field: ActivityField, value: string): string {
  // PostgreSQL would write t and f.
  if (field === 'is_race') return `CASE WHEN ${value} THEN 'true' ELSE 'false' END`;
  return OUTSIDE_TEXT.has(field) ? safeText(value) : value;
}

/** The columns of laps.csv; without the laps' own text there is nothing a spreadsheet could run. */
export function lapCells(ceiling: ActivityCeiling): Cell[] {
  const shown: ReadonlySet<LapField> = new Set(
    ceiling.fields.shown.includes('laps') ? ceiling.lap_fields.shown : [],
  );
  const fields = LAP_CELL_FIELDS.map((field) => ({
    name: lapColumn(field),
    sql: shown.has(field) ? `lap.${field}` : 'NULL',
  }));
  return [{ name: 'activity_id', sql: 'id' }, { name: 'athlete_id', sql: 'user_id' }, ...fields];
}

/** The source of activity `a`'s laps, as `lap`. */
export function lapsForJson(ceiling: ActivityCeiling): string {
  return showsWholeLaps(ceiling)
    ? 'json_array_elements(a.laps) AS lap(json)'
    : `json_to_recordset(a.laps) AS ${LAP_AS_JSON}`;
}

/** The JSON text of one lap, with the activity and the athlete it belongs to. */
export function lapJson(ceiling: ActivityCeiling): string {
  const members = ceiling.lap_fields.shown.map((field) => `lap.${field} AS ${lapColumn(field)}`);
  const columns = ['id AS activity_id', 'user_id AS athlete_id', ...members].join(', ');
  const made = `(SELECT row_to_json(record)::text FROM (SELECT ${columns}) record)`;
  if (!showsWholeLaps(ceiling)) return made;
  // Stored laps pass through unchanged except for the name of their first member, which halves the time; others are rebuilt.
  const first = '{"index":';
  return `CASE WHEN starts_with(lap.json::text, '${first}')
    THEN concat('{"activity_id":"', id, '","athlete_id":"', user_id, '","${lapColumn('index')}":', substr(lap.json::text, ${first.length + 1}))
    ELSE (SELECT ${made} FROM json_to_record(lap.json) AS ${LAP_AS_JSON}) END`;
}

/** Stored laps have all known members and no others. */
function showsWholeLaps({ lap_fields }: ActivityCeiling): boolean {
  return lap_fields.hidden.length === 0;
}
