import type { Logger } from 'pino';
import { limitExceeded } from '../../../http/limit-requests.ts';
import { countedAddress, type RateLimiter } from '../../../infra/rate-limit/index.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
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

/** So often at the most the operator is told: anybody may send such events. */
const TOLD_EVERY_MS = HOUR_MS;

/** Tells the operator in the log, once an hour, that events come which nobody vouches for. @returns what is to be called for each */
export function tellOfHints(deps: { readonly logger: Logger; readonly clock: Clock }): () => void {
  let next_ms = Number.NEGATIVE_INFINITY;
  return () => {
    const now_ms = deps.clock.now().getTime();
    if (now_ms < next_ms) return;
    next_ms = now_ms + TOLD_EVERY_MS;
    deps.logger.warn(
      'events of Strava arrive with neither signature nor key and may be forged: see ekiden strava subscription',
    );
  };
}
