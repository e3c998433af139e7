import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The columns of activities.csv, as plainly as SQL has them: no formula is defused, no time rewritten. */
const ACTIVITIES = `SELECT id, user_id, source, external_id, sport_type, workout_type, name, description, start_time,
  (extract(epoch FROM start_time) * 1000)::bigint, timezone, duration_s, moving_time_s, distance_m, elevation_gain_m,
  elevation_loss_m, average_speed_mps, max_speed_mps,
  CASE WHEN moving_time_s >= 1 AND distance_m >= 1 THEN floor(moving_time_s * 10000 / distance_m + 0.5) / 10 END, average_heart_rate_bpm,
  max_heart_rate_bpm, average_cadence_spm, average_power_w, calories_kcal, training_load, vdot, best_efforts,
  start_latlng, map_polyline, device_name, is_race, created_at, updated_at, ''`;

/** And of laps.csv, by the function that takes all members out of a lap at once. */
const LAPS = `SELECT id, user_id, lap.*`;
const LAPS_FROM = `CROSS JOIN LATERAL json_to_recordset(laps) AS lap(index int, start_time text, duration_s float8,
  moving_time_s float8, distance_m float8, average_speed_mps float8, max_speed_mps float8, average_heart_rate_bpm float8,
  max_heart_rate_bpm float8, average_cadence_spm float8, average_power_w float8, elevation_gain_m float8,
  elevation_loss_m float8, calories_kcal float8)`;

/**
 * The yardstick of an export: psql's \\copy of the same rows and columns, piped to zip with its own default level, first
 * the activities, then their laps.
 *
 * @param athleteIds whose activities; of the whole organization when null
 * @returns seconds, for both together
 */
export async function copyAndZip(
  databaseUrl: string,
  orgId: string,
  athleteIds: readonly string[] | null,
  folder: string,
): Promise<number> {
  const chosen = athleteIds === null ? '' : `AND user_id IN (${athleteIds.map((id) => `'${id}'`).join(',')})`;
  const rows = `WHERE NOT private ${chosen} AND user_id IN (SELECT user_id FROM organization_members
    WHERE org_id = '${orgId}' AND left_at IS NULL)`;
  const started = performance.now();
  await pipe(databaseUrl, `${ACTIVITIES} FROM activities ${rows}`, `${folder}/activities.zip`);
  await pipe(databaseUrl, `${LAPS} FROM activities ${LAPS_FROM} ${rows}`, `${folder}/laps.zip`);
  return (performance.now() - started) / 1000;
}

/** Whether this machine has what the yardstick is made of. */
export function canCopyAndZip(): boolean {
  return spawnSync('sh', ['-c', 'command -v psql && command -v zip']).status === 0;
}

/** A shell joins the two, as a person would: nothing of Node is in between. It fails when either does. */
const PIPE = `rm -f "$2"; { psql -X -q "$0" -c "$1"; echo $? > "$2.psql"; } | zip -q "$2" - && [ "$(cat "$2.psql")" = 0 ]`;

async function pipe(databaseUrl: string, select: string, archive: string): Promise<void> {
  const command = `\\copy (${select.replace(/\s+/g, ' ')}) TO STDOUT (FORMAT csv, HEADER)`;
  const shell = spawn('sh', ['-c', PIPE, databaseUrl, command, archive], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(shell, 'exit');
  if (code !== 0) throw new Error('psql | zip failed; what they wrote stands above.');
}
