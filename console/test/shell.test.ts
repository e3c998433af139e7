import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { signUp } from '../../src/test/factories.ts';
import { testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

describe('the shell of the console', { skip: NO_BROWSER }, () => {
  test('shows an unknown address as such, accessible and within the window at each width and look', async () => {
    const server = await testServer();
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      for (const width of [390, 768, 1440] as const) {
        for (const look of ['light', 'dark'] as const) {
          const { page, context } = await openConsole(browser, server, {
            user,
            path: '/nowhere',
            width,
            look,
          });
          await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
          await assertAccessible(page);
          await assertFits(page);
          await context.close();
        }
      }
    });
  });

  test('lists the keys of the page and turns those of one letter off', async () => {
    const server = await testServer();
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/nowhere' });
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keys' });
      await list.getByText('Go to, or do').waitFor();
      await assertAccessible(page);
      await list.getByLabel('Keys of one letter act').uncheck();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Go to, or do' }).waitFor();
      assert.equal(await list.count(), 0);
    });
  });

  test('leads to the page where one signs in, and back, where nobody is signed in', async () => {
    const server = await testServer();
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user, path: '/nowhere' });
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      await context.clearCookies();
      await page.reload();
      await page.waitForURL(/\/sign-in\?next=%2Fconsole%2Fnowhere$/);
    });
  });
});
