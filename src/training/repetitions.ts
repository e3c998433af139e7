import { METRES_PER_MILE } from '../shared/units.ts';
/** Equal pieces of work with rests between them, found in stretches such as laps. */
export type Repetitions = {
  readonly count: number;
  readonly each: { readonly distance_m: number } | { readonly duration_s: number };
  readonly fastest_s_per_km: number;
  readonly slowest_s_per_km: number;
  readonly times: { readonly fastest_s: number; readonly slowest_s: number } | null;
  /** Null where the rests differ. `way` is null where it is not clear. */
  readonly between:
    | ({ readonly way: RestWay | null } & ({ readonly duration_s: number } | { readonly distance_m: number }))
    | null;
};

export type RestWay = 'jog' | 'walk' | 'rest';

export type Stretch = {
  readonly distance_m: number;
  readonly duration_s: number;
  readonly flat_m?: number | undefined;
  /** The stretch is not steady or too short to be known. It is no repetition, and a row that needs it is not found. */
  readonly is_vague?: boolean;
};

export type Precision = {
  readonly distance: number;
  readonly duration: number;
  readonly duration_s: number;
  /** Work is this many times as fast as the rest beside it. */
  readonly contrast: number;
  /** Whether the athlete or the watch ended each of the stretches. */
  readonly is_timed: boolean;
};

const LEAST_COUNT = 3;
/** With more stretches it is not an interval workout. */
const MOST_STRETCHES = 200;
const REST_S = { least: 8, most: 600 };
const WORK_S = { least: 18, most: 1_830 };
/** The speeds of repetitions differ by at most this share. */
const SAME_SPEED = 0.12;

const ROUND_M = [
  100,
  150,
  200,
  250,
  300,
  400,
  500,
  600,
  800,
  1_000,
  1_200,
  1_500,
  1_600,
  METRES_PER_MILE,
  2_000,
  2_400,
  3_000,
  4_000,
  5_000,
];
const ROUND_S = [
  20, 30, 40, 45, 60, 75, 90, 120, 150, 180, 240, 300, 360, 420, 480, 600, 720, 900, 1_200, 1_500, 1_800,
];
/** A length that is off a round distance by more than this share is another distance. */
const ROUND_OFF = 0.03;
/**
 * A time counts before a distance where its spread is below this share of the distance's spread; for rests, the distance does likewise.
 */
const MORE_ALIKE = 0.4;

/**
 * The longest row of repetitions: every second stretch is much faster than those beside it, and all of them have one round length or
 * time. Whatever is not clear gives null: ladders, sets of unlike parts, laps that a watch ends each kilometre.
 *
 * @param stretches adjoining stretches in the order of the run
 */
export function findRepetitions(stretches: readonly Stretch[], precision: Precision): Repetitions | null {
  if (stretches.length > MOST_STRETCHES) return null;
  let best: Repetitions | null = null;
  for (let from = 0; from + 2 * LEAST_COUNT - 2 < stretches.length; from += 1) {
    const row = rowFrom(stretches, from, precision);
    // A row that was found in samples counts as a whole or not at all, since nothing explains why the other stretches differ.
    const isPart = !precision.is_timed && from > 1 && rowFrom(stretches, from - 2, precision).length > 1;
    if (isPart) continue;
    const least = Math.max(LEAST_COUNT, (best?.count ?? 0) + 1, precision.is_timed ? 0 : row.length);
    for (let count = row.length; count >= least; count -= 1) {
      const rests = Array.from({ length: count - 1 }, (_, place) => stretches[from + 2 * place + 1]);
      const found = tell(
        row.slice(0, count),
        rests.filter((one) => one !== undefined),
        precision,
      );
      if (found === null) continue;
      best = found;
      break;
    }
  }
  return best;
}

function rowFrom(stretches: readonly Stretch[], from: number, precision: Precision): Stretch[] {
  const first = stretches[from];
  if (first === undefined) return [];
  const row = [first];
  for (let place = from + 2; place < stretches.length; place += 2) {
    const [last, rest, next] = [stretches[place - 2], stretches[place - 1], stretches[place]];
    if (last === undefined || rest === undefined || next === undefined) break;
    if (!isRest(rest, [last, next], precision.contrast)) break;
    if (Math.abs(speedOf(next) / speedOf(first) - 1) > SAME_SPEED) break;
    row.push(next);
  }
  return row;
}

function isWork({ duration_s, distance_m, is_vague }: Stretch): boolean {
  return is_vague !== true && duration_s >= WORK_S.least && duration_s <= WORK_S.most && distance_m > 0;
}

function isRest(rest: Stretch, beside: readonly Stretch[], contrast: number): boolean {
  if (rest.duration_s < REST_S.least || rest.duration_s > REST_S.most) return false;
  // A rest is slower over the ground and in effort: going up and down a hill is no interval workout.
  return beside.every(
    (work) => speedOf(work) >= contrast * speedOf(rest) && flatSpeedOf(work) >= contrast * flatSpeedOf(rest),
  );
}

function speedOf({ distance_m, duration_s }: Stretch): number {
  return distance_m / duration_s;
}

function flatSpeedOf({ distance_m, flat_m, duration_s }: Stretch): number {
  return (flat_m ?? distance_m) / duration_s;
}

function tell(row: readonly Stretch[], rests: readonly Stretch[], precision: Precision): Repetitions | null {
  if (!row.every(isWork)) return null;
  const { distance, duration, duration_s: seconds, is_timed } = precision;
  const metres = alike(
    row.map(({ distance_m }) => distance_m),
    distance,
    0,
  );
  const times = alike(
    row.map(({ duration_s }) => duration_s),
    duration,
    seconds,
  );
  const round_m = metres && nearest(ROUND_M, metres.middle, metres.middle * ROUND_OFF);
  const round_s = times && nearest(ROUND_S, times.middle, Math.max(seconds, times.middle * duration) / 2);
  const isTime =
    times !== null &&
    round_s !== null &&
    (round_m === null || times.spread < (metres?.spread ?? 0) * MORE_ALIKE);
  const each = isTime ? { duration_s: round_s } : round_m === null ? null : { distance_m: round_m };
  if (each === null) return null;
  const paces = row.map((work) => 1_000 / speedOf(work));
  const own = row.map(({ duration_s }) => duration_s);
  return {
    count: row.length,
    each,
    fastest_s_per_km: tenth(Math.min(...paces)),
    slowest_s_per_km: tenth(Math.max(...paces)),
    times:
      is_timed && 'distance_m' in each
        ? { fastest_s: tenth(Math.min(...own)), slowest_s: tenth(Math.max(...own)) }
        : null,
    between: tellRests(rests, precision),
  };
}

function tellRests(rests: readonly Stretch[], { is_timed }: Precision): Repetitions['between'] {
  const metres = alike(
    rests.map(({ distance_m }) => distance_m),
    0.06,
    0,
  );
  const times = alike(
    rests.map(({ duration_s }) => duration_s),
    0.2,
    is_timed ? 6 : 12,
  );
  const round_m =
    metres && metres.middle > 0 ? nearest(ROUND_M, metres.middle, metres.middle * ROUND_OFF) : null;
  const way = wayOf(rests);
  if (
    is_timed &&
    metres !== null &&
    round_m !== null &&
    (times === null || metres.spread < times.spread * MORE_ALIKE)
  )
    return { way, distance_m: round_m };
  return times === null ? null : { way, duration_s: roundTime(times.middle, is_timed) };
}

function roundTime(time_s: number, is_timed: boolean): number {
  const step = time_s < 60 ? 5 : is_timed && time_s < 120 ? 10 : time_s < 180 ? 15 : 30;
  return Math.max(step, Math.round(time_s / step) * step);
}

/** Speeds that tell standing, walking and jogging apart; the speeds between these limits tell nothing. */
const STOOD_MPS = 0.6;
const WALKED_MPS = { least: 0.8, most: 1.7 };
const JOGGED_MPS = 2;

function wayOf(rests: readonly Stretch[]): RestWay | null {
  const speeds = rests.map(speedOf);
  if (speeds.every((speed) => speed < STOOD_MPS)) return 'rest';
  if (speeds.every((speed) => speed >= WALKED_MPS.least && speed <= WALKED_MPS.most)) return 'walk';
  return speeds.every((speed) => speed >= JOGGED_MPS) ? 'jog' : null;
}

type Alike = { readonly middle: number; readonly spread: number };

/** The median of the values and the largest distance from it as a share of it; null where one value is not near the median. */
function alike(values: readonly number[], share: number, absolute: number): Alike | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  const off = Math.max(...values.map((value) => Math.abs(value - middle)));
  if (off > Math.max(share * middle, absolute)) return null;
  return { middle, spread: middle === 0 ? 0 : off / middle };
}

function nearest(round: readonly number[], value: number, off: number): number | null {
  const [best] = round.toSorted((one, other) => Math.abs(one - value) - Math.abs(other - value));
  return best !== undefined && Math.abs(best - value) <= off ? best : null;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
