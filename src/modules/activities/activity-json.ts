import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, ActivityField } from '../../privacy/index.ts';
import { isOnFoot, isSwimming, SPORT_TYPES, type SportType } from '../../training/sport.ts';

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function paceOf(has: (sport: SportType) => boolean, of_m: number): string {
  const sports = SPORT_TYPES.filter(has).map((sport) => `'${sport}'`);
  return (
    `CASE WHEN moving_time_s >= 1 AND distance_m >= 1 AND sport_type IN (${sports.join(', ')}) ` +
    `THEN floor(moving_time_s * ${of_m * 10} / distance_m + 0.5) / 10 END`
  );
}

/** Where a field is not simply the column of its name. The counterpart of `present.ts`. */
const EXPRESSIONS: Partial<Record<ActivityField, string>> = {
  athlete_id: 'user_id',
  start_time: iso('start_time'),
  start_time_ms: '(extract(epoch FROM start_time) * 1000)::bigint',
  average_pace_s_per_km: paceOf(isOnFoot, 1_000),
  created_at: iso('created_at'),
  updated_at: iso('updated_at'),
};

/** What the owner alone is shown besides. */
const OWNERS_ALONE = rawSql(`private, ${paceOf(isSwimming, 100)} AS average_pace_s_per_100m`);

/** Each field a ceiling shows with its SQL over the columns of `activities`, in the order of the wire. */
export function activityMembers(ceiling: ActivityCeiling): { field: ActivityField; sql: string }[] {
  return ceiling.fields.shown.map((field) => ({ field, sql: expressionOf(field, ceiling) }));
}

/**
 * SQL of the JSON text of one activity, over the columns of `activities`: equal, value by value, to what `present.ts`
 * makes of it.
 */
export function activityText(ceiling: ActivityCeiling): Sql {
  const members = activityMembers(ceiling).map(({ field, sql: value }) => `${value} AS ${field}`);
  const columns = joinSql(
    [
      ...(members.length === 0 ? [] : [rawSql(members.join(', '))]),
      ...(ceiling.show_private ? [OWNERS_ALONE] : []),
      sql`${JSON.stringify(ceiling.privacy_filtered)}::json AS privacy_filtered`,
    ],
    ', ',
  );
  return sql`(SELECT row_to_json(activity)::text FROM (SELECT ${columns}) activity)`;
}

function expressionOf(field: ActivityField, ceiling: ActivityCeiling): string {
  // Stored laps have all known members and no others, so whole ones pass through as the text they are.
  if (field === 'laps' && ceiling.lap_fields.hidden.length > 0) return thinnedLaps(ceiling);
  // What the athlete alone is shown goes with what they alone may see of.
  if (field === 'workout_type' && ceiling.show_private) return 'coalesce(workout_type, told_workout_type)';
  return EXPRESSIONS[field] ?? field;
}

function thinnedLaps(ceiling: ActivityCeiling): string {
  const members = ceiling.lap_fields.shown.map((name) => `${name} json`).join(', ');
  return `(SELECT coalesce(json_agg(lap), '[]') FROM json_to_recordset(laps) AS lap(${members}))`;
}
