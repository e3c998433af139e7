import type { Queryable } from '../../infra/db/database.ts';
import { type ActivityCeiling, admits, type StreamColumn } from '../../privacy/index.ts';
import type { StoredActivity } from './activity.ts';
import { unpackStreams } from './pack-streams.ts';
import { type ActivityView, viewStoredActivity } from './present.ts';
import { viewStreamsText } from './present-streams.ts';
import { findActivities, findStreamsOfActivities } from './queries.ts';

/** An activity's visible samples under a ceiling. */
export type SeenRecording = {
  readonly activity_id: string;
  readonly activity: ActivityView;
  /** The JSON text of an object of columns; null where none shows. */
  readonly streams: string | null;
};

export type PackedRecording = {
  readonly activity: StoredActivity;
  readonly packed: Awaited<ReturnType<typeof findStreamsOfActivities>>[number] | null;
};

/** Somebody's activities of these ids with their samples as they are stored, by the time of their start. */
export async function findPackedRecordings(
  db: Queryable,
  wanted: { readonly user_id: string; readonly ids: readonly string[] },
): Promise<PackedRecording[]> {
  const activities = await findActivities(db, wanted);
  const streams = await findStreamsOfActivities(db, wanted);
  const packed = new Map(streams.map((one) => [one.activity_id, one]));
  return activities.map((activity) => ({ activity, packed: packed.get(activity.id) ?? null }));
}

/**
 * Recordings as the ceiling's audience sees them; hidden ones are left out, so computed values reveal no more.
 * @param columns which samples are wanted
 */
export async function viewRecordings(
  ceiling: ActivityCeiling,
  recordings: readonly PackedRecording[],
  columns: readonly StreamColumn[],
): Promise<SeenRecording[]> {
  const shown = ceiling.stream_columns.shown.filter((name) => columns.includes(name));
  const wanted = { ...ceiling, stream_columns: { ...ceiling.stream_columns, shown } };
  const seen: SeenRecording[] = [];
  for (const { activity, packed } of recordings) {
    const view = viewStoredActivity(ceiling, activity);
    if (view === null) continue;
    // A merged activity has the samples of one source.
    const isOpen =
      packed !== null && shown.length > 0 && admits(ceiling, { ...activity, source: packed.source });
    const text = isOpen ? viewStreamsText(wanted, activity, await unpackStreams(packed.data)) : null;
    const streams = text === null || text.is_empty ? null : text.json;
    seen.push({ activity_id: activity.id, activity: view, streams });
  }
  return seen;
}
