import type { ActivityCeiling, ActivityField } from '../../privacy/index.ts';
import { isOnFoot, isSwimming, SPORT_TYPES, type SportType } from '../../training/sport.ts';

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function paceOf(has: (sport: SportType) => boolean, of_m: number): string {
  const sports = SPORT_TYPES.filter(has).map(quoted).join(', ');
  return (
    `CASE WHEN moving_time_s >= 1 AND distance_m >= 1 AND sport_type IN (${sports}) ` +
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

/** Each field a ceiling shows with its SQL over the columns of `activities`, in the order of the wire. */
export function activityMembers(ceiling: ActivityCeiling): { field: ActivityField; sql: string }[] {
  return ceiling.fields.shown.map((field) => ({ field, sql: expressionOf(field, ceiling) }));
}

/**
 * SQL of the JSON text of one activity, over the columns of `activities`: equal, value by value, to what `present.ts`
 * makes of it. One `concat` of literals and values in turn, not row_to_json, which finds out each column's type again
 * for every row: a third of the time of the whole statement.
 */
export function activityText(ceiling: ActivityCeiling): string {
  const members = activityMembers(ceiling).map(({ field, sql }) => memberText(field, sql));
  if (ceiling.show_private) {
    members.push(memberText('private', 'private'));
    members.push(memberText('average_pace_s_per_100m', paceOf(isSwimming, 100)));
  }
  const args: string[] = [];
  let literal = '{';
  for (const { before, value, after } of members) {
    args.push(quoted(`${literal}${before}`), value);
    literal = after;
  }
  const filtered = `"privacy_filtered":${JSON.stringify(ceiling.privacy_filtered)}`;
  return `concat(${[...args, quoted(`${literal}${filtered}}`)].join(', ')})`;
}

/** Never null, and nothing in them needs escaping: ids, words that a CHECK allows, times. */
const SOUND_TEXT: ReadonlySet<string> = new Set<ActivityField>([
  'id',
  'athlete_id',
  'source',
  'start_time',
  'created_at',
  'updated_at',
]);

/** Their text is JSON already: never null. */
const JSON_TEXT: ReadonlySet<string> = new Set<ActivityField>(['laps', 'best_efforts']);

/** Numbers and booleans; `measure` has no NaN and no infinity. */
const PLAIN_VALUES: ReadonlySet<string> = new Set<ActivityField | 'private' | 'average_pace_s_per_100m'>([
  'average_pace_s_per_100m',
  'start_time_ms',
  'duration_s',
  'moving_time_s',
  'distance_m',
  'elevation_gain_m',
  'elevation_loss_m',
  'average_speed_mps',
  'max_speed_mps',
  'average_pace_s_per_km',
  'average_heart_rate_bpm',
  'max_heart_rate_bpm',
  'average_cadence_spm',
  'average_power_w',
  'calories_kcal',
  'training_load',
  'vdot',
  'is_race',
  'private',
]);

/** The SQL of a member's value, and the text around it. What is in none of the sets goes through to_json, which takes anything. */
function memberText(name: string, sql: string): { before: string; value: string; after: string } {
  if (SOUND_TEXT.has(name)) return { before: `"${name}":"`, value: sql, after: '",' };
  const around = { before: `"${name}":`, after: ',' };
  if (JSON_TEXT.has(name)) return { ...around, value: sql };
  if (PLAIN_VALUES.has(name)) return { ...around, value: `coalesce((${sql})::text, 'null')` };
  return { ...around, value: `coalesce(to_json(${sql}), 'null')` };
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
