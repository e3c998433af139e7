import type { Transaction } from '../../../infra/db/queryable.ts';
import { type KeptDay, tellMore } from './merge-days.ts';
import { holdDays, updateDays } from './queries.ts';
import type { HealthTelling } from './telling.ts';

/**
 * Stores what sources tell of days of somebody who is held (`holdUser`): several tellings of one day are fine, and in whatever
 * order its editions come, the latest is what remains. Workouts first, where a transaction brings both.
 */
export async function storeHealthDays(
  tx: Transaction,
  { user_id, tellings, now }: { user_id: string; tellings: readonly HealthTelling[]; now: Date },
): Promise<void> {
  if (tellings.length === 0) return;
  const kept = await holdDays(tx, { user_id, keys: tellings, now });
  const days = new Map<string, KeptDay>(kept.map((day) => [keyOf(day), day]));
  for (const telling of tellings) {
    const before = days.get(keyOf(telling));
    if (before !== undefined) days.set(keyOf(telling), tellMore(before, telling));
  }
  await updateDays(tx, user_id, [...days.values()]);
}

function keyOf({ day, source }: Pick<HealthTelling, 'day' | 'source'>): string {
  return `${day} ${source}`;
}
