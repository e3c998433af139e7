import type { Transaction } from '../../infra/db/queryable.ts';
import { type QuotaDefinition, requireQuota } from '../../shared/quotas.ts';
import { DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { addDailyUsage, addUsage, type CountedQuota } from './queries.ts';

type Counting<Define> = { readonly user_id: string; readonly limit: number; readonly define: Define };

/**
 * Counts what somebody takes on, in the transaction that stores it. Of two at once the second waits for the first: the count
 * is held until the transaction ends, so it is taken last, after everything else that is locked.
 *
 * @throws quota_exceeded where there is no room for it; the transaction takes the count back
 */
export async function countForAccount(
  tx: Transaction,
  { user_id, limit, define, more }: Counting<QuotaDefinition<CountedQuota>> & { readonly more: number },
): Promise<void> {
  if (more <= 0) return;
  const used = (await addUsage(tx, { user_id, quota: define.quota, more })) - more;
  requireQuota(define, { used, limit, more });
}

/**
 * The same for one of what is counted by the day.
 *
 * @throws quota_exceeded with `Retry-After`, the seconds until the next day begins (UTC)
 */
export async function countForDay(
  tx: Transaction,
  { user_id, limit, define, now }: Counting<QuotaDefinition<'uploads_per_day'>> & { readonly now: Date },
): Promise<void> {
  const used = (await addDailyUsage(tx, { user_id, quota: define.quota, now })) - 1;
  requireQuota(define, { used, limit, headers: untilTomorrow(now) });
}

export function untilTomorrow(now: Date): { 'Retry-After': string } {
  return { 'Retry-After': String(Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / SECOND_MS)) };
}
