import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { LANGUAGES } from '../../shared/languages.ts';
import { naughtyStrings } from '../../test/naughty-strings.ts';
import { composeLetter, type Letter } from './compose-letter.ts';
import { createMailer, MailError } from './index.ts';

const OURS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; &copy;',
  '</td></tr></table></body>',
  '-->',
  '$& $1 $$',
  '青木 桜 🏃‍♀️ ‮abc',
];
const STRINGS = [...OURS, ...naughtyStrings()];

function letterOf(text: string, language: Letter['language'] = 'en'): Letter {
  return {
    language,
    subject: text,
    heading: text,
    parts: [
      text,
      { link: { label: text, url: 'https://run.example.org/x?a=1&b=2' } },
      { code: text },
      { note: text, url: 'https://run.example.org/y' },
    ],
    base_url: 'https://run.example.org',
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** What a reader of the HTML sees in place of the text; fails where it could be anything but text. */
function readBack(html: string): string[] {
  const [first = '', ...around] = composeLetter(letterOf('\u0001')).html.split('\u0001');
  assert.ok(html.startsWith(first), 'the layout has not moved');
  let rest = html.slice(first.length);
  const places = around.map((following) => {
    const at = rest.indexOf(following);
    const escaped = rest.slice(0, at).replaceAll('<br>', '\n');
    rest = rest.slice(at + following.length);
    assert.doesNotMatch(escaped, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    return escaped.replaceAll(/&[a-z0-9#]+;/g, (entity) => ENTITIES[entity] ?? entity);
  });
  assert.equal(rest, '');
  return places;
}

test('whatever a letter says is text in its HTML', () => {
  for (const text of STRINGS)
    assert.deepEqual(readBack(composeLetter(letterOf(text)).html), Array(6).fill(text));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.deepEqual(readBack(composeLetter(letterOf(text)).html), Array(6).fill(text));
    }),
  );
});

test('no text breaks the headers: it arrives as it is, or the mail is not sent', async (t) => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'ekiden-letters-'));
  t.after(() => rm(data_dir, { recursive: true }));
  const mailer = createMailer({
    smtp_url: undefined,
    from: 'Ekiden <no-reply@ekiden.test>',
    data_dir,
    logger: pino({ level: 'silent' }),
    clock: { now: () => new Date('2026-07-01T08:00:00.000Z') },
  });
  const headersOf = async (message_id: string) => {
    const file = path.join(data_dir, 'outbox', `20260701T080000000Z-${message_id}.eml`);
    return await PostalMime.parse(await readFile(file));
  };
  const send = (name: string, message_id: string): Promise<void> =>
    mailer.send({
      ...composeLetter(letterOf(name)),
      to: { address: 'runner@example.org', name },
      message_id,
    });
  await send('Yuki', 'plain');
  const plain = (await headersOf('plain')).headers.map(({ key }) => key);
  for (const [index, name] of STRINGS.entries()) {
    try {
      await send(name, `m-${index}`);
    } catch (error) {
      assert.ok(error instanceof MailError && error.permanent && /\p{Cc}/u.test(name), JSON.stringify(name));
      continue;
    }
    const mail = await headersOf(`m-${index}`);
    // Without a subject there is no such header.
    const keys = plain.filter((key) => key !== 'subject' || name.trim() !== '');
    assert.deepEqual(
      mail.headers.map(({ key }) => key).filter((key) => key !== 'subject' || name.trim() !== ''),
      keys,
      name,
    );
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      ['runner@example.org'],
      name,
    );
  }
  assert.ok((await readdir(path.join(data_dir, 'outbox'))).length > OURS.length);
});

test('text and HTML say the same, in a language that is named, and fetch nothing', () => {
  for (const language of LANGUAGES) {
    const { subject, text, html } = composeLetter({
      language,
      subject: 'Subject',
      heading: 'Heading',
      parts: [
        'First.',
        { link: { label: 'Button', url: 'https://run.example.org/x?a=1&b=2' } },
        { code: 'c0de' },
      ],
      base_url: 'https://run.example.org:8443',
    });
    assert.equal(subject, 'Subject');
    assert.ok(text.startsWith('Heading\n\nFirst.\n\nhttps://run.example.org/x?a=1&b=2\n\nc0de\n\n'));
    assert.match(text, /run\.example\.org:8443/);
    assert.ok(html.includes(`<html lang="${language}">`));
    assert.equal(
      html.split('href="https://run.example.org/x?a=1&amp;b=2"').length,
      3,
      'a button, and its address',
    );
    assert.doesNotMatch(html, /<(?:img|script|link|iframe|object|form)\b|url\(|@import|\s(?:src|on\w+)=/);
  }
});
