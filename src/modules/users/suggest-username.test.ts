import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { USERNAME_PATTERN, usernameCandidates, usernameStem } from './suggest-username.ts';

test('the prefix of the e-mail, as far as a user name can hold it', () => {
  const cases: [string, string][] = [
    ['yuki@example.org', 'yuki'],
    ['Yuki.Tanaka+run@example.org', 'yuki_tanaka_run'],
    ['..run--er..@example.org', 'run_er'],
    ['ab@example.org', 'runner_ab'],
    ['+++@example.org', 'runner'],
    ['@example.org', 'runner'],
    ['Zoë.Łukasz@example.org', 'zoe_ukasz'],
    ['ＹＵＫＩ＋１@example.org', 'yuki_1'],
    ['İstanbul@example.org', 'istanbul'],
    ['東京@example.org', 'runner'],
    ['12345@example.org', '12345'],
    [`${'x'.repeat(64)}@example.org`, 'x'.repeat(21)],
    [`${'x'.repeat(20)}.y@example.org`, 'x'.repeat(20)],
  ];
  for (const [email, stem] of cases) assert.equal(usernameStem(email), stem, email);
});

test('every candidate for any e-mail is a user name, and they differ', () => {
  const pattern = new RegExp(USERNAME_PATTERN);
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), (email) => {
      const candidates = [...usernameCandidates(usernameStem(email))];
      assert.ok(
        candidates.every((candidate) => pattern.test(candidate)),
        candidates.join(),
      );
      assert.ok(new Set(candidates).size >= candidates.length - 1);
    }),
  );
});
