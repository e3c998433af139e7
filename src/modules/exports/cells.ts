import {
  ACTIVITY_FIELDS,
  type ActivityCeiling,
  type ActivityField,
  LAP_FIELDS,
  type LapField,
} from '../../privacy/index.ts';
import { activityMembers } from '../activities/index.ts';

/** A CSV column: its header, and the SQL of its value over an activity (and, for laps, over `lap`, see `lapColumns`). */
export type Cell = { readonly name: string; readonly sql: string };

/**
 * First characters a spreadsheet may take for the start of a formula, besides control characters: `= + - @` in ASCII
 * and in full width, which Japanese and Chinese editions read alike (OWASP, CSV injection).
 */
const FORMULA_STARTS = [...'=+-@＝＋－＠'].map((character) => character.codePointAt(0)).join(', ');

/** Text that came from outside: never a formula, and with LF as its only line break. In SQL what `csv.ts` does in code. */
function safeText(expression: string): string {
  // Despite its name, `ascii` gives the code point of the first character.
  const first = `ascii(${expression})`;
  const looksLikeFormula = `${first} BETWEEN 1 AND 31 OR ${first} BETWEEN 127 AND 159 OR ${first} IN (${FORMULA_STARTS})`;
  const neutral = `CASE WHEN ${looksLikeFormula} THEN '''' || ${expression} ELSE ${expression} END`;
  return `replace(replace(${neutral}, E'\\r\\n', E'\\n'), E'\\r', E'\\n')`;
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

// Laps have a file of their own.
const ACTIVITY_CELL_FIELDS = (Object.keys(ACTIVITY_FIELDS) as ActivityField[]).filter(
  (field) => field !== 'laps',
);
const LAP_CELL_FIELDS = Object.keys(LAP_FIELDS) as LapField[];

/** `index` would say nothing in a file of its own. */
const lapColumn = (field: LapField): string => (field === 'index' ? 'lap_index' : field);

/** What a lap is taken apart into: all its members at once, since looking up one by one reads its text once each. */
export const lapColumns = (type: 'text' | 'json'): string =>
  LAP_CELL_FIELDS.map((field) => `${field} ${type}`).join(', ');

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

/** JSON text of one activity, the same object as the developer API sends. */
export function activityJson(ceiling: ActivityCeiling): Cell[] {
  const members = activityMembers(ceiling).map(({ field, sql }) => ({ name: field as string, sql }));
  return [
    ...members,
    { name: 'privacy_filtered', sql: `'${JSON.stringify(ceiling.privacy_filtered)}'::json` },
  ];
}

/** JSON text of one lap with the activity and athlete it belongs to. */
export function lapJson(ceiling: ActivityCeiling): Cell[] {
  const fields = ceiling.lap_fields.shown.map((field) => ({
    name: lapColumn(field),
    sql: `lap.${field}`,
  }));
  return [{ name: 'activity_id', sql: 'id' }, { name: 'athlete_id', sql: 'user_id' }, ...fields];
}
