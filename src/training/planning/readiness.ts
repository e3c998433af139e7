import { addDays, daysBetween } from '../../shared/calendar.ts';
import { GOAL_RACES, type GoalEvent, type PlanNumbers, type GoalRace as Race } from './brief.ts';
import type { PlannedWorkout } from './plan.ts';
import { raceOfPlan } from './race-of-plan.ts';
import { vdotOfTarget } from './target-fitness.ts';

export const READINESS_LEVELS = ['ready', 'stretch', 'not_advised'] as const;
type ReadinessLevel = (typeof READINESS_LEVELS)[number];

/** The comments say what `found`, `ready` and `stretch` of the evidence are. */
export const READINESS_CODES = [
  /** There is no known running to judge by. */
  'history_unknown',
  'fitness_unknown',
  /** Weeks from the first day of the plan to the race, rounded down. */
  'weeks_to_race',
  /** Metres a week, the mean of the last four. */
  'weekly_distance',
  /** Metres of the first week; the bounds are maxima. */
  'first_week',
  /** Metres of the longest run of the first week; the bounds are maxima. */
  'first_long_run',
  /** Metres of the largest week, without the race. */
  'peak_week',
  /** Metres of the longest run before the race. */
  'longest_run',
  /** Points of VDOT to be gained in eight weeks, to a tenth; the bounds are maxima. */
  'target_time',
] as const;
export type ReadinessCode = (typeof READINESS_CODES)[number];

/** A reason against the plan: what was found, and the bounds for `ready` and for `stretch`. */
export type ReadinessReason = {
  readonly code: ReadinessCode;
  readonly level: Exclude<ReadinessLevel, 'ready'>;
  /** Null where nothing is known. */
  readonly evidence: { readonly found: number; readonly ready: number; readonly stretch: number } | null;
};

export type Readiness = {
  readonly level: ReadinessLevel;
  readonly reasons: readonly ReadinessReason[];
  /** Where the race comes too soon: the first day on which it would be a stretch. YYYY-MM-DD */
  readonly earliest_date: string | null;
  /** Where the goal is not advised: the longest event that would be a stretch on the same day. */
  readonly nearest_event: GoalEvent | null;
};

/** The numbers of a plan by which it is judged: metres, and seconds of the longest run before the race. */
export type PlannedLoad = {
  readonly first_week_m: number;
  readonly first_long_run_m: number;
  readonly peak_week_m: number;
  readonly longest_run_m: number;
  readonly longest_run_s: number;
};

type Bounds = { readonly ready: number; readonly stretch: number };

/**
 * The needs of each event, from published plans and the studies in docs/planning-rules.md: weeks to the race, metres a week at the start,
 * and metres of the largest week and of the longest run.
 */
const NEEDS: Readonly<
  Record<Race, { weeks: Bounds; weekly_m: Bounds; peak_m: Bounds; longest_m: Bounds; taper_weeks: number }>
> = {
  '5k': needs({ weeks: [8, 6], weekly: 0, peak: [0, 0], longest: [0, 0], taper_weeks: 1 }),
  '10k': needs({ weeks: [8, 6], weekly: 10_000, peak: [0, 0], longest: [0, 0], taper_weeks: 1 }),
  half_marathon: needs({
    weeks: [12, 10],
    weekly: 16_000,
    peak: [32_000, 25_000],
    longest: [16_000, 13_000],
    taper_weeks: 3,
  }),
  marathon: needs({
    weeks: [18, 12],
    weekly: 24_000,
    peak: [50_000, 30_000],
    longest: [29_000, 22_000],
    taper_weeks: 4,
  }),
  '50k': needs({
    weeks: [16, 12],
    weekly: 40_000,
    peak: [55_000, 45_000],
    longest: [29_000, 22_000],
    taper_weeks: 4,
  }),
  '100k': needs({
    weeks: [16, 12],
    weekly: 45_000,
    peak: [80_000, 60_000],
    longest: [32_000, 26_000],
    taper_weeks: 4,
  }),
};
/** A run of this time is long enough, whatever its distance. */
const LONG_ENOUGH_S = 3 * 3_600;
/** Multiples of what was run lately: Nielsen 2014 and Damsted 2019 for weeks, Frandsen 2025 for single runs. */
const GROWTH: Bounds = { ready: 1.1, stretch: 1.3 };
/** A first week and a first long run below these are small for any runner. */
const SMALL_WEEK_M = 12_000;
const SMALL_RUN_M = 5_000;
/** Points of VDOT gained in eight weeks. */
const GAIN: Bounds = { ready: 1, stretch: 2 };
/** Beginners gain faster. */
const GAIN_OF_BEGINNERS: Bounds = { ready: 1, stretch: 4 };
/** The average growth of a week over the one before it, lighter weeks included, on the way to what an event needs. */
const WEEKLY_GAIN = 1.08;
/** The way starts here for an athlete who does not run. */
const LEAST_WEEKLY_M = 8_000;
const RECENT_WEEKS = 4;

function needs(given: {
  readonly weeks: readonly [number, number];
  readonly weekly: number;
  readonly peak: readonly [number, number];
  readonly longest: readonly [number, number];
  readonly taper_weeks: number;
}) {
  const bounds = ([ready, stretch]: readonly [number, number]): Bounds => ({ ready, stretch });
  return {
    weeks: bounds(given.weeks),
    weekly_m: { ready: given.weekly, stretch: given.weekly / 2 },
    peak_m: bounds(given.peak),
    longest_m: bounds(given.longest),
    taper_weeks: given.taper_weeks,
  };
}

/**
 * The relevant numbers of a week: its metres, those of its longest run, and metres and seconds of the longest run before the goal race.
 * Races are excluded.
 */
export type WeekLoad = {
  readonly distance_m: number;
  readonly longest_m: number;
  readonly before_race_m: number;
  readonly before_race_s: number;
};

export function loadOfWeek(workouts: readonly PlannedWorkout[], goal: PlanNumbers['goal']): WeekLoad {
  const runs = workouts.filter(({ workout_type }) => workout_type !== 'race');
  const race_date = goal.event === 'general' ? null : goal.race_date;
  const longest = longestOf(runs);
  const before = race_date === null ? longest : longestOf(runs.filter(({ date }) => date < race_date));
  return {
    distance_m: runs.reduce((sum, { distance_m }) => sum + distance_m, 0),
    longest_m: longest?.distance_m ?? 0,
    before_race_m: before?.distance_m ?? 0,
    before_race_s: before?.duration_s ?? 0,
  };
}

function longestOf(runs: readonly PlannedWorkout[]): PlannedWorkout | undefined {
  return runs.toSorted((one, other) => other.distance_m - one.distance_m)[0];
}

/** Judges whether the runner should attempt the goal of a plan. */
export function judgeReadiness(numbers: PlanNumbers, workouts: readonly PlannedWorkout[]): Readiness {
  const weeks = Map.groupBy(workouts, ({ week_number }) => week_number);
  const loads = Array.from({ length: numbers.weeks }, (_, index) =>
    loadOfWeek(weeks.get(index + 1) ?? [], numbers.goal),
  );
  return readinessOfWeeks(numbers, loads);
}

export function readinessOfWeeks(numbers: PlanNumbers, weeks: readonly WeekLoad[]): Readiness {
  const [first] = weeks;
  const [longest] = weeks.toSorted((one, other) => other.before_race_m - one.before_race_m);
  return readinessOf(numbers, {
    first_week_m: first?.distance_m ?? 0,
    first_long_run_m: first?.longest_m ?? 0,
    peak_week_m: Math.max(0, ...weeks.map(({ distance_m }) => distance_m)),
    longest_run_m: longest?.before_race_m ?? 0,
    longest_run_s: longest?.before_race_s ?? 0,
  });
}

/** Unknown values never count as enough: the level is then a stretch at best. */
export function readinessOf(numbers: PlanNumbers, load: PlannedLoad): Readiness {
  const reasons = [
    ...historyReasons(numbers, load),
    ...raceReasons(numbers, load),
    ...targetReasons(numbers),
  ].sort((a, b) => READINESS_LEVELS.indexOf(b.level) - READINESS_LEVELS.indexOf(a.level));
  const level = reasons[0]?.level ?? 'ready';
  const advised = level !== 'not_advised';
  return {
    level,
    reasons,
    earliest_date: advised ? null : earliestDate(numbers),
    nearest_event: advised ? null : nearestEvent(numbers),
  };
}

function historyReasons({ history }: PlanNumbers, load: PlannedLoad): ReadinessReason[] {
  if (history === null) return [{ code: 'history_unknown', level: 'stretch', evidence: null }];
  const week_m = Math.max(weeklyOf(history), SMALL_WEEK_M / GROWTH.ready);
  const run_m = Math.max(history.longest_run_m, SMALL_RUN_M / GROWTH.ready);
  return [
    ...tooMuch('first_week', load.first_week_m, times(week_m, GROWTH)),
    ...tooMuch('first_long_run', load.first_long_run_m, times(run_m, GROWTH)),
  ];
}

function raceReasons(numbers: PlanNumbers, load: PlannedLoad): ReadinessReason[] {
  const { event } = numbers.goal;
  if (event === 'general') return [];
  const { weekly_m, peak_m, longest_m } = NEEDS[event];
  const weeks = weeksToRace(numbers);
  const whole = (raceOfPlan(numbers)?.week_number ?? 0) <= numbers.weeks;
  return [
    ...tooLittle('weeks_to_race', weeks, weeksNeeded(numbers, event)),
    ...(numbers.history === null ? [] : tooLittle('weekly_distance', weeklyOf(numbers.history), weekly_m)),
    ...(whole ? tooLittle('peak_week', load.peak_week_m, peak_m) : []),
    ...(whole && load.longest_run_s < LONG_ENOUGH_S
      ? tooLittle('longest_run', load.longest_run_m, longest_m)
      : []),
  ];
}

function targetReasons({ goal, runner, ...numbers }: PlanNumbers): ReadinessReason[] {
  const vdot = vdotOfTarget(goal);
  if (vdot === null) return [];
  // Paces that come from the level or the target time say nothing about fitness.
  if (runner.paces === null) return [{ code: 'fitness_unknown', level: 'stretch', evidence: null }];
  const eights = Math.max(1, weeksToRace({ goal, ...numbers })) / 8;
  const gain = (vdot - runner.paces.vdot) / eights;
  return tooMuch(
    'target_time',
    Math.round(gain * 10) / 10,
    runner.experience_level === 'beginner' ? GAIN_OF_BEGINNERS : GAIN,
  );
}

function tooLittle(code: ReadinessCode, found: number, { ready, stretch }: Bounds): ReadinessReason[] {
  if (found >= ready) return [];
  return [{ code, level: found >= stretch ? 'stretch' : 'not_advised', evidence: { found, ready, stretch } }];
}

function tooMuch(code: ReadinessCode, found: number, { ready, stretch }: Bounds): ReadinessReason[] {
  if (found <= ready) return [];
  return [{ code, level: found <= stretch ? 'stretch' : 'not_advised', evidence: { found, ready, stretch } }];
}

function times(metres: number, { ready, stretch }: Bounds): Bounds {
  return { ready: Math.round(metres * ready), stretch: Math.round(metres * stretch) };
}

function weeksToRace({
  goal,
  start_date,
  weeks,
}: Pick<PlanNumbers, 'goal' | 'start_date' | 'weeks'>): number {
  return goal.race_date === null ? weeks : Math.floor((daysBetween(start_date, goal.race_date) + 1) / 7);
}

/** A runner who already runs what the event needs at its peak only needs the taper. */
function weeksNeeded({ history }: Pick<PlanNumbers, 'history'>, event: Race): Bounds {
  const { weeks, weekly_m, peak_m, longest_m, taper_weeks } = NEEDS[event];
  if (history === null) return weeks;
  const isThere =
    weeklyOf(history) >= Math.max(weekly_m.ready, peak_m.stretch, LEAST_WEEKLY_M) &&
    history.longest_run_m >= Math.max(longest_m.stretch, SMALL_RUN_M);
  return isThere ? { ready: taper_weeks, stretch: Math.ceil(taper_weeks / 2) } : weeks;
}

/** Null where the race is not too soon, or where there is none. */
function earliestDate(numbers: PlanNumbers): string | null {
  const { event, race_date } = numbers.goal;
  if (event === 'general') return null;
  const first = addDays(numbers.start_date, weeksOfWay(numbers, event) * 7 - 1);
  const last = race_date ?? addDays(numbers.start_date, numbers.weeks * 7 - 1);
  return first > last ? first : null;
}

/** Weeks until the goal is a stretch: those to reach the event's weekly distance, and those that the event takes from there. */
function weeksOfWay(numbers: PlanNumbers, event: Race): number {
  const { stretch } = weeksNeeded(numbers, event);
  const least = NEEDS[event].weekly_m.stretch;
  if (numbers.history === null) return stretch;
  const now = Math.max(weeklyOf(numbers.history), LEAST_WEEKLY_M);
  return stretch + Math.max(0, Math.ceil(Math.log(least / now) / Math.log(WEEKLY_GAIN)));
}

function nearestEvent(numbers: PlanNumbers): GoalEvent {
  const { event } = numbers.goal;
  const shorter = event === 'general' ? [] : GOAL_RACES.slice(0, GOAL_RACES.indexOf(event));
  const weeks = weeksToRace(numbers);
  return shorter.findLast((one) => weeks >= weeksOfWay(numbers, one)) ?? 'general';
}

/** The mean of the last weeks in whole metres. */
function weeklyOf({ weekly_distance_m }: NonNullable<PlanNumbers['history']>): number {
  const recent = weekly_distance_m.slice(-RECENT_WEEKS);
  return Math.round(recent.reduce((sum, metres) => sum + metres, 0) / Math.max(1, recent.length));
}
