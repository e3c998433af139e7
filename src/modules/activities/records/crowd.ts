import { DAY_MS } from '../../../shared/time.ts';
import type { Recognisable } from './match.ts';

/**
 * So many records may begin on one day (of UTC) and still be grouped: some fifteen workouts, and each of six sources telling of
 * them all. Where there are more, no two of them are taken for the same workout, but by hand: how long grouping takes grows
 * with the square of how many are at the same time, and everybody's requests wait for it.
 */
export const MAX_RECORDS_A_DAY = 100;

type Begun = Pick<Recognisable, 'start_time'>;

export const dayNumber = ({ start_time }: Begun): number => Math.floor(start_time.getTime() / DAY_MS);

/** The days that are too full to group what began on them, by their number. */
export function crowdedDays(records: Iterable<Begun>): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const record of records) {
    const day = dayNumber(record);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > MAX_RECORDS_A_DAY).map(([day]) => day));
}

/** Days that are crowded once a change is made, and those that are so at any moment of it: all that began on them is concerned. */
export type Crowd = { readonly after: ReadonlySet<number>; readonly ever: ReadonlySet<number> };

type Named = Begun & { readonly id: string };

/** @param given.stored all of the days in question, also what is left of deleted workouts */
export function crowdOf(given: {
  readonly stored: readonly Named[];
  readonly drafts: readonly Named[];
  readonly removed: readonly Named[];
}): Crowd {
  const rewritten = new Set([...given.drafts, ...given.removed].map(({ id }) => id));
  const after = [...given.stored.filter(({ id }) => !rewritten.has(id)), ...given.drafts];
  return { after: crowdedDays(after), ever: crowdedDays([...given.stored, ...given.drafts]) };
}
