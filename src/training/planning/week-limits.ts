import { addDays } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import type { FindingCode } from './findings.ts';
import {
  DAYS_LOOKED_BACK,
  FREE_RUN_M,
  FREE_WEEK_M,
  GROWTH_OF_LITTLE_M,
  LIGHT_WEEK_M,
  LONG_RUN_GROWTH_OF_LITTLE_M,
  MOST_BUILDING_WEEKS,
  MOST_GROWTH,
  MOST_LONG_RUN_GROWTH,
  MOST_OF_LIGHT_LONG_RUN,
  MOST_OF_LIGHT_WEEK,
  TYPICAL_LONGEST_M,
  TYPICAL_WEEK_M,
  WEEKS_LOOKED_BACK,
} from './limits.ts';
import type { ExperienceLevel } from './plan.ts';
import { taperDays } from './race-limits.ts';
import { racesOfPlan } from './race-of-plan.ts';

export type WeekDone = {
  /** Metres of running, without races. */
  readonly volume_m: number;
  /** The runs of the week, including races. */
  readonly runs: readonly { readonly date: string; readonly distance_m: number }[];
  /** Metres of the longest run that was not a race. */
  readonly longest_training_m: number;
};

export type Limit = { readonly most: number; readonly rule: FindingCode };

/** The maxima of a week, used both by the engines and by the check. */
export type WeekLimits = {
  /** Every limit of the week's metres; the least of them is the one to plan by. */
  readonly volume_m: readonly [Limit, ...Limit[]];
  readonly longest_run_m: Limit;
  /** A week without a run beyond this is a lighter one, whatever its metres; 0 where it need not be one. */
  readonly light_run_m: number;
};

/**
 * The limits of the week that follows the given ones; none are given for week 1. All limits are maxima, so a smaller week always keeps
 * them.
 *
 * @param before the weeks from 1, in order, as they came out (not as they were meant)
 */
export function weekLimits(numbers: PlanNumbers, before: readonly WeekDone[]): WeekLimits {
  const volume_m: [Limit, ...Limit[]] = [growthLimit(numbers, before)];
  const mustBeLight = needsLightWeek(numbers, before);
  if (mustBeLight) volume_m.push(limit('no_recovery_week', lightWeek(before).volume_m));
  return {
    volume_m,
    longest_run_m: longRunLimit(numbers, before),
    light_run_m: mustBeLight ? Math.floor(lightWeek(before).longest_m) : 0,
  };
}

export function mostVolume({ volume_m }: WeekLimits): Limit {
  return volume_m.reduce((least, one) => (one.most < least.most ? one : least));
}

/** The most metres of a week, by the last four weeks before it. */
export function mostWeek(before: readonly number[], level: ExperienceLevel): number {
  const best = Math.max(0, ...before.slice(-WEEKS_LOOKED_BACK));
  return Math.max(FREE_WEEK_M[level], MOST_GROWTH * best, best + GROWTH_OF_LITTLE_M);
}

/** The most metres of a run, by the longest run of the last thirty days. */
export function mostRun(longest_m: number, level: ExperienceLevel): number {
  return Math.max(
    FREE_RUN_M[level],
    MOST_LONG_RUN_GROWTH * longest_m,
    longest_m + LONG_RUN_GROWTH_OF_LITTLE_M,
  );
}

/** The inverse of `mostRun`: the longest run that is needed before a run of so many metres. */
export function leastBefore(metres: number, level: ExperienceLevel): number {
  if (metres <= FREE_RUN_M[level]) return 0;
  return Math.min(metres / MOST_LONG_RUN_GROWTH, metres - LONG_RUN_GROWTH_OF_LITTLE_M);
}

function growthLimit({ history, runner, constraints }: PlanNumbers, before: readonly WeekDone[]): Limit {
  const level = runner.experience_level;
  const isFirst = before.length === 0;
  const first_m = isFirst ? (constraints.first_week_distance_m ?? 0) : 0;
  if (isFirst && history === null) return limit('growth', Math.max(TYPICAL_WEEK_M[level], first_m));
  const past = history?.weekly_distance_m ?? [TYPICAL_WEEK_M[level]];
  const most = mostWeek([...past, ...before.map(({ volume_m }) => volume_m)], level);
  return limit('growth', Math.max(most, first_m));
}

/** The window of thirty days is counted from the last day of the week and used for all of its days. */
function longRunLimit({ history, runner, start_date }: PlanNumbers, before: readonly WeekDone[]): Limit {
  const level = runner.experience_level;
  const first = addDays(start_date, before.length * 7 + 6 - DAYS_LOOKED_BACK);
  const lately = before.slice(-WEEKS_LOOKED_BACK - 1).flatMap(({ runs }) => runs);
  const metres = lately.filter(({ date }) => date >= first).map(({ distance_m }) => distance_m);
  if (first <= start_date) metres.push(history?.longest_run_m ?? TYPICAL_LONGEST_M[level]);
  return limit('long_run_growth', mostRun(Math.max(0, ...metres), level));
}

/** Whether as many weeks in a row as allowed were not lighter ones; tapers and the week after a race are lighter. */
function needsLightWeek(numbers: PlanNumbers, before: readonly WeekDone[]): boolean {
  const races = racesOfPlan(numbers).filter(({ priority }) => priority !== 'c');
  const isNearRace = (index: number): boolean =>
    races.some(({ at, event }) => index * 7 + 6 >= at - taperDays(event) && index * 7 <= at + 7);
  if (isNearRace(before.length)) return false;
  const isLight = ({ volume_m, longest_training_m }: WeekDone, index: number): boolean => {
    const light = lightWeek(before.slice(0, index));
    if (isNearRace(index) || volume_m < LIGHT_WEEK_M) return true;
    return index > 0 && (volume_m <= light.volume_m || longest_training_m <= light.longest_m);
  };
  const building = before.length - 1 - before.findLastIndex(isLight);
  return building >= MOST_BUILDING_WEEKS[numbers.runner.experience_level];
}

function lightWeek(before: readonly WeekDone[]): { readonly volume_m: number; readonly longest_m: number } {
  const last = before.slice(-3);
  return {
    volume_m: Math.max(
      LIGHT_WEEK_M - 1,
      MOST_OF_LIGHT_WEEK * Math.max(0, ...last.map(({ volume_m }) => volume_m)),
    ),
    longest_m: MOST_OF_LIGHT_LONG_RUN * Math.max(0, ...last.map((week) => week.longest_training_m)),
  };
}

/** Limits are rounded up, so that no week breaks one by a fraction of a metre. */
function limit(rule: FindingCode, most: number): Limit {
  return { most: Math.ceil(most - 1e-6), rule };
}
