import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { HOUR_MS, SECOND_MS } from '../../../shared/time.ts';
import {
  EASY_LOAD_PER_HOUR,
  type RunDay,
  runnerForm,
  runnerScore,
  SCORE_DAYS,
  type ScoreMove,
  scoreMove,
} from '../../../training/runner-score.ts';
import { isRunning } from '../../../training/sport.ts';
import type { LongerRun } from '../../../training/volume-change.ts';
import type { Race } from '../races.ts';
import type { Placed, Workout } from './placed-workout.ts';
import { HISTORY_DAYS, placeOf, WEEK_DAYS, type Week } from './week.ts';
import { isRecovery, type Raced, raceOfWeek } from './week-races.ts';
import { longerRunOf, type Volume, volumeOfWeek } from './week-volume.ts';

type Sums = { readonly activities: number; readonly distance_m: number; readonly time_s: number };

/** Stored as it is, so what was stored earlier may lack some. Null is unknown, or nothing to tell. */
export type WeekFacts = Sums & {
  /** Days with an activity. */
  readonly active_days: number;
  /** Sum of the loads; null where one of them is not known. */
  readonly load: number | null;
  readonly running: Sums & { readonly pace_s_per_km: number | null };
  readonly other: Sums;
  readonly longest_run: { readonly date: string; readonly distance_m: number } | null;
  readonly fastest_run: { readonly date: string; readonly pace_s_per_km: number } | null;
  readonly usual_run_m: Volume['usual_run_m'];
  readonly change_percent: Volume['change_percent'];
  readonly growth?: Volume['growth'];
  /** A run that was longer than all of the 30 days before it. */
  readonly longer_run?: (LongerRun & { readonly date: string; readonly distance_m: number }) | null;
  readonly raced?: Raced | null;
  readonly marked?: Pick<Sums, 'activities' | 'distance_m'>;
  /** Whether it lies in the days of recovery after a race before it. */
  readonly is_recovery?: boolean;
  readonly race: (Race & { readonly days_left: number }) | null;
  readonly runner_score: number | null;
  /**
   * How it came to that from a week earlier, of the same workouts as they are known now; null without a score then. Summaries that
   * were written before there was such a thing have none.
   */
  readonly score_move?: ScoreMove | null;
};

/** Below it a run is too short to have a pace that anybody would compare. */
const LEAST_PACED_M = 3_000;
/** A minute and an hour for a kilometre: outside of it nobody runs, and a clock or a distance is wrong. */
const PACES = { least: 60, most: 3_600 };

/**
 * What a week was, of all workouts of the days that count and none else. Sums are exact.
 *
 * @param ahead.today the day where the person is, YYYY-MM-DD
 */
export function factsOfWeek(
  week: Week,
  workouts: readonly Workout[],
  ahead: { readonly races: readonly Race[]; readonly today: string },
): WeekFacts {
  const placed = workouts.flatMap((workout) => {
    const day = placeOf(week, workout.start_ms);
    return day === null ? [] : [{ ...workout, day }];
  });
  const own = placed.filter(({ day }) => day >= HISTORY_DAYS - WEEK_DAYS);
  const runs = own.filter(({ sport_type }) => isRunning(sport_type));
  const others = own.filter(({ sport_type }) => !isRunning(sport_type));
  const dateOf = ({ day }: Pick<Placed, 'day'>): string =>
    addDays(week.week_start, day - HISTORY_DAYS + WEEK_DAYS);
  const longer = longerRunOf(placed);
  const days = runDays(placed);
  const [before, now] = [runnerForm(days.slice(0, SCORE_DAYS)), runnerForm(days.slice(-SCORE_DAYS))];
  return {
    ...sumsOf(own),
    active_days: new Set(own.map(({ day }) => day)).size,
    load: own.some(({ training_load }) => training_load === null)
      ? null
      : sum(own, ({ training_load }) => training_load ?? 0),
    running: { ...sumsOf(runs), pace_s_per_km: paceOf(runs) },
    other: sumsOf(others),
    longest_run: longestOf(runs, dateOf),
    fastest_run: fastestOf(runs, dateOf),
    ...volumeOfWeek(placed),
    longer_run: longer && {
      date: dateOf(longer),
      distance_m: longer.distance_m,
      percent: longer.percent,
      is_far: longer.is_far,
    },
    raced: raceOfWeek(week, placed),
    is_recovery: isRecovery(placed),
    race: raceAhead(ahead),
    runner_score: now === null ? null : runnerScore(now),
    score_move: before === null || now === null ? null : scoreMove(before, now),
  };
}

function sumsOf(workouts: readonly Workout[]): Sums {
  return {
    activities: workouts.length,
    distance_m: sum(workouts, ({ distance_m }) => distance_m ?? 0),
    time_s: sum(workouts, ({ time_s }) => time_s),
  };
}

function sum<T>(list: readonly T[], value: (one: T) => number): number {
  return list.reduce((total, one) => total + value(one), 0);
}

function paceOf(runs: readonly Workout[]): number | null {
  const measured = runs.filter(({ distance_m }) => distance_m !== null && distance_m > 0);
  const { distance_m, time_s } = sumsOf(measured);
  const pace = (time_s / distance_m) * 1_000;
  return pace >= PACES.least && pace <= PACES.most ? pace : null;
}

function longestOf(runs: readonly Placed[], dateOf: (run: Placed) => string): WeekFacts['longest_run'] {
  if (runs.length < 2) return null;
  const longest = runs.reduce((one, other) =>
    (other.distance_m ?? 0) > (one.distance_m ?? 0) ? other : one,
  );
  const { distance_m } = longest;
  return distance_m === null || distance_m === 0 ? null : { date: dateOf(longest), distance_m };
}

function fastestOf(runs: readonly Placed[], dateOf: (run: Placed) => string): WeekFacts['fastest_run'] {
  const paced = runs.flatMap((run) => {
    const pace_s_per_km = (run.distance_m ?? 0) < LEAST_PACED_M ? null : paceOf([run]);
    return pace_s_per_km === null ? [] : [{ date: dateOf(run), pace_s_per_km }];
  });
  if (paced.length < 2) return null;
  return paced.reduce((one, other) => (other.pace_s_per_km < one.pace_s_per_km ? other : one));
}

function raceAhead({ races, today }: { races: readonly Race[]; today: string }): WeekFacts['race'] {
  const [next] = races
    .filter(({ date }) => date >= today)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  if (next === undefined) return null;
  const { date, distance_m } = next;
  return { date, distance_m, days_left: daysBetween(today, date) };
}

function runDays(placed: readonly Placed[]): RunDay[] {
  const days = Array.from({ length: HISTORY_DAYS }, () => ({ load: 0, runs: 0 }));
  for (const { day, sport_type, training_load, time_s } of placed) {
    const sums = days[day];
    if (sums === undefined || !isRunning(sport_type)) continue;
    sums.runs += 1;
    sums.load += training_load ?? (time_s * SECOND_MS * EASY_LOAD_PER_HOUR) / HOUR_MS;
  }
  return days;
}
