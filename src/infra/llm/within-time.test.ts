import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchTimers } from '../../test/watch-timers.ts';
import { withinTime } from './within-time.ts';

const { signal } = new AbortController();

function answerOf(pieces: readonly string[], then: () => Promise<void> = async () => {}) {
  const seen = { given_back: false };
  async function* answer(): AsyncGenerator<string> {
    try {
      yield* pieces;
      await then();
    } finally {
      seen.given_back = true;
    }
  }
  return { answer, seen };
}

test('an answer is given back when it is read to its end, when it fails, and when nobody reads on', async (t) => {
  const timers = watchTimers(t);
  const whole = answerOf(['a', 'b']);
  assert.deepEqual(await Array.fromAsync(withinTime(whole.answer, 60_000, signal)), ['a', 'b']);
  const broken = answerOf(['a'], () => Promise.reject(new Error('broken')));
  await assert.rejects(Array.fromAsync(withinTime(broken.answer, 60_000, signal)), { message: 'broken' });
  const left = answerOf(['a', 'b']);
  for await (const _piece of withinTime(left.answer, 60_000, signal)) break;
  const aborted = answerOf(['a', 'b']);
  const leaving = new AbortController();
  await assert.rejects(
    async () => {
      for await (const _piece of withinTime(aborted.answer, 60_000, leaving.signal))
        leaving.abort(new Error('gone'));
    },
    { message: 'gone' },
  );
  for (const { seen } of [whole, broken, left, aborted]) assert.ok(seen.given_back);
  assert.equal(timers.live(), 0);
});

test('one that can not be given back holds nobody up, and what it says about that is of no interest', async (t) => {
  const timers = watchTimers(t);
  const deaf = answerOf(['a'], () => new Promise(() => {}));
  await assert.rejects(Array.fromAsync(withinTime(deaf.answer, 1, signal)), { reason: 'timed_out' });
  for (const how of [() => Promise.reject(new Error('no')), () => new Promise<never>(() => {})]) {
    const answer = { next: async () => ({ done: false, value: 'a' }), return: how };
    for await (const _piece of withinTime(() => ({ [Symbol.asyncIterator]: () => answer }), 60_000, signal))
      break;
  }
  assert.equal(timers.live(), 0);
});
