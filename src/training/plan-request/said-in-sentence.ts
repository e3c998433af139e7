import { addDays, isDay } from '../../shared/calendar.ts';
import { METRES_PER_MILE } from '../../shared/units.ts';

const MILES = /\bmi(?:les?)?\b|英里|哩|マイル/iu;

/** Whether one of the sentence's numbers is this distance: in miles where the sentence mentions miles, else in metres or kilometres. */
export function saysMetres(text: string, numbers: readonly number[], metres: number): boolean {
  const units = MILES.test(text) ? [METRES_PER_MILE] : [1, 1_000];
  return numbers.some((number) => units.some((unit) => Math.abs(number * unit - metres) <= 0.01 * metres));
}

/**
 * The day of a phrase from a sentence: a full date; a date without its year, which is the first such day from the start of the plan on;
 * or a week of the plan. Empty, which is not a day, where the sentence does not contain its number.
 *
 * @param of_week the day within the week, from 0
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
