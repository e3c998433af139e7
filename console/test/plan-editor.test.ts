import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { sql } from '../../src/infra/db/sql.ts';
import { addDays, mondayOfDay } from '../../src/shared/calendar.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addMember,
  createOrganization,
  setTier,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, assertFits, openConsole, tabTo } from './stage.ts';

const FIRST_DAY = /^- \*\*Tuesday\*\* \((?<date>[\d-]+)\): .* (?<mark>\[1\.1-\w+\])$/m;
const MARK = /\[\d+\.\d+-\w+\]$/;
const GENERATE = '**/api/v1/plans/generate/stream?*';

describe('the editor of plans', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const path = ({ org_id }: TestOrganization, query = '') => `/o/${org_id}/plans/new${query}`;
  const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Draft', exact: true });
  const draftOf = (page: Page): Promise<string> => textOf(page).inputValue();
  const sessionsOf = (page: Page) => page.getByRole('region', { name: 'Weeks' }).locator('li li');
  const whole = (page: Page) => page.getByText('Sums and dates agree').waitFor();
  const inApi = async ({ org_id, coach }: TestOrganization, what: string) =>
    (await server.request('GET', `/api/v1/organizations/${org_id}/${what}`, { token: coach.token })).body
      .data;
  const weeksOfText = (text: string): string[] => text.split(/^(?=## )/m).slice(1);

  /** Asks for a plan of some weeks on Tuesday, Thursday and Sunday, and waits for all of it. */
  async function writeDraft(page: Page, weeks = 3): Promise<void> {
    await page.getByLabel('Weeks', { exact: true }).fill(String(weeks));
    const days = page.getByRole('toolbar', { name: 'Days', exact: true });
    for (const day of ['Tue', 'Thu', 'Sun']) await days.getByRole('button', { name: day }).click();
    await page.getByRole('button', { name: /^Write the draft/ }).click();
    await textOf(page).waitFor();
    await whole(page);
  }

  test('by keyboard alone a coach asks for a plan, moves a day, saves it, and takes all of that back', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await page.getByRole('heading', { name: 'New plan' }).waitFor();
      await page.waitForLoadState('networkidle');
      const asked = requests.filter((request) => !/\/users\/me|\/groups$/.test(request));
      assert.ok(asked.length <= 3, asked.join('\n'));

      await tabTo(page, page.getByLabel('Weeks', { exact: true }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('3');
      const days = page.getByRole('toolbar', { name: 'Days', exact: true });
      await tabTo(page, days.getByRole('button', { name: 'Mon' }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      for (const steps of [2, 3]) {
        for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Space');
      }
      await tabTo(page, page.getByLabel('In your own words'));
      await page.keyboard.type('Long runs on Sunday. Track with the squad.');
      await page.keyboard.press('Control+Enter');
      await textOf(page).waitFor();
      await whole(page);
      await page.getByRole('status').getByText('All 3 weeks are there.').waitFor();
      await page.waitForURL(/\?draft=/);
      await page.getByText(/^Kept \d\d:\d\d$/).waitFor();
      await page.getByRole('region', { name: 'Left to you' }).getByText('Track with the squad').waitFor();
      assert.equal(await sessionsOf(page).count(), 9);

      // The line with the cursor is tied to its session, and moves with it.
      await tabTo(page, textOf(page));
      const before = await draftOf(page);
      const mark = FIRST_DAY.exec(before)?.groups?.mark ?? '';
      const line = before.slice(0, before.indexOf(mark)).split('\n').length;
      await page.keyboard.press('Control+Home');
      const current = page.locator('button[aria-current="true"]');
      await eventually(
        async () => {
          await page.keyboard.press('ArrowDown');
          return page.locator('[data-active][data-kind="day"]').count();
        },
        (found) => found === 1,
      );
      assert.equal(await page.locator('[data-active]').getAttribute('data-number'), String(line));
      assert.match((await current.textContent()) ?? '', /^Tue/);
      await page.keyboard.press('Alt+ArrowDown');
      assert.match(await draftOf(page), new RegExp(`Wednesday.*${mark.replace(/[[\]]/g, '\\$&')}`));
      await page
        .getByRole('status')
        .getByText(/^Moved to Wednesday/)
        .waitFor();
      await page.getByText('The draft has changed since.').waitFor();
      await page.keyboard.press('Control+Enter');
      await whole(page);
      assert.match((await sessionsOf(page).first().textContent()) ?? '', /^Wed/);
      const moved = await draftOf(page);
      await page.keyboard.press('Control+z');
      assert.equal(await draftOf(page), before);
      await page.keyboard.press('Control+Shift+z');
      assert.equal(await draftOf(page), moved);

      const save = page.getByRole('button', { name: 'Save as a plan' });
      await tabTo(page, save, 'Shift+Tab');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Spring half');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/plans\/[0-9a-f-]{36}$/);
      const { plans } = await inApi(club, 'plans');
      assert.deepEqual(
        plans.map(({ title, weeks }: { title: string; weeks: number }) => [title, weeks]),
        [['Spring half', 3]],
      );
      assert.deepEqual((await inApi(club, 'plan-drafts')).drafts, []);
      const { plan } = await inApi(club, `plans/${plans[0].id}`);
      assert.equal(plan.content[0].day, 'wednesday');

      await page.keyboard.press('Control+z');
      await page.waitForURL(/\/plans\/new\?draft=/);
      await eventually(
        () =>
          textOf(page)
            .inputValue()
            .catch(() => ''),
        (text) => text === moved,
      );
      assert.deepEqual((await inApi(club, 'plans')).plans, []);
    });
  });

  test('a line that cannot be read is named with what it may mean, and the weeks from before stay', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await writeDraft(page);
      const before = await draftOf(page);
      const { mark = '', date = '' } = FIRST_DAY.exec(before)?.groups ?? {};
      const lines = before.split('\n');
      const index = lines.findIndex((one) => one.endsWith(mark));
      await textOf(page).fill(
        lines.with(index, `- **Tuesday** (${date}): yasso 800s x 8 ${mark}`).join('\n'),
      );
      await page.keyboard.press('Control+Enter');
      const alert = page.getByRole('alert');
      await alert.getByText('One line of the draft cannot be read').waitFor();
      await alert.getByText('It is not clear what the numbers count.').waitFor();
      await alert.getByText('The weeks are those from before.').waitFor();
      assert.equal(await sessionsOf(page).count(), 9);
      await assertAccessible(page);
      await alert.getByRole('button', { name: `Line ${index + 1}` }).click();
      await page.locator(`[data-active][data-number="${index + 1}"]`).waitFor();
      await alert.getByRole('button', { name: /^Use/ }).click();
      await alert.waitFor({ state: 'detached' });
      await whole(page);
      const after = (await draftOf(page)).split('\n');
      assert.match(after[index] ?? '', /^- .*8 × 800 m/);
      assert.ok((after[index] ?? '').endsWith(mark));
      assert.match((await sessionsOf(page).first().textContent()) ?? '', /8 × 800 m/);
      assert.deepEqual(after.toSpliced(index, 1), lines.toSpliced(index, 1));
    });
  });

  test('a session that its day is too short for is named by its line, though only the making finds it', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await writeDraft(page);
      const before = await draftOf(page);
      const { mark = '', date = '' } = FIRST_DAY.exec(before)?.groups ?? {};
      const lines = before.split('\n');
      const index = lines.findIndex((one) => one.endsWith(mark));
      const typed = `- **Tuesday** (${date}): Intervals, 6 km – 10 × 1 km ${mark}`;
      await textOf(page).fill(lines.with(index, typed).join('\n'));
      await page.keyboard.press('Control+Enter');
      const alert = page.getByRole('alert');
      await alert.getByText('One line of the draft cannot be read').waitFor();
      await alert.getByRole('button', { name: `Line ${index + 1}` }).click();
      await alert.getByRole('button', { name: /^Use/ }).click();
      await alert.waitFor({ state: 'detached' });
      await whole(page);
      assert.match((await sessionsOf(page).first().textContent()) ?? '', /10 × 1 km/);
    });
  });

  test('a lost stream goes on behind the last event that came, and Escape ends what is being made', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      let begun = 0;
      await page.route(GENERATE, async (route) => {
        begun += 1;
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.slice(0, body.length / 2) });
      });
      await writeDraft(page);
      assert.equal(begun, 1);
      assert.equal(await sessionsOf(page).count(), 9);
      const resumed = requests.filter((one) => /^GET .*\/plans\/generate\/stream\//.test(one));
      assert.equal(resumed.length, 1, requests.join('\n'));

      await page.route('**/api/v1/plans/generate/stream/*', (route) => route.abort());
      await page.getByRole('button', { name: /^Make the weeks/ }).click();
      await page.getByText('Connection lost. It goes on where it was.').waitFor();
      const stopped = page.waitForRequest(
        (one) => one.method() === 'DELETE' && one.url().includes('/plans/streams/'),
      );
      await page.keyboard.press('Escape');
      await stopped;
      await page.getByRole('button', { name: /^Make the weeks/ }).waitFor();
      assert.equal(await sessionsOf(page).count(), 9);
      await whole(page);
    });
  });

  test('a draft is there again after a reload, in another tab as it is kept, and two who changed it are asked', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page, context, requests } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club),
      });
      await writeDraft(page, 2);
      await page.getByText(/^Kept \d\d:\d\d$/).waitFor();
      const made = requests.filter((one) => one.startsWith('POST')).length;
      await page.reload();
      await whole(page);
      assert.equal(requests.filter((one) => one.startsWith('POST')).length, made);

      const other = await context.newPage();
      await other.goto(page.url());
      await textOf(other).waitFor();
      await textOf(other).fill(`${await draftOf(other)}\nFrom the other tab.`);
      await other.keyboard.press('Control+s');
      await eventually(
        () => draftOf(page),
        (text) => text.endsWith('From the other tab.'),
      );
      await other.close();

      // Another device keeps something, then this one does.
      const [{ id }] = (await inApi(club, 'plan-drafts')).drafts;
      const { draft } = await inApi(club, `plan-drafts/${id}`);
      const { title, athlete_id, form, revision } = draft;
      const theirs = { title, athlete_id, form, revision, draft: `${draft.draft}\nFrom another device.` };
      const kept = await server.request('PUT', `/api/v1/organizations/${club.org_id}/plan-drafts/${id}`, {
        token: club.coach.token,
        body: theirs,
      });
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
      await textOf(page).fill(`${await draftOf(page)}\nMine.`);
      await page.keyboard.press('Control+s');
      const alert = page.getByRole('alert');
      await alert.getByText(/also changed elsewhere/).waitFor();
      assert.match(await draftOf(page), /Mine\.$/);
      await assertAccessible(page);
      await alert.getByRole('button', { name: 'Keep this one' }).click();
      await eventually(
        async () => (await inApi(club, `plan-drafts/${id}`)).draft.draft as string,
        (text) => text.endsWith('Mine.'),
      );
      await alert.waitFor({ state: 'detached' });
    });
  });

  test('one week is made anew while the others stay letter by letter, and that is undone', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await writeDraft(page, 4);
      const before = await draftOf(page);
      const answered = page.waitForResponse((one) => one.url().endsWith('/plans/draft/week'));
      await page.getByRole('button', { name: 'Make week 2 anew' }).click();
      const { draft } = (await (await answered).json()).data;
      await eventually(
        () => draftOf(page),
        (text) => text === draft,
      );
      const weeks = [weeksOfText(before), weeksOfText(draft)];
      for (const number of [0, 2, 3]) assert.equal(weeks[1]?.[number], weeks[0]?.[number]);
      await whole(page);
      await textOf(page).focus();
      await page.keyboard.press('Control+z');
      assert.equal(await draftOf(page), before);
    });
  });

  test('a plan for an athlete is made from what they share and given to them when it is saved', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    await server.deps.db.execute(
      sql`UPDATE users SET display_name = 'Ada Ωmega' WHERE user_id = ${athlete.user_id}`,
    );
    const today = server.clock.now().toISOString().slice(0, 10);
    const start_date = addDays(mondayOfDay(today), 7);
    const source = await saveQuietPlan(server, club, { start_date, weeks: 2 });
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: path(club, `?from=${source.body.data.plan.id}`),
      });
      const days = page.getByRole('toolbar', { name: 'Days', exact: true });
      await days.getByRole('button', { name: 'Wed', pressed: true }).waitFor();
      assert.equal(await page.getByLabel('Weeks', { exact: true }).inputValue(), '2');
      await page.getByRole('combobox', { name: 'Athlete' }).fill('ada');
      await page.getByRole('listbox').getByRole('option', { name: 'Ada Ωmega' }).click();
      await page.getByText('Keep to what they told of their days').waitFor();
      await page.getByRole('button', { name: /^Write the draft/ }).click();
      await textOf(page).waitFor();
      await whole(page);
      await page.getByText(/^Draft for Ada Ωmega, 2 weeks/).waitFor();
      await page.getByRole('button', { name: 'Save as a plan' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save and give' }).click();
      await page.waitForURL(/\/plans\/[0-9a-f-]{36}$/);
      const mine = await server.request(
        'GET',
        `/api/v1/plans/mine?from=${start_date}&to=${addDays(start_date, 6)}`,
        { token: athlete.token },
      );
      assert.ok(mine.body.data.days.some(({ workouts }: { workouts: unknown[] }) => workouts.length > 0));
    });
  });

  test('its form, its two sides and what is refused are accessible and fit at each width, in light and dark', async () => {
    const club = await createOrganization(server);
    await inBrowser(async (browser) => {
      for (const look of ['light', 'dark'] as const) {
        for (const width of look === 'dark' ? ([390, 1440] as const) : ([390, 768, 1440] as const)) {
          const { page, context } = await openConsole(browser, server, {
            ...{ user: club.coach, path: path(club), width, look },
          });
          await page.getByRole('button', { name: 'Add an injury' }).click();
          await page.getByRole('button', { name: 'Take out injury 1' }).waitFor();
          await assertAccessible(page);
          await assertFits(page);
          await page.getByRole('button', { name: 'Take out injury 1' }).click();
          await page.getByLabel('Weeks', { exact: true }).fill('60');
          await page.getByRole('button', { name: /^Write the draft/ }).click();
          await page.getByText('From 1 to 52 weeks.').waitFor();
          await page.getByLabel('Weeks', { exact: true }).fill('2');
          await page.getByLabel('In your own words').fill(`${'W'.repeat(150)} ‮مرحبا <b>`);
          await page.getByRole('button', { name: /^Write the draft/ }).click();
          await textOf(page).waitFor();
          const isNarrow = width !== 1440;
          if (isNarrow) {
            await assertAccessible(page);
            await assertFits(page);
            await page.getByRole('radio', { name: 'Weeks' }).click();
          }
          await whole(page);
          await assertAccessible(page);
          await assertFits(page);
          if (isNarrow) {
            await sessionsOf(page).first().getByRole('button').click();
            await page.locator('[data-active][data-kind="day"]').waitFor();
          }
          await textOf(page).fill('## Week 1\n\n- Mooonday: 8\n- Tuesday: yasso 800s x 8');
          await page.keyboard.press('Control+Enter');
          await page.getByRole('alert').waitFor();
          await assertAccessible(page);
          await assertFits(page);
          await page.getByRole('button', { name: 'What is asked for' }).first().click();
          await page.getByLabel('Weeks', { exact: true }).waitFor();
          await assertAccessible(page);
          await assertFits(page);
          await context.close();
        }
      }
    });
  });

  test('it speaks the languages of its coaches, and a draft in each is made into weeks', async () => {
    for (const [language, words] of [
      ['zh-TW', { form: '新課表', write: /^產生草稿/, draft: '草稿', whole: '總和與日期相符' }],
      [
        'ja',
        {
          form: '新しいプラン',
          write: /^下書きを作る/,
          draft: '下書き',
          whole: '合計と日付が一致',
        },
      ],
    ] as const) {
      const club = await createOrganization(server);
      await setLanguage(club.coach, language);
      await inBrowser(async (browser) => {
        const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
        await page.getByRole('heading', { name: words.form }).waitFor();
        await assertAccessible(page);
        await page.getByRole('button', { name: words.write }).click();
        const text = page.getByRole('textbox', { name: words.draft, exact: true });
        await text.waitFor();
        await page.getByText(words.whole).waitFor();
        await assertAccessible(page);
        await assertFits(page);
        // Names of days are told in the language of the draft, and a day that is moved gets the name of the other.
        const lines = (await text.inputValue()).split('\n');
        const index = lines.findIndex((one) => one.startsWith('- **'));
        await text.focus();
        await page.keyboard.press('Control+Home');
        await eventually(
          async () => {
            await page.keyboard.press('ArrowDown');
            return page.locator('[data-active]').getAttribute('data-number');
          },
          (number) => number === String(index + 1),
        );
        await page.keyboard.press('Alt+ArrowDown');
        const nameOf = (line = ''): string => /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '';
        const markOf = (line = ''): string => MARK.exec(line)?.[0] ?? assert.fail(line);
        const mark = markOf(lines[index]);
        const after = (
          await eventually(
            () => text.inputValue(),
            (value) => value !== lines.join('\n'),
          )
        ).split('\n');
        assert.equal(after.length, lines.length);
        // Where something was planned on the other day, the two trade places.
        const names = [nameOf(lines[index]), nameOf(after.find((line) => line.endsWith(mark)))];
        assert.notEqual(names[0], names[1]);
        for (const name of names) assert.match(name, /^(?:星期.|.曜日)$/);
      });
    }
  });
  async function setLanguage({ user_id }: TestUser, language: string): Promise<void> {
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || ${JSON.stringify({ language })}::jsonb)
      WHERE user_id = ${user_id}`);
  }

  test('without the feature it says why nothing is made, and without a network what is typed stays', async () => {
    const club = await createOrganization(server);
    await setTier(server, club.org_id, 'free');
    await inBrowser(async (browser) => {
      const { page, context } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      const words = page.getByLabel('In your own words');
      await words.fill('Long runs on Sunday.');
      await page.getByRole('button', { name: /^Write the draft/ }).click();
      await page
        .getByRole('alert')
        .getByText(/the feature coach_agent/)
        .waitFor();
      await assertAccessible(page);
      await context.setOffline(true);
      await page.getByText(/What you type stays on this device/).waitFor();
      await words.fill('Long runs on Saturday.');
      assert.ok(await page.getByRole('button', { name: /^Write the draft/ }).isDisabled());
      await context.setOffline(false);
      await eventually(
        async () => {
          await page.goto(`/console${path(club)}`);
          return await page.getByLabel('In your own words').inputValue();
        },
        (text) => text === 'Long runs on Saturday.',
      );
    });
  });
});
