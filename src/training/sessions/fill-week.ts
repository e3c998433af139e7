import { daysBetween } from '../../shared/calendar.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { isInjured } from '../planning/constraints.ts';
import type { ExperienceLevel, PlannedWorkout, Segment } from '../planning/plan.ts';
import { LONGEST_RUN } from '../planning/race-limits.ts';
import { type PlanRace, racesOfPlan } from '../planning/race-of-plan.ts';
import { dayBesideLong, isUltra, LEAST_BESIDE_LONG } from '../planning/share-days.ts';
import type { PlacedDay, SkeletonDay, SkeletonWeek } from '../planning/skeleton.ts';
import { MOST_OF_WEEK, roundDown } from '../planning/weekly-volumes.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Kit } from './kit.ts';
import { otherSession } from './other-sessions.ts';
import type { WeekSessions } from './plan-sessions.ts';
import { aroundMain, LEAST_AROUND_M } from './quality-session.ts';
import { runWalk, runWalkStep } from './run-walk.ts';
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

/** A workout before it has words, sums and an id. */
export type FilledDay = PlacedDay & {
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
  /** What it was already, with words, sums and id. */
  readonly kept?: PlannedWorkout;
};

/** How much of what the skeleton has the week may be filled with. */
export type Measure = {
  /** Metres of its running, and of its longest run. */
  readonly volume_m: number;
  readonly longest_m: number;
  /** Whether the metres are somebody's wish, to the hundred. */
  readonly exactly: boolean;
};

/** A week on the way to being full. */
type Filling = {
  readonly brief: PlanBrief;
  readonly kit: Kit;
  readonly week: SkeletonWeek;
  readonly races: readonly PlanRace[];
  readonly level: ExperienceLevel;
  /** Metres of its running and of its long run, in steps of so many. */
  readonly volume_m: number;
  readonly long_m: number;
  /** And of any run. */
  readonly longest_m: number;
  readonly step: number;
  readonly planned: WeekSessions;
  /** Runs are run and walked in turn, at this step of the way to running throughout; null where they are run. */
  readonly run_walk: number | null;
  readonly days: Map<string, FilledDay>;
};

/** What the days of a week have of its running, beside its long run and its hard days. */
const WEIGHTS = { easy: 1, recovery: 0.75, shakeout: 0.6 };
/** What is longer than this is no recovery. */
const MOST_RECOVERY_M = { beginner: 5_000, intermediate: 8_000, advanced: 10_000 };
/** Minutes of the longest run in weeks without a long one, and where their metres have no room otherwise. */
const MOST_WITHOUT_LONG_MIN = { beginner: 35, intermediate: 45, advanced: 55 };
const MOST_WITHOUT_LONG_AT_ALL_MIN = { beginner: 70, intermediate: 72, advanced: 74 };
/** An easy run as a share of the long one, where there are enough days. */
const MOST_OF_LONG = 0.75;
/** Minutes of the run of the day before a race. */
const SHAKEOUT_MIN = { beginner: 20, intermediate: 25, advanced: 30 };
/** Below so many minutes a run is left out where there are others to run its metres. */
const LEAST_RUN_MIN = { beginner: 15.5, intermediate: 12, advanced: 12 };
/** Beginners walk between where they would run for less than this. */
const MINUTES_OF_BEGINNERS = 15.1;
/** The step of the way to running throughout that has the most of it. */
const LAST_RUN_WALK = 3;
/** With less than this a day has something else than running. */
const LEAST_RUN_WALK_M = 1_200;
const LEAST_WITH_STRIDES_M = 2_500;

/** Sessions for the days of a week, its metres shared among them. `lately` tells of the last two long runs. */
export function fillWeek(
  brief: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { volume_m: most_m, longest_m, exactly }: Measure,
  { planned, lately }: { readonly planned: WeekSessions; readonly lately: readonly string[] },
): FilledDay[] {
  // What somebody asked for is kept to; what is reckoned is rounded.
  const { half_m, tenth_m, halves_from_m } = kit.units;
  const whole = Math.abs(most_m - Math.round(most_m / half_m) * half_m) < 1;
  const step = most_m >= halves_from_m && (!exactly || whole) ? half_m : tenth_m;
  // Miles are not whole metres.
  const volume_m = roundDown(most_m + 0.5, step);
  const filling: Filling = {
    brief,
    kit,
    week,
    races: racesOfPlan(brief),
    level: brief.runner.experience_level,
    volume_m,
    long_m: longMetres(brief, kit, week, { longest_m, most_m, volume_m }),
    longest_m: exactly ? Number.POSITIVE_INFINITY : longest_m,
    step,
    planned,
    run_walk: runWalkStep(brief, week.number),
    days: new Map(),
  };
  for (const day of week.days) {
    if (day.role !== 'race') continue;
    const race = filling.races.find(({ date }) => date === day.date);
    const { event, distance_m } = race ?? {
      event: brief.goal.event,
      distance_m: raceDistance(brief.goal.event),
    };
    put(filling, day, 'race', raceRun(kit, event, distance_m));
  }
  fillLongRun(filling, lately);
  if (planned.areFirst || week.phase === 'recovery') fillHardDays(filling);
  fillBesideLong(filling);
  fillHardDays(filling);
  fillEasyDays(filling);
  fillOtherDays(filling);
  return week.days.flatMap(({ date }) => filling.days.get(date) ?? []);
}

function put(
  { days }: Filling,
  { date, day, role }: SkeletonDay,
  workout_type: WorkoutType,
  segments: readonly Segment[],
): void {
  days.set(date, { date, day, role, workout_type, segments });
}

/** Metres of the week that no day has yet. */
function metresLeft({ kit, volume_m, days }: Filling): number {
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return volume_m - runs.reduce((sum, { segments }) => sum + kit.measure(segments).distance_m, 0);
}

/** Days of the week that are run on and have no workout yet. */
function daysToRun({ week, days }: Filling): SkeletonDay[] {
  return week.days.filter(({ role, date }) => role !== 'cross' && role !== 'race' && !days.has(date));
}

/** @param sizes `most_m` is the week before it was rounded to `volume_m` */
function longMetres(
  { goal, constraints }: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { longest_m, most_m, volume_m }: { longest_m: number; most_m: number; volume_m: number },
): number {
  if (!week.days.some(({ role }) => role === 'long')) return 0;
  // Where a week is smaller than it was meant to be, that is taken from its other runs first.
  const isAlone = week.days.filter(({ role }) => role !== 'cross' && role !== 'race').length === 1;
  const shrunk = Math.min(week.long_run_m, (isAlone ? 1 : MOST_OF_WEEK) * most_m);
  const most = Math.min(
    longest_m,
    volume_m,
    LONGEST_RUN[goal.event].most_s / kit.secondsAMetre('easy'),
    constraints.longest_run_m ?? Number.POSITIVE_INFINITY,
  );
  const { half_m, tenth_m, halves_from_m } = kit.units;
  const unit = most_m >= halves_from_m ? half_m : tenth_m;
  const wanted_m = Math.ceil(shrunk / unit - 1e-6) * unit;
  // On the way up from little each hundred metres count.
  const long_m = wanted_m <= most ? wanted_m : roundDown(most, kit.units.whole_m === 1_000 ? tenth_m : unit);
  return long_m < leastRun(kit) ? 0 : long_m;
}

function fillLongRun(filling: Filling, lately: readonly string[]): void {
  const { kit, week, long_m, level, planned, run_walk } = filling;
  const day = week.days.find(({ role }) => role === 'long');
  // What is too short to be one is an easy run.
  if (day === undefined || long_m === 0) return;
  const isShort = level === 'beginner' && isShortOfBeginner(kit, long_m);
  if (run_walk !== null || isShort) {
    put(filling, day, 'long-run', runWalk(kit, long_m, run_walk ?? LAST_RUN_WALK));
    return;
  }
  const run = (varied: boolean) => longRun(kit, { distance_m: long_m }, level, planned.end, varied);
  const isRepeated = lately.length === 2 && lately.every((one) => one === shapeOf(run(false)));
  put(filling, day, 'long-run', run(isRepeated));
}

function isShortOfBeginner(kit: Kit, distance_m: number): boolean {
  return distance_m * kit.secondsAMetre('easy') < MINUTES_OF_BEGINNERS * 60;
}

/** What a long run consists of, for the next ones not to be the same. */
export function shapeOf(segments: readonly Segment[]): string {
  return JSON.stringify(
    segments.map(({ kind, distance_m, duration_s, repeat }) => [kind, distance_m, duration_s, repeat?.times]),
  );
}

/** The sessions that were planned; a day whose session has no room is left for an easy run. */
function fillHardDays(filling: Filling): void {
  const { kit, week, level, planned, long_m, step } = filling;
  const days = week.days.flatMap((day) => {
    const session = planned.sessions.get(day.date);
    return session === undefined || filling.days.has(day.date) ? [] : [{ day, session }];
  });
  const runs = daysToRun(filling).length;
  const average_m = metresLeft(filling) / Math.max(1, runs);
  for (const [slot, { day, session }] of days.entries()) {
    const left_m = metresLeft(filling);
    const slotsLeft = days.length - slot;
    const easy_m = (runs - days.length) * leastOf(filling);
    const least_m = session.main.distance_m + LEAST_AROUND_M;
    const spare_m = Math.max(
      left_m / slotsLeft > least_m ? (left_m - easy_m) / slotsLeft : 0,
      Math.min(least_m, left_m),
    );
    if (spare_m < least_m) continue;
    const isAlone = runs === days.length;
    const beside_m = long_m === 0 || isAlone ? spare_m : Math.min(spare_m, Math.max(long_m - step, least_m));
    const total_m = Math.min(beside_m, Math.max(mostOfShort(filling, day), least_m));
    const around = { level, total_m, least_m: Math.min(average_m, total_m) };
    const isExact = isAlone && slotsLeft === 1 && total_m <= 2 * least_m;
    const exact = isExact ? roundDown(total_m, kit.units.tenth_m) : undefined;
    put(filling, day, session.type, aroundMain(session.main, around, kit, exact));
  }
}

/** What is left of the week's metres, on the days that are left to run; where a race cuts the week, of each part by itself. */
function fillEasyDays(filling: Filling): void {
  const { days } = filling.week;
  const strides = stridesDay(filling, daysToRun(filling));
  for (const own of Map.groupBy(days, ({ part }) => part).values()) fillPart(filling, own, strides);
}

/** On the way to an ultramarathon the run beside the long one comes before all others. */
function fillBesideLong(filling: Filling): void {
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

/** Who wants neither strength nor cross-training runs on all days. */
function onlyRuns({ constraints: { exclude } }: PlanBrief): boolean {
  return exclude.includes('cross-training') && exclude.includes('strength');
}

/** Of days that are a part of their week, what is meant for them and not on any of them yet. */
function metresLeftOf(filling: Filling, days: readonly SkeletonDay[]): number {
  const { week, kit, volume_m } = filling;
  if (days.length === week.days.length) return metresLeft(filling);
  const meant_m = days.reduce((sum, { run_m }) => sum + run_m, 0) * (volume_m / Math.max(1, week.volume_m));
  const there = days.flatMap(({ date }) => filling.days.get(date) ?? []);
  const runs = there.filter(({ workout_type }) => workout_type !== 'race');
  return meant_m - runs.reduce((sum, { segments }) => sum + kit.measure(segments).distance_m, 0);
}

/** Metres of the longest easy run: as it should be, and as it may be where the days are few. */
function mostOfEasy(filling: Filling): { readonly usual_m: number; readonly at_all_m: number } {
  const { long_m, step } = filling;
  const [usual, at_all] = [MOST_WITHOUT_LONG_MIN, MOST_WITHOUT_LONG_AT_ALL_MIN];
  if (long_m === 0) return { usual_m: minutesOf(filling, usual), at_all_m: minutesOf(filling, at_all) };
  const least_m = Math.min(leastOf(filling), long_m);
  const usual_m = Math.max(roundDown(long_m * MOST_OF_LONG, step), least_m);
  return { usual_m, at_all_m: Math.max(long_m - step, least_m) };
}

/** Nobody changes for less than seven minutes. */
function leastRun(kit: Kit): number {
  return Math.max(1_000, (7 * 60) / kit.secondsAMetre('easy'));
}

/** Metres of the shortest run that is worth going out for, in whole steps. */
function leastOf(filling: Filling): number {
  return Math.ceil(minutesOf(filling, LEAST_RUN_MIN) / filling.step) * filling.step;
}

/** The runs that are long enough to go out for. */
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
  const { brief, kit, level, step, run_walk } = filling;
  const amount = { distance_m };
  const isShort = isShortOfBeginner(kit, distance_m);
  if (distance_m < (onlyRuns(brief) ? leastRun(kit) / 2 : LEAST_RUN_WALK_M)) return;
  if (run_walk !== null || (level === 'beginner' && isShort)) {
    put(filling, day, 'easy-run', runWalk(kit, distance_m, run_walk ?? LAST_RUN_WALK));
  } else if (distance_m < leastRun(kit)) {
    return;
  } else if (isBeforeRace(filling, day)) {
    put(filling, day, 'easy-run', shakeout(kit, amount));
  } else if (
    day.role === 'recovery' &&
    distance_m <= MOST_RECOVERY_M[level] &&
    !brief.constraints.exclude.includes('recovery-run')
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

function isBeforeRace({ races }: Filling, { date }: PlacedDay): boolean {
  return races.some((race) => daysBetween(date, race.date) === 1);
}

function fillOtherDays(filling: Filling): void {
  const { brief, kit, week, days } = filling;
  const others = week.days.filter(({ date }) => !days.has(date));
  for (const [index, day] of others.entries()) {
    const other = otherSession(brief, kit, week, { index, limits: day.limits });
    if (other !== null) put(filling, day, other.type, other.segments);
  }
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
  // Where all runs are long none of them is for recovery.
  const recovers = day.role === 'recovery' && average_m * WEIGHTS.recovery <= MOST_RECOVERY_M[level];
  const usual = recovers ? WEIGHTS.recovery : WEIGHTS.easy;
  return { weight: day.run_m > 0 ? day.run_m : Math.max(1, usual * average_m), least_m, most_m };
}

/** Metres of a run on a day that may have no long one. */
function mostOfShort(filling: Filling, { limits, run_m, part }: SkeletonDay): number {
  if (limits.long) return Number.POSITIVE_INFINITY;
  return Math.max(minutesOf(filling, MOST_WITHOUT_LONG_AT_ALL_MIN), part > 0 ? run_m : 0);
}

/** Metres of so many minutes of easy running. */
function minutesOf({ kit, level }: Filling, minutes: Readonly<Record<ExperienceLevel, number>>): number {
  return (minutes[level] * 60) / kit.secondsAMetre('easy');
}

/** The easy run that ends with strides: one a week, for beginners once they have a base, best the day before something hard. */
function stridesDay({ brief, week, level }: Filling, days: readonly SkeletonDay[]): SkeletonDay | undefined {
  const { constraints } = brief;
  if (constraints.exclude.includes('strides')) return undefined;
  if (level === 'beginner' && week.phase !== 'build' && week.phase !== 'peak') return undefined;
  const easy = days.filter(
    ({ role, date }) =>
      (role === 'easy' || role === 'quality') && !isInjured(constraints, date, ['easy_only', 'no_speed']),
  );
  const hard = week.days.filter(({ role }) => role === 'quality');
  // A hard day that no session fitted has at least these.
  const instead = easy.find(({ role }) => role === 'quality');
  return (
    instead ?? easy.find(({ date }) => hard.some((day) => daysBetween(date, day.date) === 1)) ?? easy.at(-1)
  );
}
