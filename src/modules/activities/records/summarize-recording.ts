import { summarize } from '../import/summarize.ts';
import type { ImportedActivity, Recording } from '../import/types.ts';
import { packStreams } from '../pack-streams.ts';
import type { ActivityReport, ReportedActivity } from './report.ts';

/** What a source reports besides the recording; undefined where it does not. */
export type RecordingExtras = Partial<
  Pick<
    ReportedActivity,
    | 'private'
    | 'is_race'
    | 'workout_type'
    | 'start_is'
    | 'timezone'
    | 'duration_s'
    | 'moving_time_s'
    | 'description'
    | 'calories_kcal'
    | 'start_latlng'
    | 'map_polyline'
  >
>;

/**
 * Summarizes a platform's activity like an uploaded file: map, climb, efforts and zone come from the samples where not
 * stated; without samples the totals apply. It takes seconds of CPU for a day's samples, so use a thread for many.
 * @throws AppError 400 without start or duration, or for impossible values
 */
export function summarizeRecording(
  recording: Recording,
  extras: RecordingExtras = {},
): { told: ReportedActivity; packed_streams: Uint8Array | null } {
  const { streams, ...imported } = summarize(recording, 0);
  return {
    told: toldByRecording(imported, extras),
    packed_streams: streams.time_s.length === 0 ? null : packStreams(streams),
  };
}

export function toldByRecording(
  imported: Omit<ImportedActivity, 'streams'>,
  extras: RecordingExtras = {},
): ActivityReport['told'] {
  return {
    sport_type: imported.sport_type,
    workout_type: extras.workout_type ?? null,
    name: imported.name,
    description: extras.description ?? imported.description,
    start_time: imported.start_time,
    start_is: extras.start_is ?? 'exact',
    timezone: extras.timezone ?? imported.timezone,
    duration_s: extras.duration_s ?? imported.duration_s,
    moving_time_s: extras.moving_time_s ?? imported.moving_time_s,
    distance_m: imported.distance_m,
    elevation_gain_m: imported.elevation_gain_m,
    elevation_loss_m: imported.elevation_loss_m,
    average_speed_mps: imported.average_speed_mps,
    max_speed_mps: imported.max_speed_mps,
    average_heart_rate_bpm: imported.average_heart_rate_bpm,
    max_heart_rate_bpm: imported.max_heart_rate_bpm,
    average_cadence_spm: imported.average_cadence_spm,
    average_power_w: imported.average_power_w,
    calories_kcal: extras.calories_kcal ?? imported.calories_kcal,
    laps: imported.laps,
    best_efforts: imported.best_efforts,
    intensity: imported.intensity,
    start_latlng: imported.start_latlng ?? extras.start_latlng ?? null,
    map_polyline: imported.map_polyline ?? extras.map_polyline ?? null,
    device_name: imported.device_name,
    is_race: extras.is_race ?? false,
    private: extras.private ?? false,
  };
}
