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
 * The training load of a workout in any sport. An hour at the athlete's own threshold is 100.
 *
 * Units throughout: heart rates in beats a minute, paces in seconds a kilometre, times in seconds, distances in metres.
 */

/** What is known of an athlete for computing loads; null means unknown. */
export type TrainingAnchors = {
  readonly sex: Sex | null;
  readonly max_bpm: number | null;
  readonly resting_bpm: number | null;
  readonly threshold_bpm: number | null;
  /** Lower edges of the athlete's five heart-rate zones, whether computed or set by hand. */
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
  /** Measured on the samples; null where the workout has none. */
  readonly intensity: WorkoutIntensity | null;
};

/**
 * The load by the best method for which the numbers are known; null where there is none. Missing numbers are not estimated.
 *
 * 1. By heart rate, in any sport: from the time at each heart rate where the samples cover most of the workout, else from the average.
 *    Where maximum and resting heart rate are known, as heart-rate stress (Banister); else by the athlete's five zones (Edwards).
 * 2. By pace, for runs with a known threshold pace: running stress of the normalised graded speed where the samples give it, else of the
 *    average speed.
 *
 * @returns the load rounded to one decimal
 */
export function trainingLoad(workout: LoadedWorkout, anchors: TrainingAnchors): number | null {
  const load = loadByHeartRate(workout, anchors) ?? loadByPace(workout, anchors);
  return load === null ? null : Math.round(load * 10) / 10;
}

/** A sensor that measured less than this share of the time in motion came off, and does not speak for the whole workout. */
const LEAST_COVERED = 0.8;

function loadByHeartRate(workout: LoadedWorkout, anchors: TrainingAnchors): number | null {
  const seconds = workout.moving_time_s ?? workout.duration_s;
  const measured = workout.intensity?.heart_rate ?? null;
  const known_s = measured?.seconds.reduce((sum, value) => sum + value, 0) ?? 0;
  if (measured !== null && known_s > 0 && known_s >= LEAST_COVERED * seconds) {
    const load = heartLoad(measured, anchors);
    // The time without samples is assumed to have been as hard as the measured time, not rest.
    return load === null ? null : load * Math.max(1, seconds / known_s);
  }
  const { average_heart_rate_bpm: average } = workout;
  const { minimum, maximum } = ZONE_LIMITS.bpm;
  if (average === null || average < minimum || average > maximum) return null;
  return heartLoad({ lowest_bpm: Math.round(average), seconds: [seconds] }, anchors);
}

/**
 * The share of the heart-rate reserve at which the threshold is assumed when only maximum and rest are known: threshold pace is 88 % of
 * VDOT (Daniels), and shares of the oxygen uptake reserve and of the heart-rate reserve are the same (Swain and Leutholtz, Med Sci Sports
 * Exerc 1997;29:410-414).
 */
const THRESHOLD_OF_RESERVE = 0.88;
/** A threshold in the lower half of the reserve is a wrong input: with it, any easy run would count as a race. */
const LOWEST_THRESHOLD_OF_RESERVE = 0.5;

function heartLoad(times: HeartRateTimes, anchors: TrainingAnchors): number | null {
  const { max_bpm, resting_bpm, sex } = anchors;
  if (max_bpm !== null && resting_bpm !== null && max_bpm > resting_bpm) {
    const at = (share: number): number => resting_bpm + share * (max_bpm - resting_bpm);
    const threshold_bpm = anchors.threshold_bpm ?? at(THRESHOLD_OF_RESERVE);
    if (threshold_bpm > at(LOWEST_THRESHOLD_OF_RESERVE)) {
      // The men's curve also serves where the sex is not known, since most published data are of men.
      return heartRateStress(times, { max_bpm, resting_bpm, threshold_bpm }, sex ?? 'male');
    }
  }
  return zoneLoad(times, anchors);
}

/** The zone of an unknown threshold: zone 5 begins at the threshold (Friel), or at 90 % of the maximum, which is close to it. */
const ZONE_OF_THRESHOLD = 5;

/** Edwards' impulse in percent of the impulse of an hour in the threshold's zone. */
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

/** Whether a human can run this distance in this time. If not, it was a ride or the numbers are wrong. */
function isHuman(distance_m: number, seconds: number): boolean {
  if (!(distance_m > 0 && seconds > 0)) return false;
  return vdotFromRace(distance_m, seconds) <= ZONE_LIMITS.vdot.maximum;
}
