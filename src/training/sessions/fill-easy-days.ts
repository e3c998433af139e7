import { daysBetween } from '../../shared/calendar.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { isInjured } from '../planning/constraints.ts';
import { dayBesideLong, isUltra, LEAST_BESIDE_LONG } from '../planning/share-days.ts';
import type { PlacedDay, SkeletonDay } from '../planning/skeleton.ts';
import { roundDown } from '../planning/weekly-volumes.ts';
import {
  daysToRun,
  type Filling,
  isShortOfBeginner,
  LAST_RUN_WALK,
  leastOf,
  leastRun,
  MOST_WITHOUT_LONG_AT_ALL_MIN,
  metresLeft,
  minutesOf,
  mostOfShort,
  put,
} from './filling.ts';
import { runWalk } from './run-walk.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import { easyRun, recoveryRun, STRIDES_M, shakeout, stridesRun } from './steady-sessions.ts';

/** The weight of a day within a week's running, beside the long run and the hard days. */
const WEIGHTS = { easy: 1, recovery: 0.75, shakeout: 0.6 };
/** A longer run is no recovery. */
const MOST_RECOVERY_M = { beginner: 5_000, intermediate: 8_000, advanced: 10_000 };
/** Minutes of the longest run in weeks without a long one. */
const MOST_WITHOUT_LONG_MIN = { beginner: 35, intermediate: 45, advanced: 55 };
/** The most of an easy run as a share of the long one, where there are enough days. */
const MOST_OF_LONG = 0.75;
/** Minutes of the run on the day before a race. */
const SHAKEOUT_MIN = { beginner: 20, intermediate: 25, advanced: 30 };
/** A day with less than this has training other than running. */
const LEAST_RUN_WALK_M = 1_200;
const LEAST_WITH_STRIDES_M = 2_500;

/** Shares the rest of the week's metres among the remaining days; where a race divides the week, each part by itself. */
export function fillEasyDays(filling: Filling): void {
  const { days } = filling.week;
  const strides = stridesDay(filling, daysToRun(filling));
  for (const own of Map.groupBy(days, ({ part }) => part).values()) fillPart(filling, own, strides);
}

/** Before an ultramarathon the run beside the long one is filled before all others. */
export function fillBesideLong(filling: Filling): void {
  const { brief, week, long_m, step } = filling;
  if (long_m === 0) return;
  const least_m = LEAST_BESIDE_LONG * long_m;
  const beside = dayBesideLong(brief.goal.event, week);
  const day = daysToRun(filling).find((one) => one === beside);
  const distance_m = Math.ceil(least_m / step) * step;
  if (day !== undefined && distance_m <= metresLeft(filling)) fillEasyDay(filling, day, distance_m, false);
}

function fillPart(filling: Filling, days: readonly SkeletonDay[], strides: SkeletonDay | undefined): void {
  const { step, brief } = filling;
  const metres_m = metresLeftOf(filling, days);
  const open = daysToRun(filling).filter((day) => days.includes(day));
  const areAllRun = onlyRuns(brief) && open.some(({ limits }) => !limits.rest);
  const runs = areAllRun ? open : daysWorthRunning(open, metres_m, leastOf(filling));
  const average_m = metres_m / Math.max(1, runs.length);
  const most = mostOfEasy(filling);
  const wide = runs.length * most.usual_m >= metres_m ? most.usual_m : most.at_all_m;
  const meant_m = runs.reduce((sum, { run_m }) => sum + run_m, 0) / Math.max(1, runs.length);
  const hasMetres = runs.every(({ run_m }) => run_m > 0);
  const sharers = runs.map((day) => {
    const own = sharer(filling, day, average_m, wide);
    return hasMetres ? { ...own, weight: day.run_m / meant_m } : own;
  });
  const shares = shareOut(sharers, metres_m, step);
  for (const [index, day] of runs.entries()) fillEasyDay(filling, day, shares[index] ?? 0, day === strides);
}

function onlyRuns({ constraints: { exclude } }: PlanBrief): boolean {
  return exclude.includes('cross-training') && exclude.includes('strength');
}

/** The metres meant for a part of the week that none of its days has yet. */
function metresLeftOf(filling: Filling, days: readonly SkeletonDay[]): number {
  const { week, builder, volume_m } = filling;
  if (days.length === week.days.length) return metresLeft(filling);
  const meant_m = days.reduce((sum, { run_m }) => sum + run_m, 0) * (volume_m / Math.max(1, week.volume_m));
  const there = days.flatMap(({ date }) => filling.days.get(date) ?? []);
  const runs = there.filter(({ workout_type }) => workout_type !== 'race');
  return meant_m - runs.reduce((sum, { segments }) => sum + builder.measure(segments).distance_m, 0);
}

/** Metres of the longest easy run: the usual most, and the most where there are few days. */
function mostOfEasy(filling: Filling): { readonly usual_m: number; readonly at_all_m: number } {
  const { long_m, step } = filling;
  const [usual, at_all] = [MOST_WITHOUT_LONG_MIN, MOST_WITHOUT_LONG_AT_ALL_MIN];
  if (long_m === 0) return { usual_m: minutesOf(filling, usual), at_all_m: minutesOf(filling, at_all) };
  const least_m = Math.min(leastOf(filling), long_m);
  const usual_m = Math.max(roundDown(long_m * MOST_OF_LONG, step), least_m);
  return { usual_m, at_all_m: Math.max(long_m - step, least_m) };
}

function daysWorthRunning(
  days: readonly SkeletonDay[],
  metres_m: number,
  least_m: number,
): readonly SkeletonDay[] {
  if (days.length <= 1 || metres_m / days.length >= least_m) return days;
  const least = days.findLast(({ role }) => role === 'recovery') ?? days.at(-1);
  const others = days.filter((day) => day !== least);
  return daysWorthRunning(others, metres_m, least_m);
}

function fillEasyDay(filling: Filling, day: SkeletonDay, distance_m: number, strides: boolean): void {
  const { brief, builder, level, step, run_walk } = filling;
  const amount = { distance_m };
  const isShort = isShortOfBeginner(builder, distance_m);
  if (distance_m < (onlyRuns(brief) ? leastRun(builder) / 2 : LEAST_RUN_WALK_M)) return;
  if (run_walk !== null || (level === 'beginner' && isShort)) {
    put(filling, day, 'easy-run', runWalk(builder, distance_m, run_walk ?? LAST_RUN_WALK));
  } else if (distance_m < leastRun(builder)) {
    return;
  } else if (isBeforeRace(filling, day)) {
    put(filling, day, 'easy-run', shakeout(builder, amount));
  } else if (
    day.role === 'recovery' &&
    distance_m <= MOST_RECOVERY_M[level] &&
    !brief.constraints.exclude.includes('recovery-run')
  ) {
    put(filling, day, 'recovery-run', recoveryRun(builder, amount));
  } else if (strides && distance_m >= LEAST_WITH_STRIDES_M) {
    put(filling, day, 'strides', stridesRun(builder, roundedBeforeStrides(builder, distance_m, step)));
  } else {
    put(filling, day, 'easy-run', easyRun(builder, amount));
  }
}

function roundedBeforeStrides({ units }: SegmentBuilder, distance_m: number, step: number): number {
  const before_m = distance_m - STRIDES_M;
  if (units.whole_m === 1_000 || before_m < units.whole_m) return Math.round(distance_m);
  return Math.round(roundDown(before_m, step)) + STRIDES_M;
}

function isBeforeRace({ races }: Filling, { date }: PlacedDay): boolean {
  return races.some((race) => daysBetween(date, race.date) === 1);
}

function sharer(filling: Filling, day: SkeletonDay, average_m: number, wide_m: number): Sharer {
  const { level, volume_m, brief, long_m, longest_m } = filling;
  const least_m = leastOf(filling);
  const short_m = mostOfShort(filling, day);
  const most_m = Math.min(
    Math.max(
      wide_m,
      day.part > 0 ? day.run_m : 0,
      isUltra(brief.goal.event) ? Math.min(day.run_m, 0.9 * long_m) : 0,
      Math.min(least_m, volume_m),
    ),
    Math.max(short_m, least_m),
    longest_m,
    brief.constraints.longest_run_m ?? Number.POSITIVE_INFINITY,
  );
  if (isBeforeRace(filling, day)) {
    const shakeout_m = Math.max(least_m, minutesOf(filling, SHAKEOUT_MIN), day.run_m);
    return {
      weight: day.run_m > 0 ? day.run_m : Math.max(1, WEIGHTS.shakeout * average_m),
      least_m,
      most_m: Math.min(most_m, shakeout_m),
    };
  }
  const recovers = day.role === 'recovery' && average_m * WEIGHTS.recovery <= MOST_RECOVERY_M[level];
  const usual = recovers ? WEIGHTS.recovery : WEIGHTS.easy;
  return { weight: day.run_m > 0 ? day.run_m : Math.max(1, usual * average_m), least_m, most_m };
}

/** The easy run with strides at its end: one a week, for beginners after the base phase, preferably on the day before a hard day. */
function stridesDay({ brief, week, level }: Filling, days: readonly SkeletonDay[]): SkeletonDay | undefined {
  const { constraints } = brief;
  if (constraints.exclude.includes('strides')) return undefined;
  if (level === 'beginner' && week.phase !== 'build' && week.phase !== 'peak') return undefined;
  const easy = days.filter(
    ({ role, date }) =>
      (role === 'easy' || role === 'quality') && !isInjured(constraints, date, ['easy_only', 'no_speed']),
  );
  const hard = week.days.filter(({ role }) => role === 'quality');
  const instead = easy.find(({ role }) => role === 'quality');
  return (
    instead ?? easy.find(({ date }) => hard.some((day) => daysBetween(date, day.date) === 1)) ?? easy.at(-1)
  );
}

type Sharer = { readonly weight: number; readonly least_m: number; readonly most_m: number };

/** Shares metres by weight, in whole steps and within bounds as far as there is enough; what does not fit is left out. */
function shareOut(sharers: readonly Sharer[], metres_m: number, step: number): readonly number[] {
  const least_m = sharers.reduce((sum, one) => sum + one.least_m, 0);
  const floor = least_m <= metres_m ? 1 : 0;
  const all = sharers.reduce((sum, { weight }) => sum + weight, 0);
  const open_m = metres_m - floor * least_m;
  const shares = sharers.map(({ weight, least_m, most_m }) =>
    roundDown(Math.min(most_m, floor === 1 ? least_m : (open_m * weight) / all), step),
  );
  let left = metres_m - shares.reduce((sum, share) => sum + share, 0);
  while (left >= step) {
    let [next, worst] = [-1, Number.POSITIVE_INFINITY];
    for (const [index, { weight, most_m }] of sharers.entries()) {
      const share = shares[index] ?? 0;
      if (share + step > most_m || share / weight >= worst) continue;
      [next, worst] = [index, share / weight];
    }
    if (next === -1) break;
    shares[next] = (shares[next] ?? 0) + step;
    left -= step;
  }
  return shares;
}
