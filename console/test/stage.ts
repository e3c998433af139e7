import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestUser } from '../../src/test/factories.ts';
import type { TestServer } from '../../src/test/harness.ts';

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** How a page is looked at. */
export type Sight = {
  readonly width?: 390 | 768 | 1440;
  readonly look?: 'light' | 'dark';
  readonly forcedColors?: 'active';
};

export type OpenedConsole = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to the API since the page was opened: method and path, without those of the event stream. */
  readonly requests: readonly string[];
};

/**
 * Opens an address of the console as somebody who is signed in, in a browser of their own. The test fails at the end if a page
 * wrote an error, asked anything of another server or broke its policy.
 */
export async function openConsole(
  browser: Browser,
  server: TestServer,
  options: {
    readonly user: TestUser;
    readonly path: string;
    readonly context?: BrowserContextOptions;
    /** With the service worker, which fetches all files of the console at once. */
    readonly opens_offline?: boolean;
    /** Else the browser has the face of Latin letters already, and what fits does not depend on when it comes. */
    readonly is_first_visit?: boolean;
  } & Sight,
): Promise<OpenedConsole> {
  const { user, path, width = 1440, look = 'light', forcedColors } = options;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: look,
    locale: 'en',
    serviceWorkers: options.opens_offline === true ? 'allow' : 'block',
    ...(forcedColors !== undefined && { forcedColors }),
    ...options.context,
  });
  if (options.is_first_visit !== true)
    await context.addCookies([{ name: 'ekiden_face', value: 'kept', url: server.url }]);
  await signIn(context, server, user);
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    assert.equal(origin, new URL(server.url).origin, 'a request to another server');
    if (pathname.startsWith('/api/') && !pathname.endsWith('/stream'))
      requests.push(`${request.method()} ${pathname}`);
  });
  page.on('pageerror', (error) => assert.fail(error));
  page.on('console', (message) => {
    // A refused request is told by the browser; what the page makes of it is the test's business.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      assert.fail(message.text());
  });
  await page.goto(`/console${path}`);
  return { page, context, requests };
}

export async function signIn(context: BrowserContext, server: TestServer, user: TestUser): Promise<void> {
  const answer = await context.request.post(`${server.url}/api/v1/auth/cookie-session`, {
    data: { email: user.email, password: user.password },
    headers: { 'X-Ekiden-Console': '1', origin: server.url },
  });
  assert.equal(answer.status(), 200, await answer.text());
}

/** What axe finds wrong with the page as it is now: nothing, in the rules of WCAG 2.2 AA and its good practice. */
export async function assertAccessible(page: Page): Promise<void> {
  // What is about to be replaced is faded until then.
  await page.locator('[data-older]').first().waitFor({ state: 'detached' });
  // The page's policy lets no other script in; this is evaluated by the browser itself. Half a megabyte: once after each loading.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE);
  const faults = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (rules: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  assert.deepEqual(faults, []);
}

/** Nothing of the page reaches beyond the side of the window. */
export async function assertFits(page: Page): Promise<void> {
  const beyond = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.ok(beyond <= 0, `the page is ${beyond} px wider than the window`);
}

/** Goes through the page by the keyboard until this has the focus. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 90; presses += 1) {
    if (
      (await wanted.count()) > 0 &&
      (await wanted.evaluate((one) => (one as unknown as { matches(of: string): boolean }).matches(':focus')))
    )
      return;
    await page.keyboard.press(key);
  }
  assert.fail('it is not reached by the keyboard');
}
