import { findBestEfforts } from '../../src/training/best-efforts.ts';
import { speedOnGrade } from '../recordings/model-body.ts';
import type { Recording, RecordingLap } from '../recordings/recording.ts';
import { firstAfter, type RecordingTotals, summarizeRecording } from '../recordings/summarize-recording.ts';
import type { StravaActivity } from './activity.ts';
import type { StravaAthlete } from './athlete.ts';
import { shownTimes } from './show-times.ts';
import { isOnFoot, isRun } from './sports.ts';
import { paceZone } from './zones.ts';

type Parts = {
  readonly activity: StravaActivity;
  readonly athlete: StravaAthlete;
  /** Undefined: entered by hand, of one piece. */
  readonly recording: Recording | undefined;
};

/** Names that the platform has for standard distances, by ours. */
const EFFORT_NAMES: Readonly<Record<string, string>> = {
  '400 m': '400m',
  '1 km': '1k',
  '5 km': '5K',
  '10 km': '10K',
  '15 km': '15K',
  '20 km': '20K',
  'half marathon': 'Half-Marathon',
  '30 km': '30K',
  marathon: 'Marathon',
  '50 km': '50K',
};

/** `GET /activities/{id}/laps`, and part of the detail. */
export function presentLaps(parts: Parts): Record<string, unknown>[] {
  const { activity, athlete, recording } = parts;
  if (recording === undefined) return [];
  const { time_s } = recording.samples;
  return summarizeRecording(recording).laps.map((lap, index) => ({
    id: activity.id * 100 + index,
    resource_state: 2,
    name: `Lap ${index + 1}`,
    ...owners(activity),
    elapsed_time: Math.round(lap.elapsed_s),
    moving_time: Math.round(lap.timer_s),
    ...shownTimes(activity, lap.start_s),
    distance: lap.distance_m ?? 0,
    average_speed: lap.average_speed_mps ?? 0,
    max_speed: lap.max_speed_mps ?? 0,
    lap_index: index + 1,
    split: index + 1,
    start_index: Math.max(0, firstAfter(time_s, lap.start_s) - 1),
    end_index: Math.max(0, firstAfter(time_s, lap.start_s + lap.elapsed_s) - 1),
    total_elevation_gain: lap.ascent_m ?? 0,
    ...lapSensors(lap, activity),
    pace_zone: paceZone(athlete, lap.average_speed_mps ?? 0),
  }));
}

/** Runs cut into kilometres or miles; the last piece is what remains. */
export function presentSplits({ activity, athlete, recording }: Parts, each_m: number): unknown[] {
  if (recording === undefined || !isRun(activity.sport_type)) return [];
  const pieces = { ...recording, laps: cut(recording, each_m) };
  return summarizeRecording(pieces).laps.map((piece, index) => {
    const speed = piece.average_speed_mps ?? 0;
    const climbed = (piece.ascent_m ?? 0) - (piece.descent_m ?? 0);
    const grade = climbed / Math.max(1, piece.distance_m ?? 0);
    return {
      distance: piece.distance_m ?? 0,
      elapsed_time: Math.round(piece.elapsed_s),
      elevation_difference: Math.round(climbed * 10) / 10,
      moving_time: Math.round(piece.timer_s),
      split: index + 1,
      average_speed: Math.round(speed * 100) / 100,
      average_grade_adjusted_speed: Math.round((speed / speedOnGrade(grade)) * 100) / 100,
      ...(piece.average_heart_rate_bpm === null ? {} : { average_heartrate: piece.average_heart_rate_bpm }),
      pace_zone: paceZone(athlete, speed),
    };
  });
}

/** The fastest stretches of runs. */
export function presentBestEfforts({ activity, recording }: Parts): unknown[] {
  const { distance_m = null, time_s = [] } = recording?.samples ?? {};
  if (distance_m === null || !isRun(activity.sport_type)) return [];
  return findBestEfforts(time_s, distance_m).map((effort, index) => ({
    id: activity.id * 100 + 50 + index,
    resource_state: 2,
    name: EFFORT_NAMES[effort.name] ?? effort.name,
    ...owners(activity),
    elapsed_time: Math.round(effort.duration_s),
    moving_time: Math.round(effort.duration_s),
    ...shownTimes(activity, effort.start_offset_s),
    distance: Math.round(effort.distance_m),
    pr_rank: null,
    achievements: [],
    start_index: Math.max(0, firstAfter(time_s, effort.start_offset_s) - 1),
    end_index: Math.max(0, firstAfter(time_s, effort.start_offset_s + effort.duration_s) - 1),
  }));
}

function owners({ id, athlete_id, visibility }: StravaActivity): Record<string, unknown> {
  return {
    activity: { id, visibility, resource_state: 1 },
    athlete: { id: athlete_id, resource_state: 1 },
  };
}

function lapSensors(lap: RecordingTotals, { sport_type }: StravaActivity): Record<string, unknown> {
  const {
    average_cadence_per_min: cadence,
    average_heart_rate_bpm: heart_rate,
    average_power_w: watts,
  } = lap;
  return {
    ...(cadence === null ? {} : { average_cadence: isOnFoot(sport_type) ? cadence / 2 : cadence }),
    device_watts: watts !== null,
    ...(watts === null ? {} : { average_watts: watts }),
    ...(heart_rate === null ? {} : { average_heartrate: heart_rate, max_heartrate: lap.max_heart_rate_bpm }),
  };
}

/** Between the samples that pass each border. */
function cut(recording: Recording, each_m: number): RecordingLap[] {
  const { distance_m, time_s } = recording.samples;
  const pieces: RecordingLap[] = [];
  let start_s = 0;
  for (const [index, distance] of (distance_m ?? []).entries()) {
    const end_s = time_s[index] ?? 0;
    if (distance < each_m * (pieces.length + 1) || end_s <= start_s) continue;
    pieces.push({ start_s, end_s, intensity: 'active' });
    start_s = end_s;
  }
  if (recording.duration_s > start_s)
    pieces.push({ start_s, end_s: recording.duration_s, intensity: 'active' });
  return pieces;
}
