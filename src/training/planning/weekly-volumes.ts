import type { GoalEvent, PlanNumbers } from './brief.ts';
import type { Constraints } from './constraints.ts';
import { GROWTH_OF_LITTLE_M, LONG_RUN_OF_LITTLE_M, LONGEST_RUN_S, MOST_GROWTH } from './limits.ts';
import {
  MOST_HOURS,
  NORMS,
  runsOfWeek,
  USED_OF_LONG_RUN,
  USED_OF_LONG_RUN_MARATHON,
  USUAL_GROWTH,
} from './norms.ts';
import { pacesOf } from './paces.ts';
import { mostOfLongRun } from './week-facts.ts';
import type { WeekShape } from './week-shapes.ts';

export type WeekVolume = {
  /** Metres of running, without a race. */
  readonly volume_m: number;
  readonly long_run_m: number;
  /** Days of running. */
  readonly runs: number;
};

/** A light week against the one before; the limit is 0.8. */
const LIGHT_SHARE = 0.73;
/** A new cycle begins at so much of the last week of the one before. */
const RESTART_SHARE = 0.88;
/** The longest run of a cycle's first week, as a share of that of its last one, where nothing else holds it back. */
const LONGEST_AT_START = { usual: 0.8, marathon: 0.88 };
/** A week grows by so much at least, until the ceiling: less is nothing. */
const LEAST_GROWTH_M = 800;
/** Of the time that a long run may take: the rest is for rounding. */
const LONG_RUN_TIME_SHARE = 0.995;
/** What the runs beside the long one have of it on average, where there is more to run than that. */
const BESIDE_LONG_RUN = 0.56;
/** A long run against the mean of the week's runs: with less it is one of many. */
const LEAST_LONG_RUN = 1.15;
/** A long run grows by so much from one building week to the next, as far as the week has room. */
const LONG_RUN_STEP_M = 500;

/** Metres of each week and of its long run. `days` are those of a week that can be run on. */
export function weeklyVolumes(
  shapes: readonly WeekShape[],
  numbers: PlanNumbers,
  days: number,
): WeekVolume[] {
  const bounds = volumeBounds(numbers, days);
  const growth = growthOf(shapes, numbers, bounds);
  const level = numbers.runner.experience_level;
  const { event } = numbers.goal;
  const weeks: WeekVolume[] = [];
  const building: number[] = [];
  let longest = Math.max(numbers.history?.longest_run_m ?? 0, bounds.start_m * mostOfLongRun(days, event));
  let lastLong = 0;
  let raced = false;
  for (const shape of shapes) {
    const reference = Math.max(bounds.start_m, ...building);
    const volume = roundDown(volumeOf(shape, weeks.at(-1), building, bounds, growth, numbers), 100);
    raced ||= shape.load === 'after';
    const last_m = shape.load === 'build' && !shape.restarts ? lastLong : 0;
    const runs = onlyRuns(numbers.constraints)
      ? days
      : runsWithLong(runsOfWeek(level, days, volume), volume, last_m, event);
    const most = raced ? Math.min(bounds.longest_m, NORMS[level].general.longest_m) : bounds.longest_m;
    const long = longRunOf(shape, volume, runs, { longest, last_m, most, event });
    if (shape.load === 'build') {
      building.push(volume);
      longest = Math.max(longest, long);
      lastLong = long;
    }
    if (shape.load === 'after') lastLong = 0;
    // After a race the way up begins below what was run before it.
    if (shape.load === 'after') building.splice(0, building.length, roundDown(reference * 0.8, 100));
    weeks.push({ volume_m: volume, long_run_m: long, runs });
  }
  return weeks;
}

/** One run more leaves the long one a smaller share: it comes when the week has grown enough for that. */
function runsWithLong(runs: number, volume_m: number, last_m: number, event: GoalEvent): number {
  if (runs <= 3 || mostOfLong(volume_m, runs, event) >= last_m) return runs;
  return runsWithLong(runs - 1, volume_m, last_m, event);
}

/** Metres of the long run by its share of the week. */
function mostOfLong(volume_m: number, runs: number, event: GoalEvent): number {
  return Math.max(Math.min(LONG_RUN_OF_LITTLE_M, 0.6 * volume_m), mostOfLongRun(runs, event) * volume_m);
}

type Bounds = { readonly start_m: number; readonly ceiling_m: number; readonly longest_m: number };

function volumeBounds(numbers: PlanNumbers, days: number): Bounds {
  const { constraints } = numbers;
  const { history, goal, runner } = numbers;
  const level = runner.experience_level;
  const norm = NORMS[level][goal.event];
  const { easy } = pacesOf(runner).zones;
  const pace_s_per_m = (easy.min + easy.max) / 2 / 1_000;
  const longest_m = Math.min(
    Math.max(norm.longest_m, history?.longest_run_m ?? 0),
    (LONGEST_RUN_S * LONG_RUN_TIME_SHARE) / pace_s_per_m,
    constraints.longest_run_m ?? Number.POSITIVE_INFINITY,
  );
  const runs = runsOfWeek(level, days, norm.ceiling_m);
  const most = Math.min(
    longest_m * (1 + BESIDE_LONG_RUN * (runs - 1)),
    (MOST_HOURS[level] * 3_600) / pace_s_per_m,
    constraints.max_weekly_distance_m ?? Number.POSITIVE_INFINITY,
  );
  const usual = usualVolume(history?.weekly_distance_m ?? null);
  const start =
    constraints.first_week_distance_m ?? usual ?? norm.start_m * (history === null ? 1 : START_AFTER_NOTHING);
  const ceiling = Math.max(
    usual === null ? norm.ceiling_m : Math.min(norm.ceiling_m, Math.max(usual * 1.5, norm.start_m * 1.2)),
    start * 1.05,
  );
  const ceiling_m = Math.min(ceiling, most);
  return {
    start_m: Math.min(start, ceiling_m * (constraints.first_week_distance_m === null ? 0.95 : 1)),
    ceiling_m,
    longest_m,
  };
}

/** Who wants nothing else runs on all of their days. */
function onlyRuns({ exclude }: Constraints): boolean {
  return exclude.includes('cross-training') && exclude.includes('strength');
}

/** Whoever is known to have run nothing lately begins lower than their level does. */
const START_AFTER_NOTHING = 0.6;

/**
 * What a runner is used to: the mean of the last four weeks, and not more than growth from the last two weeks that were run
 * allows. Null: they ran nothing.
 */
function usualVolume(weekly: readonly number[] | null): number | null {
  const run = (weekly ?? []).filter((metres) => metres > 0);
  if (weekly === null || run.length === 0) return null;
  const lastFour = mean(weekly.slice(-4));
  return Math.max(2_000, Math.min(lastFour === 0 ? 0.5 * mean(run) : lastFour, mean(run.slice(-2)) * 1.05));
}

/** So much a week that the ceiling is reached when the peak is, and never more than is usual. */
function growthOf(
  shapes: readonly WeekShape[],
  numbers: PlanNumbers,
  { start_m, ceiling_m }: Bounds,
): number {
  const usual = USUAL_GROWTH[numbers.runner.experience_level];
  const building = shapes.filter(({ load, progress }) => load === 'build' && progress <= 0.9).length;
  const restarts = shapes.filter((shape) => shape.restarts).length;
  const steps = building - 1 - restarts;
  if (steps <= 0) return usual;
  const whole = ceiling_m / (start_m * RESTART_SHARE ** restarts);
  return Math.min(usual, Math.max(0.02, whole ** (1 / steps) - 1));
}

function volumeOf(
  shape: WeekShape,
  before: WeekVolume | undefined,
  building: readonly number[],
  { start_m, ceiling_m }: Bounds,
  growth: number,
  { runner }: PlanNumbers,
): number {
  const last = building.at(-1);
  const largest = Math.max(start_m, ...building);
  switch (shape.load) {
    case 'light':
      return (before?.volume_m ?? start_m) * LIGHT_SHARE;
    case 'taper':
    case 'after':
      return largest * shape.share;
    case 'build': {
      if (last === undefined) return start_m;
      if (shape.restarts) return Math.min(ceiling_m, last * RESTART_SHARE);
      const used = mean(building.slice(-2));
      const most = Math.max(MOST_GROWTH[runner.experience_level] * used, used + GROWTH_OF_LITTLE_M);
      // After a light week the way goes on where it was left, a little higher.
      return Math.min(ceiling_m, Math.max(last * (1 + growth), last + LEAST_GROWTH_M), most);
    }
  }
}

function longRunOf(
  { load, progress }: WeekShape,
  volume: number,
  runs: number,
  { longest, last_m, most, event }: { longest: number; last_m: number; most: number; event: GoalEvent },
): number {
  if (runs === 1) return Math.min(volume, roundDown(most, 100));
  const limit = Math.min(mostOfLong(volume, runs, event), most);
  const { start, end } = event === 'marathon' ? USED_OF_LONG_RUN_MARATHON : USED_OF_LONG_RUN;
  // Late in a cycle more of the week is in the long run: that is what half and whole marathons are run on.
  const share =
    mostOfLong(volume, runs, event) * (load === 'build' ? start + (end - start) * progress : start);
  const grown = longest + Math.max(2_000, longest * 0.1);
  const rested = load === 'taper' || load === 'light' ? longest * 0.8 : Number.POSITIVE_INFINITY;
  const atStart = LONGEST_AT_START[event === 'marathon' ? 'marathon' : 'usual'];
  const far = most * (load === 'build' ? atStart + (1 - atStart) * progress : 1);
  const next = last_m === 0 ? 0 : Math.min(last_m + LONG_RUN_STEP_M, limit * end, far);
  const least = Math.max((volume / runs) * LEAST_LONG_RUN, next);
  const wanted = Math.min(limit, Math.max(least, Math.min(share, far, grown, rested)));
  const rounded = wanted >= 10_000 ? roundDown(wanted, 1_000) : Math.max(500, Math.round(wanted / 500) * 500);
  // What grew by less than a step has not become shorter.
  return Math.min(Math.max(rounded, Math.min(last_m, limit)), roundDown(limit, 100));
}

export function roundDown(value: number, step: number): number {
  return Math.floor(value / step + 1e-9) * step;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
