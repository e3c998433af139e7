import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inEachLanguage, phrase, phrasesIn } from './index.ts';

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
