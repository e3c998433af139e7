import { addDays, daysBetween, weekdayOf } from '../../shared/calendar.ts';
import type { DayRange } from '../../shared/day-range.ts';
import type { AvailabilityEntry, DayPart } from './told.ts';

export type ToldDay = { readonly date: string; readonly entries: readonly AvailabilityEntry[] };

type Range = { readonly from: string | null; readonly to: string | null };

export function isWithin(date: string, { from, to }: Range): boolean {
  return (from === null || date >= from) && (to === null || date <= to);
}

export function isAbout(entry: AvailabilityEntry, date: string): boolean {
  return isWithin(date, entry) && (entry.weekdays?.includes(weekdayOf(date)) ?? true);
}

export function datesOf({ from, to }: DayRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place));
}

/** The days of a range about which something was told, in order, with their entries in the given order. */
export function expandDays(entries: readonly AvailabilityEntry[], range: DayRange): ToldDay[] {
  return datesOf(range).flatMap((date) => {
    const about = entries.filter((entry) => isAbout(entry, date));
    return about.length === 0 ? [] : [{ date, entries: about }];
  });
}

const PARTS = ['morning', 'afternoon', 'evening'] as const satisfies readonly DayPart[];

/**
 * For how many minutes at once the athlete can train on a day: 0 where each part of the day is ruled out, infinite where one part of it
 * is unlimited. Travelling rules nothing out.
 */
export function minutesOn(entries: readonly AvailabilityEntry[]): number {
  const ofPart = (part: DayPart): number =>
    Math.min(...entries.filter((entry) => entry.part === part).map(minutesOf));
  return Math.min(ofPart('day'), Math.max(...PARTS.map(ofPart)));
}

function minutesOf({ kind, minutes }: AvailabilityEntry): number {
  if (kind === 'unavailable') return 0;
  return kind === 'limited' ? (minutes ?? 0) : Number.POSITIVE_INFINITY;
}
