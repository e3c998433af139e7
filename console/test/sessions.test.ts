import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sql } from '../../src/infra/db/sql.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { answerSession, planSession, sessionsOf, storeClubSession } from '../../src/test/club-sessions.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const WORKOUT = {
  workout_type: 'intervals',
  segments: [
    {
      kind: 'repeat',
      repeat: {
        times: 3,
        segments: [
          { kind: 'work', distance_m: 1200 },
          { kind: 'recovery', distance_m: 400 },
        ],
      },
    },
  ],
};

describe('club sessions in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  let runner: TestUser;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    runner = await signUp(server, { display_name: 'Zoë <b>Bold</b>' });
    await addMember(server, club, { user: runner });
  });

  const tickOf = async (session_id: string): Promise<boolean | undefined> => {
    const path = `${sessionsOf(club)}/${session_id}/attendance`;
    const { body } = await server.request('GET', path, { token: club.coach.token });
    return body.data.register.find(({ user_id }: TestUser) => user_id === runner.user_id)?.attendance?.came;
  };
  const box = (page: Page) => page.getByRole('checkbox', { name: 'Zoë <b>Bold</b> came' });

  test('a coach makes a session by keyboard alone, and the list shows it', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: `/o/${club.org_id}/sessions`,
      });
      await page.getByText('No session is planned.').waitFor();
      await assertAccessible(page);
      await page.keyboard.press('n');
      await page.getByRole('dialog', { name: 'New session' }).waitFor();
      await assertAccessible(page);
      await page.keyboard.type('Track on Tuesday');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Track on Tuesday' }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.getByRole('link', { name: 'Track on Tuesday' }).waitFor();
      await assertAccessible(page);
    });
  });

  test('what the server finds wrong stands beside the field, and what was typed stays', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: `/o/${club.org_id}/sessions`,
      });
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByLabel('Title').fill('Too many weeks');
      await page.getByLabel('Weeks in a row').fill('100000');
      await page.getByRole('button', { name: 'Make the session' }).click();
      await page.locator('[slot=errorMessage]').first().waitFor();
      assert.equal(await page.getByLabel('Title').inputValue(), 'Too many weeks');
    });
  });

  test('an athlete answers with one tap, and the answer is the server’s', async () => {
    const session = await planSession(server, club, { title: 'Hills', workout: WORKOUT });
    await inBrowser(async (browser) => {
      for (const look of ['light', 'dark'] as const) {
        const { page, context, requests } = await openConsole(browser, server, {
          ...{ user: runner, path: `/o/${club.org_id}/sessions/${session.id}`, width: 390, look },
        });
        const answer = page.getByRole('radio', { name: 'I’m in' });
        await answer.waitFor();
        await assertAccessible(page);
        await assertFits(page);
        assert.ok(requests.length <= 5, requests.join('\n'));
        await answer.click();
        const path = `${sessionsOf(club)}/${session.id}`;
        await eventually(
          async () =>
            (await server.request('GET', path, { token: runner.token })).body.data.session.own.answer,
          (own) => own?.answer === 'yes',
        );
        await context.close();
      }
    });
  });

  test('a coach ticks the register without a network, also after opening the page anew, and it is sent once there is one', async () => {
    const session_id = await storeClubSession(server, club.org_id);
    await answerSession(server, { id: session_id, org_id: club.org_id }, runner, 'yes');
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, {
        ...{
          user: club.coach,
          path: `/o/${club.org_id}/sessions/${session_id}`,
          width: 390,
          opens_offline: true,
        },
      });
      await box(page).waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await context.setOffline(true);
      await box(page).click();
      await page.getByText('1 change waits to be sent.').waitFor();
      await page.reload();
      await page.getByText('The register stays on this phone').waitFor();
      assert.equal(await box(page).getAttribute('aria-checked'), 'true');
      assert.equal(await tickOf(session_id), undefined);
      await context.setOffline(false);
      await eventually(
        () => tickOf(session_id),
        (came) => came === true,
      );
      await page.getByText('1 change waits to be sent.').waitFor({ state: 'detached' });
    });
  });

  test('finishing the register tells who was missed, with a word to each, and can be taken back before it is sent', async () => {
    const session_id = await storeClubSession(server, club.org_id);
    await answerSession(server, { id: session_id, org_id: club.org_id }, runner, 'yes');
    await server.deps.db.execute(sql`
      UPDATE club_sessions SET starts_at = starts_at - interval '2 hours' WHERE id = ${session_id}`);
    const messages = async (): Promise<string[]> => {
      const path = `/api/v1/organizations/${club.org_id}/athletes/${runner.user_id}/messages`;
      const { body } = await server.request('GET', path, { token: runner.token });
      return body.data.posts.map(({ text }: { text: string }) => text);
    };
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: club.coach, path: `/o/${club.org_id}/sessions/${session_id}` },
      });
      await box(page).waitFor();
      const dialog = page.getByRole('dialog', { name: 'Finish the register' });
      await page.keyboard.press('f');
      await dialog.getByText('Zoë <b>Bold</b> said yes and was not here.').waitFor();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Finish and send' }).click();
      await box(page).getByText('–').waitFor();
      await page.keyboard.press('Control+z');
      await box(page).getByText('–').waitFor({ state: 'detached' });
      assert.equal(await tickOf(session_id), undefined);

      await page.keyboard.press('f');
      await dialog.getByLabel('A word to each of them').fill('Get well soon.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Everybody is accounted for' }).waitFor();
      await eventually(
        () => tickOf(session_id),
        (came) => came === false,
      );
      assert.deepEqual(await eventually(messages, (found) => found.length > 0), ['Get well soon.']);
    });
  });

  test('ticks made without a network are sent once and in their order, and one that is refused is told', async () => {
    const [kept, gone] = [
      await storeClubSession(server, club.org_id),
      await storeClubSession(server, club.org_id),
    ];
    for (const id of [kept, gone]) await answerSession(server, { id, org_id: club.org_id }, runner, 'yes');
    await inBrowser(async (browser) => {
      const at = (id: string): string => `/o/${club.org_id}/sessions/${id}`;
      const { page, context, requests } = await openConsole(browser, server, {
        ...{ user: club.coach, path: at(gone), width: 390, opens_offline: true },
      });
      await box(page).waitFor();
      await page.goto(`/console${at(kept)}`);
      await box(page).waitFor();
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await context.setOffline(true);
      await box(page).press('Space');
      await page.getByText('1 change waits to be sent.').waitFor();
      await box(page).press('Space');
      await page.getByText('2 changes wait to be sent.').waitFor();
      await page.goto(`/console${at(gone)}`);
      await box(page).press('Space');
      await page.getByText('3 changes wait to be sent.').waitFor();
      const deleted = await server.request('DELETE', `${sessionsOf(club)}/${gone}`, {
        token: club.coach.token,
      });
      assert.ok(deleted.status < 300, JSON.stringify(deleted.body));
      await context.setOffline(false);
      await page.getByText(/^“The register of .+” could not be sent/).waitFor();
      await eventually(
        () => tickOf(kept),
        (came) => came === false,
      );
      assert.deepEqual(
        requests.filter((request) => request.startsWith('PUT ')).map((request) => request.split('/').at(-2)),
        [kept, kept, gone],
      );
    });
  });

  test('a session is called off in a second step, and is held after all by undoing it', async () => {
    const session = await planSession(server, club, { title: 'Long run' });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: club.coach, path: `/o/${club.org_id}/sessions/${session.id}` },
      });
      await page.getByRole('button', { name: 'Call off' }).click();
      const dialog = page.getByRole('dialog', { name: 'Call off Long run?' });
      await dialog.getByLabel('Reason').fill('Ice');
      await dialog.getByRole('button', { name: 'Call off' }).click();
      await page.getByText('Called off: Ice').waitFor();
      await page.keyboard.press('Control+z');
      await page.getByText('Called off: Ice').waitFor({ state: 'detached' });
    });
  });
});
