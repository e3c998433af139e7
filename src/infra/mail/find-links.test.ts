import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { naughtyStrings } from '../../test/naughty-strings.ts';
import { composeLetter } from './compose-letter.ts';
import { findLinks, withHosts } from './find-links.ts';

const linksIn = (text: string): (readonly [string, string])[] =>
  findLinks(text).flatMap(({ text: shown, link }) => (link === null ? [] : [[shown, link.host] as const]));

test('each address stands with the host that a browser goes to, whatever it looks like', () => {
  for (const [text, address, host] of [
    ['See https://club.example.org/plan.', 'https://club.example.org/plan', 'club.example.org'],
    ['https://ekiden.example@evil.test', 'https://ekiden.example@evil.test', 'evil.test'],
    [
      'https://ekiden.example:443@evil.test:8443/x',
      'https://ekiden.example:443@evil.test:8443/x',
      'evil.test:8443',
    ],
    ['https://ekiden.example%2f@evil.test/', 'https://ekiden.example%2f@evil.test/', 'evil.test'],
    ['https://еkiden.example/login', 'https://еkiden.example/login', 'xn--kiden-ywe.example'],
    ['go to еkiden.com now', 'еkiden.com', 'xn--kiden-ywe.com'],
    ['еkiden.com/login!', 'еkiden.com/login', 'xn--kiden-ywe.com'],
    ['HTTPS://EVIL.TEST/X', 'HTTPS://EVIL.TEST/X', 'evil.test'],
    ['http://3627734734/', 'http://3627734734/', '216.58.214.206'],
    ['http://evil.test\\@ekiden.example', 'http://evil.test\\@ekiden.example', 'evil.test'],
    [
      'https://evil.test/?next=https://ekiden.example',
      'https://evil.test/?next=https://ekiden.example',
      'evil.test',
    ],
    ['(https://a.example/b_(c))', 'https://a.example/b_(c)', 'a.example'],
    ['https://a.exampleをご覧ください', 'https://a.example', 'a.example'],
    ['詳細はhttps://a.example/x、どうぞ', 'https://a.example/x', 'a.example'],
    ['请看https://a.example/x。', 'https://a.example/x', 'a.example'],
    ['https://日本語.jp/', 'https://日本語.jp/', 'xn--wgv71a119e.jp'],
  ] as const)
    assert.deepEqual(linksIn(text), [[address, host]], text);
});

test('what is no address stays as it was written', () => {
  for (const text of [
    'Run 10.5 km at 5:00/km.',
    'club.example.org',
    '参照はclub.example.orgへ、次も',
    'ida@club.example.org',
    'https://',
    'http://[',
    'Fin.Étape',
    'javascript:alert(1)',
  ])
    assert.equal(withHosts(text), text);
});

test('the pieces of any text are that text, and each link leads to its host over HTTP alone', () => {
  const texts = fc.oneof(
    fc.constantFrom(...naughtyStrings()),
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }).map((url) => `x ${url} y`),
  );
  fc.assert(
    fc.property(
      fc.array(texts, { maxLength: 4 }).map((some) => some.join(' ')),
      (text) => {
        const pieces = findLinks(text);
        assert.equal(pieces.map((piece) => piece.text).join(''), text);
        for (const { link } of pieces) {
          if (link === null) continue;
          const { protocol, host } = new URL(link.href);
          assert.ok(['http:', 'https:'].includes(protocol) && host === link.host);
          assert.match(host, /^[\x21-\x7e]+$/);
        }
      },
    ),
  );
});

test('in a letter the host stands behind each address of what somebody wrote, and once what that means, in each language', () => {
  for (const [language, words] of [
    ['en', /After each address/],
    ['zh-TW', /每個網址後面/],
    ['ja', /URL の後ろの矢印/],
  ] as const) {
    const parts = [
      { written: 'Sign up:\nhttps://ekiden.example@evil.test/a?b=1&c="' },
      { written: 'No link.' },
    ];
    const letter = { language, subject: 's', heading: 'h', parts, base_url: 'https://run.example.org' };
    const { text, html } = composeLetter(letter);
    assert.match(text, /https:\/\/ekiden\.example@evil\.test\/a\?b=1&c= \u2066\[→ evil\.test\]\u2069/);
    assert.match(
      html,
      /<a href="https:\/\/ekiden\.example@evil\.test\/a\?b=1&amp;c=" rel="[^"]*" [^>]*>https:\/\/ekiden\.example@evil\.test\/a\?b=1&amp;c=<\/a> <b>\u2066\[→ evil\.test\]\u2069<\/b>&quot;/,
    );
    for (const form of [text, html]) assert.equal(form.split(words).length, 2);
    const plain = composeLetter({ ...letter, parts: [{ written: 'No link.' }] });
    assert.doesNotMatch(plain.text, words);
  }
});

test('what somebody wrote becomes no markup but line breaks and links to hosts', () => {
  for (const written of [
    ...naughtyStrings(),
    'https://a.example/"><script>x</script>',
    "https://a.example/'onmouseover='x",
  ]) {
    const letter = {
      language: 'en' as const,
      subject: 's',
      heading: 'h',
      base_url: 'https://run.example.org',
    };
    const { html } = composeLetter({ ...letter, parts: [{ written: `\u0001${written}\u0001` }] });
    const [, inside = ''] = html.split('\u0001');
    const rest = inside.replaceAll(
      /<a href="https?:[^"<>]*" rel="[a-z ]*" class="ink" style="[^"<>]*">|<\/a>|<\/?b>|<br>/g,
      '',
    );
    assert.doesNotMatch(rest, /[<>"']/, written);
  }
});
