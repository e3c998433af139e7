import type { Transaction } from '../../../infra/db/queryable.ts';
import { deleteSamples } from './expiry-queries.ts';
import type { HealthReport } from './health-report.ts';
import { type KeptDay, tellMore } from './merge-days.ts';
import { deriveDays, holdDays, updateDays } from './queries.ts';

/**
 * Stores health reports of a person whom the caller holds (`holdUser`). Several reports of one day are allowed, and in whatever order
 * its editions come, the latest one remains. A transaction that also stores workouts stores those first. Reports of a day whose time is
 * over (`expireHealth`) are ignored, and samples of it that were just stored are deleted again.
 *
 * @param input.sampled_days days with new samples of a phone, from which values are computed
 * @returns how many of the samples were deleted again
 */
export async function storeHealthDays(
  tx: Transaction,
  input: {
    user_id: string;
    reports: readonly HealthReport[];
    sampled_days?: readonly string[];
    now: Date;
  },
): Promise<number> {
  const { user_id, reports, sampled_days = [], now } = input;
  const sampled = sampled_days.map((day) => ({ day, source: 'apple_health' as const }));
  if (reports.length + sampled.length === 0) return 0;
  // All days are locked at once in their order: two callers that hold some each and want more would deadlock.
  const kept = await holdDays(tx, { user_id, keys: [...reports, ...sampled], now });
  const days = new Map<string, KeptDay>(kept.map((day) => [keyOf(day), day]));
  for (const report of reports) {
    const before = days.get(keyOf(report));
    if (before !== undefined) days.set(keyOf(report), tellMore(before, report));
  }
  await updateDays(tx, user_id, [...days.values()]);
  // Others who stored samples of these days at the same time have committed by now, since the days are locked: all of their samples
  // count.
  const [open, over] = splitDays(sampled_days, (day) => days.has(keyOf({ day, source: 'apple_health' })));
  if (open.length > 0) await deriveDays(tx, { user_id, days: open });
  return over.length > 0 ? await deleteSamples(tx, { user_id, days: over }) : 0;
}

function splitDays(days: readonly string[], isFirst: (day: string) => boolean): [string[], string[]] {
  return [days.filter(isFirst), days.filter((day) => !isFirst(day))];
}

function keyOf({ day, source }: Pick<HealthReport, 'day' | 'source'>): string {
  return `${day} ${source}`;
}
