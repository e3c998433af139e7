import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sql } from '../../src/infra/db/sql.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan, setVdot } from '../../src/test/saved-plans.ts';
import { seedAthlete } from '../../src/test/seed-athletes.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const LINE = '15min easy, 3x1200m @10k jog 400m, 10min easy';

describe('the calendar of a team', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  /** The Monday after the day on which the test runs: no day of its week is over anywhere. */
  let monday: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    const today = server.clock.now().toISOString().slice(0, 10);
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    monday = addDays(today, 7 - weekday);
  });

  /** Athletes of a club with a plan: runs on Monday, Wednesday and Saturday of two weeks. */
  async function runners(
    of: TestOrganization,
    names: readonly string[],
    { begins = monday, timezone = 'UTC' } = {},
  ): Promise<TestUser[]> {
    const athletes: TestUser[] = [];
    for (const name of names) {
      const athlete = await addMember(server, of);
      await server.deps.db.execute(sql`
        UPDATE users SET preferences = (preferences::jsonb || ${JSON.stringify({ timezone })}::jsonb), display_name = ${name}
        WHERE user_id = ${athlete.user_id}`);
      await setVdot(server, athlete.user_id, 45);
      athletes.push(athlete);
    }
    const athlete_ids = athletes.map(({ user_id }) => user_id);
    await saveQuietPlan(server, of, { start_date: begins, weeks: 2, athlete_ids });
    return athletes;
  }
  /** By the days since the Monday. */
  async function titlesOf({ token }: TestUser, first = monday): Promise<Record<string, string>> {
    const path = `/api/v1/plans/mine?from=${first}&to=${addDays(first, 6)}`;
    const { data } = (await server.request('GET', path, { token })).body;
    return Object.fromEntries(
      data.days.flatMap(({ date, workouts }: { date: string; workouts: { workout: { title: string } }[] }) =>
        workouts.map(({ workout }) => [(Date.parse(date) - Date.parse(first)) / 86_400_000, workout.title]),
      ),
    );
  }
  const cell = (page: Page, row: number, column: number) => page.locator(`[data-place="${row}:${column}"]`);
  /** Waits until the server has it so: what is shown is there before. */
  const untilStored = (athlete: TestUser, day: number, title: string | undefined) =>
    eventually(
      async () => (await titlesOf(athlete))[day],
      (found) => found === title,
    );
  const path = ({ org_id }: TestOrganization) => `/o/${org_id}/calendar/${monday}`;

  test('a coach moves, copies, takes out and types workouts by keyboard alone, and undoes each step', async () => {
    const [ada, bo] = await runners(club, ['Ada', 'Bo']);
    assert.ok(ada && bo);
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      const grid = page.getByRole('grid', { name: 'Calendar' });
      await cell(page, 1, 0).getByText('50 min easy').waitFor();
      await page.getByRole('gridcell', { selected: true }).waitFor();
      const after = requests.filter((one) => !/\/users\/me|\/groups$/.test(one));
      assert.ok(after.length <= 3, after.join('\n'));

      // One tab stop: the first cell.
      assert.equal(await grid.locator('[tabindex="0"]').count(), 1);
      await cell(page, 0, 0).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      assert.equal(await grid.locator('[aria-selected="true"]').count(), 2);

      await page.keyboard.press('Alt+ArrowRight');
      await cell(page, 0, 3).getByText('3 × 800 m').waitFor();
      await page.getByRole('status').getByText('Moved Wed').waitFor();
      const moved = { 0: '50 min easy', 3: '3 × 800 m', 5: '60 min easy' };
      assert.deepEqual([await titlesOf(ada), await titlesOf(bo)], [moved, moved]);
      await page.keyboard.press('Control+z');
      await cell(page, 1, 2).getByText('3 × 800 m').waitFor();
      await untilStored(bo, 2, '3 × 800 m');

      // Copied to a free day of somebody else, at their paces.
      await cell(page, 0, 2).click();
      await page.keyboard.press('Control+c');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+v');
      await page.getByRole('status').getByText('Copied to Bo').waitFor();
      assert.equal((await titlesOf(bo))[1], '3 × 800 m');
      // Where something is planned, it is asked first.
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+v');
      await page.getByText('It takes the place of 1 planned workout.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal((await titlesOf(bo))[0], '50 min easy');

      await page.keyboard.press('w');
      assert.equal(await grid.locator('[aria-selected="true"]').count(), 7);
      await page.keyboard.press('Delete');
      await page.getByRole('status').getByText('Took out').waitFor();
      assert.deepEqual(await titlesOf(bo), {});
      await page.keyboard.press('Control+z');
      await cell(page, 1, 5).getByText('60 min easy').waitFor();
      await untilStored(bo, 5, '60 min easy');
      assert.equal(Object.keys(await titlesOf(bo)).length, 4);

      // Both on Wednesday.
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      const line = page.getByRole('dialog', { name: /for 2 athletes/ });
      await line.getByRole('textbox').waitFor();
      await page.keyboard.type(`${LINE}, fluffy`);
      await line.getByText('Not understood: “fluffy” (unknown words)').waitFor();
      await assertAccessible(page);
      for (let key = 0; key < ', fluffy'.length; key += 1) await page.keyboard.press('Backspace');
      await line.getByText('Takes the place of 2 planned workouts').waitFor();
      await line.getByRole('list', { name: 'Each athlete’s own pace' }).getByText('Ada').waitFor();
      await line.getByText('Not understood').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .getByText(/^Set 3 × 1200 m.* for 2 athletes/)
        .waitFor();
      for (const athlete of [ada, bo]) assert.match((await titlesOf(athlete))[2] ?? '', /^3 × 1200 m/);
      await page.keyboard.press('Control+z');
      await cell(page, 0, 2).getByText('3 × 800 m').waitFor();
      await untilStored(ada, 2, '3 × 800 m');
    });
  });

  test('a coach drags a workout, writes a note with it, and takes it out by the pointer', async () => {
    const own = await createOrganization(server);
    const [ada] = await runners(own, ['Ada']);
    assert.ok(ada);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: own.coach, path: path(own) });
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
      await cell(page, 0, 0).dragTo(cell(page, 0, 1));
      await page.getByRole('status').getByText('Moved Mon').waitFor();
      assert.equal((await titlesOf(ada))[1], '50 min easy');
      await page.getByRole('toolbar').getByRole('button', { name: 'Edit, note' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Note for Ada').fill('By the canal, please.');
      await dialog.getByLabel('Title').fill('Canal run');
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await cell(page, 0, 1).getByText('Canal run').waitFor();
      await page.getByRole('toolbar').getByRole('button', { name: 'Take out' }).click();
      await page.getByRole('status').getByText('Took out').waitFor();
      assert.equal((await titlesOf(ada))[1], undefined);
      await page.getByRole('button', { name: /^Undo “Took out/ }).click();
      await cell(page, 0, 1).getByText('Canal run').waitFor();
      await page.keyboard.press('Control+z');
      await cell(page, 0, 1).getByText('50 min easy').waitFor();
    });
  });

  test('its states, sections, four weeks and the phone are accessible and fit at each width, whatever names are', async () => {
    const own = await createOrganization(server);
    const [ada, wide] = await runners(own, ['Ada', `<b>${'W'.repeat(80)}</b> ‮مرحبا`]);
    assert.ok(ada && wide);
    await createGroup(server, own, { members: [ada], fields: { name: 'Fast' } });
    await inBrowser(async (browser) => {
      for (const look of ['light', 'dark'] as const) {
        for (const width of look === 'dark' ? ([390, 1440] as const) : ([390, 768, 1440] as const)) {
          const { page, context } = await openConsole(browser, server, {
            ...{ user: own.coach, path: `${path(own)}?by=group`, width, look },
          });
          await page.getByText('50 min easy').first().waitFor();
          await page.getByText('Fast').last().waitFor();
          await assertAccessible(page);
          await assertFits(page);
          if (width === 390) {
            await page.getByRole('button', { name: /^Wed/ }).click();
            await page.getByText('3 × 800 m').first().waitFor();
            await page.getByRole('checkbox', { name: 'Choose Ada' }).check();
            await assertAccessible(page);
            await page.getByRole('button', { name: 'Type a workout' }).click();
            await page.getByRole('dialog').getByRole('textbox').waitFor();
            await assertFits(page);
          } else if (width === 1440) {
            await page.getByRole('radio', { name: 'Four weeks' }).click();
            await page.waitForURL(/view=four/);
            await page.getByRole('columnheader').nth(4).waitFor();
            await assertAccessible(page);
            await page.getByRole('radio', { name: 'Week', exact: true }).click();
            await page.keyboard.press('/');
            await page.keyboard.type('nobody');
            await page.getByText('Nobody matches “nobody”.').waitFor();
            await assertAccessible(page);
          }
          await context.close();
        }
      }
    });
  });

  test('a coach marks what was done elsewhere, and says something about it, athletes by the plan they follow', async () => {
    const own = await createOrganization(server);
    const begins = addDays(monday, -14);
    const [ada] = await runners(own, ['Ada'], { begins });
    assert.ok(ada);
    await addMember(server, own);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: own.coach, path: `/o/${own.org_id}/calendar/${begins}` },
      });
      const first = cell(page, 0, 0);
      await first.getByText('not run').waitFor();
      await page.getByRole('rowheader', { name: /^Quiet weeks/ }).waitFor();
      await page.getByRole('rowheader', { name: /^No plan/ }).waitFor();
      const stored = async () =>
        (await server.request('GET', `/api/v1/plans/mine?from=${begins}&to=${begins}`, { token: ada.token }))
          .body.data.days[0].workouts[0];
      await first.focus();
      await page.keyboard.press('d');
      await first.getByText('done elsewhere').waitFor();
      await page
        .getByRole('status')
        .getByText(/^Marked Mon .* of Ada as done elsewhere$/)
        .waitFor();
      assert.equal((await stored()).done_elsewhere, true);
      await page.keyboard.press('Control+z');
      await first.getByText('not run').waitFor();
      await eventually(stored, ({ done_elsewhere }) => done_elsewhere === false);

      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: /^Ada, Monday/ });
      await dialog.getByText('Nothing has been said about it yet.').waitFor();
      await page.keyboard.type('Where were you on Monday?');
      await assertAccessible(page);
      await page.keyboard.press('Control+Enter');
      await dialog.getByRole('listitem').getByText('Where were you on Monday?').waitFor();
      await page.keyboard.press('Escape');
      await first.getByText('1 comment', { exact: true }).waitFor();
      // What the athlete answers is counted without a reload.
      const { plan_id, workout } = await stored();
      const thread = `/api/v1/organizations/${own.org_id}/athletes/${ada.user_id}/plans/${plan_id}/workouts/${workout.id}/comments`;
      const answered = await server.request('POST', thread, {
        ...{ token: ada.token, body: { text: 'At the pool.' } },
      });
      assert.equal(answered.status, 201);
      await first.getByText('2 comments', { exact: true }).waitFor();
      // An empty day has nothing to be said about.
      await cell(page, 0, 1).click();
      await page.keyboard.press('c');
      await page.getByText('There is nothing to comment on.').waitFor();
    });
  });

  test('a coach changes the weeks of one athlete in their calendar by the same keys', async () => {
    const own = await createOrganization(server);
    const [ada] = await runners(own, ['Ada']);
    assert.ok(ada);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: own.coach, path: `/o/${own.org_id}/athletes/${ada.user_id}/calendar` },
      });
      const day = (after: number) => page.locator(`td[data-date="${addDays(monday, after)}"]`);
      await day(0).getByText('50 min easy').waitFor();
      // From the one tab stop, which is today.
      await page.locator('td[tabindex="0"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
      await page.locator(`[data-date="${monday}"]:focus`).waitFor();
      await page.keyboard.press('Alt+ArrowRight');
      await day(1).getByText('50 min easy').waitFor();
      await untilStored(ada, 1, '50 min easy');
      await page.keyboard.press('Control+z');
      await day(0).getByText('50 min easy').waitFor();
      await untilStored(ada, 0, '50 min easy');
      await page.keyboard.press('w');
      assert.equal(await page.locator('td[aria-selected="true"]').count(), 7);
      await page.keyboard.press('Delete');
      await page.getByRole('status').getByText('Took out').waitFor();
      assert.deepEqual(await titlesOf(ada), {});
      await page.keyboard.press('Control+z');
      await day(5).getByText('60 min easy').waitFor();
      await untilStored(ada, 5, '60 min easy');
      await assertAccessible(page);
      await assertFits(page);
      await day(2).click();
      await page.keyboard.press('Enter');
      const line = page.getByRole('dialog', { name: /for Ada/ });
      await line.getByRole('textbox').waitFor();
      await page.keyboard.type(LINE);
      await line.getByText('Takes the place of 1 planned workout').waitFor();
      await page.keyboard.press('Enter');
      await day(2)
        .getByText(/^3 × 1200 m/)
        .waitFor();
      await eventually(
        async () => (await titlesOf(ada))[2] ?? '',
        (title) => title.startsWith('3 × 1200 m'),
      );
    });
  });

  test('days are those of the calendar on a day of 23 hours, whatever the clock of who looks', async () => {
    const own = await createOrganization(server);
    // The last Sunday of March, on which Berlin loses an hour.
    const year = Number(monday.slice(0, 4)) + 1;
    const last = new Date(Date.UTC(year, 2, 31));
    const begins = addDays(`${year}-03-31`, -last.getUTCDay() - 6);
    const [ada] = await runners(own, ['Ada'], { begins, timezone: 'Europe/Berlin' });
    assert.ok(ada);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        ...{ user: own.coach, path: `/o/${own.org_id}/calendar/${begins}` },
        context: { timezoneId: 'Pacific/Kiritimati' },
      });
      await cell(page, 0, 5).getByText('60 min easy').waitFor();
      const heads = await page.getByRole('columnheader').allInnerTexts();
      const numbers = heads.flatMap((head) => /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d+)/.exec(head)?.[1] ?? []);
      assert.deepEqual(
        numbers,
        Array.from({ length: 7 }, (_, after) => String(Number(addDays(begins, after).slice(8)))),
      );
      await cell(page, 0, 5).click();
      await page.keyboard.press('Alt+ArrowRight');
      await cell(page, 0, 6).getByText('60 min easy').waitFor();
      await eventually(
        async () => await titlesOf(ada, begins),
        (titles) => titles[6] === '60 min easy',
      );
    });
  });

  test('without a network nothing is changed, and what is refused is told with its reason', async () => {
    const own = await createOrganization(server);
    const [ada] = await runners(own, ['Ada']);
    assert.ok(ada);
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user: own.coach, path: path(own) });
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
      await cell(page, 0, 0).click();
      await context.setOffline(true);
      await page.getByText(/^No network\. What you see is from/).waitFor();
      await page.keyboard.press('Delete');
      await page.getByText('No network. The calendar can be changed again when there is one.').waitFor();
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
      await context.setOffline(false);
      // Before the plan begins there is no day for it.
      await page.keyboard.press('Alt+ArrowLeft');
      await page.getByText(/stayed as it was: (that day is over|the plan does not reach that far)/).waitFor();
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
      assert.equal((await titlesOf(ada))[0], '50 min easy');
      // What fails is told with a way to try again.
      await page.route(/\/calendar\?/, (route) =>
        route.fulfill({ status: 403, json: { code: 'forbidden' } }),
      );
      await page
        .getByRole('banner')
        .or(page.locator('header'))
        .getByRole('button', { name: 'Later' })
        .click();
      await page.getByRole('alert').getByText('The calendar could not be loaded.').waitFor();
      await assertAccessible(page);
      await page.unroute(/\/calendar\?/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
    });
  });

  test('of 510 athletes those are drawn where one looks, down to the last', async () => {
    const own = await createOrganization(server);
    for (let made = 0; made < 510; made += 1) await seedAthlete(server, own.org_id, { timezone: 'UTC' });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: own.coach, path: path(own) });
      await cell(page, 0, 0).waitFor();
      await cell(page, 0, 0).focus();
      await eventually(
        async () => {
          await page.keyboard.press('Control+End');
          return await page.evaluate<string>("document.activeElement?.getAttribute('data-place')");
        },
        (place) => place === '509:6',
      );
      assert.ok((await page.getByRole('row').count()) < 60);
    });
  });

  test('the weeks of more athletes than one call changes are changed by a job, and rows are drawn where one looks', async () => {
    const own = await createOrganization(server);
    const athlete_ids: string[] = [];
    for (let made = 0; made < 60; made += 1)
      athlete_ids.push((await seedAthlete(server, own.org_id, { timezone: 'UTC' })).user_id);
    await saveQuietPlan(server, own, { start_date: monday, weeks: 1, athlete_ids });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: own.coach, path: `${path(own)}?by=none` });
      await cell(page, 0, 0).getByText('50 min easy').waitFor();
      await cell(page, 0, 0).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page
        .getByRole('status')
        .getByText(/Took out Mon .* of 60 athletes/)
        .waitFor();
      assert.ok((await page.getByRole('row').count()) < 50);
      await page.keyboard.press('Control+End');
      await cell(page, 59, 6).waitFor();
      await page.locator('[data-place="59:6"]:focus').waitFor();
      await cell(page, 59, 2).getByText('3 × 800 m').waitFor();
      assert.equal(await cell(page, 59, 0).getByText('50 min easy').count(), 0);
      await page.keyboard.press('Control+z');
      await cell(page, 59, 0).getByText('50 min easy').waitFor();
    });
  });
});
