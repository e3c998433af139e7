import { daysBetween } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M, type PlanNumbers } from './brief.ts';
import type { FindingCode } from './findings.ts';
import { easyLoadOfMetre } from './intensity.ts';
import {
  AFTER_RACE_SHARES,
  FREE_RUN_M,
  FREE_WEEK_M,
  GROWTH_OF_LITTLE_M,
  LEAST_DAYS_OF_RACE_WEEK,
  LIGHT_WEEK_M,
  LOAD_OF_LITTLE,
  LONG_RUN_GROWTH_OF_LITTLE_M,
  MOST_BUILDING_WEEKS,
  MOST_GROWTH,
  MOST_LOAD_GROWTH,
  MOST_LONG_RUN_GROWTH,
  MOST_OF_RECOVERY_WEEK,
  TAPER_SHARES,
  UNKNOWN_WEEK_M,
  WEEKS_LOOKED_BACK,
  WEEKS_OF_PEAK,
} from './limits.ts';
import { pacesOf } from './paces.ts';

/** What of a week that is over the rules for the next one ask for. */
export type WeekDone = {
  /** Metres of running, without the race of the goal. */
  readonly volume_m: number;
  /** Points of running, the race among them (`intensity.ts`). */
  readonly load: number;
  /** Metres of its longest run, the race among them. */
  readonly longest_run_m: number;
};

/** A limit in whole metres or points, and the rule that sets it. */
export type Limit = { readonly most: number; readonly rule: FindingCode };

/** What a week may have at most: the numbers that engines plan by and the check holds them to. */
export type WeekLimits = {
  /** Every limit of the week's metres; the least of them is the one to plan by. */
  readonly volume_m: readonly [Limit, ...Limit[]];
  /** Of the week's load without the race. */
  readonly load: Limit;
  /** Besides the share of the week, which depends on its days (`longRunShare`). Null: nothing is known to grow from. */
  readonly longest_run_m: Limit | null;
};

/**
 * The limits of the week that follows on those before it; from none for week 1. None of them is a least: a smaller week is
 * always within them.
 *
 * @param before the weeks from 1, in order, as they came out (not as they were meant)
 */
export function weekLimits(numbers: PlanNumbers, before: readonly WeekDone[]): WeekLimits {
  const volume_m: [Limit, ...Limit[]] = [growthLimit(numbers, before)];
  const raceLimit = limitOfRace(numbers, before);
  if (raceLimit !== null) volume_m.push(raceLimit);
  if (raceLimit === null && buildingWeeks(numbers, before) >= MOST_BUILDING_WEEKS) {
    volume_m.push(limit('no_recovery_week', mostOfLightWeek(before)));
  }
  return {
    volume_m,
    load: loadLimit(numbers, before),
    longest_run_m: longRunLimit(numbers, before),
  };
}

/** The largest week that all rules allow. */
export function mostVolume({ volume_m }: WeekLimits): Limit {
  return volume_m.reduce((least, one) => (one.most < least.most ? one : least));
}

function growthLimit(numbers: PlanNumbers, before: readonly WeekDone[]): Limit {
  const level = numbers.runner.experience_level;
  const used = usedTo([...historyOf(numbers), ...lately(before).map(({ volume_m }) => volume_m)]);
  if (used === null) return limit('growth', UNKNOWN_WEEK_M[level]);
  return limit('growth', Math.max(FREE_WEEK_M[level], MOST_GROWTH[level] * used, used + GROWTH_OF_LITTLE_M));
}

function loadLimit(numbers: PlanNumbers, before: readonly WeekDone[]): Limit {
  const level = numbers.runner.experience_level;
  const ofMetre = easyLoadOfMetre(pacesOf(numbers.runner));
  const history = historyOf(numbers).map((metres) => metres * ofMetre);
  const used = usedTo([...history, ...lately(before).map(({ load }) => load)]);
  const growth = MOST_LOAD_GROWTH[level];
  if (used === null) return limit('load_growth', growth * UNKNOWN_WEEK_M[level] * ofMetre);
  return limit(
    'load_growth',
    Math.max(growth * FREE_WEEK_M[level] * ofMetre, growth * used, used + LOAD_OF_LITTLE),
  );
}

function longRunLimit({ history, runner }: PlanNumbers, before: readonly WeekDone[]): Limit | null {
  const runs = lately(before).map(({ longest_run_m }) => longest_run_m);
  if (history !== null && before.length < WEEKS_LOOKED_BACK) runs.push(history.longest_run_m);
  if (runs.length === 0) return null;
  const longest = Math.max(...runs);
  return limit(
    'long_run_growth',
    Math.max(
      FREE_RUN_M[runner.experience_level],
      MOST_LONG_RUN_GROWTH * longest,
      longest + LONG_RUN_GROWTH_OF_LITTLE_M,
    ),
  );
}

function lately(before: readonly WeekDone[]): readonly WeekDone[] {
  return before.slice(-WEEKS_LOOKED_BACK);
}

/** What somebody is used to: the mean of the two largest of the last weeks. Null: nothing is known. */
function usedTo(weeks: readonly number[]): number | null {
  const [largest, second] = weeks.slice(-WEEKS_LOOKED_BACK).sort((a, b) => b - a);
  if (largest === undefined) return null;
  return (largest + (second ?? largest)) / 2;
}

function historyOf({ history }: PlanNumbers): readonly number[] {
  return history?.weekly_distance_m ?? [];
}

/** How many weeks of the plan in a row, up to the last, were not lighter than those before them. */
function buildingWeeks(numbers: PlanNumbers, before: readonly WeekDone[]): number {
  const shares = raceShares(numbers);
  const isBuilding = ({ volume_m }: WeekDone, index: number) =>
    !shares.has(index + 1) && volume_m > Math.ceil(mostOfLightWeek(before.slice(0, index)));
  return before.length - 1 - before.findLastIndex((week, index) => !isBuilding(week, index));
}

function mostOfLightWeek(before: readonly WeekDone[]): number {
  const weeks = before.slice(-MOST_BUILDING_WEEKS).map(({ volume_m }) => volume_m);
  return Math.max(LIGHT_WEEK_M, MOST_OF_RECOVERY_WEEK * Math.max(0, ...weeks));
}

/** A week's share of the largest week before the taper, and the rule that says so. */
export type RaceShare = { readonly share: number; readonly rule: 'no_taper' | 'race_recovery' };

/** The weeks that a race makes light, by their numbers, which may lie before the plan or after it. */
export function raceShares({ goal, start_date }: PlanNumbers): ReadonlyMap<number, RaceShare> {
  const shares = new Map<number, RaceShare>();
  if (goal.race_date === null) return shares;
  const days = daysBetween(start_date, goal.race_date);
  if (!(days >= 0)) return shares;
  const raceWeek = Math.floor(days / 7) + 1;
  const taper = TAPER_SHARES[isLongRace(goal.event) ? 'long' : 'short'];
  const last = days % 7 < LEAST_DAYS_OF_RACE_WEEK ? raceWeek - 1 : raceWeek;
  shares.set(raceWeek, { share: taper.at(-1) ?? 1, rule: 'no_taper' });
  for (const [index, share] of taper.entries()) {
    shares.set(last - taper.length + 1 + index, { share, rule: 'no_taper' });
  }
  for (const [index, share] of AFTER_RACE_SHARES[goal.event].entries()) {
    shares.set(raceWeek + 1 + index, { share, rule: 'race_recovery' });
  }
  return shares;
}

function isLongRace(event: PlanNumbers['goal']['event']): boolean {
  return event !== 'general' && EVENT_DISTANCE_M[event] > EVENT_DISTANCE_M['10k'];
}

function limitOfRace(numbers: PlanNumbers, before: readonly WeekDone[]): Limit | null {
  const shares = raceShares(numbers);
  const own = shares.get(before.length + 1);
  if (own === undefined) return null;
  const first = Math.min(...shares.keys());
  const weeks = [
    ...historyOf(numbers).slice(-WEEKS_LOOKED_BACK),
    ...before.slice(0, Math.max(0, first - 1)).map(({ volume_m }) => volume_m),
  ].slice(-WEEKS_OF_PEAK);
  const peak = weeks.length === 0 ? UNKNOWN_WEEK_M[numbers.runner.experience_level] : Math.max(...weeks);
  return limit(own.rule, Math.max(LIGHT_WEEK_M, own.share * peak));
}

/** Whole numbers, so that nobody is held to a fraction of a metre. */
function limit(rule: FindingCode, most: number): Limit {
  return { most: Math.ceil(most), rule };
}
