import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { composePage } from '../../../http/pages/compose-page.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { createOrganization, invite } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';
import { joinPage } from './join-page.ts';
import { WORDS, type Words } from './words.ts';

const getPage = async (address: string, language = 'en') =>
  (await testServer()).request('GET', address, { headers: { 'accept-language': language } });

function onlyContent(page: string, name: string): string {
  const found = [...page.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  assert.equal(found.length, 1, name);
  return found[0]?.[1] ?? '';
}
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the page holds nothing of its address, is kept nowhere and runs its own script alone', async () => {
  const server = await testServer();
  const { token } = await invite(server, await createOrganization(server));
  const plain = await getPage('/join');
  for (const query of [`token=${token}`, 'token="><script>alert(1)</script>', 'token=a&token=b']) {
    const { status, headers, body } = await getPage(`/join?${query}`);
    assert.deepEqual([status, body], [200, plain.body]);
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'etag', 'vary'].map((name) => headers.get(name)),
      ['no-store', 'no-referrer', null, 'accept-language'],
    );
    assert.deepEqual(headers.get('content-security-policy')?.split('; '), [
      "default-src 'none'",
      `script-src ${hashOf(onlyContent(body, 'script'))}`,
      `style-src ${hashOf(onlyContent(body, 'style'))}`,
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]);
    assert.doesNotMatch(body, /\b(?:src|href|style|on\w+)=|url\(|@import|https?:/, 'loads or runs more');
  }
});

test('in the language of the browser; each field has a label, and passwords may be pasted and kept', async () => {
  for (const language of LANGUAGES) {
    const { headers, body } = await getPage('/join', language);
    assert.equal(headers.get('content-language'), language);
    assert.ok(body.includes(`<h1 tabindex="-1">${WORDS[language].heading}</h1>`));
  }
  const { body } = await getPage('/join');
  const ids: string[] = [...body.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id ?? '');
  assert.equal(new Set(ids).size, ids.length);
  const inputs: string[] = body.match(/<input [^>]*>/g) ?? [];
  for (const id of inputs.flatMap((input) => /\bid="(?!show)([\w-]+)"/.exec(input)?.slice(1) ?? []))
    assert.ok(body.includes(`<label for="${id}">`), id);
  for (const [, described = ''] of body.matchAll(/aria-describedby="([^"]+)"/g))
    for (const id of described.split(' ')) assert.ok(ids.includes(id), id);
  assert.ok(inputs.some((input) => /type="password" autocomplete="current-password"/.test(input)));
  assert.doesNotMatch(body, /maxlength|paste|keydown|beforeinput/);
});

test('what the page says is text: nothing in it opens a tag or ends an attribute', () => {
  const hostile = `"'><b onclick=x>&amp;`;
  const words: Words = JSON.parse(
    JSON.stringify(WORDS.en, (_key, value) => (typeof value === 'string' ? hostile : value)),
  );
  const page = composePage(joinPage('en', words));
  assert.equal(page.includes(hostile), false);
  assert.doesNotMatch(page, /<b |"'/);
});

test('the script takes the token out of the address first, and keeps neither it nor who signed in', async () => {
  const script = onlyContent((await getPage('/join')).body, 'script');
  const replaced: unknown[][] = [];
  const browser = {
    URLSearchParams,
    location: { search: '?token=sesame-0123456789', pathname: '/join' },
    history: { replaceState: (...args: unknown[]) => replaced.push(args) },
  };
  assert.throws(() => runInNewContext(script, browser), /document is not defined/);
  assert.deepEqual(replaced, [[null, '', '/join']]);
  assert.doesNotMatch(script, /Storage|indexedDB|cookie|caches|innerHTML|console/);
});
