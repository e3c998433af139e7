import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addCoach,
  addMember,
  createGroup,
  createOrganization,
  setTier,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { isKeptOnDevice } from './kept-on-device.ts';
import { assertAccessible, openConsole, tabTo } from './stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;

describe('keys, exports and the log of the organization in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  let runner: TestUser;
  before(async () => {
    server = await testServer();
    const name = `Riverside ${crypto.randomUUID()}`;
    club = await createOrganization(server, { fields: { name } });
    runner = await addMember(server, club, { fields: { display_name: 'Yuki T.', member_level: 'beginner' } });
    await addMember(server, club);
  });

  const api = async (
    method: string,
    path: string,
    body?: unknown,
    by: TestUser = club.coach,
  ): Promise<Json> =>
    (
      await server.request(method, `/api/v1/organizations/${club.org_id}${path}`, {
        token: by.token,
        ...(body !== undefined && { body }),
      })
    ).body;
  const open = (browser: Browser, part: string, user: TestUser = club.coach, org = club) =>
    openConsole(browser, server, { user, path: `/o/${org.org_id}/settings/${part}` });

  test('makes, replaces and revokes a key by keyboard alone, and shows its secret once and nowhere else', async () => {
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'security');
      await page.getByRole('heading', { name: 'Security' }).waitFor();
      await page.getByRole('button', { name: 'New key' }).waitFor();
      await page.keyboard.press('n');
      await page.getByText('Of 2 athletes').waitFor();
      await page.keyboard.type('Board dashboard');
      await page.keyboard.press('Enter');
      const secretField = page.getByRole('textbox', { name: 'Secret of Board dashboard' });
      await secretField.waitFor();
      const secret = await secretField.inputValue();
      assert.match(secret, /^ekiden_[0-9A-Za-z]{43}$/);
      const used = await server.request('GET', '/developer/v1/org', { apiKey: secret });
      assert.equal(used.status, 200);
      const { api_keys } = await api('GET', '/api-keys');
      const made = api_keys.find(({ name }: Json) => name === 'Board dashboard');
      const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
      assert.ok(Math.abs(days - 90) < 0.1, `${days} days`);
      await page.getByText('ekiden_', { exact: false }).first().waitFor();
      assert.equal(await isKeptOnDevice(page, secret), false);
      await page.getByRole('link', { name: 'Groups' }).click();
      await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Replace Board dashboard' }).waitFor();
      assert.equal(await secretField.count(), 0, 'the secret is gone with the page');

      await page.getByRole('button', { name: 'Replace Board dashboard' }).press('Enter');
      const replace = page.getByRole('dialog', { name: 'Replace Board dashboard' });
      await replace.getByRole('radio', { name: '1 hour' }).press(' ');
      await replace.getByRole('button', { name: 'Replace' }).press('Enter');
      await secretField.waitFor();
      assert.notEqual(await secretField.inputValue(), secret);
      await page.getByText('replaced by a newer one').waitFor();

      await page.getByRole('button', { name: 'Revoke Board dashboard' }).first().press('Enter');
      const revoke = page.getByRole('dialog', { name: 'Revoke Board dashboard?' });
      assert.equal(await revoke.getByRole('button', { name: 'Revoke' }).isDisabled(), true);
      await revoke.getByRole('textbox').waitFor();
      await page.keyboard.type('Board dashboard');
      await page.keyboard.press('Enter');
      await revoke.waitFor({ state: 'detached' });
      await eventually(
        async () =>
          (await api('GET', '/api-keys')).api_keys.filter(({ name }: Json) => name === 'Board dashboard'),
        (left: Json[]) => left.length === 1,
      );
    });
  });

  test('says the log in sentences, filters it, unfolds what is kept, and turns its pages', async () => {
    const { id, name } = await createGroup(server, club);
    for (let round = 0; round < 27; round += 1) {
      await api('PUT', `/groups/${id}/members/${runner.user_id}`);
      await api('DELETE', `/groups/${id}/members/${runner.user_id}`);
    }
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'audit');
      const newest = page
        .getByRole('listitem')
        .filter({ hasText: `took Yuki T. out of the group “${name}”.` });
      await newest.first().waitFor();
      assert.equal(await page.locator('main ol > li').count(), 50);
      await newest.first().getByRole('button').press('Enter');
      await page.getByText('data.group_id').waitFor();
      await page.getByText(id, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Older' }).click();
      await page.waitForURL(/cursor=/);
      await page.getByText(`made the group “${name}”.`).waitFor();
      await page.getByRole('button', { name: 'Newest' }).click();
      await newest.first().waitFor();
      await page.getByLabel('What').selectOption({ label: 'Organization founded' });
      await page.waitForURL(/event=organization_created/);
      await page.getByText(`founded ${club.name}.`).waitFor();
      await eventually(
        () => page.locator('main ol > li').count(),
        (count) => count === 1,
      );
    });
  });

  test('makes an export by keyboard alone while one looks, says who is not in it and why, and hands out a link that is kept nowhere', async () => {
    await server.request('PUT', `/api/v1/users/${runner.user_id}`, {
      token: runner.token,
      body: { privacy: { share_activity_with_coach: false } },
    });
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'exports');
      const press = async (wanted: Locator): Promise<void> => {
        await wanted.waitFor();
        await tabTo(page, wanted);
        await page.keyboard.press('Enter');
      };
      await press(page.getByRole('button', { name: 'New export' }));
      const dialog = page.getByRole('dialog', { name: 'New export' });
      const date = async (name: string, typed: string): Promise<void> => {
        await tabTo(page, dialog.getByLabel(name, { exact: true }));
        await page.keyboard.type(typed);
      };
      await date('From', '06302026');
      await date('To', '06012026');
      await dialog.getByText('The end lies before the beginning.').waitFor();
      await page.keyboard.press('Shift+Tab');
      await date('To', '07312026');
      await press(dialog.getByRole('button', { name: 'Ask for export' }));
      await page.getByText('Activities from 30 Jun 2026 to 31 Jul 2026').waitFor();
      await page.getByText('ready', { exact: true }).waitFor();
      await press(page.getByRole('button', { name: '1 athlete is not in it' }));
      await page.getByText('shares nothing with the organization').waitFor();
      const download = page.waitForEvent('download');
      await press(page.getByRole('button', { name: /^Download/ }));
      assert.match((await download).suggestedFilename(), /\.zip$/);
      assert.equal(await isKeptOnDevice(page, 'signature='), false);
    });
  });

  test('says to assistants and on a lower tier why they may not see keys, and lets them see the rest', async () => {
    const assistant = await addCoach(server, club);
    const free = await createOrganization(server);
    await setTier(server, free.org_id, 'free');
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'security', assistant);
      await page.getByText('It is for the head coach and admins.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0);
      await page.getByRole('link', { name: 'General' }).click();
      await page.getByText('The head coach and admins change what is here.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
      await page.getByRole('link', { name: 'Coaches' }).click();
      await page.getByText('The head coach appoints coaches').waitFor();
      const stranger = await signUp(server);
      const outside = await open(browser, 'members', stranger);
      await outside.page.getByText('It is not there, or not shared with you.').waitFor();
      const low = await open(browser, 'security', free.coach, free);
      await low.page.getByText('This is not part of the free tier of this organization.').waitFor();
      await assertAccessible(low.page);
    });
  });
});
