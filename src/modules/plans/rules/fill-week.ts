import { daysBetween } from '../../../shared/calendar.ts';
import type { ExperienceLevel, Segment } from '../../../training/planning/plan.ts';
import { type PlanRace, raceOfPlan } from '../../../training/planning/race-of-plan.ts';
import type { SkeletonDay, SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { longRunShare } from '../../../training/planning/week-facts.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { fastEnd, HARD_SHARE } from './fast-end.ts';
import { fillHardDays } from './fill-hard-days.ts';
import type { Kit } from './kit.ts';
import { otherSession } from './other-sessions.ts';
import { type Sharer, shareOut } from './share-out.ts';
import {
  easyRun,
  longRun,
  raceDistance,
  raceRun,
  recoveryRun,
  shakeout,
  stridesRun,
} from './steady-sessions.ts';

/** A workout before it has words, sums and an id. */
export type FilledDay = SkeletonDay & {
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
  /** Of its recipe; empty where there is none. */
  readonly key: string;
};

/** How much of what the skeleton has the week may be filled with. */
export type Measure = {
  /** Metres of its running, and of its longest run. */
  readonly volume_m: number;
  readonly longest_m: number;
  /** From 0 to 1: of the room for what is hard. At 0 hard days are easy ones. */
  readonly hard: number;
};

/** A week on the way to being full. */
export type Filling = {
  readonly brief: PlanBrief;
  readonly kit: Kit;
  readonly week: SkeletonWeek;
  readonly race: PlanRace | null;
  readonly level: ExperienceLevel;
  /** Metres of its running and of its long run, in steps of so many. */
  readonly volume_m: number;
  readonly long_m: number;
  readonly step: number;
  readonly hard: number;
  /** Keys of the sessions of the weeks before. */
  readonly lately: readonly string[];
  readonly days: Map<string, FilledDay>;
};

/** Hard running that is planned in the smallest week; the limit is ten minutes. */
const LEAST_HARD_S = 8.5 * 60;
/** What the days of a week have of its running, beside its long run and its hard days. */
const WEIGHTS = { easy: 1, recovery: 0.75, shakeout: 0.6, after_race: 0.6 };
/** What is longer than this is no recovery. */
const MOST_RECOVERY_M = { beginner: 5_000, intermediate: 8_000, advanced: 10_000 };
/** Minutes of the longest run in weeks without a long one. */
const MOST_WITHOUT_LONG_MIN = { beginner: 35, intermediate: 45, advanced: 55 };
/** Minutes of the run of the day before a race. */
const SHAKEOUT_MIN = { beginner: 20, intermediate: 25, advanced: 30 };
/** Below this a run is left out where there are others to run its metres. */
const LEAST_RUN_M = 1_500;
const LEAST_WITH_STRIDES_M = 2_500;

/** Sessions for the days of a week, its metres shared among them. */
export function fillWeek(
  brief: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { volume_m: most_m, longest_m, hard }: Measure,
  lately: readonly string[],
): FilledDay[] {
  const step = most_m >= 8_000 ? 500 : 100;
  const volume_m = roundDown(most_m, step);
  const filling: Filling = {
    brief,
    kit,
    week,
    race: raceOfPlan(brief),
    level: brief.runner.experience_level,
    volume_m,
    long_m: longMetres(week, longest_m, volume_m, step),
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
  fillHardDays(filling, put);
  fillEasyDays(filling);
  fillOtherDays(filling);
  return week.days.flatMap(({ date }) => filling.days.get(date) ?? []);
}

export type Put = typeof put;

function put(
  { days }: Filling,
  day: SkeletonDay,
  workout_type: WorkoutType,
  segments: readonly Segment[],
  key = '',
): void {
  days.set(day.date, { ...day, workout_type, segments, key });
}

function longMetres(week: SkeletonWeek, longest_m: number, volume_m: number, step: number): number {
  if (!week.days.some(({ role }) => role === 'long')) return 0;
  const runs = week.days.filter(({ role }) => role !== 'cross' && role !== 'race').length;
  const share = volume_m / Math.max(1, week.volume_m);
  // What rounding takes from a week is not taken from its long run.
  const shrunk = week.long_run_m * (share > 0.97 ? 1 : share);
  const most = Math.min(shrunk, longest_m, longRunShare(volume_m - step, runs), volume_m);
  return roundDown(most, most >= 10_000 ? 1_000 : most >= 5_000 ? 500 : 100);
}

function fillLongRun(filling: Filling): void {
  const { brief, kit, week, long_m, volume_m, hard, level } = filling;
  const day = week.days.find(({ role }) => role === 'long');
  if (day === undefined) return;
  const end = fastEnd(brief, kit, week, { long_m, volume_m, hard });
  put(filling, day, 'long-run', longRun(kit, { distance_m: long_m }, level, end));
}

/** Seconds of hard running that the week still has room for. */
export function hardSecondsLeft({ kit, volume_m, days }: Filling): number {
  const all = Math.max(LEAST_HARD_S, HARD_SHARE * volume_m * kit.secondsAMetre('easy'));
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return all - runs.reduce((sum, { segments }) => sum + kit.hardSeconds(segments), 0);
}

/** Metres of the week that no day has yet. */
export function metresLeft({ kit, volume_m, days }: Filling): number {
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return volume_m - runs.reduce((sum, { segments }) => sum + kit.measure(segments).distance_m, 0);
}

/** Days of the week that are run on and have no workout yet. */
export function daysToRun({ week, days }: Filling): SkeletonDay[] {
  return week.days.filter(({ role, date }) => role !== 'cross' && role !== 'race' && !days.has(date));
}

/** What is left of the week's metres, on the days that are left to run. */
function fillEasyDays(filling: Filling): void {
  const { step, long_m, volume_m } = filling;
  const metres_m = metresLeft(filling);
  const days = daysWorthRunning(daysToRun(filling), metres_m);
  const average_m = metres_m / Math.max(1, days.length);
  const most_m =
    long_m > 0
      ? long_m
      : Math.min(
          Math.max(volume_m / Math.max(1, days.length), LEAST_RUN_M) * 1.3,
          minutesOf(filling, MOST_WITHOUT_LONG_MIN),
        );
  const shares = shareOut(
    days.map((day) => sharer(filling, day, average_m, most_m)),
    metres_m,
    step,
  );
  const strides = stridesDay(filling, days);
  for (const [index, day] of days.entries()) {
    const distance_m = shares[index] ?? 0;
    if (distance_m >= 1_000) fillEasyDay(filling, day, distance_m, day === strides);
  }
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
  const { brief, kit, level, race } = filling;
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
    put(filling, day, 'strides', stridesRun(kit, distance_m));
  } else {
    put(filling, day, 'easy-run', easyRun(kit, amount));
  }
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
  const { race, level } = filling;
  const days = race === null ? Number.NaN : daysBetween(date, race.date);
  if (days === 1) {
    return { weight: WEIGHTS.shakeout, most_m: Math.min(most_m, minutesOf(filling, SHAKEOUT_MIN)) };
  }
  if (days < 0 && days > -7) return { weight: WEIGHTS.after_race, most_m: most_m * 0.7 };
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

function wanted({ wishes }: PlanBrief, type: WorkoutType): boolean {
  return !wishes.without.includes(type);
}
