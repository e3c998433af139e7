import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../src/infra/db/sql.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import { addMember, createOrganization, type TestOrganization } from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const EASY = [{ kind: 'work', duration_s: 2_400, target: { zone: 'easy' } }];

describe('the library of an organization', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  const path = ({ org_id }: TestOrganization): string => `/o/${org_id}/library`;
  const titles = async ({ org_id, coach }: TestOrganization): Promise<string[]> => {
    const { token } = coach;
    const { body } = await server.request('GET', `/api/v1/organizations/${org_id}/workouts`, { token });
    return body.data.workouts.map(({ title }: { title: string }) => title);
  };
  async function put({ org_id, coach }: TestOrganization, fields: object): Promise<void> {
    const body = { title: 'Forty easy', workout_type: 'easy-run', segments: EASY, ...fields };
    const { token } = coach;
    const { status } = await server.request('POST', `/api/v1/organizations/${org_id}/workouts`, {
      token,
      body,
    });
    assert.equal(status, 201);
  }

  test('a coach types a workout, changes it, finds it and deletes it in a second step by keyboard, each undone', async () => {
    const club = await createOrganization(server);
    await put(club, {});
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, {
        user: club.coach,
        path: `/o/${club.org_id}/plans`,
      });
      await page.getByText('No plan is saved yet.').waitFor();
      await page.keyboard.press('2');
      const list = page.getByRole('list', { name: 'Library' });
      await list.getByText('Forty easy').waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New workout' });
      await dialog.getByRole('textbox', { name: 'Workout' }).waitFor();
      await page.keyboard.type('15min easy, 5x1km threshold jog 60s, fluffy');
      await dialog.getByText('Not understood: “fluffy” (unknown words)').waitFor();
      await assertAccessible(page);
      assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
      for (let key = 0; key < ', fluffy'.length; key += 1) await page.keyboard.press('Backspace');
      await dialog.getByText('Not understood').waitFor({ state: 'detached' });
      await dialog.getByLabel('Labels').fill('track, autumn');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^Saved “.*5 × 1.*” to the library\.$/).waitFor();
      await list.getByRole('button', { name: 'autumn' }).waitFor();
      assert.equal((await titles(club)).length, 2);
      await page.keyboard.press('Control+z');
      await list.getByRole('button', { name: 'autumn' }).waitFor({ state: 'detached' });
      assert.deepEqual(await titles(club), ['Forty easy']);

      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByLabel('Title').fill('Forty very easy');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await list.getByText('Forty very easy').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('nothing');
      await page.getByText('No workout is like this.').waitFor();
      await page.getByRole('button', { name: 'Show all workouts' }).click();
      await list.getByText('Forty very easy').waitFor();
      await page.getByRole('button', { name: 'More for Forty very easy' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByText('Plans that it was put into keep it.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No workout is kept yet.').waitFor();
      await page.keyboard.press('Control+z');
      await list.getByText('Forty very easy').waitFor();
      assert.deepEqual(await titles(club), ['Forty very easy']);
    });
  });

  test('a workout is put on a day of athletes, with what it takes the place of said before, and taken off again', async () => {
    const club = await createOrganization(server);
    const ada = await addMember(server, club, { fields: { display_name: 'Ada' } });
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || '{"timezone": "UTC"}')
      WHERE user_id = ${ada.user_id}`);
    const tomorrow = addDays(server.clock.now().toISOString().slice(0, 10), 1);
    await saveQuietPlan(server, club, { start_date: tomorrow, athlete_ids: [ada.user_id] });
    await put(club, {});
    const planned = async (): Promise<string> => {
      const { body } = await server.request('GET', `/api/v1/plans/mine?from=${tomorrow}&to=${tomorrow}`, {
        token: ada.token,
      });
      return body.data.days[0].workouts
        .map(({ workout }: { workout: { title: string } }) => workout.title)
        .join();
    };
    assert.equal(await planned(), '50 min easy');
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: path(club) });
      await page.getByRole('button', { name: 'More for Forty easy' }).click();
      await page.getByRole('menuitem', { name: 'Put on days' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill('ada');
      await page.getByRole('option', { name: 'Ada' }).click();
      await dialog.getByLabel('Day').fill(tomorrow);
      await dialog.getByText('Takes the place of 1 planned workout.').waitFor();
      await assertAccessible(page);
      assert.equal(await planned(), '50 min easy');
      await dialog.getByRole('button', { name: 'Put for 1' }).click();
      await page.getByText(/^Put Forty easy on /).waitFor();
      assert.equal(await planned(), 'Forty easy');
      await page.keyboard.press('Control+z');
      await eventually(planned, (title) => title === '50 min easy');
    });
  });

  test('is accessible and fits at each width and look, whatever its workouts are called, in three languages', async () => {
    const club = await createOrganization(server);
    for (let index = 0; index < 120; index += 1) await put(club, { title: `Run ${index}` });
    await put(club, { title: `<b>${'W'.repeat(120)}</b> ‮مرحبا`, labels: ['x'.repeat(50), 'track'] });
    await inBrowser(async (browser) => {
      for (const look of ['light', 'dark'] as const) {
        const { page, context } = await openConsole(browser, server, {
          ...{ user: club.coach, path: path(club), look },
        });
        await page.getByText(/WWWW/).waitFor();
        for (const width of [390, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await assertFits(page);
          await assertAccessible(page);
        }
        if (look === 'dark') {
          // The next page comes as one goes on.
          await page.getByRole('button', { name: 'Run 119', exact: true }).focus();
          await page.keyboard.press('End');
          await eventually(
            async () => {
              await page.keyboard.press('End');
              return await page.getByRole('button', { name: 'Run 0', exact: true }).count();
            },
            (count) => count === 1,
          );
        }
        await context.close();
      }
      for (const [language, title] of [
        ['zh-TW', '訓練庫'],
        ['ja', 'ライブラリ'],
      ] as const) {
        await server.request('PUT', `/api/v1/users/${club.coach.user_id}`, {
          token: club.coach.token,
          body: { preferences: { language } },
        });
        const { page, context } = await openConsole(browser, server, {
          ...{ user: club.coach, path: path(club), width: 390 },
        });
        await page.getByRole('heading', { name: title }).waitFor();
        await assertFits(page);
        await context.close();
      }
    });
  });
});
