import polyline from '@mapbox/polyline';
import type {
  ActivityStreams,
  ActivitySummary,
  ImportedActivity,
  LatLng,
} from '../../src/modules/activities/import/types.ts';
import { findBestEfforts } from '../../src/training/best-efforts.ts';
import { isRunning } from '../../src/training/sport.ts';
import { measureIntensity } from '../../src/training/workout-intensity.ts';
import type { Recording } from './recording.ts';
import { type RecordingTotals, summarizeRecording } from './summarize-recording.ts';
import { thinTrack, trackOf } from './track.ts';

/** Points kept for the map: enough for a thumbnail, as platforms' summary polylines hold. */
const MAP_POINTS = 250;

/**
 * The recording as Ekiden imports it from a file: totals, laps, best efforts, map and streams. Totals follow from the
 * samples, so that they agree with what a reader of the written file computes.
 */
export function describeActivity(recording: Recording): ImportedActivity {
  const { samples } = recording;
  const summary = summarizeRecording(recording);
  const track = trackOf(recording);
  const streams = toStreams(recording, track);
  return {
    session_index: 0,
    sport_type: recording.sport,
    name: recording.name,
    description: null,
    start_time: recording.start,
    timezone: recording.timezone,
    ...toSummary(summary.total, recording.calories_kcal),
    laps: summary.laps.map((lap, index) => ({
      index,
      start_time: new Date(recording.start.getTime() + Math.round(lap.start_s * 1000)).toISOString(),
      ...toSummary(lap, Math.round((recording.calories_kcal * lap.elapsed_s) / recording.duration_s)),
    })),
    best_efforts:
      isRunning(recording.sport) && samples.distance_m !== null
        ? findBestEfforts(samples.time_s, samples.distance_m)
        : [],
    intensity: measureIntensity(recording.sport, streams),
    start_latlng: track?.[0] ?? null,
    map_polyline: track === null ? null : polyline.encode(thinTrack(track, MAP_POINTS), 5),
    device_name: recording.device.name,
    streams,
  };
}

/** Seconds and metres to a decimal, as an import keeps them. */
function toSummary(totals: RecordingTotals, calories_kcal: number): ActivitySummary {
  return {
    duration_s: tenths(totals.elapsed_s),
    moving_time_s: tenths(totals.timer_s),
    distance_m: totals.distance_m === null ? null : tenths(totals.distance_m),
    average_speed_mps: totals.average_speed_mps,
    max_speed_mps: totals.max_speed_mps,
    average_heart_rate_bpm: totals.average_heart_rate_bpm,
    max_heart_rate_bpm: totals.max_heart_rate_bpm,
    average_cadence_spm: totals.average_cadence_per_min,
    average_power_w: totals.average_power_w,
    elevation_gain_m: totals.ascent_m,
    elevation_loss_m: totals.descent_m,
    calories_kcal,
  };
}

function toStreams(recording: Recording, track: LatLng[] | null): ActivityStreams {
  const { samples } = recording;
  return {
    time_s: samples.time_s,
    ...(samples.distance_m === null ? {} : { distance_m: samples.distance_m }),
    ...(track === null ? {} : { latlng: track }),
    ...(samples.altitude_m === null ? {} : { altitude_m: samples.altitude_m }),
    ...(samples.speed_mps === null ? {} : { speed_mps: samples.speed_mps }),
    ...(samples.heart_rate_bpm === null ? {} : { heart_rate_bpm: samples.heart_rate_bpm }),
    ...(samples.cadence_per_min === null ? {} : { cadence_spm: samples.cadence_per_min }),
    ...(samples.power_w === null ? {} : { power_w: samples.power_w }),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
