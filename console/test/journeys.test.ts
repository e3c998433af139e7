import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { addDays, mondayOfDay } from '../../src/shared/calendar.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { testEngine } from '../../src/test/engine.ts';
import { eventually } from '../../src/test/eventually.ts';
import { addMember, createOrganization, newEmail, signUp, type TestUser } from '../../src/test/factories.ts';
import { storeRun } from '../../src/test/feedback-stage.ts';
import { type TestServer, testServer, USUAL_PASSWORD } from '../../src/test/harness.ts';
import { saveQuietPlan } from '../../src/test/saved-plans.ts';
import { assertAccessible, openConsole } from './stage.ts';

/** What people do across screens, from the first to the last; what one screen does by itself is in its own test. */
describe(`journeys on the ${testEngine()} database`, { skip: NO_BROWSER }, () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const headingOf = (page: Page, name: string | RegExp, level = 1) =>
    page.getByRole('heading', { level, name });

  /** A page of the server outside the console, at an address that it has put into a mail or a link. */
  async function openLink(browser: Browser, url: string): Promise<Page> {
    const { pathname, search } = new URL(url);
    const context = await browser.newContext({ locale: 'en', baseURL: server.url });
    const page = await context.newPage();
    await page.goto(`${pathname}${search}`);
    return page;
  }

  async function signInAt(page: Page, email: string): Promise<void> {
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(USUAL_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/**');
  }

  test('a new club: a coach signs up, makes it and invites, an athlete joins, and the coach sees their first run', async () => {
    const email = newEmail();
    const runner = await signUp(server, { display_name: 'Ines' });
    await inBrowser(async (browser) => {
      const ask = await openLink(browser, `${server.url}/create-account`);
      await ask.getByLabel('E-mail').fill(email);
      await ask.getByRole('button', { name: 'Send me the link' }).click();
      await headingOf(ask, 'Look into your mail').waitFor();
      const { text } = await server.mailTo(email);
      const page = await openLink(browser, /^http\S+$/m.exec(text)?.[0] ?? assert.fail(text));
      await page.getByLabel('Name that others see').fill('Robin');
      await page.getByLabel('What you are').selectOption('Coach');
      await page.getByLabel('Password', { exact: true }).fill(USUAL_PASSWORD);
      await page.getByRole('button', { name: 'Create my account' }).click();
      await headingOf(page, 'Your account is ready').waitFor();
      await signInAt(page, email);

      // Who coaches, and nowhere yet, begins with an organization.
      await page.waitForURL('**/console/new-organization');
      await assertAccessible(page);
      const name = page.getByLabel('Name', { exact: true });
      const make = page.getByRole('button', { name: 'Make it' });
      const { name: taken } = await createOrganization(server);
      await name.fill(taken);
      await make.click();
      await page.getByText('An organization with this name exists already.').waitFor();
      assert.equal(await name.inputValue(), taken);
      const club = `River Runners ${newEmail().slice(0, 8)}`;
      await name.fill(club);
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon');
      await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
      await make.click();
      await page.waitForURL(/\/o\/[\w-]+\/settings\/invitations$/);
      await page.getByText(`${club} is there. Now somebody can be invited.`).waitFor();
      const [, org_id = ''] = /\/o\/([\w-]+)\//.exec(page.url()) ?? [];
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Make link' }).click();
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

      const joining = await openLink(browser, link);
      await joining.getByText(club).waitFor();
      await joining.getByLabel('E-mail address').first().fill(runner.email);
      await joining.getByLabel('Password', { exact: true }).fill(USUAL_PASSWORD);
      await joining.getByRole('button', { name: 'Accept the invitation' }).click();
      await headingOf(joining, `You are a member of ${club}`).waitFor();
      await signInAt(joining, runner.email);
      await joining.goto('/console/runs');
      const [chooser] = await Promise.all([
        joining.waitForEvent('filechooser'),
        joining.getByRole('button', { name: 'Upload files' }).click(),
      ]);
      const start = new Date(server.clock.now().getTime() - 5 * 3_600_000);
      const simulation = exampleSimulation(steadyRun(1_500), { start, timezone: 'UTC', seed: email });
      const buffer = Buffer.from(writeFit([simulateActivity(simulation)]));
      await chooser.setFiles([{ name: 'first.fit', mimeType: 'application/octet-stream', buffer }]);
      await joining.getByText(/^first.fit became/).waitFor();

      await page.goto(`/console/o/${org_id}/roster`);
      await page.getByRole('link', { name: 'Ines' }).first().click();
      await headingOf(page, 'Ines').waitFor();
      await page.keyboard.press('3');
      await page.waitForURL('**/activities');
      await page
        .getByRole('link', { name: /run/i })
        .and(page.locator('[href*="/activities/"]'))
        .first()
        .click();
      await page.waitForURL(/\/activities\/[\w-]+$/);
      await page.getByText('distance', { exact: true }).first().waitFor();
    });
  });

  test('a coach’s morning by keyboard alone: from triage to a message and a changed plan, which the athlete has', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club, { fields: { display_name: 'Ada' } });
    const today = server.clock.now().toISOString().slice(0, 10);
    await storeRun(server, athlete.user_id, {
      start_time: new Date(server.clock.now().getTime() - 9 * 86_400_000),
    });
    const monday = addDays(mondayOfDay(today), 7);
    await saveQuietPlan(server, club, { start_date: monday, weeks: 2, athlete_ids: [athlete.user_id] });
    const message = { text: 'My calf is tight. Shall I run?' };
    const at = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}`;
    const sent = await server.request('POST', `${at}/messages`, { token: athlete.token, body: message });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const before = await plannedOf(athlete);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: club.coach, path: '/' });
      await page.waitForURL('**/triage');
      await headingOf(page, 'Ada', 2).waitFor();
      await page.getByText(message.text).waitFor();
      await page.keyboard.press('m');
      await page.getByRole('textbox', { name: 'Write to Ada' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Rest today, and I move the run.');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Sent to Ada').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await headingOf(page, 'Ada').waitFor();
      await page.keyboard.press('2');
      await page.waitForURL('**/calendar');
      // The one tab stop is today; a week down and to its beginning is the Monday on which the plan begins.
      await page.locator('td[tabindex="0"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
      await page.locator(`[data-date="${monday}"]:focus`).waitFor();
      const id = before.get(monday) ?? assert.fail('nothing is planned');
      await page.keyboard.press('Alt+ArrowRight');
      await eventually(
        async () => [...(await plannedOf(athlete))],
        (now) => now.some(([date, one]) => one === id && date === addDays(monday, 1)),
      );
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.waitForURL(/\/triage/);

      const { page: theirs } = await openConsole(browser, server, {
        user: athlete,
        path: `/messages/${club.org_id}`,
        width: 390,
      });
      await theirs.getByText('Rest today, and I move the run.').waitFor();
    });
  });

  /** The workouts of an athlete by their day. */
  async function plannedOf({ token }: TestUser): Promise<Map<string, string>> {
    const { status, body } = await server.request('GET', '/api/v1/plans/mine', { token });
    assert.equal(status, 200, JSON.stringify(body));
    type Day = { readonly date: string; readonly workouts: readonly { readonly workout: { id: string } }[] };
    return new Map(
      body.data.days.flatMap(({ date, workouts: [first] }: Day) =>
        first === undefined ? [] : [[date, first.workout.id]],
      ),
    );
  }
});
