import { daysBetween } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import type { DayLimits } from './day-limits.ts';
import { TYPICAL_WEEK_M, WEEKS_LOOKED_BACK } from './limits.ts';
import { pacesOf } from './paces.ts';
import type { PlannedWindow } from './planned-windows.ts';
import { LONG_FROM_S, LONGEST_RUN, NOTHING_TO_TAPER_M, WEEKS_OF_PEAK } from './race-limits.ts';
import type { PlacedDay, SkeletonDay, SkeletonWeek } from './skeleton.ts';
import { mostWeek } from './week-limits.ts';
import type { WeekVolume } from './weekly-volumes.ts';

export type PlacedWeek = { readonly volume: WeekVolume; readonly days: readonly PlacedDay[] };

type Around = {
  readonly limits: (date: string) => DayLimits;
  readonly windows: readonly PlannedWindow[];
};

/** The weight of a day within a week's running, beside the long run. */
const WEIGHTS = { easy: 1, quality: 1.15, recovery: 0.75 };
/** The weight of the day before a race. */
const SHAKEOUT_WEIGHT = 0.6;
/** The weight of a long run in the last days before a race; other workouts keep their weight. */
const LONG_WEIGHT = 0.75;
/** The least of the day beside the long run, as a share of the long run, before an ultramarathon. */
const BACK_TO_BACK_SHARE = 0.5;
/** Runs in the days around a race are a little shorter than a run that counts as long. */
const SHORTER_THAN_LONG = 0.95;

/** The actual metres of small weeks are up to a quarter more than planned here, so the threshold is lowered. */
const MEANT_LESS = 0.8;

/** A run up to this share of the longest one does not count as long either. */
const HALF = 0.5;

type Day = {
  readonly placed: PlacedDay;
  readonly at: number;
  readonly limits: DayLimits;
  run_m: number;
  /** The index of the day's window, from 1; 0 where it is in none. */
  part: number;
};

/**
 * The metres of each day. In most weeks they follow from the roles of the days; around a race they follow from the days to it, so that
 * the volume before and after a race does not depend on its weekday. No week exceeds what the weeks before it allow.
 */
export function shareDays(
  numbers: PlanNumbers,
  weeks: readonly PlacedWeek[],
  { limits, windows }: Around,
): readonly (readonly SkeletonDay[])[] {
  const level = numbers.runner.experience_level;
  const { easy } = pacesOf(numbers.runner).zones;
  const notLongAnywhere_m = (SHORTER_THAN_LONG * LONG_FROM_S * 2_000) / (easy.min + easy.max);
  const all = weeks.map(({ days }) =>
    days.map(
      (placed): Day => ({
        placed,
        at: daysBetween(numbers.start_date, placed.date),
        limits: limits(placed.date),
        run_m: 0,
        part: 0,
      }),
    ),
  );
  const flat = all.flat();
  for (const [index, days] of all.entries()) {
    const volume = weeks[index]?.volume;
    if (volume !== undefined) shareWeek(numbers, days, volume);
  }
  const done = [...(numbers.history?.weekly_distance_m ?? [TYPICAL_WEEK_M[level]])];
  const peaks = new Map<string, number>();
  for (const [week, days] of all.entries()) {
    const isFirst = week === 0;
    const asked = isFirst ? numbers.constraints.first_week_distance_m : null;
    const most = isFirst && numbers.history === null ? TYPICAL_WEEK_M[level] : mostWeek(done, level);
    keepBelow(days, Math.min(asked ?? most, numbers.constraints.max_weekly_distance_m ?? most));
    for (const [index, window] of windows.entries()) {
      const { from, to, race } = window;
      if (Math.floor(from / 7) !== week && !(isFirst && from < 0 && to >= 0)) continue;
      const peak =
        peaks.get(race.date) ??
        peakBefore(numbers, flat, windows.find((one) => one.race === race)?.from ?? from);
      peaks.set(race.date, peak);
      if (peak < MEANT_LESS * NOTHING_TO_TAPER_M) continue;
      const inWindow = flat.filter(({ at }) => at >= from && at <= to);
      const longest_m = Math.max(0, ...flat.filter(({ at }) => at < from).map(({ run_m }) => run_m));
      const notLong_m = Math.max(notLongAnywhere_m, HALF * longest_m);
      shareWindow(inWindow, { window, peak, notLong_m, part: index + 1 });
    }
    done.push(metresOf(days));
  }
  return all.map((days) =>
    days.map(
      ({ placed, run_m, part, limits: own }): SkeletonDay => ({
        ...placed,
        run_m: Math.round(run_m),
        part,
        limits: own,
      }),
    ),
  );
}

function metresOf(days: readonly Run[]): number {
  return days.reduce((sum, { run_m }) => sum + run_m, 0);
}

function isRun({ placed: { role } }: Day): boolean {
  return role !== 'race' && role !== 'cross';
}

function shareWeek({ goal }: PlanNumbers, days: readonly Day[], { whole_m, long_run_m }: WeekVolume): void {
  const long = days.find(({ placed }) => placed.role === 'long');
  const raced = days.some(({ placed }) => placed.role === 'race');
  const others = days.filter((day) => isRun(day) && day !== long);
  const long_m = long === undefined ? 0 : long_run_m;
  const most_each = LONGEST_RUN[goal.event].most_m;
  const weightOf = ({ placed: { role } }: Day): number =>
    role === 'quality' || role === 'recovery' ? WEIGHTS[role] : WEIGHTS.easy;
  const weights = others.reduce((sum, day) => sum + weightOf(day), 0);
  const rest_m = Math.max(0, whole_m - (long === undefined && raced ? long_run_m : long_m));
  if (long !== undefined) long.run_m = long_m * long.limits.share;
  const beside = isUltra(goal.event) && long !== undefined ? besideLong(others, long) : undefined;
  const beside_m =
    beside === undefined
      ? 0
      : Math.min(rest_m, Math.max(rest_m / others.length, BACK_TO_BACK_SHARE * long_m));
  if (beside !== undefined) beside.run_m = beside_m * beside.limits.share;
  for (const day of others) {
    if (day === beside) continue;
    const own = weightOf(day) / (weights - (beside === undefined ? 0 : weightOf(beside)));
    day.run_m = Math.min(most_each, (rest_m - beside_m) * own) * day.limits.share;
  }
}

/** The least share of the long run that the day before or after it has, before an ultramarathon. */
export const LEAST_BESIDE_LONG = 0.42;

/** The run beside the long run before an ultramarathon. Close to a race there is none, since each day has its own purpose. */
export function dayBesideLong(
  event: PlanNumbers['goal']['event'],
  { days, long_run_m }: Pick<SkeletonWeek, 'days' | 'long_run_m'>,
): SkeletonDay | undefined {
  const long = days.find(({ role }) => role === 'long');
  if (!isUltra(event) || long === undefined || long.part > 0) return undefined;
  return days.find(
    ({ date, role, run_m, part }) =>
      role === 'easy' &&
      part === 0 &&
      areNeighbours(daysBetween(date, long.date)) &&
      run_m >= LEAST_BESIDE_LONG * long_run_m,
  );
}

/** Whether two days of a week are neighbours as the week repeats itself: its first day follows the last day of the week before. */
function areNeighbours(days: number): boolean {
  return Math.abs(days) === 1 || Math.abs(days) === 6;
}

export function isUltra(event: PlanNumbers['goal']['event']): boolean {
  return event === '50k' || event === '100k';
}

function besideLong(others: readonly Day[], { at }: Day): Day | undefined {
  const beside = others.filter((day) => areNeighbours(day.at - at) && day.placed.role === 'easy');
  return beside[0];
}

/** Removes easy running first, then part of the long run. Days in a race's window are left alone. */
function keepBelow(days: readonly Day[], most_m: number): void {
  const fixed = days.filter(({ part }) => part > 0);
  const open = days.filter((day) => day.part === 0 && day.placed.role !== 'long');
  const long = days.filter((day) => day.part === 0 && day.placed.role === 'long');
  const left = most_m - metresOf(fixed) - metresOf(long);
  const share = Math.max(0.4, left / Math.max(1, metresOf(open)));
  if (share < 1) for (const day of open) day.run_m *= share;
  const over = metresOf(days) - most_m;
  if (over <= 0) return;
  const most = Math.max(0, 1 - over / Math.max(1, metresOf([...open, ...long])));
  for (const day of [...open, ...long]) day.run_m *= most;
}

type Run = { readonly at: number; readonly run_m: number };

/** The largest seven days of the weeks before a day; in the plan's first weeks also the largest recent week of the history. */
export function peakBefore({ history }: PlanNumbers, days: readonly Run[], day: number): number {
  const first = Math.max(0, day - WEEKS_OF_PEAK * 7);
  let peak = 0;
  for (let from = first; from + 6 < day; from += 1)
    peak = Math.max(peak, metresOf(days.filter(({ at }) => at >= from && at <= from + 6)));
  const past = day < WEEKS_OF_PEAK * 7 ? (history?.weekly_distance_m.slice(-WEEKS_LOOKED_BACK) ?? []) : [];
  return Math.max(peak, ...past);
}

/** Reduces all runs of a window by the same share; no run becomes long on a day that allows no long run. */
function shareWindow(
  days: readonly Day[],
  { window, peak, notLong_m, part }: { window: PlannedWindow; peak: number; notLong_m: number; part: number },
): void {
  const runs = days.filter(isRun);
  for (const day of days) day.part = part;
  const inPlan = window.from < 0 ? (window.to + 1) / (window.to - window.from + 1) : 1;
  let left_m = window.share * peak * inPlan;
  const isLast = window.to === window.race.at - 1;
  const weightOf = ({ at, placed, run_m }: Day): number => {
    const ofLong = isLast && placed.role === 'long' ? LONG_WEIGHT : 1;
    return (at === window.race.at - 1 ? SHAKEOUT_WEIGHT : ofLong) * run_m;
  };
  const mostOf = (day: Day): number =>
    Math.min(day.limits.long ? Number.POSITIVE_INFINITY : notLong_m, Math.max(day.run_m, notLong_m));
  const isAfter = window.from > window.race.at;
  let open = runs;
  const natural = metresOf(runs);
  if (isAfter) left_m = Math.min(left_m, natural);
  while (open.length > 0) {
    const weights = open.reduce((sum, day) => sum + weightOf(day), 0);
    if (weights === 0) return;
    const full = open.filter((day) => (left_m * weightOf(day)) / weights > mostOf(day));
    if (full.length === 0) {
      for (const day of open) day.run_m = (left_m * weightOf(day)) / weights;
      return;
    }
    const all = full.map(mostOf);
    for (const [index, day] of full.entries()) day.run_m = all[index] ?? 0;
    left_m -= all.reduce((sum, one) => sum + one, 0);
    open = open.filter((day) => !full.includes(day));
  }
}
