import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Redis } from 'iovalkey';
import { freePort } from './free-port.ts';

/** The Redis that `scripts/test.ts` found, and why tests that need one are left out where it found none. */
export const TEST_REDIS_URL = process.env.TEST_REDIS_URL ?? '';
export const skipWithoutRedis = TEST_REDIS_URL === '' ? 'no Redis: TEST_REDIS_URL is not set' : false;

/** A prefix that no other run uses. */
export function newRedisPrefix(): string {
  return `ekiden-test:${randomUUID()}:`;
}

export type KeysUnder = Map<string, { fields: Record<string, string>; ttl_s: number }>;

/** What is stored below a prefix. */
export async function readKeys(prefix: string): Promise<KeysUnder> {
  return await withRedis(async (redis) => {
    const found: KeysUnder = new Map();
    for (const key of await redis.keys(`${prefix}*`)) {
      found.set(key.slice(prefix.length), { fields: await redis.hgetall(key), ttl_s: await redis.ttl(key) });
    }
    return found;
  });
}

/** Removes what is stored below a prefix. */
export async function removeKeys(prefix: string): Promise<void> {
  await withRedis(async (redis) => {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(...keys);
  });
}

async function withRedis<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(TEST_REDIS_URL, { lazyConnect: true });
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

/** A way to Redis that can break. */
export type RedisProxy = {
  readonly url: string;
  /** Connections stay open and are accepted, and nothing passes any more. */
  stall(): void;
  /** Refuses connections and cuts those there are. */
  cut(): Promise<void>;
  restore(): Promise<void>;
};

/** Starts a proxy before the test's Redis; without one, for tests of its absence only, it starts stalled. */
export async function startRedisProxy(): Promise<RedisProxy & { close(): Promise<void> }> {
  const target = new URL(TEST_REDIS_URL === '' ? 'redis://127.0.0.1:1' : TEST_REDIS_URL);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let stalled = TEST_REDIS_URL === '';
  const server = createServer((client) => {
    const upstream = stalled ? null : connect(Number(target.port || 6379), target.hostname);
    for (const socket of [client, upstream]) {
      if (socket === null) continue;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream?.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (!stalled) upstream?.write(bytes);
    });
    upstream?.on('data', (bytes) => {
      if (!stalled) client.write(bytes);
    });
  });
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    stall: () => {
      stalled = true;
    },
    cut,
    restore: async () => {
      stalled = false;
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen();
    },
    close: cut,
  };
}
