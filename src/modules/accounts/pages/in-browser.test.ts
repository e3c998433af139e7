import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../../test/browser.ts';
import { newEmail, signUp } from '../../../test/factories.ts';
import { type TestServer, testServer, USUAL_PASSWORD } from '../../../test/harness.ts';
import { askForReset } from '../../../test/password-resets.ts';
import { phrasesIn } from '../../../words/index.ts';

const NEW_PASSWORD = 'Hakone-Ekiden-217';
const say = phrasesIn('en');

/** Opens the link of the newest mail at the server under test; the address bar then holds no token. */
async function openMailed(browser: Browser, server: TestServer, email: string, after = 0): Promise<Page> {
  const { text } = await server.mailTo(email, { after });
  const { pathname, search } = new URL(/^http\S+$/m.exec(text)?.[0] ?? assert.fail(text));
  const page = await browser.newPage({ locale: 'en' });
  await page.goto(`${server.url}${pathname}${search}`);
  await page.locator('form').waitFor();
  assert.equal(page.url(), `${server.url}${pathname}`);
  return page;
}

const logIn = async (server: TestServer, email: string, password: string): Promise<number> =>
  (await server.request('POST', '/api/v1/auth/login', { body: { email, password } })).status;

describe('account pages in a browser', { skip: NO_BROWSER }, () => {
  test('somebody signs up: what is wrong is said beside the field, and what was typed stays', async () => {
    const server = await testServer();
    const email = newEmail();
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    await inBrowser(async (browser) => {
      const page = await openMailed(browser, server, email);
      const password = page.getByLabel(say('accounts.pages.signup.password'), { exact: true });
      await page.getByLabel(say('accounts.pages.displayName')).fill('Ann');
      await password.fill('short');
      await page.getByRole('button', { name: say('accounts.pages.signup.submit') }).click();
      const fault = page.locator('ul.faults li').first();
      await fault.waitFor();
      assert.match((await fault.textContent()) ?? '', /at least/);
      assert.equal(await page.getByLabel(say('accounts.pages.displayName')).inputValue(), 'Ann');
      assert.equal(await page.getByLabel(say('accounts.pages.email')).inputValue(), email);
      await password.fill(NEW_PASSWORD);
      await page.getByRole('button', { name: say('accounts.pages.signup.submit') }).click();
      await page.getByRole('heading', { name: say('accounts.pages.signup.doneHeading') }).waitFor();
    });
    assert.equal(await logIn(server, email, NEW_PASSWORD), 200);
  });

  test('somebody sets a new password, and the link is good for one time', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    await askForReset(server, { email, origin: 'web' });
    await inBrowser(async (browser) => {
      const [page, later] = [
        await openMailed(browser, server, email),
        await openMailed(browser, server, email),
      ];
      for (const one of [page, later]) {
        await one
          .getByLabel(say('accounts.pages.reset-password.password'), { exact: true })
          .fill(NEW_PASSWORD);
        await one.getByRole('button', { name: say('accounts.pages.reset-password.submit') }).click();
        if (one === page)
          await one
            .getByRole('heading', { name: say('accounts.pages.reset-password.doneHeading') })
            .waitFor();
      }
      await later.getByText(say('accounts.pages.reset-password.tokenUseless')).waitFor();
      assert.equal(await later.locator('form').isVisible(), false);
    });
    assert.deepEqual(
      [await logIn(server, email, NEW_PASSWORD), await logIn(server, email, USUAL_PASSWORD)],
      [200, 401],
    );
  });

  test('somebody confirms another e-mail address, once they press the button', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const new_email = newEmail('new.one');
    const asked = await server.request('POST', '/api/v1/auth/email', {
      token: user.token,
      body: { password: user.password, new_email },
    });
    assert.equal(asked.status, 200);
    await inBrowser(async (browser) => {
      const page = await openMailed(browser, server, new_email);
      assert.equal(await logIn(server, new_email, user.password), 401, 'to open the page changes nothing');
      await page.getByRole('button', { name: say('accounts.pages.confirm-email.submit') }).click();
      await page.getByRole('heading', { name: say('accounts.pages.confirm-email.doneHeading') }).waitFor();
    });
    assert.equal(await logIn(server, new_email, user.password), 200);
  });
});
