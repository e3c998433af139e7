import { addDays, isDay } from '../../shared/calendar.ts';
import { METRES_PER_MILE } from '../../shared/units.ts';

const MILES = /\bmi(?:les?)?\b|英里|哩|マイル/iu;

/** Whether a sentence with these numbers says so many metres. In miles where it speaks of those, else in metres or kilometres. */
export function saysMetres(text: string, numbers: readonly number[], metres: number): boolean {
  const units = MILES.test(text) ? [METRES_PER_MILE] : [1, 1_000];
  return numbers.some((number) => units.some((unit) => Math.abs(number * unit - metres) <= 0.01 * metres));
}

/**
 * A day as sentences say it: in full; without its year, as the first such day from the plan's first on; or as a week of the plan.
 * Empty, which is no day, where the sentence does not name its number.
 *
 * @param of_week which day of a week is meant, from 0
 */
export function dayOf(said: string, of_week: number, numbers: readonly number[], start_date: string): string {
  const match = /^(?:(?:(\d{4})-)?(\d{2})-(\d{2})|week (\d{1,2}))$/.exec(said);
  const [, year, month, date, week] = match ?? [];
  if (match === null || !numbers.includes(Number(week ?? date))) return '';
  if (week !== undefined) return addDays(start_date, 7 * (Number(week) - 1) + of_week);
  if (year !== undefined) return said;
  const first = Number(start_date.slice(0, 4));
  const days = [first, first + 1, first + 2].map((one) => `${one}-${month}-${date}`);
  return days.find((day) => isDay(day) && day >= start_date) ?? '';
}
