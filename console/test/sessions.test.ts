import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
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
        ...{ user: club.coach, path: `/o/${club.org_id}/sessions/${session_id}`, width: 390 },
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
