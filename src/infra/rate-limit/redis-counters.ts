import { Redis } from 'iovalkey';
import { type Clock, SECOND_MS } from '../../shared/time.ts';
import type { Counted, Counter, RateWindows } from './rate-limiter.ts';
import { GIVE_BACK, type Script, TAKE } from './scripts.ts';

/** The longest time that a request waits for Redis, in milliseconds. */
const COMMAND_TIMEOUT_MS = 100;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection with a pending answer that is silent for this long is replaced. */
const SILENCE_MS = 5_000;
const LONGEST_RETRY_MS = 1_000;

/** Counters in Redis. Every method throws, soon, when Redis does not answer. */
export type RedisCounters = {
  take(subject: string, windows: RateWindows): Promise<Counted>;
  giveBack(subject: string, windows: RateWindows, taken: readonly Counter[]): Promise<void>;
  connect(): Promise<void>;
  close(): void;
};

/**
 * @param options.prefix of all keys
 * @param options.clock instead of the Redis server's own; several nodes would have several clocks
 */
export function createRedisCounters(options: {
  url: string;
  prefix: string;
  clock?: Clock | undefined;
}): RedisCounters {
  const { url, prefix, clock } = options;
  const redis = new Redis(url, {
    connectionName: 'ekiden',
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    // A server that does not answer would not close its connection either.
    disconnectTimeout: COMMAND_TIMEOUT_MS,
    // Nothing is queued or sent twice: a request that Redis does not count is counted in memory.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * attempt, LONGEST_RETRY_MS),
    // A server that has become a replica closes no connection: the address may lead to another one by now.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    // Both families are tried by Node itself.
    family: 0,
    familyFallback: { enabled: false },
  });
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => {
    lastError = error;
  });

  const run = async ({ lua, sha1 }: Script, subject: string, args: (string | number)[]): Promise<unknown> => {
    if (redis.status !== 'ready') throw new Error('There is no connection to Redis.', { cause: lastError });
    const key = `${prefix}${subject}`;
    try {
      return await within(COMMAND_TIMEOUT_MS, redis.evalsha(sha1, 1, key, ...args));
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await within(COMMAND_TIMEOUT_MS, redis.eval(lua, 1, key, ...args));
    }
  };

  return {
    take: async (subject, windows) => {
      const now_s = clock === undefined ? '' : Math.floor(clock.now().getTime() / SECOND_MS);
      const args = windows.flatMap(({ name, limit, seconds }) => [name, limit, seconds]);
      return readAnswer(await run(TAKE, subject, [now_s, ...args]), windows.length);
    },
    giveBack: async (subject, windows, taken) => {
      await run(
        GIVE_BACK,
        subject,
        windows.flatMap(({ name }, index) => [name, taken[index]?.reset_s ?? 0]),
      );
    },
    connect: () => within(CONNECT_TIMEOUT_MS, redis.connect()),
    close: () => redis.disconnect(),
  };
}

/** Stops waiting after this many milliseconds. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`Redis took over ${ms} ms.`))), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** `[time, allowed, count, end, count, end …]`, see TAKE. */
function readAnswer(answer: unknown, windows: number): Counted {
  if (!Array.isArray(answer) || answer.length !== 2 + 2 * windows || !answer.every(Number.isSafeInteger)) {
    throw new Error('Redis gave an answer that cannot be read.');
  }
  const [now_s, allowed, ...rest]: number[] = answer;
  const counters = Array.from({ length: windows }, (_, index) => ({
    count: rest[2 * index] ?? 0,
    reset_s: rest[2 * index + 1] ?? 0,
  }));
  return { allowed: allowed === 1, now_s: now_s ?? 0, counters };
}
