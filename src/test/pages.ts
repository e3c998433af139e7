import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestResponse, testServer } from './harness.ts';

/** A page for people, as a browser that wants a language gets it. */
export async function getPage(address: string, language = 'en'): Promise<TestResponse> {
  const server = await testServer();
  return server.request('GET', address, { headers: { 'accept-language': language } });
}

/** What stands between the tags of the only element of a name. */
export function onlyContent(page: string, name: string): string {
  const found = [...page.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  assert.equal(found.length, 1, name);
  assert.equal(page.split(`<${name}`).length, 2, `another <${name}>`);
  return found[0]?.[1] ?? '';
}

/** The policy of a page lets its one script and its one style run, and requests go to this server only. */
export function assertRunsOnlyItsOwn({ headers, body }: Pick<TestResponse, 'headers' | 'body'>): void {
  const hashOf = (name: string): string =>
    `'sha256-${createHash('sha256').update(onlyContent(body, name)).digest('base64')}'`;
  assert.deepEqual(headers.get('content-security-policy')?.split('; '), [
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ]);
  assert.doesNotMatch(body, /\b(?:src|style|on\w+)=|@import|https?:/, 'loads or runs more');
  for (const [, address] of body.matchAll(/(?:href=|url\()"([^"]*)"/g)) {
    assert.match(address, /^(?:\/[\w-]|\?)/, 'loads what is not of this server');
  }
}
