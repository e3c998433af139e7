import { VDOT_FRACTION, vdotFractionAtSpeed } from '../vdot.ts';
import { type PaceRange, type PlanPaces, planPaces, recoveryPace, soundVdot } from './paces.ts';

/** The paces that runners set by hand, the fast and the slow end in seconds a kilometre. */
export type GivenPaces = Readonly<
  Record<'easy' | 'marathon' | 'threshold' | 'interval' | 'repetition', PaceRange>
>;

/** The tolerance of a single pace in both directions, since no runner holds a pace to the second. */
const TOLERANCE = 0.015;

/**
 * The VDOT at which a pace is threshold pace, which inverts `trainingPaces`; the result is clamped to `ZONE_LIMITS`.
 *
 * @param pace_s_per_km seconds a kilometre, above 0
 * @throws RangeError when the pace is not a positive finite number
 */
export function vdotOfThresholdPace(pace_s_per_km: number): number {
  // For a VDOT of 1 the share that the speed costs equals the oxygen cost itself.
  return soundVdot(vdotFractionAtSpeed(1, 1_000 / pace_s_per_km) / VDOT_FRACTION.threshold);
}

/**
 * Paces for plans from paces that were set by hand. Half marathon and 10 km, which cannot be set, keep the relative place that they have
 * between their neighbours at this VDOT: marathon and threshold, threshold and interval.
 *
 * @param vdot ml/(kg·min), within `ZONE_LIMITS`
 * @throws RangeError when the VDOT is out of range
 */
export function planPacesFrom(vdot: number, given: GivenPaces): PlanPaces {
  const { zones } = planPaces(vdot);
  const [easy, marathon] = [roomy(given.easy), roomy(given.marathon)];
  const [threshold, interval] = [roomy(given.threshold), roomy(given.interval)];
  return {
    vdot,
    zones: {
      recovery: recoveryPace(easy),
      easy,
      marathon,
      half_marathon: between(
        marathon,
        threshold,
        shareOf(zones.half_marathon, zones.marathon, zones.threshold),
      ),
      threshold,
      '10k': between(threshold, interval, shareOf(zones['10k'], zones.threshold, zones.interval)),
      interval,
      repetition: roomy(given.repetition),
    },
  };
}

function roomy({ min, max }: PaceRange): PaceRange {
  if (max - min >= 2 * TOLERANCE * min) return { min: Math.round(min), max: Math.round(max) };
  const middle = (min + max) / 2;
  return { min: Math.round(middle * (1 - TOLERANCE)), max: Math.round(middle * (1 + TOLERANCE)) };
}

/** The place of a pace on the way from the slower to the faster one, from 0 to 1. */
function shareOf(pace: PaceRange, slower: PaceRange, faster: PaceRange): number {
  const width = slower.min - faster.min;
  return width <= 0 ? 0.5 : Math.min(1, Math.max(0, (slower.min - pace.min) / width));
}

function between(slower: PaceRange, faster: PaceRange, share: number): PaceRange {
  const at = (end: 'min' | 'max'): number => Math.round(slower[end] + (faster[end] - slower[end]) * share);
  return { min: at('min'), max: at('max') };
}
