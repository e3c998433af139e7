import { speedAtVdotFraction } from '../../src/training/vdot.ts';
import {
  followHeartRate,
  heartRateDrift,
  type Runner,
  ridingPower,
  rollBicycle,
  runningCadence,
  runningPower,
  speedOnGrade,
  steadyHeartRate,
  swimmingSpeed,
} from './model-body.ts';
import type { RecordedSport } from './recording.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The athlete at one second of a session. */
export type Motion = {
  speed_mps: number;
  heart_rate_bpm: number;
  cadence_per_min: number;
  power_w: number;
  /** Slow wandering of the pace around what was meant, as a share. */
  wobble: number;
  /** Beats around the modelled heart rate. */
  flutter_bpm: number;
};

/** At rest, a little stirred: the moment before the start. */
export function standing(runner: Runner): Motion {
  return {
    speed_mps: 0,
    heart_rate_bpm: runner.resting_heart_rate_bpm + 28,
    cadence_per_min: 0,
    power_w: 0,
    wobble: 0,
    flutter_bpm: 0,
  };
}

/** The speed a sport settles at on the flat, m/s: what a route's length is planned from. */
export function steadySpeed(sport: RecordedSport, runner: Runner, effort: number): number {
  if (sport === 'strength_training' || effort === 0) return 0;
  if (sport === 'pool_swim') return swimmingSpeed(runner, effort);
  if (sport === 'ride') {
    let speed_mps = 5;
    for (let second = 0; second < 120; second++) {
      speed_mps = rollBicycle(runner, speed_mps, ridingPower(runner, effort), 0);
    }
    return speed_mps;
  }
  const flat_mps = speedAtVdotFraction(runner.vdot, effort);
  if (sport === 'trail_run') return flat_mps * 0.92;
  // A treadmill's belt is set in steps of 0.1 km/h.
  if (sport === 'treadmill_run') return Math.round(flat_mps * 36) / 36;
  return flat_mps;
}

/** Moves the athlete on by one second of an effort whose steady speed is `meant_mps`. */
export function move(
  motion: Motion,
  input: {
    sport: RecordedSport;
    runner: Runner;
    effort: number;
    meant_mps: number;
    grade: number;
    minutes: number;
    random: SeededRandom;
  },
): void {
  const { sport, runner, effort, meant_mps, grade, random } = input;
  // Remembered from second to second (0.97), with a spread of about 2 % on foot and none on a belt.
  const spread = sport === 'treadmill_run' ? 0.0006 : 0.005;
  motion.wobble = motion.wobble * 0.97 + spread * (random.next() + random.next() - 1) * 2.4;
  motion.flutter_bpm = motion.flutter_bpm * 0.9 + (random.next() - 0.5) * 1.6;

  let felt = effort;
  if (sport === 'ride') felt = pedal(motion, runner, effort, grade);
  else if (sport === 'strength_training') felt = effort * (1 + motion.wobble);
  else if (sport === 'pool_swim') swim(motion, meant_mps);
  else felt = stride(motion, runner, effort, meant_mps, grade);

  const target = steadyHeartRate(runner, felt) + (effort > 0.55 ? heartRateDrift(runner, input.minutes) : 0);
  const followed = followHeartRate(motion.heart_rate_bpm, target, 1);
  motion.heart_rate_bpm = Math.min(runner.max_heart_rate_bpm, followed);
}

function stride(motion: Motion, runner: Runner, effort: number, meant_mps: number, grade: number): number {
  const slope = speedOnGrade(grade);
  const aim_mps = meant_mps * slope * (1 + motion.wobble);
  motion.speed_mps += (aim_mps - motion.speed_mps) / 3;
  motion.cadence_per_min = runningCadence(runner, motion.speed_mps);
  motion.power_w = runner.running_power ? runningPower(runner, motion.speed_mps, grade) : 0;
  return (effort * motion.speed_mps) / (meant_mps * slope);
}

function pedal(motion: Motion, runner: Runner, effort: number, grade: number): number {
  // Riders press on uphill and let it roll downhill.
  const felt = grade < -0.03 ? 0 : effort * (1 + Math.min(0.35, Math.max(0, grade * 6)));
  motion.power_w = felt === 0 ? 0 : Math.max(0, ridingPower(runner, felt) * (1 + 3 * motion.wobble));
  motion.speed_mps = rollBicycle(runner, motion.speed_mps, motion.power_w, grade);
  motion.cadence_per_min = felt === 0 ? 0 : 84 - 220 * Math.max(0, grade) + 60 * motion.wobble;
  // A rider's legs drive the heart a little less than a runner's whole body.
  return felt * 0.97;
}

function swim(motion: Motion, meant_mps: number): void {
  motion.speed_mps = meant_mps * (1 + motion.wobble);
  motion.cadence_per_min = meant_mps === 0 ? 0 : 28 + 60 * motion.wobble;
}
