import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Transaction } from '../../../infra/db/queryable.ts';
import { calendarDay, MINUTE_MS } from '../../../shared/time.ts';
import { deriveDays, type HealthSample, holdDays, insertSamples } from './queries.ts';

export type NewSample = Omit<HealthSample, 'day'>;

/** A statement with a few hundred thousand parameters takes hundreds of megabytes. */
const BATCH = 20_000;

/** Midnight falls on a quarter of an hour everywhere. */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Stores what a phone measured of somebody who is held (`holdUser`), once however often it is sent, and what it says of their
 * days: as they fall in the zone that they have set.
 */
export async function storeHealthSamples(
  tx: Transaction,
  input: { user_id: string; timezone: string; samples: readonly NewSample[]; now: Date },
): Promise<void> {
  const { user_id, now } = input;
  const dayOf = dayFinder(input.timezone);
  // In the order of the key, over all batches: of two at once that send the same, one waits for the other and never both.
  const ordered = input.samples.toSorted(compareKeys);
  const touched = new Set<string>();
  for (let at = 0; at < ordered.length; at += BATCH) {
    const batch = ordered.slice(at, at + BATCH).map((sample) => ({ ...sample, day: dayOf(sample.taken_at) }));
    for (const day of await insertSamples(tx, user_id, batch)) touched.add(day);
    await letOthersRun();
  }
  const days = [...touched];
  if (days.length === 0) return;
  // Whoever stores samples of the same day at the same time is done once it is held: then all of them count.
  await holdDays(tx, { user_id, keys: days.map((day) => ({ day, source: 'apple_health' })), now });
  await deriveDays(tx, { user_id, days });
}

function compareKeys(a: NewSample, b: NewSample): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const order = a.taken_at.getTime() - b.taken_at.getTime();
  if (order !== 0) return order;
  if (a.origin !== b.origin) return a.origin < b.origin ? -1 : 1;
  return a.value - b.value;
}

/** Looks a day up once a quarter of an hour: rules of time zones are slow to ask. */
function dayFinder(timezone: string): (instant: Date) => string {
  const known = new Map<number, string>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? calendarDay(instant, timezone);
    known.set(quarter, day);
    return day;
  };
}
