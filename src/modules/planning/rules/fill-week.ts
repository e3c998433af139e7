import { daysBetween } from '../../../shared/calendar.ts';
import { LONGEST_RUN_S } from '../../../training/planning/limits.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';
import { raceOfPlan } from '../../../training/planning/race-of-plan.ts';
import type { SkeletonDay, SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { longRunShare } from '../../../training/planning/week-facts.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { fastEnd } from './fast-end.ts';
import { fillHardDays } from './fill-hard-days.ts';
import { daysToRun, type FilledDay, type Filling, type Measure, metresLeft, put } from './filling.ts';
import type { Kit } from './kit.ts';
import { otherSession } from './other-sessions.ts';
import { type Sharer, shareOut } from './share-out.ts';
import {
  easyRun,
  longRun,
  raceDistance,
  raceRun,
  recoveryRun,
  STRIDES_M,
  shakeout,
  stridesRun,
} from './steady-sessions.ts';

/** What the days of a week have of its running, beside its long run and its hard days. */
const WEIGHTS = { easy: 1, recovery: 0.75, shakeout: 0.6, after_race: 0.6 };
/** What is longer than this is no recovery. */
const MOST_RECOVERY_M = { beginner: 5_000, intermediate: 8_000, advanced: 10_000 };
/** Minutes of the longest run in weeks without a long one. */
const MOST_WITHOUT_LONG_MIN = { beginner: 35, intermediate: 45, advanced: 55 };
/** Minutes of the run of the day before a race. */
const SHAKEOUT_MIN = { beginner: 20, intermediate: 25, advanced: 30 };
/** Weeks from which on runs are in half kilometres or miles: of a small one halves of a mile would leave too much out. */
const HALVES_FROM_M = { metric: 8_000, imperial: 20_000 };
/** Below this a run is left out where there are others to run its metres. */
const LEAST_RUN_M = 1_500;
const LEAST_WITH_STRIDES_M = 2_500;

/** Sessions for the days of a week, its metres shared among them. */
export function fillWeek(
  brief: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { volume_m: most_m, longest_m, hard, exactly }: Measure,
  lately: readonly string[],
): FilledDay[] {
  // What somebody asked for is kept to; what is reckoned is rounded.
  const { half_m, tenth_m } = kit.units;
  const whole = Math.abs(most_m - Math.round(most_m / half_m) * half_m) < 1;
  const step = most_m >= HALVES_FROM_M[brief.unit_system] && (!exactly || whole) ? half_m : tenth_m;
  // Miles are not whole metres.
  const volume_m = roundDown(most_m + 0.5, step);
  const filling: Filling = {
    brief,
    kit,
    week,
    race: raceOfPlan(brief),
    level: brief.runner.experience_level,
    volume_m,
    long_m: longMetres(brief, kit, week, { longest_m, most_m, volume_m, step }),
    step,
    hard,
    lately,
    days: new Map(),
  };
  for (const day of week.days) {
    if (day.role !== 'race') continue;
    put(filling, day, 'race', raceRun(kit, brief.goal.event, raceDistance(brief.goal.event)));
  }
  fillLongRun(filling);
  fillHardDays(filling);
  fillEasyDays(filling);
  fillOtherDays(filling);
  return week.days.flatMap(({ date }) => filling.days.get(date) ?? []);
}

/** @param sizes `most_m` is the week before it was rounded to `volume_m` */
function longMetres(
  { goal, unit_system, constraints }: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  {
    longest_m,
    most_m,
    volume_m,
    step,
  }: { longest_m: number; most_m: number; volume_m: number; step: number },
): number {
  if (!week.days.some(({ role }) => role === 'long')) return 0;
  const runs = week.days.filter(({ role }) => role !== 'cross' && role !== 'race').length;
  const share = most_m / Math.max(1, week.volume_m);
  // What rounding takes from a week is not taken from its long run.
  const shrunk = week.long_run_m * (share > 0.94 ? 1 : share);
  // The least that rounding leaves of the week is what its share is of.
  const most = Math.min(
    longest_m,
    longRunShare(volume_m - (unit_system === 'metric' ? step : 2 * step), runs, goal.event),
    LONGEST_RUN_S / kit.secondsAMetre('easy'),
    Math.max(shrunk, constraints.longest_run_m ?? Number.POSITIVE_INFINITY),
  );
  const { whole_m, half_m, tenth_m } = kit.units;
  const wholes = unit_system === 'metric' && shrunk >= 10_000;
  const unit = wholes ? whole_m : shrunk >= 2_000 ? half_m : tenth_m;
  const wanted_m = Math.round(shrunk / unit) * unit;
  const long_m = wanted_m <= most ? wanted_m : roundDown(most, unit);
  return long_m < leastRun(kit) ? 0 : long_m;
}

function fillLongRun(filling: Filling): void {
  const { brief, kit, week, long_m, volume_m, hard, level } = filling;
  const day = week.days.find(({ role }) => role === 'long');
  // What is too short to be one is an easy run.
  if (day === undefined || long_m === 0) return;
  const end = fastEnd(brief, kit, week, { long_m, volume_m, hard });
  put(filling, day, 'long-run', longRun(kit, { distance_m: long_m }, level, end));
}

/** What is left of the week's metres, on the days that are left to run. */
function fillEasyDays(filling: Filling): void {
  const { step, long_m, volume_m } = filling;
  const metres_m = metresLeft(filling);
  const days = daysWorthRunning(daysToRun(filling), metres_m);
  const average_m = metres_m / Math.max(1, days.length);
  const most_m =
    long_m > 0
      ? Math.max(long_m - step, leastRun(filling.kit))
      : Math.min(
          Math.max(volume_m / Math.max(1, days.length), LEAST_RUN_M) * 1.3,
          minutesOf(filling, MOST_WITHOUT_LONG_MIN),
        );
  const sharers = days.map((day) => sharer(filling, day, average_m, most_m));
  const shares = belowShare(filling, shareOut(sharers, metres_m, step));
  const strides = stridesDay(filling, days);
  for (const [index, day] of days.entries()) {
    const distance_m = shares[index] ?? 0;
    if (distance_m >= leastRun(filling.kit)) fillEasyDay(filling, day, distance_m, day === strides);
  }
}

/** Without a long run none of the others is to be one by its share of what is there. */
function belowShare(filling: Filling, shares: readonly number[]): readonly number[] {
  const { brief, step, long_m, volume_m } = filling;
  if (long_m > 0) return shares;
  const longest = Math.max(...shares);
  const before_m = volume_m - metresLeft(filling);
  const all_m = shares.reduce((sum, share) => sum + share, before_m);
  const runs = filling.week.days.filter(({ role }) => role !== 'cross' && role !== 'race').length;
  if (longest <= step || longest <= longRunShare(all_m, runs, brief.goal.event)) return shares;
  return belowShare(
    filling,
    shares.map((share) => (share === longest ? share - step : share)),
  );
}

/** Nobody changes for less than seven minutes. */
function leastRun(kit: Kit): number {
  return Math.max(1_000, (7 * 60) / kit.secondsAMetre('easy'));
}

/** The runs that are long enough to go out for. */
function daysWorthRunning(days: readonly SkeletonDay[], metres_m: number): readonly SkeletonDay[] {
  if (days.length <= 1 || metres_m / days.length >= LEAST_RUN_M) return days;
  const least = days.findLast(({ role }) => role === 'recovery') ?? days.at(-1);
  return daysWorthRunning(
    days.filter((day) => day !== least),
    metres_m,
  );
}

function fillEasyDay(filling: Filling, day: SkeletonDay, distance_m: number, strides: boolean): void {
  const { brief, kit, level, race, step } = filling;
  const amount = { distance_m };
  if (race !== null && daysBetween(day.date, race.date) === 1) {
    put(filling, day, 'easy-run', shakeout(kit, amount));
  } else if (
    day.role === 'recovery' &&
    distance_m <= MOST_RECOVERY_M[level] &&
    wanted(brief, 'recovery-run')
  ) {
    put(filling, day, 'recovery-run', recoveryRun(kit, amount));
  } else if (strides && distance_m >= LEAST_WITH_STRIDES_M) {
    put(filling, day, 'strides', stridesRun(kit, roundedBeforeStrides(kit, distance_m, step)));
  } else {
    put(filling, day, 'easy-run', easyRun(kit, amount));
  }
}

/** In miles the run before the strides is rounded, which are metric. */
function roundedBeforeStrides({ units }: Kit, distance_m: number, step: number): number {
  const before_m = distance_m - STRIDES_M;
  if (units.whole_m === 1_000 || before_m < units.whole_m) return Math.round(distance_m);
  return Math.round(roundDown(before_m, step)) + STRIDES_M;
}

function fillOtherDays(filling: Filling): void {
  const { brief, kit, week, days } = filling;
  const others = week.days.filter(({ date }) => !days.has(date));
  for (const [index, day] of others.entries()) {
    const { type, segments } = otherSession(brief, kit, week, index);
    put(filling, day, type, segments);
  }
}

function sharer(filling: Filling, { role, date }: SkeletonDay, average_m: number, most_m: number): Sharer {
  const { race, level, step } = filling;
  const days = race === null ? Number.NaN : daysBetween(date, race.date);
  if (days === 1) {
    return { weight: WEIGHTS.shakeout, most_m: Math.min(most_m, minutesOf(filling, SHAKEOUT_MIN)) };
  }
  // Less than this beside a long run would make that too much of the week.
  if (days < 0 && days > -7)
    return { weight: WEIGHTS.after_race, most_m: Math.min(most_m, 0.75 * (most_m + step)) };
  // Where all runs are long none of them is for recovery.
  const recovers = role === 'recovery' && average_m * WEIGHTS.recovery <= MOST_RECOVERY_M[level];
  return { weight: recovers ? WEIGHTS.recovery : WEIGHTS.easy, most_m };
}

/** Metres of so many minutes of easy running. */
function minutesOf({ kit, level }: Filling, minutes: Readonly<Record<ExperienceLevel, number>>): number {
  return (minutes[level] * 60) / kit.secondsAMetre('easy');
}

/** The easy run that ends with strides: one a week, for beginners once they have a base, best the day before something hard. */
function stridesDay({ brief, week, level }: Filling, days: readonly SkeletonDay[]): SkeletonDay | undefined {
  if (!wanted(brief, 'strides')) return undefined;
  if (level === 'beginner' && week.phase !== 'build' && week.phase !== 'peak') return undefined;
  const easy = days.filter(({ role }) => role === 'easy' || role === 'quality');
  const hard = week.days.filter(({ role }) => role === 'quality');
  // A hard day that no session fitted has at least these.
  const instead = easy.find(({ role }) => role === 'quality');
  return (
    instead ?? easy.find(({ date }) => hard.some((day) => daysBetween(date, day.date) === 1)) ?? easy.at(-1)
  );
}

function wanted({ constraints }: PlanBrief, type: WorkoutType): boolean {
  return !constraints.exclude.includes(type);
}
