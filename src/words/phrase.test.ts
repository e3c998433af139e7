import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inEachLanguage, NONE, phrase, phrasesIn, phrasesInTurn } from './index.ts';

describe('a phrase', () => {
  test('is said in each language with its placeholders filled in', () => {
    assert.deepEqual(
      inEachLanguage((say) => say('mail.sentBy', { site: 'run.example.org' })),
      {
        en: 'Sent automatically by Ekiden at run.example.org.',
        'zh-TW': '本郵件由 Ekiden（run.example.org）系統自動寄出。',
        ja: 'このメールは Ekiden（run.example.org）から自動送信されています。',
      },
    );
  });

  test('takes values as text, whatever is in them', () => {
    for (const site of ["{site} '{' <b>{0, plural}</b> # $& \u0000", '', '__proto__'])
      assert.equal(phrase('en', 'mail.sentBy', { site }), `Sent automatically by Ekiden at ${site}.`);
    assert.equal(phrase('en', 'mail.sentBy', { site: 12_345 }), 'Sent automatically by Ekiden at 12345.');
  });

  test('says what is there, and nothing of what there is none of', () => {
    const say = phrasesIn('en');
    const race = { what: 'race', time: '19:45', day: NONE, pace: NONE, taper: NONE };
    assert.equal(say('summaries.race.rex.1', race), 'race in 19:45.');
    assert.equal(
      say('summaries.race.rex.1', { ...race, day: 'Sunday', taper: '1 week' }),
      'race on Sunday in 19:45, 1 week of taper before it.',
    );
  });

  test('counts in the forms that its language has', () => {
    const days = (n: number) => Object.values(inEachLanguage((say) => say('measures.days', { n })));
    assert.deepEqual([1, 2, 0].map(days), [
      ['1 day', '1 天', '1 日'],
      ['2 days', '2 天', '2 日'],
      ['0 days', '0 天', '0 日'],
    ]);
  });

  test('takes turns with others of its kind, whatever the number of the turn', () => {
    const turns = (...numbers: number[]) =>
      numbers.map((turn) => phrasesInTurn('en', turn)('planning.tip.rex.hills').slice(0, 5));
    assert.deepEqual(turns(0, 1, 2, 3, -1, 2.9), ['Short', 'Push ', 'Short', 'Push ', 'Push ', 'Short']);
    // @ts-expect-error: there are no such texts.
    assert.throws(() => phrasesInTurn('en', 0)('planning.tip.rex'), /No texts planning\.tip\.rex/);
  });

  test('has keys and placeholders that are checked by their types', () => {
    const say = phrasesIn('en');
    // @ts-expect-error: there is no such text.
    assert.throws(() => say('mail.nothing'), /No text mail\.nothing in the catalog en/);
    // @ts-expect-error: the text has a placeholder.
    assert.throws(() => say('mail.sentBy'), /site/);
    // @ts-expect-error: it is called otherwise.
    assert.throws(() => say('mail.sentBy', { club: 'Riverside' }), /site/);
    // @ts-expect-error: the text has no placeholder.
    assert.equal(say('mail.hostsStandBehind', { site: 'x' }), say('mail.hostsStandBehind'));
  });
});
