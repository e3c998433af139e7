import type { Transaction } from '../../../infra/db/queryable.ts';
import { deleteSamples } from './expiry-queries.ts';
import type { HealthReport } from './health-report.ts';
import { type KeptDay, tellMore } from './merge-days.ts';
import { deriveDays, holdDays, updateDays } from './queries.ts';

/**
 * Stores what sources tell of days of somebody who is held (`holdUser`): several reports of one day are fine, and in whatever
 * order its editions come, the latest is what remains. Workouts first, where a transaction brings both. Of a day whose time is
 * over (`expireHealth`) nothing is taken in anew, and samples of it that were stored just now go again.
 *
 * @param input.sampled_days of which a phone has sent new samples: what these say is written into them
 * @returns how many of the samples went again
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
  // All at once and in their order: two who hold some each and want more would wait for one another.
  const kept = await holdDays(tx, { user_id, keys: [...reports, ...sampled], now });
  const days = new Map<string, KeptDay>(kept.map((day) => [keyOf(day), day]));
  for (const report of reports) {
    const before = days.get(keyOf(report));
    if (before !== undefined) days.set(keyOf(report), tellMore(before, report));
  }
  await updateDays(tx, user_id, [...days.values()]);
  // Whoever stored samples of the same days at the same time is done now that they are held: all of them count.
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
