import type { Transaction } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import { isTimeZone } from '../../shared/time.ts';
import type { User } from '../users/index.ts';
import type { StoredActivity } from './activity.ts';
import type { ParsedActivity } from './import/types.ts';
import { nameActivity } from './name-activity.ts';
import { insertActivities, insertStreams, type PackedStreams } from './queries.ts';

/** Longer texts of a file are cut: a name is a line, and nobody reads a description of a megabyte. */
const MAX_NAME = 200;
const MAX_DESCRIPTION = 10_000;
const MAX_DEVICE_NAME = 200;

/** The largest `measure` of the schema. */
const MAX_MEASURE = 1e9;

/** The activities of a recording, ready to be stored. */
export type NewRecording = { activities: StoredActivity[]; streams: PackedStreams[] };

/** Fills in what the file leaves open: zone and name. Load and VDOT stay null until something computes them. */
export function prepareRecording(
  imported: readonly ParsedActivity[],
  { user, file_id, now }: { user: User; file_id: string; now: Date },
): NewRecording {
  const { user_id } = user;
  const stored = imported.map((one) => ({
    activity: toStored(one, { user, file_id, now }),
    data: one.packed_streams,
  }));
  return {
    activities: stored.map(({ activity }) => activity),
    streams: stored.map(({ activity, data }) => ({ activity_id: activity.id, user_id, data })),
  };
}

export async function storeRecording(tx: Transaction, { activities, streams }: NewRecording): Promise<void> {
  await insertActivities(tx, activities);
  await insertStreams(tx, streams);
}

function toStored(
  imported: ParsedActivity,
  { user, file_id, now }: { user: User; file_id: string; now: Date },
): StoredActivity {
  const { language } = user.preferences;
  const timezone = [imported.timezone, user.preferences.timezone].find(
    (zone) => zone !== null && isTimeZone(zone),
  );
  const zone = timezone ?? 'UTC';
  return {
    id: newId(),
    user_id: user.user_id,
    source: 'upload',
    external_id: null,
    file_id,
    sport_type: imported.sport_type,
    workout_type: null,
    name: plainText(imported.name, MAX_NAME) ?? nameActivity(imported, zone, language),
    description: plainText(imported.description, MAX_DESCRIPTION),
    start_time: imported.start_time,
    timezone: zone,
    duration_s: imported.duration_s,
    moving_time_s: imported.moving_time_s,
    distance_m: measured(imported.distance_m),
    elevation_gain_m: measured(imported.elevation_gain_m),
    elevation_loss_m: measured(imported.elevation_loss_m),
    average_speed_mps: measured(imported.average_speed_mps),
    max_speed_mps: measured(imported.max_speed_mps),
    average_heart_rate_bpm: measured(imported.average_heart_rate_bpm),
    max_heart_rate_bpm: measured(imported.max_heart_rate_bpm),
    average_cadence_spm: measured(imported.average_cadence_spm),
    average_power_w: measured(imported.average_power_w),
    calories_kcal: measured(imported.calories_kcal),
    training_load: null,
    vdot: null,
    laps: imported.laps,
    best_efforts: imported.best_efforts,
    start_latlng: imported.start_latlng,
    map_polyline: imported.map_polyline,
    device_name: plainText(imported.device_name, MAX_DEVICE_NAME),
    is_race: false,
    private: false,
    created_at: now,
    updated_at: now,
  };
}

/** What the schema would refuse is as good as unknown. */
function measured(value: number | null): number | null {
  return value !== null && value >= 0 && value <= MAX_MEASURE ? value : null;
}

/** Text as PostgreSQL and JSON can hold it: valid Unicode without NUL; null when nothing is left. */
export function plainText(text: string | null, maxLength: number): string | null {
  const plain = (text ?? '').replaceAll('\0', '').slice(0, maxLength).toWellFormed().trim();
  return plain === '' ? null : plain;
}
