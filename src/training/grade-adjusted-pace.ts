/**
 * The cost of running uphill and downhill, and the speed on the flat that costs as much.
 *
 * Source: Minetti et al., "Energy cost of walking and running at extreme uphill and downhill slopes", J Appl Physiol 2002;93:1039-1046,
 * measured on treadmills from -0.45 to +0.45. Real descents, where runners brake and place their feet with care, are slower than it says.
 * The "grade-adjusted pace" of platforms follows other, milder curves that are not published.
 *
 * Grades are rise over run: 0.1 is 10 %. Beyond what was measured the cost is that of the steepest measured grade.
 */
const STEEPEST = 0.45;

/**
 * The energy cost of running on a grade.
 *
 * @param grade rise over run, finite
 * @returns joules a kilogram and metre; 3.6 on the flat, least near -0.18
 * @throws RangeError when the grade is not finite
 */
export function runningCost(grade: number): number {
  if (!Number.isFinite(grade)) throw new RangeError(`grade must be a finite number, but is ${grade}.`);
  const i = Math.min(STEEPEST, Math.max(-STEEPEST, grade));
  return ((((155.4 * i - 30.4) * i - 43.3) * i + 46.3) * i + 19.5) * i + COST_ON_THE_FLAT;
}

const COST_ON_THE_FLAT = 3.6;

/**
 * The speed on the flat that costs as much as the given speed on a grade.
 *
 * @param speed_mps metres a second along the ground, 0 or more
 * @throws RangeError when a number is not finite, or the speed is negative
 */
export function gradeAdjustedSpeed(speed_mps: number, grade: number): number {
  if (!Number.isFinite(speed_mps) || speed_mps < 0) {
    throw new RangeError(`speed_mps must be a finite number of 0 or more, but is ${speed_mps}.`);
  }
  return (speed_mps * runningCost(grade)) / COST_ON_THE_FLAT;
}
