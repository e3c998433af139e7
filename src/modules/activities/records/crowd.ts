import { DAY_MS } from '../../../shared/time.ts';
import type { Recognisable } from './match.ts';

/**
 * The most records that may begin on one day (UTC) and still be grouped: some fifteen activities from six sources.
 * Beyond, records are joined only by hand, since grouping is quadratic and requests wait for it.
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

/** Days crowded after a change, and those crowded at any moment of it, whose records are all affected. */
export type Crowd = { readonly after: ReadonlySet<number>; readonly ever: ReadonlySet<number> };

type Named = Begun & { readonly id: string };

export function crowdOf(given: {
  readonly stored: readonly Named[];
  readonly drafts: readonly Named[];
  readonly removed: readonly Named[];
}): Crowd {
  const rewritten = new Set([...given.drafts, ...given.removed].map(({ id }) => id));
  const after = [...given.stored.filter(({ id }) => !rewritten.has(id)), ...given.drafts];
  return { after: crowdedDays(after), ever: crowdedDays([...given.stored, ...given.drafts]) };
}
