/** What effort does to a body: heart rate, cadence and power that fit the speed. */

export type Runner = {
  /** Of the day. Speeds, and through them everything else, follow from it. */
  vdot: number;
  max_heart_rate_bpm: number;
  resting_heart_rate_bpm: number;
  weight_kg: number;
  /** At 3 m/s, both legs. */
  cadence_spm: number;
  running_power: boolean;
};

/**
 * Steady heart rate as a share of the maximum over the share of VDOT: Daniels' bands (easy 65 to 79 %, marathon 80 to
 * 89 %, threshold 88 to 92 %, interval 97.5 to 100 %), joined by straight lines and led down to rest.
 */
const HEART_RATE_SHARE = [
  { effort: 0.2, share: 0.45 },
  { effort: 0.35, share: 0.52 },
  { effort: 0.5, share: 0.6 },
  { effort: 0.63, share: 0.68 },
  { effort: 0.735, share: 0.77 },
  { effort: 0.82, share: 0.85 },
  { effort: 0.88, share: 0.9 },
  { effort: 0.975, share: 0.97 },
  { effort: 1.05, share: 0.985 },
  { effort: 1.3, share: 1 },
] as const;

/** The heart rate that an effort settles at, before drift, in beats a minute. */
export function steadyHeartRate(runner: Runner, effort: number): number {
  let fromEffort = 0;
  let fromShare = Math.min(runner.resting_heart_rate_bpm / runner.max_heart_rate_bpm + 0.12, 0.44);
  for (const point of HEART_RATE_SHARE) {
    if (effort <= point.effort) {
      const part = Math.max(0, effort - fromEffort) / (point.effort - fromEffort);
      return runner.max_heart_rate_bpm * (fromShare + part * (point.share - fromShare));
    }
    fromEffort = point.effort;
    fromShare = point.share;
  }
  return runner.max_heart_rate_bpm;
}

/** Upward creep in long efforts: from the 15th minute, up to 5 % of the maximum after an hour and a half. */
export function heartRateDrift(runner: Runner, minutes: number): number {
  return runner.max_heart_rate_bpm * Math.min(0.05, Math.max(0, minutes - 15) * 0.00067);
}

/** One second of the heart following an effort: time constants of 30 s upwards and 50 s downwards. */
export function followHeartRate(current: number, target: number, seconds: number): number {
  const constant_s = target > current ? 30 : 50;
  return target + (current - target) * Math.exp(-seconds / constant_s);
}

export function runningCadence(runner: Runner, speed_mps: number): number {
  return Math.min(205, Math.max(140, runner.cadence_spm + 8 * (speed_mps - 3)));
}

/** About 1.04 W/kg for every m/s on the flat, as foot pods report; steeper with the slope. */
export function runningPower(runner: Runner, speed_mps: number, grade: number): number {
  return Math.max(0, 1.04 * runner.weight_kg * speed_mps * (1 + 4 * grade));
}

/**
 * How much slower or faster a runner is on a slope at the same effort: about 2.6 % for each percent, a mean of the
 * measured energy cost (Minetti 2002) and of what braking downhill leaves of it.
 */
export function speedOnGrade(grade: number): number {
  const slope = Math.min(0.3, Math.max(-0.15, grade));
  return 1 / (1 + 2.6 * slope + 8 * slope * slope);
}

/** Power a runner of this VDOT holds on a bicycle at an effort: 0.07 W/kg a point, a recreational rider's share. */
export function ridingPower(runner: Runner, effort: number): number {
  return 0.07 * runner.vdot * runner.weight_kg * effort;
}

/** A bicycle's speed one second later: power against air, tyres and slope (rider upright, 9.5 kg bicycle). */
export function rollBicycle(runner: Runner, speed_mps: number, power_w: number, grade: number): number {
  const mass_kg = runner.weight_kg + 9.5;
  const air_n = 0.5 * 1.225 * 0.36 * speed_mps * speed_mps;
  const tyres_n = 0.006 * mass_kg * 9.81;
  const slope_n = mass_kg * 9.81 * grade;
  const drive_n = power_w / Math.max(2.5, speed_mps);
  const next = speed_mps + (drive_n - air_n - tyres_n - slope_n) / mass_kg;
  // 15 m/s is where a training partner brakes; under 1.5 m/s they would fall over.
  return Math.min(15, Math.max(1.5, next));
}

/** Swimming speed of a runner who also swims: 1:40 for 100 m at VDOT 50 and a steady effort of 0.78. */
export function swimmingSpeed(runner: Runner, effort: number): number {
  return (0.5 + 0.01 * runner.vdot) * (0.61 + 0.5 * effort);
}
