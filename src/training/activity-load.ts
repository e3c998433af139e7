import { runningStress } from './running-stress.ts';
import { isRunning, type SportType } from './sport.ts';
import {
  type HeartRateTimes,
  heartRateStress,
  type Sex,
  type ZoneEdges,
  zoneAt,
  zoneImpulse,
} from './training-impulse.ts';
import { vdotFromRace } from './vdot.ts';
import type { WorkoutIntensity } from './workout-intensity.ts';
import { ZONE_LIMITS } from './zones.ts';

/**
 * The training load of any workout: what it asked of its athlete, where an hour at their own threshold is 100.
 *
 * Units throughout: heart rates in beats a minute, paces in seconds a kilometre, times in seconds, distances in metres.
 */

/** What is known of an athlete to reckon by; null is unknown. */
export type TrainingAnchors = {
  readonly sex: Sex | null;
  readonly max_bpm: number | null;
  readonly resting_bpm: number | null;
  readonly threshold_bpm: number | null;
  /** Lower edges of their five zones of heart rate, however these came about. */
  readonly zone_edges_bpm: ZoneEdges | null;
  readonly threshold_pace_s_per_km: number | null;
  /** ml/(kg·min) */
  readonly vdot: number | null;
};

export type LoadedWorkout = {
  readonly sport_type: SportType;
  readonly duration_s: number;
  readonly moving_time_s: number | null;
  readonly distance_m: number | null;
  readonly average_heart_rate_bpm: number | null;
  /** Of its samples; null without any. */
  readonly intensity: WorkoutIntensity | null;
};

/**
 * The load by the best that is known, else null: nothing is guessed.
 *
 * 1. By heart rate, in any sport: the times at each heart rate where samples tell them of most of the workout, else the average.
 *    Where maximum and resting heart rate are known, as heart-rate stress (Banister); else by the athlete's five zones (Edwards).
 * 2. By pace, of runs, where the threshold pace is known: running stress, of the normalised graded speed where samples tell it,
 *    else of the average speed.
 *
 * @returns to one decimal
 */
export function trainingLoad(workout: LoadedWorkout, anchors: TrainingAnchors): number | null {
  const load = loadByHeartRate(workout, anchors) ?? loadByPace(workout, anchors);
  return load === null ? null : Math.round(load * 10) / 10;
}

/** Of less of the time in motion, what a sensor that came off says is not of the workout. */
const LEAST_COVERED = 0.8;

function loadByHeartRate(workout: LoadedWorkout, anchors: TrainingAnchors): number | null {
  const seconds = workout.moving_time_s ?? workout.duration_s;
  const measured = workout.intensity?.heart_rate ?? null;
  const known_s = measured?.seconds.reduce((sum, value) => sum + value, 0) ?? 0;
  if (measured !== null && known_s > 0 && known_s >= LEAST_COVERED * seconds) {
    const load = heartLoad(measured, anchors);
    // Of the rest it is assumed that it was like this, not that it was rest.
    return load === null ? null : load * Math.max(1, seconds / known_s);
  }
  const { average_heart_rate_bpm: average } = workout;
  const { minimum, maximum } = ZONE_LIMITS.bpm;
  if (average === null || average < minimum || average > maximum) return null;
  return heartLoad({ lowest_bpm: Math.round(average), seconds: [seconds] }, anchors);
}

/**
 * Where the threshold lies in the reserve when only maximum and rest are known: threshold pace is 88 % of VDOT (Daniels), and
 * shares of the oxygen and of the heart-rate reserve are the same (Swain and Leutholtz, Med Sci Sports Exerc 1997;29:410-414).
 */
const THRESHOLD_OF_RESERVE = 0.88;
/** Nobody's threshold lies in the lower half of the reserve: by one that does, any jog would be a race. */
const LOWEST_THRESHOLD_OF_RESERVE = 0.5;

function heartLoad(times: HeartRateTimes, anchors: TrainingAnchors): number | null {
  const { max_bpm, resting_bpm, sex } = anchors;
  if (max_bpm !== null && resting_bpm !== null && max_bpm > resting_bpm) {
    const at = (share: number): number => resting_bpm + share * (max_bpm - resting_bpm);
    const threshold_bpm = anchors.threshold_bpm ?? at(THRESHOLD_OF_RESERVE);
    if (threshold_bpm > at(LOWEST_THRESHOLD_OF_RESERVE)) {
      // Women's curve for women; of the others most is known of men.
      return heartRateStress(times, { max_bpm, resting_bpm, threshold_bpm }, sex ?? 'male');
    }
  }
  return zoneLoad(times, anchors);
}

/** Where it is not known: zone 5 begins at the threshold (Friel), or at 90 % of the maximum, close to it. */
const ZONE_OF_THRESHOLD = 5;

/** Edwards' impulse in percent of that of an hour in the zone of the threshold. */
function zoneLoad(
  times: HeartRateTimes,
  { zone_edges_bpm: edges, threshold_bpm }: TrainingAnchors,
): number | null {
  if (edges === null) return null;
  const threshold = threshold_bpm === null ? ZONE_OF_THRESHOLD : zoneAt(threshold_bpm, edges);
  return threshold < 3 ? null : (100 * zoneImpulse(times, edges)) / (60 * threshold);
}

function loadByPace(workout: LoadedWorkout, anchors: TrainingAnchors): number | null {
  const { sport_type, distance_m, intensity } = workout;
  const { threshold_pace_s_per_km: threshold } = anchors;
  const seconds = workout.moving_time_s ?? workout.duration_s;
  if (!isRunning(sport_type) || threshold === null || distance_m === null) return null;
  if (!isHuman(distance_m, seconds)) return null;
  const speed_mps = intensity?.normalized_graded_speed_mps ?? distance_m / seconds;
  return runningStress(seconds, speed_mps, 1_000 / threshold);
}

/** Whether anybody can run that: else it was a ride, or its numbers are wrong. */
function isHuman(distance_m: number, seconds: number): boolean {
  if (!(distance_m > 0 && seconds > 0)) return false;
  return vdotFromRace(distance_m, seconds) <= ZONE_LIMITS.vdot.maximum;
}
