import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../../shared/errors.ts';
import { DEEP_LINK, requireReturnUrl, resultUrl } from './return-url.ts';

const ALLOWED = {
  origins: ['https://club.example.org', 'http://127.0.0.1:3000'],
  schemes: ['ekiden'],
};

const isAllowed = (text: string): boolean => {
  try {
    requireReturnUrl(text, ALLOWED);
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError && error.status === 400, String(error));
    return false;
  }
};

describe('where people may be sent', () => {
  test('pages of the origins that are listed, and apps by their schemes', () => {
    for (const good of [
      'https://club.example.org',
      'https://club.example.org/',
      'https://club.example.org/a/b?c=d&e=https://evil.example.org#f',
      'https://club.example.org?a=b',
      'https://club.example.org#a@b',
      'http://127.0.0.1:3000/x',
      'ekiden://',
      'ekiden://integrations/callback?from=settings#top',
      DEEP_LINK,
    ]) {
      assert.ok(isAllowed(good), good);
    }
  });

  // A browser, a proxy or a hurried person reads each of these as some other place.
  const HOSTILE: readonly string[] = [
    '',
    ' ',
    '/',
    '//evil.example.org',
    '///evil.example.org',
    '\\\\evil.example.org',
    'https:evil.example.org',
    'https:/club.example.org',
    'https:///club.example.org',
    'https:\\\\club.example.org',
    'https://club.example.org\\@evil.example.org',
    'https://club.example.org\\.evil.example.org',
    'https://club.example.org@evil.example.org',
    'https://club.example.org:443@evil.example.org/',
    'https://club.example.org%40evil.example.org',
    'https://club.example.org%2f@evil.example.org',
    'https://club.example.org%00.evil.example.org',
    'https://me:secret@club.example.org/',
    'https://me@club.example.org/',
    'https://@club.example.org/',
    'https://club.example.org.evil.example.org/',
    'https://club.example.orgevil.example.org/',
    'https://club.example.org-evil.example.org/',
    'https://club.example.org.',
    'https://club.example.org./',
    'https://club.example.org:443/',
    'https://club.example.org:8443/',
    'https://club.example.org:/',
    'https://club.example.org:80',
    'http://club.example.org/',
    'ftp://club.example.org/',
    'ws://club.example.org/',
    'https://evil.example.org/https://club.example.org/',
    'https://evil.example.org/?https://club.example.org',
    'https://evil.example.org#https://club.example.org',
    'https://sub.club.example.org/',
    'https://example.org/',
    // Letters that look like others: a Cyrillic "с", full-width letters, a dot of another script, and their encoded form.
    'https://сlub.example.org/',
    'https://ｃｌｕｂ.example.org/',
    'https://club。example.org/',
    'https://xn--lub-5cd.example.org/',
    'https://club.example.org/ä',
    'https://127.0.0.1/x',
    'http://127.0.0.1:3001/x',
    'http://127.1:3000/x',
    'http://0x7f000001:3000/x',
    'http://2130706433:3000/',
    'http://localhost:3000/x',
    'http://[::1]:3000/x',
    'http://[::ffff:127.0.0.1]:3000/x',
    'javascript:alert(1)',
    'javascript://club.example.org/%0aalert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'blob:https://club.example.org/0',
    'file:///etc/passwd',
    'intent://x#Intent;scheme=https;end',
    'about:blank',
    'ekiden:',
    'ekiden:integrations',
    'ekiden:/integrations',
    'ekiden2://x',
    'evil-ekiden://x',
    'ekidenx://x',
    'x-ekiden://',
    ' https://club.example.org/',
    'https://club.example.org/ x',
    '\thttps://club.example.org/',
    'https://club.example.org/\r\nLocation: https://evil.example.org',
    'https://club.example.org/\nx',
    'https://club.example.org/\u0000',
    'https://club.example.org/\u007f',
    'https://club.example.org/\u0085x',
    'https://club.example.org\u200b/',
    '\ufeffhttps://club.example.org/',
    'https://club.example.org/"><script>',
    "https://club.example.org/`'",
    'https://club.example.org/{x}',
    'https://club.example.org/^x|y',
    `https://club.example.org/${'a'.repeat(2_000)}`,
    `ekiden://${'a'.repeat(2_000)}`,
    `https://club.example.org${'@'.repeat(100)}evil.example.org`,
  ];
  test('and nowhere else, however it is spelled', () => {
    for (const bad of HOSTILE) assert.ok(!isAllowed(bad), JSON.stringify(bad));
  });

  test('what passes leads to a listed place for a browser too, with any letter put anywhere', () => {
    const [good = ''] = ALLOWED.origins;
    for (let at = 0; at <= good.length; at += 1) {
      for (let code = 0; code < 0x180; code += 1) {
        const text = `${good.slice(0, at)}${String.fromCharCode(code)}${good.slice(at)}`;
        for (const tail of ['', '/', '.evil.example.org', '@evil.example.org']) {
          if (isAllowed(`${text}${tail}`))
            assert.equal(new URL(`${text}${tail}`).origin, good, JSON.stringify(`${text}${tail}`));
        }
      }
    }
  });

  test('nothing is allowed where nothing is listed', () => {
    assert.throws(() => requireReturnUrl(DEEP_LINK, { origins: [], schemes: [] }));
  });
});

describe('what came of it, in the address', () => {
  const success = { provider_user_id: '4711' };
  test('is added to the query, before the fragment', () => {
    for (const [from, to] of [
      [DEEP_LINK, `${DEEP_LINK}?provider=strava&status=success&provider_user_id=4711`],
      ['https://a.example/x', 'https://a.example/x?provider=strava&status=success&provider_user_id=4711'],
      ['ekiden://x?', 'ekiden://x?provider=strava&status=success&provider_user_id=4711'],
      [
        'ekiden://x?a=1&b=%20+%C3%A4&c#top?d=2',
        'ekiden://x?a=1&b=%20+%C3%A4&c&provider=strava&status=success&provider_user_id=4711#top?d=2',
      ],
      ['ekiden://x#top', 'ekiden://x?provider=strava&status=success&provider_user_id=4711#top'],
    ] as const) {
      assert.equal(resultUrl(from, 'strava', success), to);
    }
  });

  test('cannot be said in advance', () => {
    const asked = 'ekiden://x?status=success&a=1&%73tatus=success&provider_user_id=7&error=&provider=garmin';
    assert.equal(
      resultUrl(asked, 'strava', { error: 'access_denied' }),
      'ekiden://x?a=1&provider=strava&status=error&error=access_denied',
    );
  });

  test('an id of whatever form stays one parameter', () => {
    const url = resultUrl('ekiden://x', 'garmin', { provider_user_id: 'a&status=b#c d' });
    assert.equal(new URL(url).searchParams.get('provider_user_id'), 'a&status=b#c d');
    assert.equal(new URL(url).hash, '');
  });
});
