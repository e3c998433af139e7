import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const HOSTILE = `<b>${'W'.repeat(80)}</b> ‮مرحبا`;

describe('the plans of an organization', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });

  async function runner(club: TestOrganization, display_name: string): Promise<TestUser> {
    const athlete = await addMember(server, club, { fields: { display_name } });
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}')
      WHERE user_id = ${athlete.user_id}`);
    return athlete;
  }
  const send = async (method: string, path: string, { token }: TestUser, body?: object) =>
    (await server.request(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) })).body;
  const followersOf = async ({ org_id, coach }: TestOrganization, plan_id: string): Promise<string[]> =>
    (await send('GET', `/organizations/${org_id}/plans/${plan_id}/assignments`, coach)).data.assignments.map(
      ({ display_name }: { display_name: string }) => display_name,
    );
  const quiet = async (club: TestOrganization, fields: object = {}) =>
    (await saveQuietPlan(server, club, { start_date: today, ...fields })).body.data.plan;
  const path = ({ org_id }: TestOrganization, rest = ''): string => `/o/${org_id}/plans${rest}`;
  const rows = (page: Page) => page.getByRole('list', { name: 'Plans', exact: true }).getByRole('listitem');

  test('a coach gives a plan to a group by keyboard alone, and an athlete of it has it today and takes it to the watch', async () => {
    const club = await createOrganization(server);
    const [zoe, ben] = [await runner(club, 'Zoë'), await runner(club, 'Ben')];
    await createGroup(server, club, { members: [zoe, ben], fields: { name: 'Tuesday track' } });
    await quiet(club, { title: 'Before', athlete_ids: [ben.user_id] });
    const away = { kind: 'unavailable', from: addDays(today, 2), to: addDays(today, 2) };
    await send('POST', '/availability', zoe, away);
    const plan = await quiet(club);
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, {
        user: club.coach,
        path: `/o/${club.org_id}/sessions`,
      });
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      await page.waitForLoadState('networkidle');
      const before = requests.length;
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      await rows(page).first().getByText('Given to nobody yet').waitFor();
      await rows(page).nth(1).getByText('Ben').waitFor();
      await page.waitForLoadState('networkidle');
      assert.ok(requests.length - before <= 3, requests.slice(before).join('\n'));
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Quiet weeks', level: 1 }).waitFor();
      await page.getByText('Nobody follows it yet.').waitFor();
      await page.keyboard.press('a');
      const dialog = page.getByRole('dialog', { name: 'Give “Quiet weeks”' });
      await dialog.getByRole('combobox', { name: 'To whom' }).waitFor();
      await page.keyboard.type('tuesday');
      await page.getByRole('option', { name: /^Tuesday track/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await dialog.getByText('2 athletes get it.').waitFor();
      await dialog.getByText('It replaces nothing: Ben follows another plan in these weeks').waitFor();
      await dialog.getByText('At most 3 days have two workouts then.').waitFor();
      await dialog.getByText(/^Zoë, 1 day: .* \(not available\)$/).waitFor();
      await assertAccessible(page);
      assert.deepEqual(await followersOf(club, plan.id), []);
      await dialog.getByRole('button', { name: 'Give to 2' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('2 athletes follow “Quiet weeks”.').waitFor();
      await page.getByRole('link', { name: 'Zoë' }).waitFor();
      assert.deepEqual((await followersOf(club, plan.id)).sort(), ['Ben', 'Zoë']);

      const athlete = await openConsole(browser, server, { user: zoe, path: '/today', width: 390 });
      await athlete.page.getByText('50 min easy').first().waitFor();
      const [download] = await Promise.all([
        athlete.page.waitForEvent('download'),
        athlete.page.getByRole('button', { name: 'To watch' }).click(),
      ]);
      assert.match(download.suggestedFilename(), /50-min-easy\.fit$/);
      const bytes = await readFile(await download.path());
      assert.equal(bytes.subarray(8, 12).toString('latin1'), '.FIT');
    });
  });

  test('what was given is taken back by ⌘Z, and from one athlete only after a second step', async () => {
    const club = await createOrganization(server);
    const [ada, bo] = [await runner(club, 'Ada'), await runner(club, 'Bo')];
    const goal = { event: 'half_marathon', race_date: addDays(today, 20) };
    const plan = await quiet(club, { athlete_ids: [bo.user_id], goal });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club, `/${plan.id}`),
      });
      await page.getByRole('link', { name: 'Bo' }).waitFor();
      await page.getByRole('button', { name: 'Give to athletes' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill('ada');
      await page.getByRole('option', { name: 'Ada' }).click();
      await dialog.getByRole('combobox').fill('bo');
      await page.getByRole('option', { name: 'Bo' }).click();
      await dialog.getByText('Already following it, and keeping it as it is: Bo.').waitFor();
      // By the day of the race, to which the first day keeps its distance.
      await dialog.getByRole('radio', { name: 'Race day' }).click();
      await dialog.getByLabel('Day', { exact: true }).fill(addDays(today, 24));
      await dialog.getByText(/^From .* Weekdays move along/).waitFor();
      await dialog.getByRole('button', { name: 'Give to 1' }).click();
      await page.getByText('1 athlete follows “Quiet weeks”.').waitFor();
      const { assignments } = (
        await send('GET', `/organizations/${club.org_id}/plans/${plan.id}/assignments`, club.coach)
      ).data;
      const of = assignments.find(({ user_id }: { user_id: string }) => user_id === ada.user_id);
      assert.equal(of.start_date, addDays(today, 4));
      await page.keyboard.press('Control+z');
      await page.getByRole('link', { name: 'Ada' }).waitFor({ state: 'detached' });
      assert.deepEqual(await followersOf(club, plan.id), ['Bo']);

      await page.getByRole('button', { name: 'End the plan of Bo' }).click();
      await page.getByRole('dialog').getByText('What Bo ran stays.').waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.deepEqual(await followersOf(club, plan.id), ['Bo']);
      await page.getByRole('button', { name: 'End the plan of Bo' }).click();
      await page.getByRole('button', { name: 'End it' }).click();
      await page.getByText('Nobody follows it yet.').waitFor();
      assert.deepEqual(await followersOf(club, plan.id), []);
    });
  });

  test('one workout is typed anew for everybody, moved, taken out and had back, and findings are told', async () => {
    const club = await createOrganization(server);
    const ada = await runner(club, 'Ada');
    const plan = await quiet(club, { start_date: addDays(today, 1), athlete_ids: [ada.user_id] });
    const titles = async (user: TestUser, from: string): Promise<string[]> =>
      (await send('GET', `/plans/mine?from=${from}&to=${addDays(from, 6)}`, user)).data.days.flatMap(
        ({ workouts }: { workouts: { workout: { title: string } }[] }) =>
          workouts.map(({ workout }) => workout.title),
      );
    const first = addDays(today, 1);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club, `/${plan.id}`),
      });
      await page.getByRole('button', { name: /3 × 800 m$/ }).click();
      const dialog = page.getByRole('dialog', { name: '3 × 800 m' });
      await dialog.getByText('Reaches 1 athlete from today on.').waitFor();
      await assertAccessible(page);
      await dialog.getByLabel('Workout').fill('15min easy, 4x1km threshold jog 60s, 10min easy');
      await dialog.getByLabel('Note for athletes').fill('By the canal.');
      await dialog
        .getByRole('img', { name: /km in|steps/ })
        .nth(1)
        .waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^Changed .*4 × 1/).waitFor();
      await page.getByRole('button', { name: /4 × 1.*km/ }).waitFor();
      assert.match((await titles(ada, first)).join(), /4 × 1/);
      await page.keyboard.press('Control+z');
      await page.getByRole('button', { name: /3 × 800 m$/ }).waitFor();
      await eventually(
        () => titles(ada, first),
        (found) => found.includes('3 × 800 m'),
      );
      await page.getByRole('button', { name: /50 min easy$/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
      await page.getByRole('button', { name: /50 min easy$/ }).waitFor({ state: 'detached' });
      assert.equal((await titles(ada, first)).length, 2);
      await page.keyboard.press('Control+z');
      await page.getByRole('button', { name: /50 min easy$/ }).waitFor();
    });
  });

  test('a plan is renamed, duplicated and deleted in a second step, each undone', async () => {
    const club = await createOrganization(server);
    const plan = await quiet(club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club, `/${plan.id}`),
      });
      await page.getByRole('heading', { name: 'Quiet weeks', level: 1 }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('dialog').getByLabel('Title').fill('Loud weeks');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Loud weeks', level: 1 }).waitFor();
      await page.keyboard.press('Control+z');
      await page.getByRole('heading', { name: 'Quiet weeks', level: 1 }).waitFor();
      await page.keyboard.press('d');
      await page.getByRole('heading', { name: 'Copy of Quiet weeks' }).waitFor();
      await page.getByRole('button', { name: /3 × 800 m$/ }).waitFor();
      await page.keyboard.press('Delete');
      await page.getByRole('dialog').getByText('Nobody follows it.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/\/plans$/);
      await eventually(
        () => rows(page).count(),
        (count) => count === 1,
      );
      await page.keyboard.press('Control+z');
      await page.getByRole('heading', { name: 'Copy of Quiet weeks' }).waitFor();
      await page.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Write another from it' }).click();
      await page.waitForURL(/\/plans\/new\?from=[0-9a-f-]{36}$/);
    });
  });

  test('of ten thousand plans those on the screen are drawn, found by typing, filtered and sorted in the address', async () => {
    const club = await createOrganization(server);
    const ada = await runner(club, 'Ada');
    await quiet(club, { title: 'The newest', athlete_ids: [ada.user_id] });
    await server.deps.db.execute(sql`
      INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
      SELECT gen_random_uuid(), ${club.org_id}, 'Plan ' || n, '2026-01-05', 4, '{}', '[]', 'rules',
        now() - n * interval '1 minute', now() - n * interval '1 minute' FROM generate_series(1, 10000) n`);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await rows(page).first().getByText('The newest').waitFor();
      await page.locator('header').getByText('10001').waitFor();
      assert.ok((await rows(page).count()) <= 60);
      await page.keyboard.press('/');
      await page.keyboard.type('plan 9999');
      await page.waitForURL(/q=plan\+9999$/);
      await rows(page).first().getByText('Plan 9999').waitFor();
      assert.equal(await rows(page).count(), 1);
      await page.getByRole('textbox').fill('ada');
      await rows(page).first().getByText('The newest').waitFor();
      await page.getByRole('textbox').fill('nothing at all');
      await page.getByText('No plan matches “nothing at all”.').waitFor();
      await page.getByRole('button', { name: 'Show all plans' }).click();
      await page.getByLabel('Plans shown').selectOption('Given to nobody');
      await rows(page).first().getByText('Plan 1', { exact: true }).waitFor();
      await page.getByLabel('Sort').selectOption('By title');
      await page.waitForURL(/show=nobody&sort=title$/);
      await page.getByRole('link', { name: 'Plan 1', exact: true }).focus();
      await page.keyboard.press('End');
      await page
        .locator(':focus')
        .filter({ hasText: /^Plan 9999$/ })
        .waitFor();
    });
  });

  test('drafts lead to where they are written, and are discarded in a second step and had back', async () => {
    const club = await createOrganization(server);
    const kept = { title: 'Autumn', draft: '## Week 1: Base, 24 km', form: { weeks: 1 } };
    const at = `/organizations/${club.org_id}/plan-drafts`;
    const { draft } = (await send('POST', at, club.coach, kept)).data;
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await page.getByText('No plan is saved yet.').waitFor();
      assert.match(
        (await page.getByRole('link', { name: 'Autumn' }).getAttribute('href')) ?? '',
        new RegExp(`/plans/new\\?draft=${draft.id}$`),
      );
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('link', { name: 'Autumn' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await page.getByRole('link', { name: 'Autumn' }).waitFor();
      const [again] = (await send('GET', at, club.coach)).data.drafts;
      const whole = (await send('GET', `${at}/${again.id}`, club.coach)).data.draft;
      assert.deepEqual([whole.draft, whole.form], [kept.draft, kept.form]);
    });
  });

  /** A plan and an athlete of it with names that reach beyond every column. */
  async function hostile(): Promise<{ club: TestOrganization; pages: readonly string[] }> {
    const club = await createOrganization(server);
    const wide = await runner(club, HOSTILE.slice(0, 50));
    const plan = await quiet(club, {
      ...{ title: HOSTILE, weeks: 4, athlete_ids: [wide.user_id], description: HOSTILE },
      goal: { event: 'marathon', race_date: addDays(today, 60) },
    });
    return { club, pages: ['', `/${plan.id}`] };
  }

  test('its pages are accessible and fit at each width and look, whatever names are', async () => {
    const { club, pages } = await hostile();
    await inBrowser(async (browser) => {
      for (const [look, rest] of (['light', 'dark'] as const).flatMap((one) =>
        pages.map((page) => [one, page] as const),
      )) {
        const { page, context } = await openConsole(browser, server, {
          ...{ user: club.coach, path: path(club, rest), look },
        });
        await page.getByText(/WWWW/).first().waitFor();
        await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
        for (const width of [768, 390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await assertFits(page);
          await assertAccessible(page);
        }
        await context.close();
      }
    });
  });

  test('its pages speak three languages', async () => {
    const { club, pages } = await hostile();
    await inBrowser(async (browser) => {
      for (const [language, titles] of [
        ['en', ['Plans', 'Who follows it']],
        ['zh-TW', ['課表', '使用這份課表的人']],
        ['ja', ['プラン', 'このプランの選手']],
      ] as const) {
        await send('PUT', `/users/${club.coach.user_id}`, club.coach, { preferences: { language } });
        for (const [index, rest] of pages.entries()) {
          const { page, context } = await openConsole(browser, server, {
            ...{ user: club.coach, path: path(club, rest), width: 390 },
          });
          await page
            .getByRole('heading', { name: titles[index] ?? '' })
            .first()
            .waitFor();
          await assertFits(page);
          await context.close();
        }
      }
    });
  });

  test('the key P leads from an athlete to their plan', async () => {
    const club = await createOrganization(server);
    const ada = await runner(club, 'Ada');
    await quiet(club, { athlete_ids: [ada.user_id] });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: `/o/${club.org_id}/athletes/${ada.user_id}/sharing`,
      });
      await page.getByRole('link', { name: /^Plan/ }).and(page.locator('[href*="/plans/"]')).waitFor();
      await page.keyboard.press('p');
      await page.getByRole('heading', { name: 'Quiet weeks', level: 1 }).waitFor();
    });
  });

  test('what fails is told with a way to try again, and a plan that is gone with a reason', async () => {
    const club = await createOrganization(server);
    await quiet(club);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club, `/${crypto.randomUUID()}`),
      });
      await page.getByRole('alert').getByText('The plan could not be loaded.').waitFor();
      await page.getByText('It is not there, or not shared with you.').waitFor();
      await page.route(/\/plans\?/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`/console${path(club)}`);
      await page.getByRole('alert').getByText('The plans could not be loaded.').waitFor();
      await assertAccessible(page);
      await page.unroute(/\/plans\?/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await rows(page).first().getByText('Quiet weeks').waitFor();
    });
  });
});
