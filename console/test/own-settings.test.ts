import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addMember,
  connectPlatform,
  createOrganization,
  signUp,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

describe('connections and own settings in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  async function profileOf({ token }: TestUser) {
    return (await server.request('GET', '/api/v1/users/me', { token })).body.data;
  }
  const turn = (page: Page, name: string) =>
    page.locator('label', { has: page.getByRole('switch', { name }) }).click();

  test('changes language, name, look, units and what one is told at once, each to be undone, accessible at each width', async () => {
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page, context, requests } = await openConsole(browser, server, { user, path: '/me/settings' });
      await page.getByText('Here, from 127.0.0.1').waitFor();
      assert.ok(requests.length <= 2 + 3, requests.join(' '));
      await page.getByText('Pushes go to no device yet.').waitFor();
      await assertAccessible(page);
      await page.getByLabel('Name', { exact: true }).fill('<b>Zoë</b>');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('navigation').getByText('<b>Zoë</b>').waitFor();
      await turn(page, 'Messages');
      await page.getByRole('status').getByText('“Messages” is off.').waitFor();
      assert.equal((await profileOf(user)).notification_settings.new_message, false);
      await page.keyboard.press('Control+z');
      await eventually(
        async () => (await profileOf(user)).notification_settings.new_message,
        (isOn) => isOn === true,
      );
      await page.getByRole('radio', { name: 'Dark' }).click();
      assert.equal(await page.evaluate('document.documentElement.dataset.look'), 'dark');
      await page.getByRole('radio', { name: 'Compact' }).click();
      await assertAccessible(page);
      await page.getByLabel('Language').selectOption({ label: '繁體中文' });
      await page.getByRole('heading', { name: '設定', exact: true }).waitFor();
      await page.getByLabel('語言').selectOption({ label: '日本語' });
      await page.getByRole('heading', { name: '設定', exact: true }).waitFor();
      await page.getByLabel('言語').waitFor();
      assert.equal((await profileOf(user)).display_name, '<b>Zoë</b>');
      await page.setViewportSize({ width: 390, height: 844 });
      await assertAccessible(page);
      await assertFits(page);
      await page.reload();
      await page.getByLabel('言語').waitFor();
      assert.equal(await page.evaluate('document.documentElement.dataset.look'), 'dark');
      assert.equal(await page.evaluate('document.documentElement.dataset.density'), 'compact');
      await context.close();
    });
  });

  test('keeps quiet hours, and accepts and declines what clubs ask', async () => {
    const user = await signUp(server);
    const [wanted, unwanted] = [
      await createOrganization(server, { fields: { name: 'Wanted' } }),
      await createOrganization(server, { fields: { name: 'Unwanted' } }),
    ];
    for (const { org_id, coach } of [wanted, unwanted]) {
      const path = `/api/v1/organizations/${org_id}/members`;
      const answer = await server.request('POST', path, {
        token: coach.token,
        body: { user_id: user.user_id },
      });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
    }
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/me/settings' });
      await turn(page, 'Quiet hours');
      const from = page.getByLabel('From');
      await from.fill('21:30');
      await from.blur();
      const delivery = () => server.request('GET', '/api/v1/notifications/settings', { token: user.token });
      await eventually(
        async () => (await delivery()).body.data.quiet_hours,
        (hours) => hours?.start === '21:30' && hours.end === '07:00',
      );
      const offerOf = (name: string) =>
        page.locator('section > div', { has: page.getByRole('heading', { name, exact: true }) });
      await offerOf('Wanted').getByRole('button', { name: 'Accept' }).click();
      await offerOf('Wanted').getByRole('link', { name: 'What it may see' }).waitFor();
      await offerOf('Unwanted').getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await offerOf('Unwanted').getByRole('button', { name: 'Let it ask again' }).click();
      await offerOf('Unwanted').waitFor({ state: 'detached' });
      const { body } = await server.request('GET', '/api/v1/users/me/memberships', { token: user.token });
      assert.deepEqual(
        body.data.memberships.map((one: { org_name: string; role: string }) => [one.org_name, one.role]),
        [['Wanted', 'member']],
      );
    });
  });

  test('ends other sessions and changes the password, with what is wrong beside its field', async () => {
    const user = await signUp(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/me/settings' });
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
      const ended = await server.request('GET', '/api/v1/users/me', { token: user.token });
      assert.equal(ended.status, 401);
      await page.getByRole('button', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.getByLabel('Password now').fill('not it at all');
      await dialog.getByLabel('New password').fill('Winter-Miles-77');
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByText('This is not your password.').waitFor();
      await dialog.getByLabel('Password now').fill(user.password);
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('status').getByText('Your password is changed.').waitFor();
      const body = { email: user.email, password: 'Winter-Miles-77' };
      const again = await server.request('POST', '/api/v1/auth/login', { body });
      assert.equal(again.status, 200, JSON.stringify(again.body));
    });
  });

  test('shows what is connected, disconnects in a second step, says what came of setting out, and makes a calendar address once', async () => {
    const user = await signUp(server);
    await connectPlatform(server, user, { provider: 'strava', provider_user_id: `s-${user.user_id}` });
    await inBrowser(async (browser) => {
      const path = '/me/connections?provider=garmin&status=error&error=access_denied';
      const { page, requests } = await openConsole(browser, server, { user, path });
      await page.getByText('Garmin was not connected: you did not agree there.').waitFor();
      await page.getByText('Connected. Nothing has come yet.').waitFor();
      assert.equal(new URL(page.url()).search, '');
      assert.ok(requests.length <= 2 + 3, requests.join(' '));
      await page.getByRole('button', { name: 'Connect Garmin' }).click();
      await page.getByText('This server is not set up for Garmin.').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Make an address' }).click();
      const address = await page.getByLabel('Address of the calendar').inputValue();
      assert.match(await (await fetch(address)).text(), /^BEGIN:VCALENDAR/);
      await page.reload();
      await page.getByText('There is an address since').waitFor();
      assert.equal(await page.getByLabel('Address of the calendar').count(), 0);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Make an address' }).waitFor();
      assert.equal((await fetch(address)).status, 404);
      await page.setViewportSize({ width: 390, height: 844 });
      await assertAccessible(page);
      await assertFits(page);
    });
  });

  test('opens from the rail and by keyboard alone', async () => {
    const club = await createOrganization(server);
    const user = await addMember(server, club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/me' });
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
      const rail = page.getByRole('navigation', { name: 'Main' });
      await rail.getByRole('link', { name: 'Connections' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Where runs come from' }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    });
  });
});
