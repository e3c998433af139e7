import { METRES_PER_MILE } from '../shared/units.ts';
export type BestEffort = {
  name: string;
  distance_m: number;
  /** Elapsed seconds, which include time spent standing inside the stretch. */
  duration_s: number;
  /** Seconds from the start of the activity to the start of the stretch. */
  start_offset_s: number;
};

export const STANDARD_DISTANCES: readonly { readonly name: string; readonly distanceM: number }[] = [
  { name: '400 m', distanceM: 400 },
  { name: '1/2 mile', distanceM: METRES_PER_MILE / 2 },
  { name: '1 km', distanceM: 1_000 },
  { name: '1 mile', distanceM: METRES_PER_MILE },
  { name: '2 mile', distanceM: 2 * METRES_PER_MILE },
  { name: '5 km', distanceM: 5_000 },
  { name: '10 km', distanceM: 10_000 },
  { name: '15 km', distanceM: 15_000 },
  { name: '10 mile', distanceM: 10 * METRES_PER_MILE },
  { name: '20 km', distanceM: 20_000 },
  { name: 'half marathon', distanceM: 21_097.5 },
  { name: '30 km', distanceM: 30_000 },
  { name: 'marathon', distanceM: 42_195 },
  { name: '50 km', distanceM: 50_000 },
];

/**
 * No human runs faster: Usain Bolt's fastest 10 m in Berlin 2009 took 0.81 s, 12.35 m/s. What a recording claims beyond that is a GPS
 * jump and does not count as distance covered.
 */
export const FASTEST_HUMAN_MPS = 12.5;

/**
 * The fastest time over each standard distance that fits into the activity, by two pointers with linear interpolation between samples. It
 * takes O(samples) for each distance.
 *
 * @param timeS seconds from the start of the activity
 * @param distanceM metres covered since the start, as many as `timeS`; null where unknown. A value that falls back is ignored; so are
 *   samples without a finite value or whose time does not advance.
 * @returns one effort for each distance, shortest first; distances that are longer than the recording are left out
 */
export function findBestEfforts(
  timeS: readonly (number | null)[],
  distanceM: readonly (number | null)[],
): BestEffort[] {
  const { time, distance } = soundSamples(timeS, distanceM);
  const efforts: BestEffort[] = [];
  for (const standard of STANDARD_DISTANCES) {
    const fastest = fastestStretch(time, distance, standard.distanceM);
    if (fastest === null) break;
    efforts.push({
      name: standard.name,
      distance_m: Math.round(standard.distanceM * 10) / 10,
      duration_s: Math.round(fastest.durationS * 10) / 10,
      start_offset_s: Math.round(fastest.startS * 10) / 10,
    });
  }
  return efforts;
}

/** The samples with strictly rising time, distance that never falls, and no jump that is faster than a human. */
function soundSamples(
  timeS: readonly (number | null)[],
  distanceM: readonly (number | null)[],
): { time: number[]; distance: number[] } {
  const time: number[] = [];
  const distance: number[] = [];
  let lastTime = Number.NEGATIVE_INFINITY;
  let lastRaw = 0;
  let covered = 0;
  for (let index = 0; index < timeS.length; index += 1) {
    const t = timeS[index];
    const raw = distanceM[index];
    if (typeof t !== 'number' || typeof raw !== 'number') continue;
    if (!Number.isFinite(t) || !Number.isFinite(raw) || t <= lastTime) continue;
    if (time.length > 0) {
      const step = Math.max(0, raw - lastRaw);
      covered += Math.min(step, FASTEST_HUMAN_MPS * (t - lastTime));
    }
    lastRaw = time.length === 0 ? raw : Math.max(lastRaw, raw);
    lastTime = t;
    time.push(t);
    distance.push(covered);
  }
  return { time, distance };
}

type Stretch = { durationS: number; startS: number };

/**
 * Time as a function of distance is piecewise linear, so the fastest stretch begins or ends on a sample. Both kinds are tried, each with
 * one pass.
 */
function fastestStretch(
  time: readonly number[],
  distance: readonly number[],
  length: number,
): Stretch | null {
  let best: Stretch | null = null;
  const consider = (startS: number, endS: number): void => {
    const durationS = endS - startS;
    if (durationS > 0 && (best === null || durationS < best.durationS)) best = { durationS, startS };
  };
  const at = (values: readonly number[], index: number): number => values[index] ?? 0;
  let end = 0;
  for (let start = 0; start < time.length; start += 1) {
    const target = at(distance, start) + length;
    while (end < time.length && at(distance, end) < target) end += 1;
    if (end >= time.length) break;
    consider(at(time, start), interpolate(time, distance, end, target));
  }
  let start = 0;
  for (let finish = 0; finish < time.length; finish += 1) {
    const target = at(distance, finish) - length;
    if (target < at(distance, 0)) continue;
    while (start + 1 < time.length && at(distance, start + 1) <= target) start += 1;
    consider(interpolate(time, distance, start + 1, target), at(time, finish));
  }
  return best;
}

/** The time at which `target` metres were reached, between samples `index - 1` and `index`. */
function interpolate(
  time: readonly number[],
  distance: readonly number[],
  index: number,
  target: number,
): number {
  const d0 = distance[index - 1] ?? 0;
  const d1 = distance[index] ?? d0;
  const t0 = time[index - 1] ?? 0;
  const t1 = time[index] ?? t0;
  return d1 > d0 ? t0 + ((target - d0) / (d1 - d0)) * (t1 - t0) : t1;
}
