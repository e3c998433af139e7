import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftPieces, planBudget, usualLimits, weeksACall } from './limits.ts';
import { startSpending } from './spend.ts';

const clock = { now: () => new Date(0) };

test('calls and tokens are each used up by themselves', () => {
  const few = startSpending(clock, 1_000, { calls: 2, tokens: 1_000 });
  assert.deepEqual([few.take(1), few.take(1), few.take(1)], [true, true, false]);
  const short = startSpending(clock, 1_000, { calls: 9, tokens: 1_000 });
  assert.deepEqual(
    [short.take(600), short.take(600), short.take(400), short.take(1)],
    [true, false, true, false],
  );
});

test('time that is over is spent', () => {
  let now = 0;
  const spend = startSpending({ now: () => new Date(now) }, 1_000, { calls: 9, tokens: 1_000 });
  now = 999;
  assert.ok(spend.take(1));
  assert.equal(spend.msLeft(), 1);
  now = 5_000;
  assert.ok(!spend.take(1));
  assert.equal(spend.msLeft(), 0);
});

test('one to four weeks a call, and for any plan twice what it needs once', () => {
  assert.deepEqual([0, 1, 3, 4, 5, 7, 21].map(weeksACall), [4, 4, 4, 3, 2, 2, 1]);
  assert.deepEqual(planBudget(52 * 7, 7, 52), { calls: 54, tokens: (52 * 7 * 450 + 27 * 400) * 2 });
});

test('one answer has as long as the operator says, and so has a plan, but for five minutes at least', () => {
  for (const [answer_s, whole_s] of [
    [30, 300],
    [300, 300],
    [3_600, 3_600],
  ] as const) {
    const { call_ms, plan_ms, draft_ms } = usualLimits({ answer_ms: answer_s * 1_000, max_output_tokens: 1 });
    assert.deepEqual(
      [call_ms, plan_ms, draft_ms],
      [answer_s, whole_s, whole_s].map((s) => s * 1_000),
    );
  }
});

test('weeks of a draft are asked for in pieces of 16, or of as many as the model may write, and of one at least', () => {
  const sizes = (weeks: number, tokens: number): number[] =>
    draftPieces(
      Array.from({ length: weeks }, () => 7),
      (days) => days,
      tokens,
    ).map(({ length }) => length);
  assert.deepEqual(sizes(52, 16_384), [16, 16, 16, 4]);
  assert.deepEqual(sizes(5, 4_096), [5]);
  assert.deepEqual(sizes(6, 4_096), [5, 1]);
  assert.deepEqual(sizes(2, 100), [1, 1]);
  assert.deepEqual(sizes(0, 16_384), []);
});
