import { joinSql, rawSql, sql } from '../../infra/db/sql.ts';
import { isShown } from '../activities/index.ts';
import { isInRange, type ToldColumn, type ToldTable } from '../exports/index.ts';
import { isOfOrganization } from './queries.ts';

const COLUMNS: readonly ToldColumn[] = [
  { name: 'id', sql: 'r.id' },
  { name: 'athlete_id', sql: 'r.user_id' },
  { name: 'activity_id', sql: 'r.activity_id' },
  { name: 'plan_id', sql: 'r.plan_id' },
  { name: 'workout_id', sql: 'r.workout_id' },
  { name: 'workout_date', sql: 'r.workout_date' },
  { name: 'rpe', sql: 'r.rpe', part: 'effort' },
  { name: 'feel', sql: 'r.feel', part: 'effort' },
  { name: 'note', sql: 'r.note', part: 'note', is_text: true },
  { name: 'skip_reason', sql: "(r.skipped ->> 'reason')", part: 'skip', is_text: true },
  { name: 'pain_area', sql: "r.pain ->> 'area'", part: 'pain' },
  { name: 'pain_side', sql: "r.pain ->> 'side'", part: 'pain' },
  { name: 'pain_level', sql: "(r.pain ->> 'level')::int", part: 'pain' },
];

/** Feedback in archives: that on activities which are in them by their time, and on planned workouts by their day. */
export const feedbackInArchives: ToldTable = {
  name: 'feedback',
  include: 'feedback',
  parts: ['effort', 'note', 'skip', 'pain'],
  columns: COLUMNS,
  rows: ({ org_id, parts, ceiling, without_races, range }) => {
    const members = [
      ...(parts.includes('effort') ? ['f.rpe', 'f.feel'] : []),
      ...(parts.includes('note') ? ['f.note'] : []),
      ...(parts.includes('skip') ? ['f.skipped'] : []),
      ...(parts.includes('pain') ? ['f.pain'] : []),
    ];
    const isAnySaid = joinSql(
      members.map((member) => rawSql(`${member} IS NOT NULL`)),
      ' OR ',
    );
    return sql`
      SELECT f.id::text AS key, f.id, f.user_id, f.activity_id, f.plan_id, f.workout_id, f.workout_date, f.rpe, f.feel, f.note,
        f.skipped, f.pain
      FROM feedback f LEFT JOIN activities a ON a.id = f.activity_id AND a.user_id = f.user_id
      WHERE f.user_id = wanted.uid AND (${isAnySaid})
        AND ((${isOfOrganization(org_id)} AND ${isInRange("(f.workout_date::timestamp AT TIME ZONE 'UTC')", range)})
          OR (a.id IS NOT NULL AND ${ceiling === null ? sql`false` : isShown(ceiling)} AND ${isInRange('a.start_time', range)}
            AND (NOT a.is_race OR wanted.uid <> ALL(${without_races}::uuid[]))))
      ORDER BY f.id`;
  },
};
