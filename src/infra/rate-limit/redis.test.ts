import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { eventually } from '../../test/eventually.ts';
import { freePort } from '../../test/free-port.ts';
import { hasOwnRedis, type OwnRedis, startOwnRedis } from '../../test/own-redis.ts';
import {
  newRedisPrefix,
  readKeys,
  removeKeys,
  skipWithoutRedis,
  startRedisProxy,
  TEST_REDIS_URL,
} from '../../test/redis.ts';
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.ts';
import { openRateLimiter } from './index.ts';
import type { RateDecision, RateLimiter, RateWindows } from './rate-limiter.ts';
import { openRedisRateLimiter } from './redis.ts';

const LIMITS: RateWindows = [
  { name: 'minute', limit: 60, seconds: 60 },
  { name: 'hour', limit: 1000, seconds: 3600 },
];
const clock = { now: () => new Date() };
const prefix = newRedisPrefix();

describe('with Redis', { skip: skipWithoutRedis }, () => {
  after(() => removeKeys(prefix));

  test('time is the server’s: this process’s wrong clock moves nothing', async () => {
    const wrong = { now: () => new Date(0) };
    await using limiter = await open({ url: TEST_REDIS_URL, clock: wrong });
    const decision = await limiter.take('server-time', LIMITS);
    const ends_in_s = decision.tightest.reset_s - Date.now() / 1000;
    assert.ok(ends_in_s > 50 && ends_in_s < 70, `${ends_in_s} s`);
    assert.equal(decision.tightest.retry_after_s, 60);
  });

  test('a window in Redis ends in real time', async () => {
    await using limiter = await open({ url: TEST_REDIS_URL });
    const short: RateWindows = [{ name: 'minute', limit: 1, seconds: 2 }];
    assert.equal((await limiter.take('real-time', short)).allowed, true);
    const refused = await limiter.take('real-time', short);
    assert.equal(refused.allowed, false);
    await sleep(refused.tightest.retry_after_s * 1000);
    assert.equal((await limiter.take('real-time', short)).allowed, true);
  });

  test('one key a subject, gone when its last window ends; none for who is refused without having counted', async () => {
    await using limiter = await open({ url: TEST_REDIS_URL });
    await limiter.take('kept', LIMITS);
    await limiter.take('nothing', [{ name: 'minute', limit: 0, seconds: 60 }]);
    const keys = await readKeys(prefix);
    const { fields, ttl_s } = keys.get('kept') ?? { fields: {}, ttl_s: 0 };
    assert.deepEqual(Object.keys(fields).sort(), [
      'hour:count',
      'hour:reset',
      'minute:count',
      'minute:reset',
    ]);
    assert.ok(ttl_s > 3590 && ttl_s <= 3600, `${ttl_s} s`);
    assert.equal(keys.has('nothing'), false);
  });

  test('three processes together let exactly 60 of 300 requests through', { timeout: 60_000 }, async () => {
    const script = `
      import { pino } from 'pino';
      import { openRateLimiter } from '${new URL('./index.ts', import.meta.url)}';
      import { openRedisRateLimiter } from '${new URL('./redis.ts', import.meta.url)}';
      const [url, prefix] = process.argv.slice(1);
      const clock = { now: () => new Date() };
      const limiter = await openRedisRateLimiter({ url, prefix, clock, logger: pino({ level: 'silent' }) });
      process.stdout.write('r');
      process.stdin.once('data', async () => {
        const taken = await Promise.all(
          Array.from({ length: 100 }, () => limiter.take('shared', ${JSON.stringify(LIMITS)})));
        process.stdout.write(JSON.stringify({
          backend: limiter.backend(), allowed: taken.filter(({ allowed }) => allowed).length }));
        await limiter.close();
        process.stdin.destroy();
      });`;
    const processes = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, TEST_REDIS_URL, prefix], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(processes.map(({ stdout }) => new Promise((ready) => stdout.once('readable', ready))));
    for (const { stdin } of processes) stdin.write('go');
    const answers = await Promise.all(
      processes.map(
        async ({ stdout }) => JSON.parse((await text(stdout)).slice(1)) as Record<string, unknown>,
      ),
    );
    assert.deepEqual(
      answers.map(({ backend }) => backend),
      ['redis', 'redis', 'redis'],
    );
    assert.equal(
      answers.reduce((sum, { allowed }) => sum + Number(allowed), 0),
      60,
    );
  });

  for (const [how, lose] of [
    ['stops answering', (proxy: Proxy) => proxy.stall()],
    ['is gone', (proxy: Proxy) => proxy.cut()],
  ] as const) {
    test(`Redis ${how}: counted in memory, said once, and shared again when it is back`, async () => {
      await using proxy = disposable(await startRedisProxy());
      const log = recordingLogger();
      await using limiter = await open({ url: proxy.url, logger: log.logger });
      const subject = `lost when it ${how}`;
      assert.equal((await limiter.take(subject, LIMITS)).tightest.remaining, 59);
      assert.equal(limiter.backend(), 'redis');
      await limiter.ping();

      await lose(proxy);
      const decisions = await Promise.all(Array.from({ length: 200 }, () => limiter.take(subject, LIMITS)));
      assert.equal(allowedOf(decisions), 60, 'a fresh count, of this process alone');
      await until(() => log.messages().length > 0);
      assert.equal(limiter.backend(), 'memory');
      await assert.rejects(limiter.ping(), /does not answer/);

      await proxy.restore();
      await until(() => limiter.backend() === 'redis');
      await limiter.ping();
      const back = await limiter.take(subject, LIMITS);
      assert.ok(back.tightest.remaining < 59 && back.allowed, 'Redis still knew what it had counted');
      assert.deepEqual(log.messages(), [
        'warn: Redis does not answer: each process limits requests in its own memory',
        'info: Redis is back: rate limits are shared again',
      ]);
    });
  }
});

describe('with a primary and a replica', {
  skip: hasOwnRedis ? false : 'needs redis-server or valkey-server',
}, () => {
  const moved = {
    'the primary dies': async ({ primary, replica, proxy }: Pair) => {
      await primary.kill();
      await replica.promote();
      proxy.redirect(replica.url);
    },
    'the two change places, and connections stay with the old primary': async (pair: Pair) => {
      await pair.replica.promote();
      await pair.primary.follow(pair.replica);
      pair.proxy.redirectNew(pair.replica.url);
    },
  };
  for (const [how, move] of Object.entries(moved)) {
    test(`${how}: nobody is refused meanwhile, and then counts are shared again and go on`, async (t) => {
      const primary = await startOwnRedis();
      t.after(() => primary.kill());
      const replica = await startOwnRedis(primary);
      t.after(() => replica.kill());
      await using proxy = disposable(await startTcpProxy(primary.url));
      await using limiter = await open({ url: proxy.url });
      // The limiter's own check is counted there too.
      await eventually(
        async () => {
          await limiter.take('moved', WIDE);
          return await replica.size();
        },
        (keys) => keys === 2,
      );
      await move({ primary, replica, proxy });
      assert.equal((await limiter.take('moved', WIDE)).allowed, true);
      const shared = await eventually(
        async () => {
          const decision = await limiter.take('moved', WIDE);
          return limiter.backend() === 'redis' ? decision : null;
        },
        (decision) => decision !== null,
      );
      assert.ok((shared?.tightest.remaining ?? MANY) < MANY - 1, 'the replica knew what had been counted');
      await limiter.ping();
    });
  }
});

const MANY = 100_000;
const WIDE: RateWindows = [{ name: 'minute', limit: MANY, seconds: 600 }];

type Pair = { readonly primary: OwnRedis; readonly replica: OwnRedis; readonly proxy: TcpProxy };

describe('without Redis', () => {
  test('an address where nothing listens: starts, serves and limits in memory', async () => {
    const log = recordingLogger();
    await using limiter = await open({
      url: `redis://:hunter2@127.0.0.1:${await freePort()}`,
      logger: log.logger,
    });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => limiter.take('nobody', LIMITS)));
    assert.equal(allowedOf(decisions), 60);
    assert.equal(limiter.backend(), 'memory');
    await assert.rejects(limiter.ping());
    // Longer than the pause between checks: later ones log nothing.
    await sleep(1_500);
    assert.equal(log.messages().length, 1);
    assert.doesNotMatch(log.text(), /hunter2/);
  });

  test('a Redis that accepts and never answers leaves counting to memory', async () => {
    await using proxy = disposable(await startRedisProxy());
    proxy.stall();
    const log = recordingLogger();
    await using limiter = await open({ url: proxy.url, logger: log.logger });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => limiter.take('silence', LIMITS)));
    assert.equal(allowedOf(decisions), 60);
    assert.equal(limiter.backend(), 'memory');
    assert.equal(log.messages().length, 1);
  });

  test('without an address requests are counted in memory and the limiter is healthy', async () => {
    const logger = pino({ level: 'silent' });
    const limiter = await openRateLimiter({ url: undefined, clock, logger });
    assert.equal(limiter.backend(), 'memory');
    await limiter.ping();
    await limiter.close();
  });
});

type Proxy = Awaited<ReturnType<typeof startRedisProxy>>;

async function open(
  options: Partial<Parameters<typeof openRedisRateLimiter>[0]> & { url: string },
): Promise<RateLimiter & AsyncDisposable> {
  return disposable(
    await openRedisRateLimiter({ clock, prefix, logger: pino({ level: 'silent' }), ...options }),
  );
}

function disposable<T extends { close(): Promise<void> }>(resource: T): T & AsyncDisposable {
  return { ...resource, [Symbol.asyncDispose]: () => resource.close() };
}

function recordingLogger() {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const messages = (): string[] =>
    lines.map((line) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      return `${pino.levels.labels[level]}: ${msg}`;
    });
  return { logger, messages, text: () => lines.join('') };
}

const allowedOf = (decisions: readonly RateDecision[]): number =>
  decisions.filter(({ allowed }) => allowed).length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}
