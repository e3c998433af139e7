import type { RaceResult } from './race-equivalents.ts';

/**
 * Critical speed: what a runner can hold without a store running empty, and how far that store carries them beyond it. All-out
 * efforts lie on the line distance = critical speed · time + D′.
 *
 * Source: the linear distance-time model (Hill, "The critical power concept", Sports Med 1993;16:237-254; for running from
 * races: Smyth and Muniz-Pumares, Med Sci Sports Exerc 2020;52:2637-2645). The line holds for efforts of about 2 to 15 minutes.
 */
export type CriticalSpeed = {
  readonly critical_speed_mps: number;
  /** Metres. */
  readonly d_prime_m: number;
};

/**
 * The line through two or more all-out efforts, by least squares of distance over time.
 *
 * @param efforts metres and seconds, of at least two different times
 * @returns null when the line falls or starts below 0: these were not all all-out
 * @throws RangeError when a number is not positive and finite, or there are fewer than two different times
 */
export function criticalSpeed(efforts: readonly RaceResult[]): CriticalSpeed | null {
  for (const { distance_m, time_s } of efforts) {
    if (!(distance_m > 0 && time_s > 0 && Number.isFinite(distance_m + time_s))) {
      throw new RangeError(
        `An effort must have metres and seconds above 0, not ${distance_m} and ${time_s}.`,
      );
    }
  }
  if (new Set(efforts.map(({ time_s }) => time_s)).size < 2) {
    throw new RangeError('There must be efforts of at least two different times.');
  }
  const mean_s = meanOf(efforts.map(({ time_s }) => time_s));
  const mean_m = meanOf(efforts.map(({ distance_m }) => distance_m));
  let together = 0;
  let spread = 0;
  for (const { distance_m, time_s } of efforts) {
    together += (time_s - mean_s) * (distance_m - mean_m);
    spread += (time_s - mean_s) ** 2;
  }
  const critical_speed_mps = together / spread;
  const d_prime_m = mean_m - critical_speed_mps * mean_s;
  return critical_speed_mps > 0 && d_prime_m >= 0 ? { critical_speed_mps, d_prime_m } : null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
