import { limitExceeded } from '../../../http/limit-requests.ts';
import { countedAddress, type RateLimiter } from '../../../infra/rate-limit/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { tooManyHints } from './errors.ts';

/**
 * Of events that nobody vouches for, from one network. Strava has few addresses: whose athletes make more events should have
 * them sent with the key.
 */
const MOST_A_MINUTE = 600;

/** @throws tooManyHints with `Retry-After`; Strava sends it again by itself */
export async function countHint(limiter: Pick<RateLimiter, 'take'>, client_ip: string): Promise<void> {
  const { allowed, tightest } = await limiter.take(`hints:${countedAddress(client_ip)}`, [
    { name: 'minute', limit: MOST_A_MINUTE, seconds: MINUTE_MS / SECOND_MS },
  ]);
  if (!allowed) throw limitExceeded(tooManyHints, tightest, tooManyHints.message);
}
