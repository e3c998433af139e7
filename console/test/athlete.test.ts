import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { addMember, createGroup, createOrganization, type TestUser } from '../../src/test/factories.ts';
import { share, storeRun } from '../../src/test/feedback-stage.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan, setVdot } from '../../src/test/saved-plans.ts';
import { storeDays } from '../../src/test/store-days.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const HOSTILE = `<img src=x onerror=alert(1)> ${'long '.repeat(30)} مرحبا 🏃‍♀️`;

async function clubOf(server: TestServer) {
  const club = await createOrganization(server);
  const runner = await addMember(server, club, { fields: { display_name: 'Aisha' } });
  const quiet = await addMember(server, club, { fields: { display_name: 'Tom' } });
  await createGroup(server, club, { members: [runner], fields: { name: 'Marathon', color: '#c8501e' } });
  await setVdot(server, runner.user_id, 48);
  const { status } = await server.request(
    'PATCH',
    `/api/v1/organizations/${club.org_id}/members/${runner.user_id}`,
    { token: club.coach.token, body: { member_level: 'Intermediate', coach_id: club.coach.user_id } },
  );
  assert.equal(status, 200);
  const monday = new Date(server.clock.now().getTime() - 14 * 86_400_000).toISOString().slice(0, 10);
  await saveQuietPlan(server, club, {
    start_date: monday,
    weeks: 4,
    athlete_ids: [runner.user_id, quiet.user_id],
  });
  const run_id = await storeRun(server, runner.user_id, {
    name: HOSTILE,
    distance_m: 12_300,
    average_heart_rate_bpm: 141,
    training_load: 55,
  });
  await storeDays(server, runner.user_id);
  await share(server, quiet, { share_activity_with_coach: false, share_availability_with_coach: false });
  const at = (user: TestUser, tab: string): string => `/o/${club.org_id}/athletes/${user.user_id}/${tab}`;
  return { club, runner, quiet, run_id, at };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('the screen of one athlete', { skip: NO_BROWSER }, () => {
  test('shows each tab by its key, within three requests, accessible and within the window', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    await inBrowser(async (browser) => {
      const user = club.coach;
      const { page, requests } = await openConsole(browser, server, { user, path: at(runner, 'overview') });
      await heading(page, 'Aisha').waitFor();
      await heading(page, 'Latest sessions').waitFor();
      await heading(page, 'Can train').waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(requests.filter((one) => one.includes(runner.user_id)).length, 3, requests.join('\n'));
      await page.getByText('12.3 km').first().waitFor();
      await page.getByText('Intermediate', { exact: true }).waitFor();
      await page.getByText(/^Coached by /).waitFor();
      await page.getByRole('link', { name: 'Activities, 1' }).waitFor();
      const zones = page.getByRole('region', { name: 'Zones' });
      await zones
        .getByText('48.0')
        .or(zones.getByText('48', { exact: true }))
        .waitFor();
      await zones.getByText('From a VDOT that was set, by Daniels').waitFor();
      await page.getByRole('img', { name: /^Kilometres planned and run in 1[3-9] weeks from / }).waitFor();
      await page.keyboard.press('2');
      const grid = page.getByRole('grid', { name: 'Days' });
      await grid.waitFor();
      await page.keyboard.press('3');
      await page.getByText('1 activity').waitFor();
      await page.keyboard.press('4');
      await page.getByText('Aisha does not share health data with coaches.').waitFor();
      await page.keyboard.press('6');
      await page.getByText('You see what was run, and what became of the plan.').waitFor();
      await page.keyboard.press('m');
      await page.getByText('Nothing has been written with Aisha yet.').waitFor();
      assert.match(page.url(), /messages$/);
    });
  });

  test('leads through the list that one came from by [ and ], and from the roster to each of them', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    await addMember(server, club, { fields: { display_name: 'Zoe' } });
    await inBrowser(async (browser) => {
      const user = club.coach;
      const { page } = await openConsole(browser, server, { user, path: `/o/${club.org_id}/roster` });
      await page.getByRole('row', { name: /Tom/ }).waitFor();
      await page.goto(`/console${at(runner, 'sharing')}`);
      await heading(page, 'Aisha').waitFor();
      await page.keyboard.press(']');
      await heading(page, 'Tom').waitFor();
      assert.match(page.url(), /sharing$/, 'the tab stays');
      await page.keyboard.press('[');
      await heading(page, 'Aisha').waitFor();
      await page.keyboard.press('p');
      await page.waitForURL(/\/plans\/[\w-]+$/);
      await page.goBack();
      await heading(page, 'Aisha').waitFor();
      await page.keyboard.press(']');
      await heading(page, 'Tom').waitFor();
      await page.keyboard.press('p');
      await page.waitForURL(/\/plans\/[\w-]+$/);
      await page.goBack();
      await heading(page, 'Tom').waitFor();
      await page.keyboard.press(']');
      await heading(page, 'Zoe').waitFor();
      await page.keyboard.press('p');
      // Who follows no plan is planned among the others.
      await page.waitForURL(/\/calendar\?q=Zoe$/);
    });
  });

  test('every tab is accessible and fits at each width and look, whatever a run is called', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    await inBrowser(async (browser) => {
      for (const [width, look] of [
        [390, 'dark'],
        [1440, 'light'],
      ] as const) {
        const { page, context } = await openConsole(browser, server, {
          user: club.coach,
          path: at(runner, 'overview'),
          width,
          look,
        });
        for (const [tab, sign] of [
          ['overview', 'Latest sessions'],
          ['calendar', 'Later weeks'],
          ['activities', '1 activity'],
          ['messages', 'Nothing has been written with Aisha yet.'],
          ['sharing', 'You do not see injuries.'],
        ] as const) {
          await page.goto(`/console${at(runner, tab)}`);
          await page.getByText(sign, { exact: true }).first().waitFor();
          await page.waitForLoadState('networkidle');
          await assertAccessible(page);
          await assertFits(page);
        }
        await context.close();
      }
    });
  });

  test('goes through the days of the calendar by arrows with one tab stop, and to other weeks', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: at(runner, 'calendar') });
      const today = page.locator('td[aria-current="date"]');
      await today.waitFor();
      assert.equal(await page.locator('[role=grid] td[tabindex="0"]').count(), 1);
      await today.focus();
      const date = await today.getAttribute('data-date');
      await page.keyboard.press('ArrowDown');
      const focused = await page.evaluate<string>('document.activeElement.dataset.date');
      assert.equal(Date.parse(focused) - Date.parse(date ?? ''), 7 * 86_400_000);
      await page.keyboard.press('Home');
      const first = await page.evaluate<string>('document.activeElement.dataset.date');
      assert.equal(new Date(first).getUTCDay(), 1);
      await page.getByRole('button', { name: 'Earlier weeks', exact: true }).click();
      await page.waitForURL(/from=/);
      await page.getByRole('button', { name: 'Today' }).click();
      await today.waitFor();
    });
  });

  test('says once what an athlete withholds, and shows nothing in its place', async () => {
    const server = await testServer();
    const { club, quiet, at } = await clubOf(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: at(quiet, 'overview') });
      const sentence = page.getByText('Tom does not share activities with coaches.');
      await sentence.waitFor();
      assert.equal(await sentence.count(), 1);
      assert.equal(await heading(page, 'Can train').count(), 0);
      assert.equal(await heading(page, 'Fitness and fatigue').count(), 0);
      assert.equal(await page.getByText('not run', { exact: true }).count(), 0);
      await page.keyboard.press('6');
      await page.getByText('You see the plan, and nothing of what was run.').waitFor();
      await page.getByText('You do not see which days are marked off.').waitFor();
    });
  });

  test('a conversation is live, written by keyboard, undone, and says whether it was read', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    const path = `/api/v1/organizations/${club.org_id}/athletes/${runner.user_id}/messages`;
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: at(runner, 'messages') });
      await page.getByText('Nothing has been written with Aisha yet.').waitFor();
      const written = await server.request('POST', path, {
        token: runner.token,
        body: { text: 'Calf is tight' },
      });
      assert.equal(written.status, 201);
      await page.getByText('Calf is tight').waitFor();
      await page.getByRole('textbox').fill('Rest it\nuntil Friday');
      await page.keyboard.press('Control+Enter');
      await page.locator('li').getByText('until Friday').waitFor();
      await page.getByText('Not read by Aisha yet').waitFor();
      const seen = await server.request('GET', path, { token: runner.token });
      const { thread, posts } = seen.body.data;
      assert.ok(thread.read_by.some((one: { user_id: string }) => one.user_id === club.coach.user_id));
      const marked = await server.request('PUT', `/api/v1/threads/${thread.id}/read`, {
        token: runner.token,
        body: { post_id: posts[0].id },
      });
      assert.equal(marked.status, 200);
      await page.reload();
      await page.getByText('Read by Aisha').waitFor();
      await page.getByRole('textbox').fill('Wrong person');
      await page.keyboard.press('Control+Enter');
      await page.locator('li').getByText('Wrong person').waitFor();
      await page.getByRole('button', { name: /^Undo/ }).click();
      await page.getByText('This message was deleted.').waitFor();
    });
  });

  test('tells what failed with a way to try again, and a stranger that nobody is there', async () => {
    const server = await testServer();
    const { club, runner, at } = await clubOf(server);
    const stranger = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, {
        user: club.coach,
        path: at(runner, 'sharing'),
      });
      await heading(page, 'Aisha').waitFor();
      await page.route('**/activities?*', (route) =>
        route.fulfill({ status: 500, json: { status: 'error' } }),
      );
      await page.keyboard.press('3');
      await page.getByText('The activities could not be loaded.').waitFor();
      await page.unroute('**/activities?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('1 activity').waitFor();
      await page.goto(`/console/o/${club.org_id}/athletes/${stranger.coach.user_id}/overview`);
      await page.getByText('This athlete could not be loaded.').waitFor();
      await context.close();
    });
  });
});
