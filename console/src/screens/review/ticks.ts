import type { components } from '../../client/generated.ts';
import type { Axis, LaneName } from './samples.ts';

type Units = components['schemas']['Preferences']['unit_system'];
const M_PER_MILE = 1_609.344;
const PACE_STEPS_S = [5, 10, 15, 30, 60, 120, 300];
const STEPS = [1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1_000];
const MINUTES = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240];
const LENGTHS_KM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
export const unitOf_m = (units: Units): number => (units === 'metric' ? 1_000 : M_PER_MILE);

type Span = { readonly low: number; readonly high: number };

/** Where the lines of a lane stand, in the lane's own measure: paces at round ones, which lie in a scale of speeds. */
export function laneTicks(lane: LaneName, { low, high }: Span, most: number, units: Units): number[] {
  if (lane !== 'pace') {
    const step = STEPS.find((one) => (high - low) / one <= most) ?? 1_000;
    return multiples(step, low, high);
  }
  const unit_m = unitOf_m(units);
  // Below a walk paces have no end; what is slower than this takes no line.
  const [fastest_s, slowest_s] = [unit_m / high, unit_m / Math.max(low, 1.2)];
  const step = PACE_STEPS_S.find((one) => (slowest_s - fastest_s) / one <= most) ?? 300;
  return multiples(step, fastest_s, slowest_s).map((pace_s) => unit_m / pace_s);
}

/** Where the axis below has numbers: whole minutes or lengths. */
export function axisTicks(axis: Axis, end: number, most: number, units: Units): number[] {
  const [steps, unit] = axis === 'time' ? [MINUTES, 60] : [LENGTHS_KM, unitOf_m(units)];
  const step = (steps.find((one) => end / (one * unit) <= most) ?? steps.at(-1) ?? 1) * unit;
  return multiples(step, 0, end);
}

/** The length of a scale on a map, as long as possible and at most so long. */
export function scaleLength_m(most_m: number, units: Units): number {
  const unit_m = units === 'metric' ? 1 : 0.3048;
  let length = 1;
  for (const one of [1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]))
    if (one * unit_m <= most_m) length = one;
  return length * unit_m;
}

function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.max(0, Math.floor(high / step) - first + 1) },
    (_, place) => (first + place) * step,
  );
}
