import type { Transaction } from '../../infra/db/database.ts';
import type { WorkoutIntensity } from '../../training/workout-intensity.ts';
import type { StoredActivity } from './activity.ts';
import { insertStreams, type PackedStreams } from './queries.ts';
import { nameRecord, soundTold } from './records/activity-record.ts';
import { saveActivities, saveRecords } from './records/queries.ts';

/** New activities of one athlete from one source each, with samples by id. */
export type NewRecording = {
  readonly user_id: string;
  readonly activities: readonly (StoredActivity & { readonly intensity?: WorkoutIntensity | null })[];
  readonly streams: readonly PackedStreams[];
};

/** Stores activities that are known to be new and distinct. */
export async function storeRecording(
  tx: Transaction,
  { user_id, activities, streams }: NewRecording,
): Promise<void> {
  const sampled = new Set(streams.map(({ record_id }) => record_id));
  const whole = activities.map((activity) => ({
    ...activity,
    streams_of: sampled.has(activity.id) ? activity.id : null,
    edits: {},
    told_workout_type: null,
    merged_under: null,
  }));
  await saveActivities(tx, whole);
  const records = activities.map((activity) => ({
    ...activity,
    key: nameRecord({ ...activity, file: undefined }),
    file_id: null,
    activity_id: activity.id,
    edition: null,
    position: null,
    hidden_until: null,
    edits: null,
    start_is: 'exact' as const,
    told: soundTold({ ...activity, intensity: activity.intensity ?? null, start_is: 'exact' }),
    told_at: activity.created_at,
  }));
  await saveRecords(tx, { user_id, records });
  await insertStreams(tx, streams);
}
