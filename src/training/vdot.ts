/**
 * VDOT, the running-fitness number of Daniels and Gilbert (Oxygen Power, 1979; Daniels' Running Formula, 3rd ed.).
 *
 * Units throughout: distance in metres, time in seconds, speed in metres per second, VDOT in ml/(kg·min). The published regressions use
 * metres and minutes; the conversion stays in this file. They were fitted on races of about 3.5 to 240 minutes: outside that range the
 * numbers are extrapolated and no error is thrown.
 */

/**
 * The fractions of VDOT whose speeds reproduce the published training paces: threshold and interval within 1 s/km for VDOT ≥ 40, easy
 * within 5 s/km, repetition close to the table's value per 400 m. Marathon pace is not a fixed fraction: it is the marathon race pace of
 * that VDOT (`raceTime`).
 */
export const VDOT_FRACTION = {
  easySlow: 0.63,
  easyFast: 0.735,
  threshold: 0.88,
  interval: 0.975,
  repetition: 1.05,
} as const;

/** Far above any human (the best are near 85). It limits the inputs so that the bisection has a bracket. */
const HIGHEST_VDOT = 120;

/**
 * The VDOT of a race: the oxygen cost of its mean speed divided by the fraction of VO2max that can be held that long.
 *
 * @param distance_m metres, above 0
 * @param time_s seconds, above 0
 * @returns ml/(kg·min); may be zero or negative when the mean speed is that of a slow stroll (under 0.42 m/s)
 * @throws RangeError when an input is not a positive finite number
 */
export function vdotFromRace(distance_m: number, time_s: number): number {
  requirePositive('distance_m', distance_m);
  requirePositive('time_s', time_s);
  const minutes = time_s / 60;
  return oxygenCost(distance_m / minutes) / sustainableFraction(minutes);
}

/**
 * The steady speed on flat ground whose oxygen cost is `fraction` of `vdot`.
 *
 * @param vdot ml/(kg·min), above 0 and at most 120
 * @param fraction above 0; the training paces' values are in `VDOT_FRACTION`
 * @returns metres per second
 * @throws RangeError when an input is out of range
 */
export function speedAtVdotFraction(vdot: number, fraction: number): number {
  requireVdot(vdot);
  requirePositive('fraction', fraction);
  const a = 0.000104;
  const b = 0.182258;
  const c = -(4.6 + fraction * vdot);
  const metresPerMinute = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
  return metresPerMinute / 60;
}

/**
 * The share of `vdot` that steady running at a speed on flat ground costs: `speedAtVdotFraction` inverted, exactly.
 *
 * @param vdot ml/(kg·min), above 0 and at most 120
 * @param speed_mps metres per second, above 0
 * @returns a fraction, above 1 where the speed asks for more than the oxygen uptake gives; negative under 0.42 m/s
 * @throws RangeError when an input is out of range
 */
export function vdotFractionAtSpeed(vdot: number, speed_mps: number): number {
  requireVdot(vdot);
  requirePositive('speed_mps', speed_mps);
  return oxygenCost(speed_mps * 60) / vdot;
}

/**
 * The time in which a runner of this VDOT races the distance: `vdotFromRace` inverted by bisection.
 *
 * @param vdot ml/(kg·min), above 0 and at most 120
 * @param distance_m metres, above 0
 * @returns seconds, within 0.001 s of the root
 * @throws RangeError when an input is out of range
 */
export function raceTime(vdot: number, distance_m: number): number {
  requireVdot(vdot);
  requirePositive('distance_m', distance_m);
  // VDOT falls strictly as the time grows, so one root lies between 15 m/s (VDOT above 180) and 0.41 m/s (below 0).
  let fast_s = distance_m / 15;
  let slow_s = distance_m / 0.41;
  while (slow_s - fast_s > 0.001) {
    const middle_s = (fast_s + slow_s) / 2;
    // Between neighbouring doubles (distances beyond any race) there is no further middle.
    if (middle_s === fast_s || middle_s === slow_s) break;
    if (vdotFromRace(distance_m, middle_s) > vdot) fast_s = middle_s;
    else slow_s = middle_s;
  }
  return (fast_s + slow_s) / 2;
}

/** Oxygen cost of running on the flat, ml/(kg·min), for a speed in metres per minute. */
function oxygenCost(metresPerMinute: number): number {
  return -4.6 + 0.182258 * metresPerMinute + 0.000104 * metresPerMinute * metresPerMinute;
}

/** The fraction of VO2max that a race of this many minutes can be run at. */
function sustainableFraction(minutes: number): number {
  return 0.8 + 0.1894393 * Math.exp(-0.012778 * minutes) + 0.2989558 * Math.exp(-0.1932605 * minutes);
}

function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(`${name} must be a finite number above 0, but is ${value}.`);
  }
}

function requireVdot(vdot: number): void {
  requirePositive('vdot', vdot);
  if (vdot > HIGHEST_VDOT) throw new RangeError(`vdot must be at most ${HIGHEST_VDOT}, but is ${vdot}.`);
}
