import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryRateLimiter } from './memory.ts';
import type { RateWindows } from './rate-limiter.ts';

const LIMITS: RateWindows = [
  { name: 'minute', limit: 60, seconds: 60 },
  { name: 'hour', limit: 1000, seconds: 3600 },
];

test('holds a subject only until its last window has ended, also after the clock was turned back', async () => {
  let now_s = 1_795_252_000;
  const limiter = createMemoryRateLimiter({ clock: { now: () => new Date(now_s * 1000) } });
  const takeMany = async (name: string): Promise<void> => {
    for (let i = 0; i < 1_000; i += 1) await limiter.take(`${name}-${i}`, LIMITS);
  };
  await takeMany('early');
  now_s += 3_599;
  await takeMany('late');
  assert.equal(limiter.size(), 2_000);
  now_s += 61;
  await limiter.take('one', LIMITS);
  assert.equal(limiter.size(), 1_001, 'those whose hour is over are gone');
  now_s -= 100_000;
  await takeMany('back');
  now_s += 3_700;
  await limiter.take('one', LIMITS);
  assert.ok(limiter.size() <= 1_001, `${limiter.size()}`);
  await limiter.close();
  assert.equal(limiter.size(), 0);
});

test('refused requests alone hold nothing', async () => {
  const limiter = createMemoryRateLimiter({ clock: { now: () => new Date(0) } });
  await limiter.take('nobody', [{ name: 'minute', limit: 0, seconds: 60 }]);
  assert.equal(limiter.size(), 0);
});
