import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import { MAX_A_DAY_BY_ONE } from './campaign.ts';
import { ownCampaignLimit } from './errors.ts';

/**
 * Counts what one person sends or schedules, over all their organizations: otherwise founding more organizations would reach more
 * people. The rate limiter keeps the count, because it outlives an organization that is deleted with its campaigns. A campaign that was
 * not stored in the end is not counted.
 *
 * @throws ownCampaignLimit with `Retry-After`; whatever `store` throws
 */
export async function countingOwn<T>(
  rateLimiter: RateLimiter,
  user_id: string,
  store: () => Promise<T>,
): Promise<T> {
  const { allowed, tightest, giveBack } = await rateLimiter.take(`campaigns-of:${user_id}`, [
    { name: 'day', limit: MAX_A_DAY_BY_ONE, seconds: DAY_MS / SECOND_MS },
  ]);
  if (!allowed) throw ownCampaignLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
  try {
    return await store();
  } catch (error) {
    await giveBack();
    throw error;
  }
}
