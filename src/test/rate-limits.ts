import assert from 'node:assert/strict';
import type { Clock } from '../shared/time.ts';
import type { TestResponse } from './harness.ts';

export type ShownLimits = { limit: number; remaining: number; reset: number };

/** The three headers as numbers; null where none of them is there. */
export function shownLimits({ headers }: TestResponse): ShownLimits | null {
  const values = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (values.every((value) => value === null)) return null;
  for (const value of values) assert.match(value ?? '', /^\d+$/);
  const [limit = 0, remaining = 0, reset = 0] = values.map(Number);
  return { limit, remaining, reset };
}

/** A 429 to the letter. Returns its Retry-After, in seconds. */
export function assertRefused(clock: Clock, answer: TestResponse, limit: number): number {
  assert.equal(answer.status, 429, JSON.stringify(answer.body));
  assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'code', 'request_id']);
  assert.equal(answer.body.code, 'rate_limited');
  assert.equal(answer.headers.get('x-api-version'), '2026-07-01');
  const nowS = Math.floor(clock.now().getTime() / 1000);
  const retryAfter = answer.headers.get('retry-after') ?? '';
  assert.match(retryAfter, /^[1-9]\d*$/);
  const { reset, ...rest } = shownLimits(answer) ?? { reset: 0 };
  assert.deepEqual(rest, { limit, remaining: 0 });
  assert.ok(Math.abs(reset - nowS - Number(retryAfter)) <= 1, 'reset and Retry-After name the same moment');
  return Number(retryAfter);
}
