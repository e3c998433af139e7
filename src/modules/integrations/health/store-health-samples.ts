import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Transaction } from '../../../infra/db/queryable.ts';
import { calendarDay, MINUTE_MS } from '../../../shared/time.ts';
import { type HealthSample, insertSamples } from './queries.ts';

export type NewSample = Omit<HealthSample, 'day'>;

/** Samples of one statement, which takes some tenths of a second. The embedded engine runs nothing else meanwhile. */
const BATCH = 5_000;

/** Midnight falls on a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Stores what a phone measured of a person whom the caller holds (`holdUser`), once, however often it is sent.
 *
 * @returns how many are new, and their days in the athlete's zone, which `storeHealthDays` needs
 */
export async function storeHealthSamples(
  tx: Transaction,
  input: { user_id: string; timezone: string; samples: readonly NewSample[] },
): Promise<{ days: string[]; count: number }> {
  const dayOf = dayFinder(input.timezone);
  // Samples are stored in the order of their key over all batches: of two requests with the same samples, one waits for the other
  // without a deadlock.
  const ordered = input.samples.toSorted(compareKeys);
  const touched = new Set<string>();
  let count = 0;
  for (let at = 0; at < ordered.length; at += BATCH) {
    const batch = ordered.slice(at, at + BATCH).map((sample) => ({ ...sample, day: dayOf(sample.taken_at) }));
    for (const added of await insertSamples(tx, input.user_id, batch)) {
      touched.add(added.day);
      count += added.count;
    }
    await letOthersRun();
  }
  return { days: [...touched], count };
}

function compareKeys(a: NewSample, b: NewSample): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const order = a.taken_at.getTime() - b.taken_at.getTime();
  if (order !== 0) return order;
  if (a.origin !== b.origin) return a.origin < b.origin ? -1 : 1;
  return a.value - b.value;
}

/** Computes the day once for each quarter of an hour, since time zone rules are slow. */
function dayFinder(timezone: string): (instant: Date) => string {
  const known = new Map<number, string>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? calendarDay(instant, timezone);
    known.set(quarter, day);
    return day;
  };
}
