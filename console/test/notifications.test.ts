import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { NO_BROWSER, sharedBrowser } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { type someNews, tellPeople } from '../../src/test/tell-people.ts';
import { leadsTo, type Notification } from '../src/screens/messages/leads-to.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const STREAM = '/notifications/center/stream';

describe('notifications in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await testServer();
    browser = await sharedBrowser();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  /** Tells somebody something with a title that no other has. */
  async function say(
    { user_id }: TestUser,
    title: string,
    fields: Parameters<typeof someNews>[0] = {},
  ): Promise<void> {
    const text = { title, message: 'Something has happened.' };
    await tellPeople(server, [user_id], { texts: { en: text, 'zh-TW': text, ja: text }, ...fields });
  }
  const unreadOf = async ({ token }: TestUser): Promise<number> =>
    (await server.request('GET', '/api/v1/notifications/center/counts', { token })).body.unread;
  const listOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });
  const railOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
  const isCounted = (page: Page, count: number) =>
    railOf(page)
      .getByRole('link', { name: `Messages ${count} unread` })
      .waitFor();

  test('stand beside the conversations of a coach in two requests, come without reload, and are counted in the rail', async () => {
    const club = await createOrganization(server);
    await say(club.coach, 'First news', { category: 'team' });
    const { page, requests, context } = await openConsole(browser, server, {
      user: club.coach,
      path: `/o/${club.org_id}/messages`,
    });
    await page.waitForURL('**/messages/inbox');
    await listOf(page).getByText('First news').waitFor();
    await page.getByText('Nobody has written yet.').waitFor();
    await isCounted(page, 1);
    await page.waitForLoadState('networkidle');
    const own = requests.filter((one) => /conversations|notifications/.test(one));
    assert.ok(own.length <= 3, own.join('\n'));
    assert.ok(own.every((one) => !one.includes('counts')));

    await say(club.coach, 'Second news');
    await listOf(page).getByText('Second news').waitFor();
    await isCounted(page, 2);
    const titles = await listOf(page).locator('[data-row]').allTextContents();
    assert.deepEqual(titles, ['Second news', 'First news']);
    await assertAccessible(page);

    await page.getByRole('button', { name: 'Mark as read: First news' }).click();
    await isCounted(page, 1);
    assert.equal(await unreadOf(club.coach), 1);
    await page.getByLabel('What they are about').selectOption({ label: 'Team news' });
    await page.waitForURL(/about=team/);
    await listOf(page).getByText('Second news').waitFor({ state: 'detached' });
    await listOf(page).getByText('First news').waitFor();
    await page.getByLabel('What they are about').selectOption({ label: 'Everything' });
    await page.getByRole('button', { name: /^Mark all as read/ }).click();
    await railOf(page).getByRole('link', { name: 'Messages', exact: true }).waitFor();
    assert.equal(await unreadOf(club.coach), 0);
    // What is read elsewhere is so here too.
    await say(club.coach, 'Third news');
    await page.getByRole('button', { name: 'Mark as read: Third news' }).waitFor();
    await server.request('POST', '/api/v1/notifications/center/mark-all-read', { token: club.coach.token });
    await page.getByRole('button', { name: 'Mark as read: Third news' }).waitFor({ state: 'detached' });
    await context.close();
  });

  test('what the server does not take is shown as it was, and told', async () => {
    const user = await signUp(server);
    await say(user, 'Stays unread');
    const { page, context } = await openConsole(browser, server, { user, path: '/messages' });
    await page.route('**/read', (route) =>
      route.fulfill({ status: 503, json: { error: 'down', code: 'unavailable' } }),
    );
    await page.getByRole('button', { name: 'Mark as read: Stays unread' }).click();
    await page.getByText('Not changed: Notifications.').waitFor();
    await page.getByRole('button', { name: 'Mark as read: Stays unread' }).waitFor();
    assert.equal(await unreadOf(user), 1);
    await context.close();
  });

  test('are fetched page by page, and long ones are shown whole when asked', async () => {
    const user = await signUp(server);
    for (let number = 1; number <= 32; number += 1) await say(user, `News ${number}.`);
    const long = { title: 'Long', message: `${'Word '.repeat(100)}<b>end</b>` };
    await tellPeople(server, [user.user_id], { texts: { en: long, 'zh-TW': long, ja: long } });
    const { page, context } = await openConsole(browser, server, { user, path: '/messages' });
    await listOf(page).getByText('News 32.', { exact: true }).waitFor();
    assert.equal(await listOf(page).getByText('News 3.', { exact: true }).count(), 0);
    await listOf(page).getByRole('button', { name: 'Show more' }).click();
    await listOf(page).getByText('News 1.', { exact: true }).waitFor();
    await isCounted(page, 33);
    await page.getByRole('button', { name: 'Show all of it' }).click();
    await page.getByText('<b>end</b>').waitFor();
    await context.close();
  });

  test('two tabs of a browser share one stream, and one takes over from the other', async () => {
    const user = await signUp(server);
    await say(user, 'Before');
    const { page, context } = await openConsole(browser, server, { user, path: '/me/privacy' });
    await isCounted(page, 1);
    let streams = 0;
    context.on('request', (request) => {
      if (request.url().endsWith(STREAM)) streams += 1;
    });
    const second = await context.newPage();
    await second.goto('/console/me/privacy');
    // The server says nothing again to who comes later: the first tab does.
    await isCounted(second, 1);
    assert.equal(streams, 0, 'the second tab has opened a stream of its own');
    await say(user, 'To both');
    await Promise.all([isCounted(page, 2), isCounted(second, 2)]);
    await page.close();
    await eventually(
      () => streams,
      (count) => count === 1,
    );
    await say(user, 'To the other');
    await isCounted(second, 3);
    await context.close();
  });

  test('are gone through, read and followed by keyboard alone', async () => {
    const user = await signUp(server);
    await say(user, 'Older');
    await say(user, 'Plan has changed', { type: 'weeks_changed', data: { weeks: [] } });
    const { page, context } = await openConsole(browser, server, { user, path: '/today' });
    await isCounted(page, 2);
    // On a busy machine more than the second can lie between the two in which they belong together.
    await eventually(
      async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('m');
        return page.url();
      },
      (url) => url.endsWith('/messages'),
    );
    await listOf(page).getByText('Older').waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('j');
    assert.equal(await focused(), 'Plan has changed');
    await page.keyboard.press('j');
    assert.equal(await focused(), 'Older');
    await page.keyboard.press('e');
    await isCounted(page, 1);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/calendar');
    await eventually(
      () => unreadOf(user),
      (count) => count === 0,
    );
    await context.close();
  });

  test('are accessible and fit at each width and look, in each language', async () => {
    const club = await createOrganization(server);
    const user = await addMember(server, club);
    await say(user, `Long ${'word'.repeat(60)}`);
    for (const [width, look, language, tab] of [
      [390, 'dark', 'zh-TW', '通知'],
      [768, 'light', 'ja', '通知'],
      [1440, 'dark', 'en', null],
    ] as const) {
      const path = '/api/v1/users/me/preferences';
      await server.request('PATCH', path, { token: user.token, body: { language } });
      const { page, context } = await openConsole(browser, server, { user, path: '/messages', width, look });
      if (tab !== null) await page.getByRole('radio', { name: tab }).click();
      await page.getByText(/^Long word/).waitFor();
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      await assertAccessible(page);
      await assertFits(page);
      await context.close();
    }
  });

  test('where they cannot be loaded, that is said, and asked again', async () => {
    const user = await signUp(server);
    const { page, context } = await openConsole(browser, server, { user, path: '/nowhere' });
    let isDown = true;
    await page.route('**/notifications/center?*', (route) =>
      isDown ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await page.goto('/console/messages');
    await page.getByText('Your notifications could not be loaded.').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You were told nothing yet.').waitFor();
    await context.close();
  });
});

describe('where a notification leads', () => {
  const at = (type: string, data: Notification['data']): string | null =>
    leadsTo({ type, data } as Notification, ['coached']);

  test('is the page of what it is about, for coaches and athletes, and none where there is no such page', () => {
    const words = { org_id: 'coached', user_id: 'ada', author_role: 'athlete' };
    assert.equal(
      at('message_received', { ...words, kind: 'conversation' }),
      '/o/coached/athletes/ada/messages',
    );
    assert.equal(
      at('message_received', { ...words, author_role: 'coach', kind: 'conversation' }),
      '/o/coached/messages/inbox',
      'of whom coaches write is not said',
    );
    assert.equal(
      at('comment_written', { ...words, kind: 'activity', activity_id: 'run' }),
      '/o/coached/athletes/ada/activities/run',
    );
    const coachs = { org_id: 'joined', user_id: 'coach', author_role: 'coach' };
    assert.equal(at('message_received', { ...coachs, kind: 'conversation' }), '/messages/joined');
    assert.equal(at('comment_written', { ...coachs, kind: 'activity', activity_id: 'run' }), '/runs/run');
    assert.equal(at('comment_written', { ...coachs, kind: 'week', week_start: '2026-11-23' }), '/calendar');
    assert.equal(at('session_changed', { org_id: 'joined', session_id: 's' }), '/o/joined/sessions/s');
    assert.equal(
      at('athlete_joined', { org_id: 'coached', user_id: 'ada' }),
      '/o/coached/athletes/ada/overview',
    );
    assert.equal(at('api_key_unused', { org_id: 'joined' }), null, 'settings are the coaches’');
    assert.equal(at('campaign', { org_id: 'joined', campaign_id: 'c' }), null);
    assert.equal(at('of_next_year', {}), null);
  });
});
