import { isRunning } from '../../../training/sport.ts';
import {
  gradeLength,
  gradeVolume,
  LONGEST_DAYS,
  type LongerRun,
  type VolumeGrade,
} from '../../../training/volume-change.ts';
import type { Placed } from './placed-workout.ts';
import { HISTORY_DAYS, USUAL_WEEKS, WEEK_DAYS } from './week.ts';

/** Of four weeks, those with a run that make something usual. */
const LEAST_USUAL_WEEKS = 2;

export type Volume = {
  /**
   * What was run in each of the four weeks before, on average; null where less than two of them had a run, and where the distance of
   * one, or of one in this week, is not known.
   */
  readonly usual_run_m: number | null;
  /** How much more was run than usual, in per cent; negative for less. By time where `usual_run_m` is not known. */
  readonly change_percent: number | null;
  /** Against the best of the four weeks before; null where too little is known to tell. `best_m` is null where it is by time. */
  readonly growth: {
    readonly grade: VolumeGrade;
    readonly best_m: number | null;
    readonly over_best_percent: number;
  } | null;
};

/** By distance; by time where that of a run is not known, since who runs on a treadmill runs no less. */
export function volumeOfWeek(placed: readonly Placed[]): Volume {
  const weeks = weeksOfRunning(placed);
  const isByTime = weeks.flat().some(({ distance_m }) => !distance_m);
  const sums = weeks.map((runs) =>
    runs.reduce((sum, run) => sum + (isByTime ? run.time_s : (run.distance_m ?? 0)), 0),
  );
  const [now = 0, ...before] = sums;
  if (before.filter((week) => week > 0).length < LEAST_USUAL_WEEKS)
    return { usual_run_m: null, change_percent: null, growth: null };
  const usual = before.reduce((total, week) => total + week, 0) / USUAL_WEEKS;
  const grown = gradeVolume(sums, hasHistory(placed));
  return {
    usual_run_m: isByTime ? null : usual,
    change_percent: Math.round((now / usual - 1) * 100),
    growth: grown && {
      grade: grown.grade,
      best_m: isByTime ? null : grown.best,
      over_best_percent: grown.over_best_percent,
    },
  };
}

function weeksOfRunning(placed: readonly Placed[]): readonly (readonly Placed[])[] {
  const weeks: Placed[][] = Array.from({ length: 1 + USUAL_WEEKS }, () => []);
  for (const workout of placed) {
    if (isRunning(workout.sport_type))
      weeks[Math.floor((HISTORY_DAYS - 1 - workout.day) / WEEK_DAYS)]?.push(workout);
  }
  return weeks;
}

function hasHistory(placed: readonly Placed[]): boolean {
  const second = HISTORY_DAYS - USUAL_WEEKS * WEEK_DAYS;
  return placed.some(({ sport_type, day }) => isRunning(sport_type) && day < second);
}

/** The run of a week that was longer than all of the 30 days before it, by the most; races are no training. */
export type LongerRunOfWeek = LongerRun & { readonly day: number; readonly distance_m: number };

export function longerRunOf(placed: readonly Placed[]): LongerRunOfWeek | null {
  const runs = placed.filter(({ sport_type }) => isRunning(sport_type));
  const longer = runs.flatMap((run) => {
    if (run.day < HISTORY_DAYS - WEEK_DAYS || run.is_race || run.distance_m === null) return [];
    const before = runs.filter(
      ({ start_ms, day }) => start_ms < run.start_ms && run.day - day <= LONGEST_DAYS,
    );
    const distances = before.flatMap(({ distance_m }) => distance_m ?? []);
    const grade = gradeLength(run.distance_m, {
      runs: before.length,
      longest_m: distances.length === 0 ? null : Math.max(...distances),
      known_days: Math.max(0, ...before.map(({ day }) => run.day - day)),
    });
    return grade === null ? [] : [{ ...grade, day: run.day, distance_m: run.distance_m }];
  });
  const [most] = longer.toSorted((one, other) => other.percent - one.percent);
  return most ?? null;
}
