import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import type { Session, SessionStep } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { PRIVACY_SETTINGS } from '../../src/privacy/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
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
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const REPETITION: readonly SessionStep[] = [
  { intensity: 'active', effort: 0.88, end: { distance_m: 800 } },
  { intensity: 'rest', effort: 0.5, end: { duration_s: 90 } },
];
/** As the quiet plan has it on its third day, but for shorter ends: 3 × 800 m with 90 s between. */
const INTERVALS: Session = {
  sport: 'run',
  surface: 'road',
  lap_key: true,
  stops_at_lights: false,
  steps: [
    { intensity: 'warmup', effort: 0.68, end: { duration_s: 900 } },
    ...REPETITION,
    ...REPETITION,
    ...REPETITION,
    { intensity: 'cooldown', effort: 0.68, end: { duration_s: 900 } },
  ],
};

describe('the review of an activity', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  let athlete: TestUser;
  let id: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    ({ athlete, id } = await runner());
  });

  /** Somebody who ran intervals yesterday as their plan had them, and shares everything but what is said. */
  async function runner(settings: object = {}): Promise<{ athlete: TestUser; id: string }> {
    const user = await addMember(server, club, { fields: { display_name: 'Aïssatou' } });
    const today = server.clock.now().toISOString().slice(0, 10);
    for (const body of [
      {
        preferences: { timezone: 'UTC' },
        zones: { pace: { threshold_pace_s_per_km: 255 }, heartrate: { max_bpm: 190 } },
      },
      { privacy: { ...Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])), ...settings } },
    ]) {
      const put = await server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body });
      assert.equal(put.status, 200, JSON.stringify(put.body));
    }
    await saveQuietPlan(server, club, { start_date: addDays(today, -3), athlete_ids: [user.user_id] });
    const start = new Date(`${addDays(today, -1)}T07:00:00Z`);
    const simulated = simulateActivity(exampleSimulation(INTERVALS, { start, timezone: 'UTC', seed: 'x' }));
    const { status, body } = await uploadFile(server, user, writeFit([simulated]), 'run.fit');
    assert.equal(status, 201, JSON.stringify(body));
    return { athlete: user, id: body.data.activities[0].id };
  }

  const coachPath = (user: TestUser, activity_id: string): string =>
    `/o/${club.org_id}/athletes/${user.user_id}/activities/${activity_id}`;
  const playhead = (page: Page) => page.getByRole('slider', { name: 'Moment in the run' });
  const said = (page: Page, pattern: RegExp): Promise<string | null> =>
    eventually(
      () => playhead(page).getAttribute('aria-valuetext'),
      (text) => pattern.test(text ?? ''),
    );

  test('shows a coach plan and run by lap, moves one playhead by keys, and takes a comment on a lap', async () => {
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, {
        user: club.coach,
        path: coachPath(athlete, id),
      });
      await playhead(page).waitFor();
      const laps = page.getByRole('grid', { name: 'Planned and run, by lap' });
      for (const name of ['Warm-up', 'Rep 1', 'Rep 2', 'Rep 3', 'Cool-down'])
        await laps.getByRole('rowheader', { name }).waitFor();
      assert.equal(
        await laps.getByRole('row').count(),
        6,
        'recoveries stand with the repetition before them',
      );
      await page.getByText('Nothing has been said about this run yet.').waitFor();
      const own = requests.filter((request) => request.includes(id));
      assert.deepEqual(
        own.map((request) => request.split('/').at(-1)),
        ['review', 'streams'],
        'all but the samples comes in one answer',
      );

      await page.keyboard.press('l');
      await page.keyboard.press('ArrowDown');
      await said(page, /^15:0\d, /);
      assert.equal(await laps.locator('tr[aria-selected=true]').innerText().then(firstWords), 'Rep 1');
      await page.keyboard.press('c');
      await page.keyboard.type('Good and even.');
      await page.keyboard.press('Control+Enter');
      const comment = page.getByRole('listitem').filter({ hasText: 'Good and even.' });
      await comment.getByText('Rep 1').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('This comment was deleted.').waitFor();
      await comment.waitFor({ state: 'detached' });

      await playhead(page).focus();
      await page.keyboard.press('Home');
      await said(page, /^0:00, /);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+PageDown');
      await said(page, /^Means: .*km.*bpm/);
      await page.keyboard.press('x');
      await page.getByRole('radio', { name: 'Distance', checked: true }).waitFor();
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('columnheader', { name: 'Heart rate, bpm' }).waitFor();
    });
  });

  test('is accessible and within the window at each width and look, with one lane at a time on a phone', async () => {
    await inBrowser(async (browser) => {
      for (const [width, look] of [
        [390, 'light'],
        [768, 'dark'],
        [1440, 'light'],
        [390, 'dark'],
        [1440, 'dark'],
      ] as const) {
        const { page, context } = await openConsole(browser, server, {
          user: athlete,
          path: `/runs/${id}`,
          width,
          look,
        });
        await playhead(page).waitFor();
        await page.getByText(/^(?:Nothing has been said|This comment was deleted)/).waitFor();
        assert.equal(await page.locator('canvas').count(), width === 390 ? 1 : 3);
        await assertAccessible(page);
        await assertFits(page);
        await context.close();
      }
    });
  });

  test('moves the playhead by pointer through lanes, laps and track, and selects a stretch by dragging', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: `/runs/${id}` });
      await playhead(page).waitFor();
      const box = await playhead(page).boundingBox();
      assert.ok(box !== null);
      const at = (share: number): [number, number] => [box.x + box.width * share, box.y + 30];
      await page.mouse.move(...at(0.5));
      await said(page, /km.*bpm/);
      const here = page.getByRole('img', { name: /^Track of the run/ }).locator('circle');
      assert.equal(await here.count(), 2, 'the start and the playhead');
      const before_drag = await here.last().getAttribute('transform');
      await page.mouse.down();
      await page.mouse.move(...at(0.6));
      await page.mouse.up();
      await said(page, /^Means: /);
      assert.notEqual(await here.last().getAttribute('transform'), before_drag);
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'On the whole run instead' }).click();
      await page.getByRole('button', { name: 'On the whole run instead' }).waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /^Rep 2/ }).click();
      await page.locator('tr[aria-selected=true]').filter({ hasText: 'Rep 2' }).waitFor();
    });
  });

  test('draws no lane and no track of what is not shared, and says so once', async () => {
    const shy = await runner({ share_pace_data: false, share_activity_map: false });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: coachPath(shy.athlete, shy.id),
      });
      await playhead(page).waitFor();
      await page.getByText('The map of this run is not shared, so here are its laps.').waitFor();
      await page.getByText(/^The athlete does not share: pace/).waitFor();
      assert.equal(await page.getByRole('img', { name: /^Track/ }).count(), 0);
      assert.equal(await page.getByText('Pace, min/km').count(), 0);
      assert.equal(await page.getByRole('radio', { name: 'Distance' }).count(), 0);
      await assertAccessible(page);
    });
  });

  test('keeps the athlete’s effort and note, and undoes them', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: `/runs/${id}` });
      const feedback = async (): Promise<unknown[]> => {
        const { body } = await server.request('GET', `/api/v1/activities/${id}/feedback`, {
          token: athlete.token,
        });
        return [body.data.feedback?.rpe ?? null, body.data.feedback?.note ?? null];
      };
      const effort = page.getByRole('radiogroup', { name: 'How hard was it?' });
      const sent = () =>
        page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      await effort.getByRole('radio', { name: '1, very easy' }).focus();
      await Promise.all([sent(), page.keyboard.press('7')]);
      await effort.getByRole('radio', { name: '7, hard, could not talk much', checked: true }).waitFor();
      await page.getByText('Only you see this').waitFor({ state: 'detached' });
      await page.getByLabel('In your words').fill('Legs were fine.');
      await Promise.all([sent(), page.getByRole('button', { name: 'Send', exact: true }).click()]);
      assert.deepEqual(await feedback(), [7, 'Legs were fine.']);
      await Promise.all([sent(), page.getByRole('button', { name: 'Undo' }).last().click()]);
      assert.deepEqual(await feedback(), [7, null]);
    });
  });

  test('edits a run and puts it back, and deletes it only when asked a second time', async () => {
    const hostile = `<img src=x onerror="document.title='run'"> ${'שלום '.repeat(90)}`.slice(0, 200);
    const user = await signUp(server);
    const entered = await server.request('POST', '/api/v1/activities', {
      token: user.token,
      body: { sport_type: 'run', start_time: '2026-01-01T08:00:00Z', duration_s: 1_800, name: hostile },
    });
    assert.equal(entered.status, 201, JSON.stringify(entered.body));
    const run = entered.body.data.activity.id;
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user,
        path: `/runs/${run}`,
        width: 390,
      });
      await page.getByRole('heading', { level: 1, name: /^<img src=x/ }).waitFor();
      await assertFits(page);
      const open = async (item: string): Promise<void> => {
        await page.getByRole('button', { name: 'Change this run' }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      await open('Edit');
      const dialog = page.getByRole('dialog', { name: 'Edit' });
      await dialog.getByLabel('Name').fill('Around the loch');
      await dialog.getByLabel('Sport').selectOption('trail_run');
      await dialog.getByLabel('For me alone').check();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await page.getByRole('heading', { level: 1, name: 'Around the loch' }).waitFor();
      await page.getByText('Private', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { level: 1, name: /^<img src=x/ }).waitFor();

      await open('Delete');
      await page
        .getByRole('dialog', { name: 'Delete this run?' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await open('Delete');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForURL(/\/console\/runs$/);
      const gone = await server.request('GET', `/api/v1/activities/${run}`, { token: user.token });
      assert.equal(gone.status, 404);
    });
  });

  test('says of a run that is not there that it is not, and lets one try again where the server fails', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: coachPath(athlete, '01900000-0000-7000-8000-000000000000'),
      });
      await page.getByText('It is not there, or not shared with you.').first().waitFor();
      await assertAccessible(page);
      let failures = 0;
      await page.route(`**/${id}/streams`, async (route) => {
        failures += 1;
        if (failures > 2) await route.continue();
        else
          await route.fulfill({ status: 500, json: { status: 'error', code: 'internal_error', error: 'x' } });
      });
      await page.goto(`/console${coachPath(athlete, id)}`);
      await page.getByText('The recording could not be loaded.').waitFor();
      await page.getByRole('rowheader', { name: 'Warm-up' }).or(page.getByText('Warm-up')).first().waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await playhead(page).waitFor();
    });
  });
});

const firstWords = (text: string): string => text.split(/[\n\t]/)[0]?.trim() ?? '';
