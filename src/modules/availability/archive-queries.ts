import { rawSql, sql } from '../../infra/db/sql.ts';

type Range = {
  readonly range: { readonly start_date_ms: number | null; readonly end_date_ms: number | null };
};

/** Whether a span of days, open at either end, overlaps the archive's range in UTC. */
function areInRange(from: string, to: string, { start_date_ms, end_date_ms }: Range['range']) {
  const [first, last] = [start_date_ms, end_date_ms].map((ms) =>
    ms === null ? null : new Date(ms).toISOString().slice(0, 10),
  );
  return sql`(${rawSql(from)} IS NULL OR ${last ?? 'infinity'}::date >= ${rawSql(from)})
    AND (${rawSql(to)} IS NULL OR ${first ?? '-infinity'}::date <= ${rawSql(to)})`;
}

/** Availability in archives of athletes who share it; the reason has its own setting. See `ToldTable` of exports. */
export const availabilityInArchives = {
  name: 'availability',
  include: 'availability',
  parts: ['availability'],
  columns: [
    { name: 'id', sql: 'r.id' },
    { name: 'athlete_id', sql: 'r.user_id' },
    { name: 'kind', sql: 'r.kind' },
    { name: 'part', sql: 'r.part' },
    { name: 'minutes', sql: 'r.minutes' },
    { name: 'weekdays', sql: 'r.weekdays', cell: "array_to_string(r.weekdays, ' ')" },
    { name: 'from_day', sql: 'r.from_day' },
    { name: 'to_day', sql: 'r.to_day' },
    { name: 'reason', sql: 'r.reason', part: 'availability_reason', is_text: true },
  ],
  rows: ({ range }: Range) => sql`
    SELECT e.id::text AS key, e.id, e.user_id, e.kind, e.part, e.minutes, e.weekdays, e.from_day, e.to_day, e.reason
    FROM availability_entries e
    WHERE e.user_id = wanted.uid AND ${areInRange('e.from_day', 'e.to_day', range)} ORDER BY e.id`,
} as const;

/** Injuries and illnesses in archives, of who shares them. */
export const injuriesInArchives = {
  name: 'injuries',
  include: 'availability',
  parts: ['injuries'],
  columns: [
    { name: 'id', sql: 'r.id' },
    { name: 'athlete_id', sql: 'r.user_id' },
    { name: 'kind', sql: 'r.kind' },
    { name: 'area', sql: 'r.area', is_text: true },
    { name: 'from_day', sql: 'r.from_day' },
    { name: 'to_day', sql: 'r.to_day' },
    { name: 'running', sql: 'r.running' },
    { name: 'note', sql: 'r.note', is_text: true },
  ],
  rows: ({ range }: Range) => sql`
    SELECT i.id::text AS key, i.id, i.user_id, i.kind, i.area, i.from_day, i.to_day, i.running, i.note
    FROM injuries i
    WHERE i.user_id = wanted.uid AND ${areInRange('i.from_day', 'i.to_day', range)} ORDER BY i.id`,
} as const;
