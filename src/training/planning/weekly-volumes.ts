import { addDays, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { GoalEvent, PlanNumbers } from './brief.ts';
import type { Constraints } from './constraints.ts';
import type { DayLimits } from './day-limits.ts';
import { TYPICAL_LONGEST_M, TYPICAL_WEEK_M } from './limits.ts';
import { MORE_HOURS, MOST_HOURS, NORMS, runsOfWeek, USUAL_GROWTH } from './norms.ts';
import { pacesOf } from './paces.ts';
import type { PlannedWindow } from './planned-windows.ts';
import { LONGEST_RUN } from './race-limits.ts';
import { racesOfPlan } from './race-of-plan.ts';
import { leastBefore, mostRun, mostWeek } from './week-limits.ts';
import type { WeekShape } from './week-shapes.ts';

export type WeekVolume = {
  /** Metres of running, without races. */
  readonly whole_m: number;
  /** Metres of its long run; 0 where it has none. */
  readonly long_run_m: number;
  /** The number of days with running. */
  readonly runs: number;
};

export type WeeksToMeasure = {
  readonly days: readonly Weekday[];
  readonly long_run_day: Weekday | undefined;
  readonly limits: (date: string) => DayLimits;
  readonly windows: readonly PlannedWindow[];
};

/** A light week and its long run, as a share of the last building week. */
const LIGHT_SHARE = 0.73;
/** The first week of a new cycle, as a share of the last week of the one before. */
const RESTART_SHARE = 0.88;
/** A long run begins its cycle at no more than this share of its target; general cycles before the last one end at this share. */
const LONG_AT_START = 0.8;
/** The assumed share of the long run in the first week where nothing is known of it. */
const LONG_OF_WEEK = 0.36;
/** The most that a long run has of the first week, unless later runs need a longer start. */
const MOST_AT_START = 0.42;
/** The most that the long run has of a week after a race. */
const LONG_AFTER_RACE = 0.45;
/** The least growth of a week below the ceiling, since less makes no difference. */
const LEAST_GROWTH_M = 800;
/**
 * The average of the other runs as a share of the long run: the least of each, and the usual most; `used` is the most for a runner who
 * already runs more than the norm, `advanced` for an advanced runner on few days.
 */
const BESIDE_LONG_RUN = { least: 0.28, most: 0.56, used: 0.72, advanced: 0.8 };
/** Advanced runners with at most this many training days have long runs beside the long run. */
const FEW_DAYS = 4;
/** Plans for a half marathon with at least this many weeks begin at this share of the usual start. */
const EARLY_START = { weeks: 16, share: 0.69 };
/** The most that one run has of a small week. */
export const MOST_OF_WEEK = 0.72;
/** The same where the goal is at most 10 km: Higdon's plans for 5 and 10 km have 37 to 52 %. */
const MOST_OF_SHORT_WEEK = 0.5;

/** Metres of each week and of its long run, from what was run lately up to what the event needs. */
export function weeklyVolumes(
  shapes: readonly WeekShape[],
  numbers: PlanNumbers,
  around: WeeksToMeasure,
): WeekVolume[] {
  const bounds = volumeBounds(numbers, around.days.length);
  const growth = growthOf(shapes, numbers, bounds);
  const shares = shapes.map((shape) => shareOfWeek(numbers, shape, around));
  const isLongWeek = (index: number): boolean =>
    shapes[index]?.load === 'build' && (shares[index]?.long ?? 0) === 1;
  const wanted = wantedLongRuns(shapes, numbers, bounds, isLongWeek);
  const { runner, constraints, history } = numbers;
  const level = runner.experience_level;
  const weeks: WeekVolume[] = [];
  // The actual volumes, including races and breaks, after those of the history.
  const done = [...(history?.weekly_distance_m ?? [TYPICAL_WEEK_M[level]])];
  const longest = Array.from({ length: 4 }, () => history?.longest_run_m ?? TYPICAL_LONGEST_M[level]);
  let built: number | null = null;
  let builtLong = 0;
  for (const [index, shape] of shapes.entries()) {
    const share = shares[index] ?? { all: 1, long: 1 };
    const hasLong = share.long > 0;
    const longMost = mostRun(Math.max(...longest.slice(-4)), level);
    const meant = wholeWeek(shape, built, bounds, growth);
    const runs = onlyRuns(constraints)
      ? around.days.length
      : runsOfWeek(level, around.days.length, meant * (shape.load === 'after' ? share.all : 1));
    const far = Math.min(wanted[index] ?? 0, longMost, bounds.longest_m);
    const room = shape.load === 'build' ? far * (1 + BESIDE_LONG_RUN.least * (runs - 1)) : 0;
    const whole = Math.min(
      Math.max(meant, room),
      mostOfWhole(numbers, shape, done) / share.all,
      constraints.max_weekly_distance_m ?? Number.POSITIVE_INFINITY,
    );
    const aim = aimOf(numbers, shape);
    const long = longRunOf(shape, { far, builtLong, whole, week_m: whole * share.all, runs, aim });
    if (shape.load === 'build') {
      built = whole;
      if (hasLong) builtLong = long;
    }
    weeks.push({ whole_m: whole, long_run_m: long, runs });
    done.push(whole * share.all);
    const raced = racesOfPlan(numbers).filter(({ week_number }) => week_number === shape.number);
    // After a race the long run is already computed as a share of its own week.
    const ofLong = shape.load === 'after' && hasLong ? 1 : share.long;
    longest.push(Math.max(long * ofLong, ...raced.map(({ distance_m }) => distance_m)));
  }
  return weeks;
}

/** The most metres that the weeks before allow; a first week that was asked for has no limit. */
function mostOfWhole(
  { constraints, history, runner }: PlanNumbers,
  { number }: WeekShape,
  done: readonly number[],
): number {
  const level = runner.experience_level;
  if (number > 1) return mostWeek(done, level);
  if (constraints.first_week_distance_m !== null) return Number.POSITIVE_INFINITY;
  return history === null ? TYPICAL_WEEK_M[level] : mostWeek(done, level);
}

function longRunOf(
  { load }: WeekShape,
  week: {
    readonly far: number;
    readonly builtLong: number;
    readonly whole: number;
    readonly week_m: number;
    readonly runs: number;
    readonly aim: GoalEvent;
  },
): number {
  const { far, builtLong, whole, week_m, runs, aim } = week;
  const meant = {
    build: far,
    light: builtLong * LIGHT_SHARE,
    taper: builtLong > 0 ? Math.min(far, builtLong) : far,
    after: Math.min(far, week_m * LONG_AFTER_RACE),
  }[load];
  if (runs <= 1) return Math.min(meant, whole);
  const isShort = aim === '5k' || aim === '10k' || aim === 'general';
  const most = isShort
    ? Math.max(whole * MOST_OF_SHORT_WEEK, LONGEST_RUN[aim].least_m)
    : Math.max(whole * MOST_OF_WEEK, Math.min(whole / 2, 3_000));
  return Math.min(meant, most, whole * MOST_OF_WEEK);
}

/** The event for which the long runs of a week prepare: that of its race, or the goal where it has no date. */
function aimOf({ goal }: PlanNumbers, { race }: WeekShape): GoalEvent {
  return race?.event ?? (goal.race_date === null ? goal.event : 'general');
}

type Bounds = {
  readonly start_m: number;
  readonly ceiling_m: number;
  readonly longest_m: number;
  readonly pace_s_per_m: number;
};

function volumeBounds(numbers: PlanNumbers, days: number): Bounds {
  const { history, goal, runner, constraints } = numbers;
  const level = runner.experience_level;
  const norm = NORMS[level][goal.event];
  const { easy } = pacesOf(runner).zones;
  const pace_s_per_m = (easy.min + easy.max) / 2 / 1_000;
  const longest_m = longestRun(numbers, goal.event, pace_s_per_m);
  const usual = usualVolume(history?.weekly_distance_m ?? null);
  const runs = runsOfWeek(level, days, Math.max(usual ?? 0, norm.ceiling_m));
  const isUsed = (usual ?? 0) > norm.ceiling_m;
  const isFew = level === 'advanced' && days <= FEW_DAYS;
  const beside = BESIDE_LONG_RUN[isFew ? 'advanced' : isUsed ? 'used' : 'most'];
  const most = Math.min(
    longest_m * (1 + beside * (runs - 1)),
    ((MORE_HOURS[goal.event] ?? 1) * MOST_HOURS[level] * 3_600) / pace_s_per_m,
    constraints.max_weekly_distance_m ?? Number.POSITIVE_INFINITY,
  );
  const asked = constraints.first_week_distance_m;
  const early = goal.event === 'half_marathon' && numbers.weeks >= EARLY_START.weeks ? EARLY_START.share : 1;
  const start = asked ?? usual ?? norm.start_m * (history === null ? early : START_AFTER_NOTHING);
  const ceiling = Math.max(
    usual === null ? norm.ceiling_m : Math.min(norm.ceiling_m, Math.max(usual * 1.5, norm.start_m * 1.2)),
    start * 1.05,
  );
  const ceiling_m = Math.min(ceiling, most);
  const start_m = asked ?? Math.min(start, ceiling_m * 0.95);
  return { start_m, ceiling_m, longest_m, pace_s_per_m };
}

function longestRun({ runner, history, constraints }: PlanNumbers, event: GoalEvent, pace: number): number {
  const { most_m, most_s } = LONGEST_RUN[event];
  const norm_m = NORMS[runner.experience_level][event].longest_m;
  const far_m = Math.max(norm_m, Math.min(history?.longest_run_m ?? 0, most_m));
  return Math.min(far_m, most_s / pace, constraints.longest_run_m ?? Number.POSITIVE_INFINITY);
}

function onlyRuns({ exclude }: Constraints): boolean {
  return exclude.includes('cross-training') && exclude.includes('strength');
}

/** A runner who ran nothing lately begins at this share of the usual start of their level. */
const START_AFTER_NOTHING = 0.6;

/**
 * The volume that a runner is used to: the mean of the last four weeks, but not above what growth from the last two weeks with running
 * allows. Null where they ran nothing.
 */
function usualVolume(weekly: readonly number[] | null): number | null {
  const run = (weekly ?? []).filter((metres) => metres > 0);
  if (weekly === null || run.length === 0) return null;
  const lastFour = mean(weekly.slice(-4));
  return Math.max(2_000, Math.min(lastFour === 0 ? 0.5 * mean(run) : lastFour, mean(run.slice(-2)) * 1.05));
}

/** The weekly growth at which the ceiling is reached with the peak, and never more than the usual growth. */
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

function wholeWeek(
  { load, restarts }: WeekShape,
  built: number | null,
  { start_m, ceiling_m }: Bounds,
  growth: number,
): number {
  if (built === null) return load === 'light' ? start_m * LIGHT_SHARE : start_m;
  if (load === 'light') return built * LIGHT_SHARE;
  if (load === 'taper' || load === 'after') return built;
  if (restarts) return Math.min(ceiling_m, built * RESTART_SHARE);
  return Math.min(Math.max(ceiling_m, built), Math.max(built * (1 + growth), built + LEAST_GROWTH_M));
}

/** The average share of the usual metres on the training days of a week, and the share on the day of its long run. */
function shareOfWeek(
  numbers: PlanNumbers,
  { number }: WeekShape,
  { days, long_run_day, limits, windows }: WeeksToMeasure,
): { readonly all: number; readonly long: number } {
  const first = (number - 1) * 7;
  const shares: number[] = [];
  let long = 0;
  for (let at = first; at < first + 7; at += 1) {
    const date = addDays(numbers.start_date, at);
    const day = weekdayOf(date);
    if (!days.includes(day)) continue;
    const own = limits(date);
    const inWindows = windows.filter(({ from, to }) => at >= from && at <= to).map(({ share }) => share);
    const share = own.run ? Math.min(own.share, ...inWindows) : 0;
    shares.push(share);
    if (day === long_run_day && own.long) long = share;
  }
  return { all: Math.max(0.02, mean(shares)), long };
}

/**
 * Metres of the long run of each building week: it rises evenly from what was run lately to what the event needs, and never lags so far
 * behind that the growth of runs could not reach it. It does not depend on the number of training days.
 */
function wantedLongRuns(
  shapes: readonly WeekShape[],
  numbers: PlanNumbers,
  { start_m, pace_s_per_m, longest_m }: Bounds,
  isLongWeek: (index: number) => boolean,
): readonly number[] {
  const level = numbers.runner.experience_level;
  const farthest = (event: GoalEvent): number =>
    Math.min(longest_m, longestRun(numbers, event, pace_s_per_m));
  const lately = numbers.history?.longest_run_m ?? TYPICAL_LONGEST_M[level];
  let before = Math.min(Math.max(lately, LONG_OF_WEEK * start_m), MOST_AT_START * start_m);
  const wanted: number[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (index > 0 && !shape.restarts) continue;
    const next = shapes.findIndex((one, later) => later > index && one.restarts);
    const cycle = shapes.slice(index, next === -1 ? shapes.length : next);
    const leadsOn = next !== -1 && shapes[next]?.race === shape.race && shape.race !== null;
    const far = farthest(aimOf(numbers, shape)) * (leadsOn ? LONG_AT_START : 1);
    const start = Math.min(before, far * LONG_AT_START);
    const long = cycle.map((_, place) => isLongWeek(index + place));
    const last = long.filter(Boolean).length - 1;
    let done = 0;
    for (const isLong of long) {
      wanted.push(last <= 0 ? far : start + (far - start) * Math.min(1, done / last));
      if (isLong) done += 1;
    }
    before = far;
  }
  return withinReach(shapes, wanted, {
    isLongWeek,
    leastOf: (shape) => {
      const { least_m, most_s } = LONGEST_RUN[aimOf(numbers, shape)];
      return Math.min(least_m, most_s / pace_s_per_m, longest_m);
    },
    before: (metres) => leastBefore(metres, level),
  });
}

/** Where a later run would be out of reach, the earlier ones are lengthened as needed. */
function withinReach(
  shapes: readonly WeekShape[],
  wanted: readonly number[],
  {
    isLongWeek,
    leastOf,
    before,
  }: {
    readonly isLongWeek: (index: number) => boolean;
    readonly leastOf: (shape: WeekShape) => number;
    readonly before: (metres: number) => number;
  },
): readonly number[] {
  const metres = [...wanted];
  let [needed, race] = [0, shapes.at(-1)?.race];
  for (let index = shapes.length - 1; index >= 0; index -= 1) {
    const shape = shapes[index];
    if (shape === undefined || !isLongWeek(index)) continue;
    if (needed === 0 || shape.race !== race) needed = Math.max(needed, leastOf(shape));
    race = shape.race;
    metres[index] = Math.max(metres[index] ?? 0, needed);
    needed = before(needed);
  }
  return metres;
}

export function roundDown(value: number, step: number): number {
  return Math.floor(value / step + 1e-9) * step;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
