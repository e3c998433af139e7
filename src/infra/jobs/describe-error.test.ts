import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeError, stackFrames } from './describe-error.ts';

test('an error is described by its name, message and causes', () => {
  const error = new TypeError('outer', { cause: new Error('inner', { cause: 'deepest' }) });
  assert.equal(describeError(error), 'TypeError: outer ← Error: inner ← deepest');
  assert.equal(describeError('a text'), 'a text');
  assert.equal(describeError(undefined), '');
});

test('of errors that were gathered, copied or left without words, something is said', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const gathered = new AggregateError([refused, refused]);
  assert.equal(describeError(gathered), 'AggregateError: connect ECONNREFUSED 127.0.0.1:5432');
  // pg-boss passes copies of errors to its workers.
  const copy = { ...refused, message: refused.message, queue: 'mail.send', cause: gathered };
  assert.equal(
    describeError(copy),
    'connect ECONNREFUSED 127.0.0.1:5432 ← AggregateError: connect ECONNREFUSED 127.0.0.1:5432',
  );
  assert.equal(describeError({ code: 'EPIPE' }), 'EPIPE');
  assert.doesNotMatch(describeError({}), /object Object/);
});

test('secrets are removed from messages', () => {
  const jwt = `eyJ${'a'.repeat(30)}.eyJ${'b'.repeat(30)}.sig-nature_1`;
  const cases: [string, string][] = [
    ['connect postgres://ekiden:hunter2@db:5432/x', 'connect postgres://…@db:5432/x'],
    ['GET https://s3.test/a.zip?X-Amz-Signature=abc&b=c failed', 'GET https://s3.test/a.zip?… failed'],
    ['see "https://x.test/verify#token=abc".', 'see "https://x.test/verify?…".'],
    ['header Authorization: Bearer abcdefgh1234', 'header Authorization: Bearer …'],
    [`token ${jwt} expired`, 'token … expired'],
    [`key ekiden_${'a1'.repeat(21)}x`, 'key ekiden_…'],
    ['{"refresh_token":"abc","n":1}', '{"refresh_token":"…","n":1}'],
    ['client_secret=abc&code=def', 'client_secret=…&code=…'],
    ['accessToken: abc', 'accessToken: …'],
  ];
  for (const [text, expected] of cases) assert.equal(describeError(text), expected);
  assert.doesNotMatch(describeError(new Error('x', { cause: new Error('password=hunter2') })), /hunter2/);
});

test('ordinary messages stay as they are', () => {
  for (const text of ['The account 0190-abc is gone (HTTP 404).', 'code ECONNRESET', 'read a/b?c d#e']) {
    assert.equal(describeError(text), text);
  }
});

test('any text becomes one that the database can store, soon', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
      const described = describeError(text);
      assert.ok(described.length <= 2_000 && !described.includes('\u0000') && described.isWellFormed());
    }),
  );
  for (const part of ['a://', 'eyJ', 'token=', 'x?', 'bearer ', 'a.']) {
    assert.ok(describeError(part.repeat(1_000_000)).length <= 2_000);
  }
});

test('the frames of a stack do not repeat the message', () => {
  const frames = stackFrames(new Error('secret text'));
  assert.match(frames ?? '', /^\s+at /);
  assert.doesNotMatch(frames ?? '', /secret text/);
  assert.equal(stackFrames('no error'), undefined);
});
