import type { components } from '../../client/generated.ts';

type Streams = components['schemas']['ActivityStreams'];

/** A line of numbers over the whole of an activity, as a lane draws it. */
export type LaneName = 'pace' | 'heartRate' | 'cadence' | 'power' | 'elevation';
export const LANES: readonly LaneName[] = ['pace', 'heartRate', 'cadence', 'power', 'elevation'];
const COLUMNS: Readonly<Record<LaneName, keyof Streams>> = {
  pace: 'speed_mps',
  heartRate: 'heart_rate_bpm',
  cadence: 'cadence_spm',
  power: 'power_w',
  elevation: 'altitude_m',
};

export type Values = readonly (number | null)[];

/** The samples of an activity: a time each, and of every lane that was recorded and is shared a value or null. */
export type Samples = {
  readonly time_s: readonly number[];
  /** Never falls and has no gaps; null where distances are not there. */
  readonly distance_m: readonly number[] | null;
  readonly lanes: Partial<Readonly<Record<LaneName, Values>>>;
  readonly latlng: readonly (readonly number[] | null)[] | null;
};

/** Along what the lanes are drawn. */
export type Axis = 'time' | 'distance';

/** @returns null where nothing was recorded over time */
export function samplesOf(streams: Streams): Samples | null {
  const { time_s, latlng } = streams;
  if (time_s === undefined || time_s.length < 2) return null;
  const lanes: Partial<Record<LaneName, Values>> = {};
  for (const lane of LANES) {
    const values = streams[COLUMNS[lane]] as Values | undefined;
    if (values?.some((value) => value !== null) === true) lanes[lane] = values;
  }
  const isSomewhere = latlng?.some((point) => point !== null) === true;
  return {
    time_s,
    distance_m: streams.distance_m === undefined ? null : rising(streams.distance_m),
    lanes,
    latlng: isSomewhere ? latlng : null,
  };
}

/** What is not known is where it was before. */
function rising(values: Values): readonly number[] | null {
  let last = 0;
  const all = values.map((value) => {
    last = Math.max(last, value ?? last);
    return last;
  });
  return last > 0 ? all : null;
}

export function positionsOf(samples: Samples, axis: Axis): readonly number[] {
  return axis === 'distance' && samples.distance_m !== null ? samples.distance_m : samples.time_s;
}

/** The place of the sample that is nearest to a position. */
export function nearest(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  const [before = 0, after = 0] = [positions[low], positions[high]];
  return position - before <= after - position ? low : high;
}

/** Seconds without a sample after which a line is broken: the watch was stopped. */
const GAP_S = 15;

/** Where each slot begins: a stretch of the axis about a pixel wide, all of it without a gap. The same for all lanes. */
export function slotsOf(
  { time_s }: Pick<Samples, 'time_s'>,
  positions: readonly number[],
  slot_count: number,
): readonly number[] {
  const start = positions[0] ?? 0;
  const slot_length = ((positions.at(-1) ?? 0) - start || 1) / slot_count;
  const starts: number[] = [];
  let before = -1;
  for (let place = 0; place < positions.length; place += 1) {
    const slot = Math.floor(((positions[place] ?? 0) - start) / slot_length);
    if (slot !== before || isBroken(time_s, place)) starts.push(place);
    before = slot;
  }
  return starts;
}

function isBroken(time_s: readonly number[], place: number): boolean {
  return place > 0 && (time_s[place] ?? 0) - (time_s[place - 1] ?? 0) > GAP_S;
}

/**
 * What is drawn of a line: of each slot its first, least, greatest and last value in their order, so that the line looks as if all were
 * drawn. Gaps stay gaps.
 */
export function decimate(
  { time_s }: Pick<Samples, 'time_s'>,
  positions: readonly number[],
  values: Values,
  slots: readonly number[],
): [number[], (number | null)[]] {
  const xs: number[] = [];
  const ys: (number | null)[] = [];
  for (const [slot, from] of slots.entries()) {
    if (isBroken(time_s, from)) {
      xs.push(((positions[from - 1] ?? 0) + (positions[from] ?? 0)) / 2);
      ys.push(null);
    }
    let before = -1;
    for (const place of kept(values, from, slots[slot + 1] ?? positions.length)) {
      if (place > before) {
        xs.push(positions[place] ?? 0);
        ys.push(values[place] ?? null);
      }
      before = place;
    }
  }
  return [xs, ys];
}

/** The places of the first, least, greatest and last value of a slot, in their order; of one without values its first four times. */
function kept(values: Values, from: number, to: number): readonly [number, number, number, number] {
  let [first, last, least, most] = [-1, from, from, from];
  let [least_value, greatest_value] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = from; place < to; place += 1) {
    const value = values[place];
    if (value == null) continue;
    if (first < 0) first = place;
    if (value < least_value) {
      least = place;
      least_value = value;
    }
    if (value > greatest_value) {
      most = place;
      greatest_value = value;
    }
    last = place;
  }
  if (first < 0) return [from, from, from, from];
  return least < most ? [first, least, most, last] : [first, most, least, last];
}

/** Of a longer line about so many values, evenly spaced, are sorted: the ends of what is usual come out the same. */
const MOST_SORTED = 4_000;

/** What a line spans, without the rare values that would press the rest together. */
export function spanOf(values: Values, lane: LaneName): { readonly low: number; readonly high: number } {
  const every = Math.max(1, Math.floor(values.length / MOST_SORTED));
  const some = new Float64Array(Math.ceil(values.length / every));
  let [count, lowest, highest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place];
    if (value == null || (lane === 'pace' && value <= 0.5)) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    if (place % every !== 0) continue;
    some[count] = value;
    count += 1;
  }
  // An array of numbers alone is sorted without calling a function for each pair.
  const sorted = some.subarray(0, count).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const isWhole = lane === 'elevation' && highest >= lowest;
  const [low, high] = isWhole ? [lowest, highest] : [at(RARE), at(1 - RARE / 4)];
  const least = LEAST_SPAN[lane];
  const room = Math.max((high - low) * 0.12, (least - (high - low)) / 2);
  return { low: lane === 'elevation' ? low - room : Math.max(0, low - room), high: high + room };
}

const RARE = 0.02;
/** A line that hardly changes is drawn as such. */
const LEAST_SPAN: Readonly<Record<LaneName, number>> = {
  pace: 0.8,
  heartRate: 30,
  cadence: 24,
  power: 60,
  elevation: 20,
};

/** What was held over a stretch, both ends included. */
export type Means = {
  readonly duration_s: number;
  readonly distance_m: number | null;
  readonly values: Partial<Readonly<Record<LaneName, number>>>;
};

export function meansOf(samples: Samples, from: number, to: number): Means {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const { time_s, distance_m, lanes } = samples;
  const values: Partial<Record<LaneName, number>> = {};
  for (const lane of LANES) {
    const known = lanes[lane]?.slice(first, last + 1).filter((value) => value !== null) ?? [];
    if (known.length > 0) values[lane] = known.reduce((sum, value) => sum + value, 0) / known.length;
  }
  const duration_s = (time_s[last] ?? 0) - (time_s[first] ?? 0);
  const run_m = distance_m === null ? null : (distance_m[last] ?? 0) - (distance_m[first] ?? 0);
  if (run_m !== null && duration_s > 0 && values.pace !== undefined) values.pace = run_m / duration_s;
  return { duration_s, distance_m: run_m, values };
}

/** The greatest value of a stretch of time. */
export function mostWithin(
  { time_s }: Pick<Samples, 'time_s'>,
  values: Values,
  start_s: number,
  end_s: number,
): number | null {
  let most: number | null = null;
  for (let place = nearest(time_s, start_s); place < time_s.length; place += 1) {
    if ((time_s[place] ?? 0) > end_s) break;
    const value = values[place];
    if (value != null && (most === null || value > most)) most = value;
  }
  return most;
}
