import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import { addMember, createOrganization, signUp } from '../../src/test/factories.ts';
import { testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

describe('the shell of the console', { skip: NO_BROWSER }, () => {
  test('shows an unknown address as such, accessible and within the window at each width and look', async () => {
    const server = await testServer();
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/nowhere' });
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      for (const width of [390, 768, 1440] as const) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await assertAccessible(page);
          await assertFits(page);
        }
      }
    });
  });

  test('draws the first screen of a first visit before its face comes, and the next screens with it', async () => {
    const server = await testServer();
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, {
        ...{ user, path: '/nowhere', is_first_visit: true },
      });
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      await eventually(
        async () => (await context.cookies()).find(({ name }) => name === 'ekiden_face')?.value,
        (kept) => kept === 'kept',
      );
      const face = (): Promise<string | undefined> => page.evaluate('document.documentElement.dataset.face');
      const isDrawnWith = (): Promise<boolean> =>
        page.evaluate(`getComputedStyle(document.body).fontFamily.startsWith('Archivo')`);
      assert.deepEqual([await face(), await isDrawnWith()], [undefined, false]);
      await page.getByRole('link', { name: 'Runs' }).first().click();
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      assert.deepEqual([await face(), await isDrawnWith()], ['kept', true]);
      await page.goto('/console/nowhere');
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      assert.deepEqual([await face(), await isDrawnWith()], ['kept', true]);
    });
  });

  test('names every script of the first screens in their page, so that all are fetched at once', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    await inBrowser(async (browser) => {
      const first = [
        { user: club.coach, path: `/o/${club.org_id}/triage`, link: 'Invite athletes' },
        { user: athlete, path: '/today', link: 'Connect a platform' },
      ];
      for (const { user, path, link } of first) {
        const { page, context } = await openConsole(browser, server, { user, path });
        await page.getByRole('link', { name: link }).waitFor();
        const sent = await (await context.request.get(`/console${path}`)).text();
        const fetched: string[] = await page.evaluate(
          `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
        );
        const late = fetched.filter((one) => one.endsWith('.js') && !sent.includes(one));
        assert.deepEqual(late, [], path);
        assert.ok(fetched.some((one) => one.includes('/assets/shell-')));
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

  test('leaves undoing, copying and selecting to the browser while somebody types', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const zoe = await addMember(server, club, { fields: { display_name: 'Zoë' } });
    const path = `/o/${club.org_id}/roster`;
    const labelsOf = async (): Promise<string[]> => {
      const { body } = await server.request('GET', `/api/v1/organizations/${club.org_id}/members`, {
        token: club.coach.token,
      });
      return body.members.find(({ user_id }: { user_id: string }) => user_id === zoe.user_id).labels;
    };
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path });
      await page.getByRole('grid').getByText('Zoë').waitFor();
      await page.getByRole('checkbox', { name: /Zoë/ }).check();
      await page.getByRole('button', { name: 'Label', exact: true }).click();
      await page.getByRole('textbox', { name: 'Label', exact: true }).fill('masters');
      await page.keyboard.press('Enter');
      await page.getByText('1 athlete has the label “masters”.').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('ab');
      await page.keyboard.press('Control+z');
      const typed = page.getByRole('textbox').first();
      await eventually(
        () => typed.inputValue(),
        (value) => value !== 'ab',
      );
      assert.deepEqual(await labelsOf(), ['masters'], 'what was done before stays');
      await page.getByRole('heading', { name: 'Roster' }).focus();
      await page.keyboard.press('Control+z');
      await eventually(labelsOf, (labels) => labels.length === 0);
    });
  });

  test('has on a coach’s phone a last tab with all that has none of its own', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const other = await createOrganization(server, { coach: club.coach });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: club.coach, path: `/o/${club.org_id}/sessions`, width: 390 },
      });
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('button', { name: 'More' }).waitFor();
      const tabs = await bar.getByRole('listitem').filter({ visible: true }).allTextContents();
      assert.deepEqual(tabs, ['Triage', 'Calendar', 'Sessions', 'Messages', 'More']);
      for (const look of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: look });
        await bar.getByRole('button', { name: 'More' }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('link', { name: 'Plans' }).waitFor();
        await assertAccessible(page);
        await assertFits(page);
        await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
      }
      const follow = async (name: string, url: RegExp): Promise<void> => {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
        await page.waitForURL(url);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await follow('Plans', /\/plans$/);
      await page.locator('button[aria-current=page]', { hasText: 'More' }).waitFor();
      await follow('Organization', /\/settings$/);
      await follow(other.name, new RegExp(`/o/${other.org_id}/triage`));
      await follow('Settings', /\/me\/settings$/);
      // And back from one's own pages.
      await page
        .getByRole('navigation', { name: 'Your pages' })
        .getByRole('link', { name: club.name })
        .click();
      await page.waitForURL(new RegExp(`/o/${club.org_id}/triage`));
    });
  });

  test('draws the mark in the sash of the organization, where that can be told from the ink', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const sash = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('svg path').first();
    const choose = async (sash_color: unknown): Promise<void> => {
      const { status } = await server.request('PUT', `/api/v1/organizations/${club.org_id}`, {
        token: club.coach.token,
        body: { settings: { sash_color } },
      });
      assert.equal(status, 200);
    };
    await inBrowser(async (browser) => {
      for (const [chosen, drawn] of [
        ['#3CB371', '#3CB371'],
        ['#101010', '#E9F04B'],
        ['red; } body { display: none', '#E9F04B'],
        [{ red: 1 }, '#E9F04B'],
      ] as const) {
        await choose(chosen);
        const { page, context } = await openConsole(browser, server, {
          ...{ user: club.coach, path: `/o/${club.org_id}/sessions` },
        });
        await page.getByRole('heading', { name: 'Sessions' }).waitFor();
        assert.equal(await sash(page).getAttribute('fill'), drawn, JSON.stringify(chosen));
        await context.close();
      }
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
