import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const HOSTILE = `<img src=x onerror=alert(1)> ${'長'.repeat(20)}`;

describe('privacy in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;

  before(async () => {
    server = await testServer();
    club = await createOrganization(server, { fields: { name: 'Crag & Canal' } });
  });

  async function runnerOf(organization: TestOrganization): Promise<TestUser> {
    const athlete = await addMember(server, organization);
    const run = simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }));
    const answer = await uploadFile(server, athlete, writeFit([run]), 'evening.fit');
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return athlete;
  }

  async function settingsOf({ token }: TestUser): Promise<Record<string, boolean>> {
    return (await server.request('GET', '/api/v1/users/me', { token })).body.data.privacy;
  }

  /** By pointer, anywhere in its row. */
  const turn = (page: Page, name: string) =>
    page.locator('label', { has: page.getByRole('switch', { name }) }).click();
  const rowOf = (page: Page, name: string) =>
    page
      .getByTestId('seen')
      .locator('div', { has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
      .last();

  test('turns paces off at once, shows by the server what coaches see then, says what remains, and undoes it by ⌘Z', async () => {
    const athlete = await runnerOf(club);
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, { user: athlete, path: '/me/privacy' });
      await rowOf(page, 'Pace and speed').getByText('/km').waitFor();
      assert.ok(requests.length <= 2 + 3, requests.join(' '));
      const paces = page.getByRole('switch', { name: 'Paces and speeds' });
      await paces.focus();
      await page.keyboard.press('Space');
      await rowOf(page, 'Pace and speed').getByText('“Paces and speeds” is off').waitFor();
      await rowOf(page, 'Distance').getByText('km').waitFor();
      await page.getByText('an average can still be worked out').waitFor();
      await eventually(
        async () => (await settingsOf(athlete)).share_pace_data,
        (shared) => shared === false,
      );
      await page.keyboard.press('Control+z');
      await rowOf(page, 'Pace and speed').getByText('/km').waitFor();
      await eventually(
        async () => (await settingsOf(athlete)).share_pace_data,
        (shared) => shared === true,
      );
      assert.equal(await paces.isChecked(), true);
    });
  });

  test('says before something is opened who will see what, and opens nothing where one thinks again', async () => {
    const athlete = await runnerOf(club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/me/privacy' });
      const map = page.getByRole('switch', { name: 'The map' });
      await turn(page, 'The map');
      const dialog = page.getByRole('dialog', { name: 'Share “The map”?' });
      await dialog.getByText('Coaches will see: Map.').waitFor();
      assert.equal(await dialog.getByText('AI will see').count(), 0);
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await settingsOf(athlete)).share_activity_map, false);
      assert.equal(await map.isChecked(), false);
      await turn(page, 'The map');
      await dialog.getByRole('button', { name: 'Share', exact: true }).click();
      await rowOf(page, 'Map').getByText('shown', { exact: true }).waitFor();
      await eventually(
        async () => (await settingsOf(athlete)).share_activity_map,
        (shared) => shared === true,
      );
    });
  });

  test('closes a switch for one of two clubs alone, and says so in what that one sees', async () => {
    const athlete = await runnerOf(club);
    const other = await createOrganization(server, { fields: { name: 'Harbour Harriers' } });
    await addMember(server, other, { user: athlete });
    await inBrowser(async (browser) => {
      const path = `/me/privacy?club=${other.org_id}`;
      const { page, requests } = await openConsole(browser, server, { user: athlete, path });
      await page.getByRole('heading', { name: 'Harbour Harriers may see' }).waitFor();
      assert.equal(await page.getByRole('switch', { name: 'The map' }).isDisabled(), true);
      await page.getByTestId('seen').waitFor();
      assert.ok(requests.length <= 2 + 3, requests.join(' '));
      await turn(page, 'Paces and speeds');
      await page.getByText('“Paces and speeds” is off for Harbour Harriers').first().waitFor();
      const { token } = athlete;
      const narrowing = (org_id: string) =>
        server.request('GET', `/api/v1/organizations/${org_id}/membership/privacy`, { token });
      await eventually(
        async () => (await narrowing(other.org_id)).body.data.privacy.share_pace_data,
        (open) => open === false,
      );
      assert.equal((await narrowing(club.org_id)).body.data.effective.share_pace_data, true);
      assert.equal((await settingsOf(athlete)).share_pace_data, true);
      await page.getByLabel('These switches hold').selectOption({ label: 'everywhere' });
      await page.getByRole('heading', { name: 'Your clubs may see' }).waitFor();
      assert.equal(await page.getByRole('switch', { name: 'Paces and speeds' }).isChecked(), true);
    });
  });

  test('lets a switch fall back with a word where the server cannot be reached', async () => {
    const athlete = await runnerOf(club);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user: athlete, path: '/me/privacy' });
      const paces = page.getByRole('switch', { name: 'Paces and speeds' });
      await rowOf(page, 'Distance').waitFor();
      await context.setOffline(true);
      await turn(page, 'Paces and speeds');
      await page.getByRole('status').getByText('Not changed:').waitFor();
      assert.equal(await paces.isChecked(), true);
      await context.setOffline(false);
      assert.equal((await settingsOf(athlete)).share_pace_data, true);
    });
  });

  test('lists who looked by day with further pages, a name that looks like HTML included', async () => {
    const hostile = await createOrganization(server, { fields: { name: 'Hostile' } });
    const { token, user_id } = hostile.coach;
    const named = await server.request('PUT', `/api/v1/users/${user_id}`, {
      token,
      body: { display_name: HOSTILE },
    });
    assert.equal(named.status, 200, JSON.stringify(named.body));
    const athlete = await runnerOf(hostile);
    for (const level of Array.from({ length: 24 }, (_, index) => `level ${index}`)) {
      const path = `/api/v1/organizations/${hostile.org_id}/members/${athlete.user_id}`;
      const answer = await server.request('PATCH', path, { token, body: { member_level: level } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/me/privacy', width: 390 });
      const looked = page.getByRole('region', { name: 'Who looked' });
      await looked.getByRole('heading', { name: 'Today' }).waitFor();
      const entries = looked.getByRole('listitem');
      assert.equal(await entries.count(), 20);
      await looked.getByText('<img src=x onerror=alert(1)>').first().waitFor();
      await looked.getByRole('button', { name: 'Show older ones' }).click();
      await looked.getByRole('button', { name: 'Show older ones' }).waitFor({ state: 'detached' });
      assert.ok((await entries.count()) >= 25, String(await entries.count()));
      await assertFits(page);
    });
  });

  test('leaves a club in a second step, which then sees nothing, and deletes the account by password and a second word', async () => {
    const athlete = await runnerOf(club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/me/privacy' });
      await page.getByRole('button', { name: 'Leave Crag & Canal' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'Coaches may see' }).waitFor();
      const path = `/api/v1/organizations/${club.org_id}/members`;
      const { body } = await server.request('GET', path, { token: club.coach.token });
      assert.ok(!JSON.stringify(body).includes(athlete.user_id));

      const link = page.getByRole('link', { name: 'Take out my data' });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      assert.match(download.suggestedFilename(), /\.zip$/);

      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      await dialog.getByLabel(/^Password of/).fill('not the password');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await dialog.getByText('This is not the password of the account.').waitFor();
      await dialog.getByLabel(/^Password of/).fill(athlete.password);
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByText('This cannot be undone.').waitFor();
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForURL(/\/sign-in/);
      const gone = await server.request('GET', '/api/v1/users/me', { token: athlete.token });
      assert.equal(gone.status, 401);
    });
  });

  test('shows on a phone what others see in a sheet after a switch, with undo in it', async () => {
    const athlete = await runnerOf(club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/me/privacy', width: 390 });
      await turn(page, 'Paces and speeds');
      const sheet = page.getByRole('dialog', { name: 'What others see now' });
      await sheet.getByText('“Paces and speeds” is off').first().waitFor();
      await assertAccessible(page);
      await sheet.getByRole('button', { name: 'Undo' }).click();
      await sheet.waitFor({ state: 'detached' });
      await eventually(
        async () => (await settingsOf(athlete)).share_pace_data,
        (shared) => shared === true,
      );
    });
  });

  test('is accessible and within the window at each width, light and dark, for runners with and without a run or club', async () => {
    const [athlete, alone] = [await runnerOf(club), await signUp(server)];
    await inBrowser(async (browser) => {
      for (const [user, width, look] of [
        [athlete, 390, 'light'],
        [athlete, 768, 'dark'],
        [athlete, 1440, 'light'],
        [alone, 1440, 'dark'],
      ] as const) {
        const { page, context } = await openConsole(browser, server, {
          user,
          path: '/me/privacy',
          width,
          look,
        });
        await page.getByRole('heading', { name: 'Seen of you' }).waitFor();
        await page.getByTestId('seen').waitFor();
        await assertAccessible(page);
        await assertFits(page);
        await context.close();
      }
    });
  });
});
