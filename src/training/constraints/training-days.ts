import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import type { Constraints } from '../planning/constraints.ts';
import type { DraftWeek } from '../planning/draft.ts';
import type { ExperienceLevel } from '../planning/plan.ts';

/** The days with which coaches usually start an athlete of the level; the weekend is for the long run. */
const DAYS_OF_LEVEL: Readonly<Record<ExperienceLevel, readonly Weekday[]>> = {
  beginner: ['tuesday', 'thursday', 'sunday'],
  intermediate: ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'],
  advanced: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
};

/** The days asked for, else those the athlete wants, else those of the level; in the order of the week. */
export function workoutDays(
  asked: readonly Weekday[] | null,
  wanted: readonly Weekday[],
  level: ExperienceLevel,
): readonly Weekday[] {
  const days = asked ?? (wanted.length > 0 ? wanted : DAYS_OF_LEVEL[level]);
  return WEEKDAYS.filter((day) => days.includes(day));
}

/**
 * Chooses as many training days as were asked for, with the day of the long run among them. It prefers the weekend and days far from each
 * other. Where nobody asked for these days (`are_open`), others may replace them.
 */
export function chooseDays(
  days: readonly Weekday[],
  { days_per_week, days_off, long_run_day }: Constraints,
  are_open: boolean,
): readonly Weekday[] {
  const free = days.filter((day) => !days_off.includes(day));
  const count = days_per_week ?? free.length;
  const hasLongRun = long_run_day === null || free.includes(long_run_day);
  if (count === free.length && hasLongRun) return free;
  const pool = are_open ? WEEKDAYS.filter((day) => !days_off.includes(day)) : free;
  const choices = subsetsOf(pool).filter((chosen) => chosen.length === Math.max(1, count));
  const score = (chosen: readonly Weekday[]) => {
    const wished = long_run_day !== null && chosen.includes(long_run_day) ? 10_000 : 0;
    const usual = 1_000 * chosen.filter((day) => free.includes(day)).length;
    const weekend = chosen.includes('sunday') ? 100 : chosen.includes('saturday') ? 50 : 0;
    return wished + usual + weekend - crowding(chosen);
  };
  return choices.toSorted((one, other) => score(other) - score(one))[0] ?? free;
}

function subsetsOf(days: readonly Weekday[]): Weekday[][] {
  return Array.from({ length: 2 ** days.length }, (_, bits) =>
    days.filter((_day, index) => (bits >> index) % 2 === 1),
  );
}

/** The sum of the squares of the gaps between days, around the week; it is least where the gaps are even. */
function crowding(days: readonly Weekday[]): number {
  const at = days.map((day) => WEEKDAYS.indexOf(day));
  const gaps = at.map((index, place) => ((at[(place + 1) % at.length] ?? index) - index + 7) % 7 || 7);
  return gaps.reduce((sum, gap) => sum + gap * gap, 0);
}

/** The days on which a draft trains in at least half of its weeks; null where it names none. */
export function daysOfDraft(draft: readonly DraftWeek[] | null): readonly Weekday[] | null {
  const weeks = trainedDays(draft);
  const days = WEEKDAYS.filter(
    (day) => 2 * weeks.filter((week) => week.includes(day)).length >= weeks.length,
  );
  return weeks.length === 0 || days.length === 0 ? null : days;
}

/** The days on which a draft trains in every week and that were not asked for. A day that moves in single weeks does not count. */
export function daysBeside(
  draft: readonly DraftWeek[] | null,
  asked: readonly Weekday[],
): readonly Weekday[] {
  const weeks = trainedDays(draft);
  if (asked.length === 0 || weeks.length === 0) return [];
  return WEEKDAYS.filter((day) => !asked.includes(day) && weeks.every((week) => week.includes(day)));
}

function trainedDays(draft: readonly DraftWeek[] | null): Weekday[][] {
  return (draft ?? [])
    .map(({ days }) => (days ?? []).filter(({ workout_type }) => workout_type !== 'race'))
    .filter((days) => days.length > 0)
    .map((days) => days.map(({ day }) => day));
}
