import { addDays } from '../../../shared/calendar.ts';
import { restAround } from '../../../training/race-events.ts';
import { isRunning } from '../../../training/sport.ts';
import { TAPER_HISTORY_WEEKS, taperWeeks } from '../../../training/taper.ts';
import type { Placed } from './placed-workout.ts';
import { HISTORY_DAYS, WEEK_DAYS, type Week } from './week.ts';

export type Raced = {
  readonly date: string;
  readonly distance_m: number | null;
  readonly time_s: number;
  readonly taper_weeks: number | null;
};

const FIRST_DAY = HISTORY_DAYS - WEEK_DAYS;

export function raceOfWeek(week: Week, placed: readonly Placed[]): Raced | null {
  const [longest] = racesIn(placed)
    .filter(({ day }) => day >= FIRST_DAY)
    .toSorted((one, other) => (other.distance_m ?? 0) - (one.distance_m ?? 0));
  if (longest === undefined) return null;
  const { day, distance_m, elapsed_s: time_s } = longest;
  const date = addDays(week.week_start, day - FIRST_DAY);
  return { date, distance_m, time_s, taper_weeks: taperWeeks(weeksBefore(placed, day)) };
}

/** Whether less is run in the week since there was a race before it. */
export function isRecovery(placed: readonly Placed[]): boolean {
  return racesIn(placed).some(
    ({ day, distance_m }) => day < FIRST_DAY && FIRST_DAY - day <= restAround(distance_m).recovery_days,
  );
}

function racesIn(placed: readonly Placed[]): Placed[] {
  return placed.filter(({ is_race, sport_type }) => is_race && isRunning(sport_type));
}

/** What was run in each seven days before a day, the last ones first: by time where a distance is not known. */
function weeksBefore(placed: readonly Placed[], day: number): number[] {
  const runs = placed.filter(
    (one) => isRunning(one.sport_type) && one.day < day && one.day >= day - TAPER_HISTORY_WEEKS * WEEK_DAYS,
  );
  const by = runs.every(({ distance_m }) => distance_m) ? 'distance_m' : 'time_s';
  const weeks = Array.from({ length: TAPER_HISTORY_WEEKS }, () => 0);
  for (const run of runs) {
    const place = Math.floor((day - 1 - run.day) / WEEK_DAYS);
    weeks[place] = (weeks[place] ?? 0) + (run[by] ?? 0);
  }
  return weeks;
}
