import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../shared/languages.ts';
import { dateWords } from './date-words.ts';

test('a day is written as people do, with its year where that is not this one', () => {
  const inAll = (date: string, today: string) =>
    LANGUAGES.map((language) => dateWords(date, { language, today }));
  assert.deepEqual(inAll('2026-11-23', '2026-01-01'), ['23 November', '11 月 23 日', '11 月 23 日']);
  assert.deepEqual(inAll('2027-01-04', '2026-12-31'), [
    '4 January 2027',
    '2027 年 1 月 4 日',
    '2027 年 1 月 4 日',
  ]);
});
