import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SURFACES } from '../test/envelopes.ts';
import { type TestServer, testServer } from '../test/harness.ts';

/** Names of XML, not addresses: nothing is fetched from there. */
const NAMES = /^https?:\/\/(?:www\.)?w3\.org\//;

/** What a page or stylesheet makes a browser load: `src`, `href`, `url(…)`, `@import`. */
function loadedBy(text: string): string[] {
  const found = text.matchAll(/(?:src|href)="([^"]+)"|url\(["']?([^"')]+)|@import ["']([^"']+)/g);
  return [...found].map(([, attribute, url, imported]) => attribute ?? url ?? imported ?? '');
}

async function get(server: TestServer, path: string): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(new URL(path, server.url));
  assert.equal(answer.status, 200, path);
  return { text: await answer.text(), headers: answer.headers };
}

describe('/docs', () => {
  test('loads everything from this server, in both directions of its policy', async () => {
    const server = await testServer();
    const page = await get(server, '/docs');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /https?:|unsafe-eval|\*/);
    const assets = loadedBy(page.text);
    assert.ok(assets.length >= 5);
    for (const path of assets) {
      assert.match(path, /^\/docs\//);
      const { text, headers } = await get(server, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      if (!path.endsWith('.css')) continue;
      assert.match(headers.get('content-type') ?? '', /^text\/css/);
      for (const target of loadedBy(text))
        assert.match(target, /^data:/, 'a stylesheet loads only what it holds');
    }
  });

  test('offers both documents, which are there', async () => {
    const server = await testServer();
    const { text } = await get(server, '/docs/start.js');
    for (const { prefix } of SURFACES) {
      assert.ok(text.includes(`"url":"${prefix}/openapi.json"`));
      await get(server, `${prefix}/openapi.json`);
    }
    const addresses = text.match(/https?:\/\/[^"' ]+/g) ?? [];
    assert.deepEqual(
      addresses.filter((address) => !NAMES.test(address)),
      [],
    );
    // Otherwise every visit would send the document to a validator elsewhere.
    assert.match(text, /validatorUrl: null/);
  });
});
