import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { answerSession, hoursAhead, planSession } from '../../src/test/club-sessions.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../src/test/factories.ts';
import { feedbackStage, ofActivity, ofWorkout, share, storeRun } from '../../src/test/feedback-stage.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

/** What the athlete's own API says was told. */
async function toldOf(server: TestServer, { token }: TestUser, path: string) {
  return (await server.request('GET', path, { token })).body.data.feedback;
}

/** A run of fifty minutes, which began just now. */
const runToday = (server: TestServer, user_id: string): Promise<string> =>
  storeRun(server, user_id, {
    name: 'Morning along the river',
    start_time: server.clock.now(),
    duration_s: 3_000,
    moving_time_s: 3_000,
    distance_m: 9_000,
  });

const effort = (page: Page, rpe: number) =>
  page.getByRole('radiogroup', { name: 'How hard was it?' }).getByRole('radio', { name: `${rpe},` });

const answered = (page: Page, method: string, path: string) =>
  page.waitForResponse(
    (response) => response.request().method() === method && new URL(response.url()).pathname.endsWith(path),
  );

describe('the day of an athlete', { skip: NO_BROWSER }, () => {
  test('shows the session of today and takes how hard the run was, in at most three requests', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const stage = await feedbackStage(server, club, { begins_in_days: 0 });
    const { athlete } = stage;
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, {
        user: athlete,
        path: '/today',
        width: 390,
      });
      await page.getByRole('heading', { name: '50 min easy' }).waitFor();
      await page.getByRole('img', { name: /^50 min easy: .+ planned$/ }).waitFor();
      await page.getByText('This week').waitFor();
      await page.waitForLoadState('networkidle');
      const asked = requests.filter((request) => !/\/users\/me/.test(request));
      assert.ok(asked.length <= 3, asked.join(', '));
      await assertAccessible(page);
      await assertFits(page);
      assert.equal(await page.getByText('How hard was it?').count(), 0);

      const activity_id = await runToday(server, athlete.user_id);
      await page.reload();
      await page.getByText('9 km run in 50:00, 5:33 /km').waitFor();
      await page.getByText(`The coaches of ${club.name} see this`).waitFor();
      const box = await effort(page, 7).boundingBox();
      assert.ok(box !== null && box.width >= 34 && box.height >= 44, JSON.stringify(box));
      const first = answered(page, 'PATCH', `${activity_id}/feedback`);
      await effort(page, 7).click();
      assert.equal((await first).status(), 200);
      await page.getByText('Sent').waitFor();
      await page.getByText('hard, could not talk much').waitFor();
      assert.equal((await toldOf(server, athlete, ofActivity(activity_id))).rpe, 7);

      await page
        .getByRole('textbox', { name: 'In your words' })
        .fill('Left calf got tight <b>at</b> the bridge.');
      const noted = answered(page, 'PATCH', `${activity_id}/feedback`);
      await page.getByRole('button', { name: 'Send' }).click();
      await noted;
      const told = await toldOf(server, athlete, ofActivity(activity_id));
      assert.deepEqual([told.rpe, told.note], [7, 'Left calf got tight <b>at</b> the bridge.']);

      const undone = answered(page, 'PATCH', `${activity_id}/feedback`);
      await page.getByRole('heading', { name: 'Today' }).focus();
      await page.keyboard.press('Control+z');
      await undone;
      assert.equal((await toldOf(server, athlete, ofActivity(activity_id))).note, null);
      await assertAccessible(page);
      for (const width of [390, 1440] as const) {
        await page.setViewportSize({ width, height: 900 });
        await assertFits(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await assertAccessible(page);
        }
      }
    });
  });

  test('is told by keyboard alone: effort by arrows and digits, where it hurts, and that nobody sees it', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const { athlete } = await feedbackStage(server, club, { begins_in_days: 0 });
    const activity_id = await runToday(server, athlete.user_id);
    await share(server, athlete, { share_feedback_with_coach: false });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/today' });
      await page.getByText('Only you see this').waitFor();
      await effort(page, 1).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      assert.equal(
        await page.getByRole('radio', { checked: true }).count(),
        0,
        'passing over a box chooses it',
      );
      const chosen = answered(page, 'PATCH', `${activity_id}/feedback`);
      await page.keyboard.press('Enter');
      await chosen;
      assert.equal((await toldOf(server, athlete, ofActivity(activity_id))).rpe, 3);
      const typed = answered(page, 'PATCH', `${activity_id}/feedback`);
      await page.keyboard.press('8');
      await typed;
      assert.equal((await toldOf(server, athlete, ofActivity(activity_id))).rpe, 8);

      await page.getByRole('button', { name: 'Does anything hurt?' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'What hurts' });
      await dialog.getByLabel('Where').selectOption('knee');
      await assertAccessible(page);
      const hurt = answered(page, 'PATCH', `${activity_id}/feedback`);
      await dialog.getByRole('button', { name: 'Save' }).focus();
      await page.keyboard.press('Enter');
      await hurt;
      await page.getByRole('button', { name: 'Knee, 3 of 10' }).waitFor();
      const { pain } = await toldOf(server, athlete, ofActivity(activity_id));
      assert.deepEqual(pain, { area: 'knee', side: 'left', level: 3 });
    });
  });

  test('opens without a network, keeps what is said there, and sends it once', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const { athlete } = await feedbackStage(server, club, { begins_in_days: 0 });
    const activity_id = await runToday(server, athlete.user_id);
    await inBrowser(async (browser) => {
      const { page, context, requests } = await openConsole(browser, server, {
        user: athlete,
        path: '/today',
        width: 390,
        opens_offline: true,
      });
      await page.getByText('9 km run in').waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await context.setOffline(true);
      await page.reload();
      await page.getByText('9 km run in').waitFor();
      await page.getByText(/^No network/).waitFor();
      await effort(page, 6).click();
      await page.getByText('Waits for a network').waitFor();
      await page.getByText('1 change waits to be sent.').waitFor();
      await assertAccessible(page);
      await page.reload();
      await page.getByText('Waits for a network').waitFor();
      assert.equal(await effort(page, 6).getAttribute('aria-checked'), 'true');
      assert.equal(await toldOf(server, athlete, ofActivity(activity_id)), null);
      const before = requests.filter((request) => request.startsWith('PATCH')).length;
      const sent = answered(page, 'PATCH', `${activity_id}/feedback`);
      await context.setOffline(false);
      await sent;
      await page.getByText('Sent').waitFor();
      const patches = requests.filter((request) => request.startsWith('PATCH')).length;
      assert.equal(patches - before, 1);
      assert.equal((await toldOf(server, athlete, ofActivity(activity_id))).rpe, 6);
    });
  });

  test('lets a workout be moved, left out with a reason, or asked about, and takes answers to sessions of the club', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const stage = await feedbackStage(server, club, { begins_in_days: 0 });
    const { athlete } = stage;
    const session = await planSession(server, club, {
      title: 'Track <i>night</i>',
      place: { text: 'Gate 3' },
    });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/today', width: 390 });
      const answer = page.getByRole('radiogroup', { name: 'Your answer to Track <i>night</i>' });
      await page.getByText('Gate 3. Nobody is in yet').waitFor();
      const taken = answered(page, 'PUT', `${session.id}/answer`);
      await answer.getByRole('radio', { name: 'I’m in' }).click();
      assert.equal((await taken).status(), 200);
      await page.getByText('Gate 3. 1 is in').waitFor();

      await page.getByRole('button', { name: 'I cannot today' }).click();
      const dialog = page.getByRole('dialog', { name: 'I cannot today' });
      await assertAccessible(page);
      const asked = answered(page, 'POST', '/comments');
      await dialog.getByRole('textbox').fill('Would tomorrow do?');
      await dialog.getByRole('button', { name: 'Ask' }).click();
      assert.equal((await asked).status(), 201);
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'I cannot today' }).click();
      const skipped = answered(page, 'PATCH', `${stage.workout_id}/feedback`);
      await dialog.getByRole('button', { name: 'Tired' }).click();
      assert.equal((await skipped).status(), 200);
      await page.getByText('Not run. Tired.').waitFor();
      assert.deepEqual((await toldOf(server, athlete, ofWorkout(stage))).skipped, { reason: 'tired' });
      const takenBack = answered(page, 'PATCH', `${stage.workout_id}/feedback`);
      await page.getByRole('button', { name: 'I run it after all' }).click();
      await takenBack;
      await page.getByRole('button', { name: 'I cannot today' }).click();
      const days = dialog.getByRole('heading', { name: 'Move it to' }).locator('..').getByRole('button');
      // On a Sunday, its week has no day left.
      if ((await days.count()) === 0) {
        await dialog.getByText('No other day of this week is free.').waitFor();
        return;
      }
      const moved = answered(page, 'POST', '/move');
      await days.first().click();
      assert.equal((await moved).status(), 200);
      await page.getByText('Rest.', { exact: true }).waitFor();
      const undone = answered(page, 'POST', '/move');
      await page.getByRole('heading', { name: 'Today' }).focus();
      await page.keyboard.press('Control+z');
      await undone;
      await page.getByRole('heading', { name: '50 min easy' }).waitFor();
    });
  });

  test('takes the workout to a watch and the plan to a calendar as files', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const { athlete } = await feedbackStage(server, club, { begins_in_days: 0 });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/today' });
      for (const [button, name] of [
        ['To watch', /-50-min-easy\.fit$/],
        ['To calendar', /^Quiet-weeks\.ics$/],
      ] as const) {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: button }).click();
        assert.match((await saved).suggestedFilename(), name);
      }
    });
  });

  test('says Rest on a day without a session, and what to do to whom nobody has planned anything', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const { athlete } = await feedbackStage(server, club, { begins_in_days: 1 });
    const alone = await signUp(server);
    const member = await addMember(server, club);
    const tonight = await planSession(server, club, {
      title: 'Night run',
      starts_at: hoursAhead(server, 30),
    });
    assert.equal((await answerSession(server, tonight, member, 'yes')).status, 200);
    await inBrowser(async (browser) => {
      const rest = await openConsole(browser, server, { user: athlete, path: '/today', width: 390 });
      await rest.page.getByText('Rest.', { exact: true }).waitFor();
      assert.equal(await rest.page.getByRole('button', { name: 'To watch' }).count(), 0);
      await assertAccessible(rest.page);
      await rest.context.close();
      const bare = await openConsole(browser, server, { user: alone, path: '/today', width: 390 });
      await bare.page.getByText('Nobody has planned anything for you yet').waitFor();
      assert.equal(
        await bare.page.getByRole('link', { name: 'Connect a platform' }).getAttribute('href'),
        '/console/me/connections',
      );
      await assertAccessible(bare.page);
      await assertFits(bare.page);
      await bare.context.close();
      const coming = await openConsole(browser, server, { user: member, path: '/today' });
      await coming.page.getByText('Night run,').waitFor();
      assert.equal(
        await coming.page.getByRole('radio', { name: 'I’m in' }).getAttribute('aria-checked'),
        'true',
      );
    });
  });

  test('says what failed, and loads it again, while the rest of the page stays', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const { athlete } = await feedbackStage(server, club, { begins_in_days: 0 });
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user: athlete, path: '/nowhere' });
      await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
      const failing = {
        status: 503,
        contentType: 'application/json',
        body: '{"status":"error","error":"Busy."}',
      };
      await context.route('**/api/v1/plans/mine?*', (route) => route.fulfill(failing));
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.getByText('Your days could not be loaded.').waitFor();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await assertAccessible(page);
      await context.unroute('**/api/v1/plans/mine?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: '50 min easy' }).waitFor();
    });
  });
});
