import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../test/browser.ts';
import { SURFACES } from '../test/envelopes.ts';
import { type TestServer, testServer } from '../test/harness.ts';
import { homePage } from './pages/home-page.ts';

const PAGES = ['/docs', '/docs/developer'] as const;
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function get(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, server.url), { headers });
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get('content-type') ?? '',
    headers: answer.headers,
  };
}

describe('/docs', () => {
  test('loads everything from this server, in both directions of its policy', async () => {
    const server = await testServer();
    for (const path of PAGES) {
      const page = await get(server, path);
      assert.equal(page.status, 200);
      assert.match(page.type, /^text\/html/);
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /https?:|unsafe-eval|\*/);
      const assets = [...page.text.matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g)].map(
        ([, found]) => found ?? '',
      );
      assert.equal(assets.length, 3);
      for (const asset of [...assets, '/docs/redoc.js']) {
        assert.match(asset, /^\/(?:docs\/|favicon\.ico$)/);
        const { status, headers } = await get(server, asset);
        assert.equal(status, 200, asset);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
      }
    }
  });

  test('shows each document, which is there, and leads to the other', async () => {
    const server = await testServer();
    for (const [index, { prefix }] of SURFACES.entries()) {
      const { text } = await get(server, PAGES[index] ?? '');
      assert.ok(text.includes(`data-document="${prefix}/openapi.json"`));
      for (const path of PAGES) assert.ok(text.includes(`href="${path}"`));
      assert.equal((await get(server, `${prefix}/openapi.json`)).status, 200);
    }
  });

  test('sends its script compressed to who takes that, and not again to who has it', async () => {
    const server = await testServer();
    const asked = async (headers: Record<string, string>): Promise<Response> =>
      fetch(new URL('/docs/redoc.js', server.url), { headers });
    const plain = await asked({ 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    const refused = await asked({ 'accept-encoding': 'gzip;q=0, br' });
    assert.equal(refused.headers.get('content-encoding'), null);
    await refused.body?.cancel();
    const compressed = await asked({ 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.ok(Number(compressed.headers.get('content-length')) < 800_000);
    const script = await plain.text();
    assert.equal(await compressed.text(), script);
    assert.doesNotMatch(script, /cdn\.redoc\.ly/);
    const again = await asked({ 'if-none-match': compressed.headers.get('etag') ?? '' });
    assert.equal(again.status, 304);
  });
});

describe('what people type', () => {
  test('the address alone leads to a page that says what this is, in three languages', async () => {
    const server = await testServer();
    for (const [language, words] of [
      ['en', 'This is an Ekiden server'],
      ['zh-TW', '這是一台 Ekiden 伺服器'],
      ['ja', 'これは Ekiden のサーバーです'],
    ] as const) {
      const { status, text, type } = await get(server, '/', { ...BROWSER, 'accept-language': language });
      assert.equal(status, 200);
      assert.match(type, /^text\/html/);
      assert.ok(text.includes(words));
      for (const path of PAGES) assert.ok(text.includes(`href="${path}"`));
      assert.doesNotMatch(text, /<dl>/, 'nobody to be outside of the demo');
    }
  });

  test('the start page of the demo says whom one may be, as text', () => {
    const { content } = homePage('en', {
      club: 'A <b> club',
      coach: 'coach@example.org',
      athlete: 'athlete@example.org',
      password: 'Demo-Club-1',
      platforms: [{ name: 'Strava', url: 'http://127.0.0.1:4001' }],
    });
    assert.match(content, /A &lt;b&gt; club/);
    for (const shown of ['coach@example.org', 'athlete@example.org', 'Demo-Club-1', 'http://127.0.0.1:4001'])
      assert.ok(content.includes(shown));
  });

  test('the server answers with the icon', async () => {
    const server = await testServer();
    const { status, type } = await get(server, '/favicon.ico');
    assert.deepEqual([status, type], [200, 'image/vnd.microsoft.icon']);
  });

  test('an address without anything is a page for browsers and the envelope for programs', async () => {
    const server = await testServer();
    for (const path of ['/nothing', '/api', '/api/v1', '/developer', '/developer/v1/', '/files/nothing']) {
      const page = await get(server, path, BROWSER);
      assert.ok(page.status >= 400 && page.status < 500, path);
      assert.match(page.type, /^text\/html/, path);
      assert.match(page.text, /<h1 [^>]*>/);
      assert.match(page.headers.get('cache-control') ?? '', /no-store/);
      for (const accept of [
        '*/*',
        'application/json',
        'application/json, text/html;q=0.5',
        'text/html;q=0',
      ]) {
        const { status, type, text } = await get(server, path, { accept });
        assert.equal(status, page.status, path);
        assert.match(type, /^application\/json/, path);
        assert.equal(typeof JSON.parse(text).code, 'string');
      }
    }
    const page = await get(server, '/nothing', { ...BROWSER, 'accept-language': 'ja' });
    assert.ok(page.text.includes('ここには何もありません'));
  });

  test('another method than an address has is a page for browsers too', async () => {
    const server = await testServer();
    const answer = await fetch(new URL('/docs', server.url), { method: 'POST', headers: BROWSER });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    await answer.body?.cancel();
  });

  test('below the prefix of an API every failure is in its envelope, whatever is accepted', async () => {
    const server = await testServer();
    for (const { prefix } of SURFACES) {
      const { type } = await get(server, `${prefix}/nothing`, BROWSER);
      assert.match(type, /^application\/json/);
    }
  });
});

type Violation = { readonly impact: string; readonly id: string; readonly html: string };

const findViolations = (
  options: object,
): string => `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) =>
  violations.map(({ impact, id, nodes }) => ({ impact, id, html: nodes[0].html.slice(0, 200) })))`;
/** The whole audit in light; in dark, what colours change. */
const LOOKS = {
  light: findViolations({}),
  dark: findViolations({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
} as const;

/** Opens a page as somebody would, and returns what is wrong with it in both looks. */
async function faultsOf(context: BrowserContext, url: URL, axe: string): Promise<string[]> {
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url.origin) && !/^(?:data|blob):/.test(asked)) faults.push(`asks ${asked}`);
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(url.href);
  if (url.pathname.startsWith('/docs')) {
    await page.locator('#reference h1, #reference h2').first().waitFor();
    await page.getByText('Loading...').first().waitFor({ state: 'detached' });
  }
  // The script is evaluated through the debugger because the page's policy forbids evaluation.
  const cdp = await context.newCDPSession(page);
  const evaluate = async <T>(expression: string): Promise<T> => {
    const options = { awaitPromise: true, returnByValue: true };
    const { result } = await cdp.send('Runtime.evaluate', { expression, ...options });
    return result.value;
  };
  await evaluate(axe);
  for (const [colorScheme, violations] of Object.entries(LOOKS) as [keyof typeof LOOKS, string][]) {
    await page.emulateMedia({ colorScheme });
    for (const { impact, id, html } of await evaluate<Violation[]>(violations)) {
      if (['serious', 'critical'].includes(impact)) faults.push(`${colorScheme}: ${impact} ${id}: ${html}`);
    }
    const fits = await evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    if (!fits) faults.push(`${colorScheme}: is wider than the screen`);
  }
  await page.close();
  return faults.map((fault) => `${url.pathname}${url.hash}: ${fault}`);
}

describe('in a browser', { skip: NO_BROWSER }, () => {
  const paths = ['/', '/nothing', '/docs', '/docs#/activities', '/docs/developer#/exports'];
  test('pages have no serious fault of accessibility, fit a phone, and ask nobody else', async () => {
    const server = await testServer();
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const faults: string[] = [];
    await inBrowser(async (browser) => {
      for (const width of [390, 1440]) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        for (const path of paths) {
          const found = await faultsOf(context, new URL(path, server.url), axe);
          faults.push(...found.map((fault) => `${width} px: ${fault}`));
        }
        await context.close();
      }
    });
    assert.deepEqual(faults, []);
  });
});
