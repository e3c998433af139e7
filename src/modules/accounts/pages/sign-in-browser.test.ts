import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { inBrowser, NO_BROWSER } from '../../../test/browser.ts';
import { signUp } from '../../../test/factories.ts';
import { testServer, USUAL_PASSWORD } from '../../../test/harness.ts';
import { phrasesIn } from '../../../words/index.ts';

const say = phrasesIn('en');
const PAGES = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/create-account',
  '/signup',
  '/signup?token=none',
  '/reset-password?token=none',
  '/confirm-email?token=none',
  '/join',
  '/join?org=019a1c5e-8f00-7000-8000-1b2c3d4e5f60',
  '/connected?provider=strava&status=success',
  '/unsubscribe',
  '/nothing',
];

const FIND_VIOLATIONS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`;

describe('in a browser', { skip: NO_BROWSER }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`somebody signs in after a mistake and is led on, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const server = await testServer();
      const { email } = await signUp(server);
      await inBrowser(async (browser) => {
        const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
        const page = await context.newPage();
        await page.goto(`${server.url}/sign-in?next=/console/today`);
        const password = page.getByLabel(say('accounts.pages.sign-in.password'), { exact: true });
        const submit = page.getByRole('button', { name: say('accounts.pages.sign-in.submit'), exact: true });
        await page.getByLabel(say('accounts.pages.sign-in.email')).fill(email);
        await password.fill('Wrong-1964');
        await submit.click();
        await page.getByRole('alert').getByText(say('accounts.pages.sign-in.wrong')).waitFor();
        assert.equal(await page.getByLabel(say('accounts.pages.sign-in.email')).inputValue(), email);
        assert.equal(await password.inputValue(), '');
        const show = page.getByRole('button', { name: say('accounts.pages.showPassword') });
        assert.equal(await show.count(), javaScriptEnabled ? 1 : 0);
        await password.fill(USUAL_PASSWORD);
        if (javaScriptEnabled) {
          await show.click();
          assert.equal(await password.getAttribute('type'), 'text');
          await show.click();
          assert.equal(await password.getAttribute('type'), 'password');
        }
        await password.press('Enter');
        await page.waitForURL('**/console/today');
        const [cookie] = (await context.cookies()).filter(({ name }) => name === 'ekiden_session');
        assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/']);
        await page.goto(server.url);
        assert.equal(new URL(page.url()).pathname, '/console/');
        await context.close();
      });
    });
  }

  test('a page of the server uses the cookie for requests and for EventSource, and one of another origin does not', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    await inBrowser(async (browser) => {
      const context = await browser.newContext({ locale: 'en' });
      const page = await context.newPage();
      await page.goto(`${server.url}/sign-in`);
      const signIn = async (body: object): Promise<number> =>
        await page.evaluate(async (sent) => {
          const headers = { 'content-type': 'application/json', 'x-ekiden-console': '1' };
          const init = { method: 'POST', headers, body: JSON.stringify(sent) };
          return (await fetch('/api/v1/auth/cookie-session', init)).status;
        }, body);
      assert.equal(await signIn({ email, password: USUAL_PASSWORD }), 200);
      const own = await page.evaluate(async () => (await fetch('/api/v1/auth/me')).status);
      assert.equal(own, 200);
      const opened = await page.evaluate(
        async () =>
          await new Promise((resolve) => {
            const stream = new EventSource('/api/v1/notifications/center/stream');
            const end = (how: string) => (): void => {
              stream.close();
              resolve(how);
            };
            stream.onopen = end('open');
            stream.onerror = end('error');
          }),
      );
      assert.equal(opened, 'open');
      // Another name of the same machine is another origin.
      const other = new URL(server.url);
      other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
      const answered: number[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('/auth/me')) answered.push(response.status());
      });
      await page.goto(`${other.origin}/docs`);
      const seen = page.waitForResponse((response) => response.url() === `${server.url}/api/v1/auth/me`);
      const link = page.evaluate(`location.assign(${JSON.stringify(`${server.url}/api/v1/auth/me`)})`);
      await Promise.all([seen, link]);
      assert.deepEqual(answered, [401], 'a link from there comes without it');
      await context.close();
    });
  });

  test('a choice of language keeps what the address said', async () => {
    const server = await testServer();
    await inBrowser(async (browser) => {
      const page = await browser.newPage({ locale: 'en' });
      await page.goto(`${server.url}/connected?provider=strava&status=success`);
      await page
        .getByText(phrasesIn('en')('integrations.connectedPage.connected'), { exact: true })
        .waitFor();
      await page.getByRole('link', { name: '日本語' }).click();
      await page
        .getByText(phrasesIn('ja')('integrations.connectedPage.connected'), { exact: true })
        .waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
    });
  });

  test('no page has a fault of accessibility or is wider than a phone, light, dark and in forced colours', async () => {
    const server = await testServer();
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const faults: string[] = [];
    await inBrowser(async (browser) => {
      for (const look of ['light', 'dark', 'forced'] as const) {
        const context = await browser.newContext({
          bypassCSP: true,
          forcedColors: look === 'forced' ? 'active' : 'none',
        });
        await context.addCookies([{ name: 'ekiden_look', value: look, url: server.url }]);
        const page = await context.newPage();
        for (const path of PAGES) {
          await page.goto(`${server.url}${path}`);
          await page.evaluate(axe);
          for (const width of [320, 390, 1440]) {
            await page.setViewportSize({ width, height: 844 });
            const found: string[] = await page.evaluate(FIND_VIOLATIONS);
            faults.push(...found.map((fault) => `${path} ${width} ${look}: ${fault}`));
            const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
            if (isWide) faults.push(`${path} ${width}: is wider than the screen`);
          }
        }
        await context.close();
      }
    });
    assert.deepEqual(faults, []);
  });
});
