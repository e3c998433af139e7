import type { Logger } from 'pino';
import { type Clock, SECOND_MS } from '../../shared/time.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { type RateDecision, type RateLimiter, type RateWindows, toDecision } from './rate-limiter.ts';
import { createRedisCounters } from './redis-counters.ts';

/** How often Redis is asked whether it is back, in milliseconds. */
const CHECK_INTERVAL_MS = SECOND_MS;
const CHECK_WINDOWS: RateWindows = [{ name: 'minute', limit: 1_000_000_000, seconds: 60 }];

export type RedisRateLimiterOptions = {
  readonly url: string;
  /** Of the counts in memory while Redis is gone. */
  readonly clock: Clock;
  /** For the counts in Redis, instead of the Redis server's clock. */
  readonly redisClock?: Clock | undefined;
  readonly logger: Logger;
  readonly prefix?: string;
};

/**
 * Counts in Redis with one call a request. While Redis is away it counts in this process's memory and checks in the
 * background. Waits at most 2 s for the first connection.
 */
export async function openRedisRateLimiter(options: RedisRateLimiterOptions): Promise<RateLimiter> {
  const { url, clock, redisClock, logger, prefix = 'ekiden:rate:' } = options;
  const memory = createMemoryRateLimiter({ clock });
  const redis = createRedisCounters({ url, prefix, clock: redisClock });
  // `doubted`: one command failed, perhaps because this process was busy; an immediate check decides.
  let health: 'up' | 'doubted' | 'down' = 'doubted';
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const ask = () => redis.take('check', CHECK_WINDOWS);

  const check = async (): Promise<void> => {
    try {
      await ask();
      if (closed) return;
      if (health === 'down') logger.info('Redis is back: rate limits are shared again');
      health = 'up';
    } catch (error) {
      if (closed) return;
      if (health === 'doubted') {
        logger.warn({ err: error }, 'Redis does not answer: each process limits requests in its own memory');
      }
      health = 'down';
      timer = setTimeout(() => void check(), CHECK_INTERVAL_MS).unref();
    }
  };

  const doubt = (): void => {
    if (health !== 'up' || closed) return;
    health = 'doubted';
    void check();
  };

  const take = async (subject: string, windows: RateWindows): Promise<RateDecision> => {
    const counted = await redis.take(subject, windows);
    return toDecision(windows, counted, async () => {
      // Without Redis the request stays counted.
      if (counted.allowed) await redis.giveBack(subject, windows, counted.counters).catch(doubt);
    });
  };

  await redis.connect().catch(() => undefined);
  await check();
  return {
    take: async (subject, windows) => {
      if (health !== 'up') return memory.take(subject, windows);
      try {
        return await take(subject, windows);
      } catch {
        doubt();
        return memory.take(subject, windows);
      }
    },
    backend: () => (health === 'up' ? 'redis' : 'memory'),
    ping: async () => {
      if (health === 'up') await ask().then(undefined, doubt);
      if (health !== 'up') throw new Error('Redis does not answer.');
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      redis.close();
      await memory.close();
    },
  };
}
