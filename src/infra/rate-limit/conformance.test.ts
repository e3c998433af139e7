import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { newRedisPrefix, removeKeys, skipWithoutRedis, TEST_REDIS_URL } from '../../test/redis.ts';
import { createMemoryRateLimiter } from './memory.ts';
import type { RateDecision, RateLimiter, RateWindows } from './rate-limiter.ts';
import { openRedisRateLimiter } from './redis.ts';

const minute = (limit: number) => ({ name: 'minute', limit, seconds: 60 }) as const;
const hour = (limit: number) => ({ name: 'hour', limit, seconds: 3600 }) as const;
const LIMITS: RateWindows = [minute(60), hour(1000)];

/** 0.4 s into a second, as most requests are. */
const START_MS = 1_795_252_000_400;

let now_ms = START_MS;
const clock = { now: () => new Date(now_ms) };
let subjects = 0;
const newSubject = (): string => `subject-${subjects++}`;

describe('counting in memory', () => conforms(async () => createMemoryRateLimiter({ clock })));

describe('counting in Redis', { skip: skipWithoutRedis }, () => {
  const prefix = newRedisPrefix();
  after(() => removeKeys(prefix));
  conforms(() =>
    openRedisRateLimiter({
      url: TEST_REDIS_URL,
      prefix,
      clock,
      redisClock: clock,
      logger: pino({ level: 'silent' }),
    }),
  );
});

function conforms(open: () => Promise<RateLimiter>): void {
  let limiter: RateLimiter;
  before(async () => {
    now_ms = START_MS;
    limiter = await open();
  });
  after(() => limiter.close());

  const takeMany = async (subject: string, windows: RateWindows, count: number): Promise<RateDecision[]> =>
    await Promise.all(Array.from({ length: count }, () => limiter.take(subject, windows)));
  const take = (subject: string, windows = LIMITS): Promise<RateDecision> => limiter.take(subject, windows);

  test('the first request opens both windows at the beginning of its second', async () => {
    const now_s = Math.floor(now_ms / 1000);
    const decision = await take(newSubject());
    assert.equal(decision.allowed, true);
    assert.deepEqual(decision.windows, [
      { ...minute(60), remaining: 59, reset_s: now_s + 60, retry_after_s: 60 },
      { ...hour(1000), remaining: 999, reset_s: now_s + 3600, retry_after_s: 3600 },
    ]);
    assert.equal(decision.tightest.name, 'minute');
  });

  test('of 200 requests at once, exactly 60 are allowed, and their remainders are 59 to 0', async () => {
    const decisions = await takeMany(newSubject(), LIMITS, 200);
    const allowed = decisions.filter((one) => one.allowed);
    assert.deepEqual(
      allowed.map(({ tightest }) => tightest.remaining).toSorted((a, b) => b - a),
      Array.from({ length: 60 }, (_, index) => 59 - index),
    );
  });

  test('a refused request is counted nowhere', async () => {
    const subject = newSubject();
    const windows: RateWindows = [minute(2), hour(5)];
    await takeMany(subject, windows, 50);
    now_ms += 60_000;
    const next = await take(subject, windows);
    assert.deepEqual(
      next.windows.map(({ remaining }) => remaining),
      [1, 2],
      'two were counted in the first minute, however many were refused',
    );
  });

  test('refused until Retry-After has elapsed, and then allowed', async () => {
    const subject = newSubject();
    const windows: RateWindows = [minute(1), hour(1000)];
    await take(subject, windows);
    now_ms += 20_000;
    const refused = await take(subject, windows);
    assert.equal(refused.allowed, false);
    assert.equal(refused.tightest.remaining, 0);
    const { retry_after_s } = refused.tightest;
    assert.equal(retry_after_s, 40);
    now_ms += (retry_after_s - 1) * 1000;
    assert.equal((await take(subject, windows)).allowed, false);
    now_ms += 1000;
    const allowed = await take(subject, windows);
    assert.equal(allowed.allowed, true);
    assert.equal(allowed.tightest.reset_s, refused.tightest.reset_s + 60);
  });

  test('with both windows used up, the one to wait for is the one that ends last', async () => {
    const subject = newSubject();
    const windows: RateWindows = [minute(3), hour(3)];
    await takeMany(subject, windows, 3);
    const refused = await take(subject, windows);
    assert.equal(refused.allowed, false);
    assert.deepEqual([refused.tightest.name, refused.tightest.retry_after_s], ['hour', 3600]);
  });

  test('the window with the fewest left is the tightest, also when it is the longer one', async () => {
    const subject = newSubject();
    const windows: RateWindows = [minute(60), hour(10)];
    const { tightest } = await take(subject, windows);
    assert.deepEqual([tightest.name, tightest.remaining], ['hour', 9]);
  });

  test('subjects are counted apart', async () => {
    const [one, other] = [newSubject(), newSubject()];
    await takeMany(one, [minute(1)], 2);
    assert.equal((await take(other, [minute(1)])).allowed, true);
  });

  test('a request that is given back can be made again; not into the next window, and not when it was refused', async () => {
    const subject = newSubject();
    const windows: RateWindows = [minute(2), hour(1000)];
    const taken = await take(subject, windows);
    await take(subject, windows);
    const refused = await take(subject, windows);
    await refused.giveBack();
    assert.equal((await take(subject, windows)).allowed, false);
    await taken.giveBack();
    const again = await take(subject, windows);
    assert.deepEqual(
      again.windows.map(({ remaining }) => remaining),
      [0, 998],
    );
    now_ms += 60_000;
    await take(subject, windows);
    await again.giveBack();
    const next = await take(subject, windows);
    assert.deepEqual(
      next.windows.map(({ remaining }) => remaining),
      [0, 997],
    );
  });

  test('a limit that was lowered refuses, and says that nothing is left', async () => {
    const subject = newSubject();
    await takeMany(subject, [minute(10)], 8);
    const { allowed, tightest } = await take(subject, [minute(5)]);
    assert.deepEqual([allowed, tightest.remaining], [false, 0]);
    assert.equal((await take(subject, [minute(9)])).allowed, true);
  });

  test('a clock that is turned back keeps nobody out for longer than a window', async () => {
    const subject = newSubject();
    await takeMany(subject, [minute(1)], 1);
    now_ms -= 7_200_000;
    const refused = await take(subject, [minute(1)]);
    assert.deepEqual([refused.allowed, refused.tightest.retry_after_s], [false, 60]);
    now_ms += 30_000;
    const later = await take(subject, [minute(1)]);
    assert.deepEqual([later.allowed, later.tightest.retry_after_s], [false, 30]);
    now_ms += 30_000;
    assert.equal((await take(subject, [minute(1)])).allowed, true);
    now_ms += 7_140_000;
  });

  test('decides as a plain list of admitted requests would', async () => {
    const step = fc.record({
      wait_ms: fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(70_000), fc.nat(4_000_000)),
      takes: fc.integer({ min: 1, max: 6 }),
      give_back: fc.boolean(),
    });
    const run = fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 25 }),
      async (perMinute, perHour, steps) => {
        const windows: RateWindows = [minute(perMinute), hour(perHour)];
        const subject = newSubject();
        const model = naiveModel(windows);
        for (const { wait_ms, takes, give_back } of steps) {
          now_ms += wait_ms;
          const decisions: RateDecision[] = [];
          for (let i = 0; i < takes; i += 1) {
            const decision = await take(subject, windows);
            const { allowed, windows: states } = decision;
            assert.deepEqual({ allowed, states }, model.take(Math.floor(now_ms / 1000)));
            decisions.push(decision);
          }
          const last = decisions.findLast(({ allowed }) => allowed);
          if (!give_back || last === undefined) continue;
          await last.giveBack();
          model.giveBack();
        }
      },
    );
    await fc.assert(run, { numRuns: 60 });
  });
}

/** The admitted requests of each window's current run, as a list of seconds. */
function naiveModel(windows: RateWindows) {
  const runs = windows.map((window) => ({ window, opened_s: Number.NEGATIVE_INFINITY, admitted: 0 }));
  return {
    take: (now_s: number) => {
      for (const run of runs) {
        if (now_s - run.opened_s >= run.window.seconds) Object.assign(run, { opened_s: now_s, admitted: 0 });
      }
      const allowed = runs.every((run) => run.admitted < run.window.limit);
      if (allowed) for (const run of runs) run.admitted += 1;
      const states = runs.map(({ window, opened_s, admitted }) => ({
        ...window,
        remaining: window.limit - admitted,
        reset_s: opened_s + window.seconds,
        retry_after_s: opened_s + window.seconds - now_s,
      }));
      // A window opens only with a request that is counted in it.
      for (const run of runs) if (run.admitted === 0) run.opened_s = Number.NEGATIVE_INFINITY;
      return { allowed, states };
    },
    giveBack: () => {
      for (const run of runs) run.admitted -= 1;
    },
  };
}
