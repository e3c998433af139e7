import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, mondayOfDay } from '../../src/shared/calendar.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../src/test/factories.ts';
import { storeRun } from '../../src/test/feedback-stage.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

/** An athlete whose plan of two weeks begins next Monday: 50 min easy on it, intervals on Wednesday, 60 min on Saturday. */
async function plannedStage(server: TestServer) {
  const club = await createOrganization(server);
  const athlete = await addMember(server, club);
  const today = server.clock.now().toISOString().slice(0, 10);
  const monday = addDays(mondayOfDay(today), 7);
  await saveQuietPlan(server, club, { start_date: monday, weeks: 2, athlete_ids: [athlete.user_id] });
  return { athlete, today, monday };
}

async function daysOf(server: TestServer, { token }: TestUser, from: string, days = 7) {
  const path = `/api/v1/plans/mine?from=${from}&to=${addDays(from, days - 1)}`;
  return (await server.request('GET', path, { token })).body.data.days;
}

const answered = (page: Page, method: string, path: RegExp) =>
  page.waitForResponse(
    (response) => response.request().method() === method && path.test(new URL(response.url()).pathname),
  );

describe('the own calendar of an athlete', { skip: NO_BROWSER }, () => {
  test('lists the weeks on a phone and draws them as rows on a desktop, in at most three requests', async () => {
    const server = await testServer();
    const { athlete } = await plannedStage(server);
    await storeRun(server, athlete.user_id, {
      name: `<img src=x onerror=alert(1)> ${'Ω'.repeat(170)}`,
      start_time: server.clock.now(),
    });
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, {
        user: athlete,
        path: '/calendar',
        width: 390,
      });
      await page
        .getByRole('button', { name: /^3 × 800 m/ })
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      const asked = requests.filter((request) => !/\/users\/me/.test(request));
      assert.ok(asked.length <= 3, asked.join(', '));
      await page.getByText('<img src=x onerror=alert(1)>').waitFor();
      for (const width of [390, 768, 1440] as const) {
        await page.setViewportSize({ width, height: 900 });
        await assertFits(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await assertAccessible(page);
        }
      }
    });
  });

  test('offers another day for a workout on a day that is marked off, moves it, and takes both back', async () => {
    const server = await testServer();
    const { athlete, monday } = await plannedStage(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/calendar' });
      await page
        .getByRole('button', { name: /^3 × 800 m/ })
        .first()
        .waitFor();
      await page.keyboard.press('d');
      const form = page.getByRole('dialog', { name: 'Days off' });
      await form.getByLabel('First day').fill(addDays(monday, 2));
      await form.getByLabel('Last day').fill(addDays(monday, 2));
      await form.getByLabel('Why').fill('Exam');
      await assertAccessible(page);
      const marked = answered(page, 'POST', /\/availability$/);
      await form.getByRole('button', { name: 'Save' }).click();
      assert.equal((await marked).status(), 201);
      const conflicts = page.getByRole('region', { name: 'Does not go with your days' });
      await conflicts.getByText(/^3 × 800 m is on .+, when you cannot train\.$/).waitFor();
      const offer = conflicts.getByRole('button', { name: /^Move to / });
      await offer.waitFor();
      await assertAccessible(page);
      const moved = answered(page, 'POST', /\/move$/);
      await offer.click();
      assert.equal((await moved).status(), 200);
      await conflicts.waitFor({ state: 'detached' });
      const after = await daysOf(server, athlete, monday);
      assert.equal(after[2].workouts.length, 0);

      const undone = answered(page, 'POST', /\/move$/);
      await page.keyboard.press('Control+z');
      assert.equal((await undone).status(), 200);
      await conflicts.waitFor();
      await page.getByRole('button', { name: 'No training Exam' }).click();
      const removed = answered(page, 'DELETE', /\/availability\//);
      await form.getByRole('button', { name: 'I can train after all' }).click();
      assert.equal((await removed).status(), 200);
      await conflicts.waitFor({ state: 'detached' });
      const days = await daysOf(server, athlete, monday);
      assert.deepEqual([days[2].workouts.length, days[2].availability], [1, null]);
    });
  });

  test('opens a workout by keyboard alone and moves it within its week', async () => {
    const server = await testServer();
    const { athlete, monday } = await plannedStage(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/calendar' });
      const first = page.getByRole('button', { name: /^50 min easy/ }).first();
      await first.waitFor();
      assert.equal(await page.locator('[data-item][tabindex="0"]').count(), 1, 'the weeks are one stop');
      await first.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: '3 × 800 m' });
      await dialog.getByText('3 ×', { exact: true }).waitFor();
      await assertAccessible(page);
      const move = dialog.getByRole('heading', { name: 'Move it to' }).locator('..').getByRole('button');
      assert.equal(await move.count(), 4, 'every day of the week without a workout');
      await move.first().focus();
      const moved = answered(page, 'POST', /\/move$/);
      await page.keyboard.press('Enter');
      assert.equal((await moved).status(), 200);
      await page.getByText(/^3 × 800 m is now on /).waitFor();
      const days = await daysOf(server, athlete, monday);
      assert.deepEqual([days[1].workouts.length, days[2].workouts.length], [1, 0]);
    });
  });

  test('puts a workout on another day of its week by dragging, and by Alt and an arrow', async () => {
    const server = await testServer();
    const { athlete, monday } = await plannedStage(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/calendar' });
      const dayOf = (after: number) =>
        page
          .getByRole('listitem')
          .filter({ has: page.locator(`time[datetime="${addDays(monday, after)}"]`) });
      const easy = dayOf(0).getByRole('button', { name: /^50 min easy/ });
      await easy.waitFor();
      const dragged = answered(page, 'POST', /\/move$/);
      await easy.dragTo(dayOf(1));
      assert.equal((await dragged).status(), 200);
      await dayOf(1)
        .getByRole('button', { name: /^50 min easy/ })
        .waitFor();
      // Another week is no place for it.
      await dayOf(1)
        .getByRole('button', { name: /^50 min easy/ })
        .dragTo(dayOf(8));
      const moved = answered(page, 'POST', /\/move$/);
      await dayOf(2)
        .getByRole('button', { name: /^3 × 800 m/ })
        .focus();
      await page.keyboard.press('Alt+ArrowRight');
      assert.equal((await moved).status(), 200);
      await dayOf(3)
        .getByRole('button', { name: /^3 × 800 m/ })
        .waitFor();
      // The focus goes along, so that the next press moves it on.
      await page
        .locator(':focus')
        .filter({ hasText: /^3 × 800 m/ })
        .waitFor();
      const days = await daysOf(server, athlete, monday, 9);
      assert.deepEqual(
        days.map(({ workouts }: { workouts: object[] }) => workouts.length),
        [0, 1, 0, 1, 0, 1, 0, 1, 0],
      );
      const back = answered(page, 'POST', /\/move$/);
      await page.keyboard.press('Control+z');
      assert.equal((await back).status(), 200);
      await dayOf(2)
        .getByRole('button', { name: /^3 × 800 m/ })
        .waitFor();
    });
  });

  test('marks weekdays off in every week, under the headings of their months', async () => {
    const server = await testServer();
    const { athlete, monday } = await plannedStage(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: athlete, path: '/calendar', width: 390 },
      });
      const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
      const heading = month.format(new Date(addDays(monday, 6)));
      await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
      await page.keyboard.press('d');
      const form = page.getByRole('dialog', { name: 'Days off' });
      await form.getByLabel('How often').selectOption('weekly');
      const days = form.getByRole('group', { name: 'On these days' });
      const chosen = await days.getByRole('checkbox', { checked: true }).count();
      assert.equal(chosen, 1, 'that of today');
      for (const name of ['Tue', 'Thu']) await days.getByRole('checkbox', { name }).check();
      for (const name of ['Mon', 'Wed', 'Fri', 'Sat', 'Sun'])
        await days.getByRole('checkbox', { name }).uncheck();
      await assertAccessible(page);
      await assertFits(page);
      const marked = answered(page, 'POST', /\/availability$/);
      await form.getByRole('button', { name: 'Save' }).click();
      assert.equal((await marked).status(), 201);
      await page.getByText('Marked for every week').waitFor();
      const off = async () =>
        (await daysOf(server, athlete, addDays(monday, 7))).map(
          ({ availability }: { availability: object | null }) => availability !== null,
        );
      assert.deepEqual(await off(), [false, true, false, true, false, false, false]);
      await page.getByRole('button', { name: 'No training' }).first().click();
      await days.getByRole('checkbox', { name: 'Thu' }).uncheck();
      const changed = answered(page, 'PATCH', /\/availability\//);
      await form.getByRole('button', { name: 'Save' }).click();
      assert.equal((await changed).status(), 200);
      assert.deepEqual(await off(), [false, true, false, false, false, false, false]);
      const undone = answered(page, 'PATCH', /\/availability\//);
      await page.keyboard.press('Control+z');
      assert.equal((await undone).status(), 200);
      assert.deepEqual(await off(), [false, true, false, true, false, false, false]);
    });
  });

  test('keeps races with their results and the runs that they were, and what hurts until it is over', async () => {
    const server = await testServer();
    const { athlete, today } = await plannedStage(server);
    const activity_id = await storeRun(server, athlete.user_id, {
      name: 'Harbour ten',
      start_time: server.clock.now(),
      distance_m: 10_050,
      duration_s: 2_600,
      moving_time_s: 2_600,
    });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: athlete, path: '/calendar', width: 390 });
      await page.getByRole('heading', { name: 'Calendar' }).waitFor();
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('menuitem', { name: 'Race' }).click();
      const race = page.getByRole('dialog', { name: 'Race' });
      await race.getByLabel('Name').fill('Harbour Lights 10 km');
      await race.getByLabel('Day', { exact: true }).fill(today);
      await race.getByLabel('Your time').fill('soon');
      await race.getByRole('button', { name: 'Save' }).click();
      await race.getByText('Write it as 43:12 or 1:43:12.').waitFor();
      await assertAccessible(page);
      await race.getByLabel('Your time').fill('43:20');
      const made = answered(page, 'POST', /\/races$/);
      await race.getByRole('button', { name: 'Save' }).click();
      assert.equal((await made).status(), 201);
      const bib = page.getByRole('button', { name: 'Harbour Lights 10 km 43:20' });
      await bib.click();
      await race.getByLabel('The run that it was').selectOption(activity_id);
      const linked = answered(page, 'PATCH', /\/races\//);
      await race.getByRole('button', { name: 'Save' }).click();
      assert.equal((await linked).status(), 200);
      const [day] = await daysOf(server, athlete, today, 1);
      assert.deepEqual(
        [day.races[0].result.time_s, day.races[0].event, day.races[0].activity_id],
        [2_600, '10k', activity_id],
      );
      await bib.click();
      const deleted = answered(page, 'DELETE', /\/races\//);
      await race.getByRole('button', { name: 'Delete' }).click();
      await deleted;
      await bib.waitFor({ state: 'detached' });
      const again = answered(page, 'POST', /\/races$/);
      await page.keyboard.press('Control+z');
      assert.equal((await again).status(), 201);
      await bib.waitFor();

      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('menuitem', { name: 'Injury or illness' }).click();
      const hurt = page.getByRole('dialog', { name: 'Injury or illness' });
      await hurt.getByLabel('Where or which').fill('Left calf');
      await hurt.getByLabel('What running it allows').selectOption('easy_only');
      const told = answered(page, 'POST', /\/injuries$/);
      await hurt.getByRole('button', { name: 'Save' }).click();
      assert.equal((await told).status(), 201);
      await page.getByRole('button', { name: 'Left calf: easy running only' }).first().click();
      const over = answered(page, 'PATCH', /\/injuries\//);
      await hurt.getByRole('button', { name: 'It is over' }).click();
      assert.equal((await over).status(), 200);
      await page.getByText('Over since today').waitFor();
      const [first, second] = await daysOf(server, athlete, today, 2);
      assert.deepEqual([first.injuries.length, second.injuries.length], [1, 0]);
    });
  });

  test('says what the server refuses beside the form, and what cannot be loaded', async () => {
    const server = await testServer();
    const athlete = await signUp(server);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user: athlete, path: '/calendar' });
      await page.getByText(/^Nothing is planned in these weeks\./).waitFor();
      await page.keyboard.press('d');
      const form = page.getByRole('dialog', { name: 'Days off' });
      await form.getByLabel('First day').fill('2020-01-01');
      await form.getByLabel('Last day').fill('2020-01-02');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByRole('alert').waitFor();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      const failing = {
        status: 503,
        contentType: 'application/json',
        body: '{"status":"error","error":"Busy."}',
      };
      await context.route('**/api/v1/plans/mine?*', (route) => route.fulfill(failing));
      await page.goto('/console/calendar?from=2026-01-05');
      await page.getByText('Your days could not be loaded.').waitFor();
      await context.unroute('**/api/v1/plans/mine?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('region', { name: 'Week of 5 Jan' }).waitFor();
    });
  });
});
