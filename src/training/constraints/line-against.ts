import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { Constraints } from '../planning/constraints.ts';
import type { DraftDay, DraftWeek } from '../planning/draft.ts';

/** Drafts give distances to a tenth of a kilometre or mile. */
const ROUNDED_M = 100;
const ROUNDED_SHARE = 0.01;
/** The share by which the first week may differ from what was asked for. */
const FIRST_WEEK = 0.05;
const EASY: readonly DraftDay['workout_type'][] = ['easy-run', 'recovery-run', 'long-run'];
const NO_RUNS: readonly DraftDay['workout_type'][] = ['cross-training', 'strength'];

type Line = { readonly field: keyof Constraints; readonly week: number; readonly day: Weekday | null };

/** The first line of a draft that breaks a constraint; null where none does, or where there is no draft. */
export function lineAgainst(
  constraints: Partial<Constraints>,
  draft: readonly DraftWeek[] | null,
  start_date: string,
): Line | null {
  // Most sentences of a request have no constraints, and the draft of a year has hundreds of lines.
  if (Object.keys(constraints).length === 0) return null;
  const few = fewerDays(constraints.days_per_week ?? null, draft ?? []);
  if (few !== null) return few;
  for (const week of draft ?? []) {
    const days = trained(week.days ?? []);
    for (const one of days) {
      const field = fieldAgainst(constraints, one, dateOf(one.day, week.number, start_date));
      if (field !== null) return { field, week: week.number, day: one.day };
    }
    const field = fieldOfWeek(constraints, { ...week, days });
    if (field !== null) return { field, week: week.number, day: null };
  }
  return null;
}

/** Single weeks may have fewer days; where all weeks have fewer, the draft means another number. */
function fewerDays(count: number | null, draft: readonly DraftWeek[]): Line | null {
  const weeks = draft.flatMap(({ number, days }) => (days === null ? [] : [{ number, days }]));
  const [first] = weeks;
  if (count === null || first === undefined) return null;
  const isFewer = weeks.every(({ days }) => trained(days).length < count);
  return isFewer ? { field: 'days_per_week', week: first.number, day: null } : null;
}

function trained(days: readonly DraftDay[]): DraftDay[] {
  return days.filter(({ workout_type }) => workout_type !== 'race');
}

function fieldAgainst(
  { days_off = [], long_run_day = null, longest_run_m = null, exclude = [], ...dated }: Partial<Constraints>,
  { day, workout_type, ...line }: DraftDay,
  date: string,
): keyof Constraints | null {
  const holds = ({ from, to }: { from: string; to: string | null }): boolean =>
    date >= from && (to === null || date <= to);
  if (days_off.includes(day)) return 'days_off';
  if (workout_type === 'long-run' && long_run_day !== null && day !== long_run_day) return 'long_run_day';
  if (exclude.includes(workout_type)) return 'exclude';
  if (longest_run_m !== null && isAbove(metresOf({ workout_type, ...line }), longest_run_m))
    return 'longest_run_m';
  if (dated.unavailable?.some(holds)) return 'unavailable';
  const injuries = (dated.injuries ?? []).filter(holds);
  if (NO_RUNS.includes(workout_type)) return null;
  const isBarred = injuries.some(
    ({ running }) =>
      running === 'none' ||
      (running === 'easy_only' && !EASY.includes(workout_type)) ||
      (running === 'no_hills' && workout_type === 'hills'),
  );
  return isBarred ? 'injuries' : null;
}

function fieldOfWeek(
  {
    max_weekly_distance_m = null,
    first_week_distance_m: first = null,
    days_per_week = null,
  }: Partial<Constraints>,
  {
    number,
    days,
    distance_m,
  }: Pick<DraftWeek, 'number' | 'distance_m'> & { readonly days: readonly DraftDay[] },
): keyof Constraints | null {
  if (days_per_week !== null && days.length > days_per_week) return 'days_per_week';
  const lines = days.reduce((metres, one) => metres + metresOf(one), 0);
  const sum = lines === 0 ? distance_m : lines;
  if (sum === null) return null;
  if (max_weekly_distance_m !== null && isAbove(sum, max_weekly_distance_m)) return 'max_weekly_distance_m';
  const isOpen = days.some((one) => one.distance_m === null && !NO_RUNS.includes(one.workout_type));
  if (number !== 1 || first === null || isOpen) return null;
  return Math.abs(sum - first) > FIRST_WEEK * first + days.length * ROUNDED_M
    ? 'first_week_distance_m'
    : null;
}

function dateOf(day: Weekday, week: number, start_date: string): string {
  const place = WEEKDAYS.indexOf(day) - WEEKDAYS.indexOf(weekdayOf(start_date));
  return addDays(start_date, 7 * (week - 1) + ((place + 7) % 7));
}

function metresOf({ workout_type, distance_m }: Pick<DraftDay, 'workout_type' | 'distance_m'>): number {
  return NO_RUNS.includes(workout_type) ? 0 : (distance_m ?? 0);
}

function isAbove(metres: number, most_m: number): boolean {
  return metres > most_m * (1 + ROUNDED_SHARE) + ROUNDED_M;
}
