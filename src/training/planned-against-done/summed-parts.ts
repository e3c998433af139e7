import type { Reached } from './done-run.ts';
import type { Step } from './steps.ts';

/** The place of each step between the slowest and the fastest planned one, and of each stretch between those that were run. */
export type Scale = { readonly planned: readonly number[]; readonly done: readonly (number | null)[] };

/** The weight of a length: the length of a warm-up matters least. */
export const WEIGHTS = { work: 1, recovery: 0.6, warmup: 0.45, cooldown: 0.45 } as const;

/** The sum of adjoining steps. */
export type Planned = {
  readonly first: Step;
  readonly count: number;
  /** Null where one of the steps shows neither time nor distance. */
  readonly about_s: number | null;
  readonly weights: number;
  readonly places: number;
  readonly low: number;
  readonly high: number;
  readonly is_easy: boolean;
};

export function plannedWith(before: Planned | null, step: Step, place: number): Planned {
  const about_s = step.about?.duration_s ?? null;
  const weight = WEIGHTS[step.kind];
  if (before === null) {
    const is_easy = !step.is_hard;
    return {
      first: step,
      count: 1,
      about_s,
      weights: weight,
      places: place,
      low: place,
      high: place,
      is_easy,
    };
  }
  return {
    first: before.first,
    count: before.count + 1,
    about_s: before.about_s === null || about_s === null ? null : before.about_s + about_s,
    weights: before.weights + weight,
    places: before.places + place,
    low: Math.min(before.low, place),
    high: Math.max(before.high, place),
    is_easy: before.is_easy && !step.is_hard,
  };
}

/** The sum of adjoining stretches; `placed_s` are the seconds whose place in the range of speeds is known. */
export type Run = Lengths & { readonly placed_s: number; readonly places: number };
export type Lengths = Pick<Reached, 'elapsed_s' | 'duration_s' | 'moving_s' | 'distance_m'>;

export const NOTHING_RUN: Run = {
  elapsed_s: 0,
  duration_s: 0,
  moving_s: 0,
  distance_m: 0,
  placed_s: 0,
  places: 0,
};

export function runWith(before: Run, next: Lengths, place: number | null): Run {
  const isPlaced = place !== null;
  return {
    elapsed_s: before.elapsed_s + next.elapsed_s,
    duration_s: before.duration_s + next.duration_s,
    moving_s: before.moving_s === null || next.moving_s === null ? null : before.moving_s + next.moving_s,
    distance_m:
      before.distance_m === null || next.distance_m === null ? null : before.distance_m + next.distance_m,
    placed_s: before.placed_s + (isPlaced ? next.duration_s : 0),
    places: before.places + (isPlaced ? place * next.duration_s : 0),
  };
}
