import { findBestEfforts } from '../../src/training/best-efforts.ts';
import { speedAtVdotFraction, VDOT_FRACTION } from '../../src/training/vdot.ts';
import { speedOnGrade } from '../recordings/model-body.ts';
import type { Recording, RecordingLap } from '../recordings/recording.ts';
import { firstAfter, type RecordingTotals, summarizeRecording } from '../recordings/summarize-recording.ts';
import type { StravaActivity } from './activity.ts';
import type { StravaAthlete } from './athlete.ts';
import { seconds } from './present-athlete.ts';
import { isOnFoot, isRun } from './sports.ts';

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

/** The instants that the platform shows for something so many seconds into an activity. */
export function shownTimes(
  activity: StravaActivity,
  offset_s = 0,
): { start_date: string; start_date_local: string } {
  const local_ms = activity.start.getTime() + utcOffset(activity) * 1_000;
  if (activity.start_hidden) {
    // The day that it was there, and one second past its midnight, in both fields.
    const day = new Date(
      Math.floor(local_ms / 86_400_000) * 86_400_000 + 1_000 + Math.round(offset_s) * 1_000,
    );
    return { start_date: seconds(day), start_date_local: seconds(day) };
  }
  return {
    start_date: seconds(new Date(activity.start.getTime() + Math.round(offset_s) * 1_000)),
    start_date_local: seconds(new Date(local_ms + Math.round(offset_s) * 1_000)),
  };
}

/** Seconds east of UTC at the start, daylight saving included. */
export function utcOffset(activity: StravaActivity): number {
  return offsetAt(activity.start.getTime(), activity.timezone);
}

/** The zone as the platform names it: with its offset in winter, whatever the season. */
export function zoneLabel(activity: StravaActivity): string {
  const year = activity.start.getUTCFullYear();
  const offsets = [0, 6].map((month) => offsetAt(Date.UTC(year, month, 1), activity.timezone));
  const minutes = Math.min(...offsets) / 60;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `(GMT${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}) ${activity.timezone}`;
}

function offsetAt(epoch_ms: number, timezone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(epoch_ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e9
  );
}

type Zone = { min: number; max: number };

/** Shares of the maximum heart rate where a zone begins. */
const HEART_RATE_SHARES = [0.6, 0.74, 0.82, 0.9];
const PACE_SHARES = [0.75, 0.87, 0.97, 1.03, 1.1];

/** `GET /athlete/zones`. */
export function presentZones(athlete: StravaAthlete): Record<string, unknown> {
  return { heart_rate: { custom_zones: false, zones: heartRateZones(athlete) } };
}

function heartRateZones({ runner }: StravaAthlete): Zone[] {
  return zonesOf(HEART_RATE_SHARES.map((share) => Math.round(share * runner.max_heart_rate_bpm)));
}

function paceZones({ runner }: StravaAthlete): Zone[] {
  const threshold_mps = speedAtVdotFraction(runner.vdot, VDOT_FRACTION.threshold);
  return zonesOf(PACE_SHARES.map((share) => Math.round(share * threshold_mps * 1_000) / 1_000));
}

/** Between two samples, seconds. */
const LONGEST_STEP_S = 10;

/** The number, from 1, of the zone that a speed lies in. */
function paceZone(athlete: StravaAthlete, speed_mps: number): number {
  return 1 + paceZones(athlete).findLastIndex(({ min }) => speed_mps >= min);
}

/** Points for time spent with a fast heart. */
export function sufferScore(athlete: StravaAthlete, heart_rate_bpm: number, moving_s: number): number {
  const share = heart_rate_bpm / athlete.runner.max_heart_rate_bpm;
  return Math.round((moving_s / 60) * Math.max(0, share - 0.5) * 6);
}

/** `GET /activities/{id}/zones`: how long the heart and the pace were in each zone. */
export function presentActivityZones(athlete: StravaAthlete, recording: Recording): unknown[] {
  const { heart_rate_bpm, speed_mps, time_s } = recording.samples;
  const zones: unknown[] = [];
  if (heart_rate_bpm !== null) {
    const buckets = fill(heartRateZones(athlete), heart_rate_bpm, time_s);
    const score = buckets.reduce((sum, { time }, index) => sum + Math.round((time / 60) * index), 0);
    zones.push({
      score,
      distribution_buckets: buckets,
      type: 'heartrate',
      resource_state: 3,
      sensor_based: true,
      points: score,
      custom_zones: false,
    });
  }
  if (speed_mps !== null) {
    const buckets = fill(paceZones(athlete), speed_mps, time_s);
    zones.push({
      score: 0,
      distribution_buckets: buckets,
      type: 'pace',
      resource_state: 3,
      sensor_based: true,
    });
  }
  return zones;
}

/** The last zone has no upper end: -1. */
function zonesOf(bounds: readonly number[]): Zone[] {
  return [0, ...bounds].map((min, index) => ({ min, max: bounds[index] ?? -1 }));
}

function fill(zones: Zone[], values: number[], time_s: number[]): (Zone & { time: number })[] {
  const buckets = zones.map((zone) => ({ ...zone, time: 0 }));
  for (const [index, value] of values.entries()) {
    const bucket = buckets.findLast(({ min }) => value >= min);
    const here_s = time_s[index] ?? 0;
    // What comes after a longer silence was a pause, and counts nowhere.
    if (bucket !== undefined) bucket.time += Math.min(LONGEST_STEP_S, (time_s[index + 1] ?? here_s) - here_s);
  }
  return buckets;
}
