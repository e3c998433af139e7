import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { createMemoryRateLimiter } from './memory.ts';
import type { RateLimiter } from './rate-limiter.ts';

export { countedAddress, countedNetwork } from './counted-address.ts';
export type { RateDecision, RateLimiter, RateWindow, RateWindows, WindowState } from './rate-limiter.ts';

/**
 * This process's rate limiter: in Redis with `url`, so that all processes count together, else in memory.
 * @param options.redisClock for tests, instead of the Redis server's clock
 */
export async function openRateLimiter(options: {
  url: string | undefined;
  clock: Clock;
  redisClock?: Clock | undefined;
  logger: Logger;
}): Promise<RateLimiter> {
  const { url, ...rest } = options;
  if (url === undefined) return createMemoryRateLimiter(rest);
  const { openRedisRateLimiter } = await import('./redis.ts');
  return openRedisRateLimiter({ url, ...rest });
}
