import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { sendAgainAt } from './back-off.ts';

const NOW = new Date('2026-07-01T09:00:00Z');
const waitOf = (attempts: number, more: { age?: number; retry_after?: number; chance?: number } = {}) => {
  const { age = 0, retry_after, chance = 0 } = more;
  const created_at = new Date(NOW.getTime() - age);
  const again = sendAgainAt({ now: NOW, created_at, attempts, retry_after_ms: retry_after ?? null, chance });
  return again === null ? null : again.getTime() - NOW.getTime();
};

test('each wait is four times the one before, and the eighth attempt is the last', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => waitOf(attempts));
  assert.deepEqual(
    waits,
    [10, 40, 160, 640, 2_560, 10_240, 40_960].map((seconds) => seconds * SECOND_MS),
  );
  assert.equal(waitOf(8), null);
});

test('chance moves it back by a quarter at most', () => {
  assert.equal(waitOf(1, { chance: 1 }), 12.5 * SECOND_MS);
  assert.equal(waitOf(1, { retry_after: MINUTE_MS, chance: 0.5 }), 67.5 * SECOND_MS);
});

test('what a service asks for is the least', () => {
  assert.equal(waitOf(1, { retry_after: HOUR_MS }), HOUR_MS);
  assert.equal(waitOf(2, { retry_after: SECOND_MS }), 40 * SECOND_MS);
});

test('nobody waits for longer than a day, nor for what is two days old', () => {
  assert.equal(waitOf(1, { retry_after: DAY_MS }), DAY_MS);
  assert.equal(waitOf(1, { retry_after: DAY_MS + 1 }), null);
  assert.equal(waitOf(1, { age: 2 * DAY_MS - 10 * SECOND_MS }), 10 * SECOND_MS);
  assert.equal(waitOf(1, { age: 2 * DAY_MS - 10 * SECOND_MS + 1 }), null);
});
