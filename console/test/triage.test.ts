import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { NO_BROWSER, sharedBrowser } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import { addCoach, addMember, createGroup, createOrganization } from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { saveQuietPlan, setVdot } from '../../src/test/saved-plans.ts';
import { seedAthlete } from '../../src/test/seed-athletes.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';
import { createTriageClub, givePlan, run, sectionsOf, type TriageClub } from './triage-stage.ts';

describe('triage', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await testServer();
    browser = await sharedBrowser();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  const open = (
    club: Pick<TriageClub, 'org_id' | 'coach'>,
    more: Partial<Parameters<typeof openConsole>[2]> = {},
  ) => openConsole(browser, server, { user: club.coach, path: `/o/${club.org_id}/triage`, ...more });
  const rowOf = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Athletes to look at' }).getByRole('link', { name, exact: true });
  const at = ({ org_id }: Pick<TriageClub, 'org_id'>, path: string): string =>
    `/api/v1/organizations/${org_id}/${path}`;
  const evidenceOf = (page: Page) => page.getByRole('region', { name: 'What it rests on' });
  const isIn = async (club: TriageClub, user_id: string, section: string): Promise<void> => {
    await eventually(
      async () => (await sectionsOf(server, club))[user_id],
      (found) => found === section,
    );
  };

  test('says whom to look at with the numbers why, in two requests, and what they rest on', async () => {
    const club = await createTriageClub(server);
    const { page, requests, context } = await open(club);
    await rowOf(page, 'Ada Lindqvist').waitFor();
    const list = page.getByRole('region', { name: 'Athletes to look at' });
    const evidence = evidenceOf(page);
    await evidence.getByRole('heading', { name: 'Not every key session was run.' }).waitFor();
    await evidence.getByRole('heading', { name: 'This week' }).waitFor();
    const own = requests.filter((request) => request.includes('/triage'));
    assert.equal(own.length, 2, own.join('\n'));
    assert.deepEqual(await list.getByRole('heading', { level: 2 }).allInnerTexts(), [
      'Look first 1',
      'Then 2',
      'All well 1',
      'Shares nothing 1',
    ]);
    assert.equal(await list.locator('mark').first().innerText(), '2 key sessions');
    await list.getByText('24 km at once').waitFor();
    await list.getByText('No activity for 9 days').waitFor();
    await list.getByText('Eve shares nothing with the coaches here.').waitFor();
    assert.equal(await list.getByText('Eve', { exact: true }).count(), 1, 'it is said once');

    await evidence.getByRole('button', { name: 'Show as table' }).click();
    assert.equal(await evidence.getByRole('table').first().getByRole('row').count(), 11);
    await evidence.getByRole('button', { name: 'Show as chart' }).click();
    await evidence.getByText('A hard session or a long run of the last seven days').waitFor();
    await assertAccessible(page);

    await rowOf(page, 'Bo').click();
    await page.waitForURL(`**/triage/${club.athletes.Bo}`);
    await evidence.getByRole('heading', { name: 'Bo', exact: true }).waitFor();
    await evidence.getByText('24 km at once').waitFor();
    await rowOf(page, 'Dee').click();
    await evidence.getByRole('heading', { name: 'Nothing stands out.' }).waitFor();
    assert.equal(await evidence.getByRole('button', { name: 'Handled' }).count(), 0);
    await context.close();
  });

  test('asks once for its list before the console is there, and opens with it again without a network', async () => {
    const club = await createTriageClub(server);
    const { page, requests, context } = await open(club, { opens_offline: true });
    await rowOf(page, 'Ada Lindqvist').waitFor();
    await evidenceOf(page).getByRole('heading', { name: 'This week' }).waitFor();
    const lists = requests.filter((request) => request.endsWith(`${club.org_id}/triage`));
    assert.equal(lists.length, 1, requests.join('\n'));
    await page.waitForLoadState('networkidle');
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/^No network/).waitFor();
    await rowOf(page, 'Ada Lindqvist').waitFor();
    await context.close();
  });

  test('handled and later leave the list for all coaches, and are undone or taken back', async () => {
    const club = await createTriageClub(server);
    const { Ada, Bo } = club.athletes;
    const { page, context } = await open(club);
    await evidenceOf(page)
      .getByRole('button', { name: /^Handled/ })
      .click();
    await page.getByText('Ada Lindqvist, handled').waitFor();
    await rowOf(page, 'Ada Lindqvist').waitFor({ state: 'detached' });
    await page.waitForURL(`**/triage/${Bo}`);
    await isIn(club, Ada, 'handled');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await rowOf(page, 'Ada Lindqvist').waitFor();
    await isIn(club, Ada, 'first');

    await page.getByRole('button', { name: 'What to do about Bo' }).click();
    await page.getByRole('menuitem', { name: /^Later: Monday/ }).click();
    await rowOf(page, 'Bo').waitFor({ state: 'detached' });
    await isIn(club, Bo, 'later');
    await page.getByRole('button', { name: 'Handled, 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Handled and later' });
    await dialog.getByText(/^Later, until/).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Put Bo back on the list' }).click();
    await dialog.getByText('Nobody was handled or put off yet.').waitFor();
    await isIn(club, Bo, 'then');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Bo').waitFor();

    // What the server refuses stays, and is told.
    await page.route('**/mark', (route) =>
      route.fulfill({ status: 503, json: { error: 'down', code: 'unavailable' } }),
    );
    await rowOf(page, 'Bo').click();
    await evidenceOf(page).getByRole('heading', { name: 'Bo', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.getByText('That did not work with Bo.').waitFor();
    await rowOf(page, 'Bo').waitFor();
    await context.close();
  });

  test('the same by keyboard alone: move, handled, undo, later, write, open', async () => {
    const club = await createTriageClub(server);
    const { Ada, Bo, Cy } = club.athletes;
    const { page, context } = await open(club);
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    const focusIs = (name: string) => eventually(focused, (found) => found === name);
    await evidenceOf(page).getByRole('heading', { name: 'Ada Lindqvist', exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.waitForURL(`**/triage/${Cy}`);
    await focusIs('Cy Okafor');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('k');
    await page.waitForURL(`**/triage/${Ada}`);
    await page.keyboard.press('e');
    await rowOf(page, 'Ada Lindqvist').waitFor({ state: 'detached' });
    await focusIs('Bo');
    await isIn(club, Ada, 'handled');
    await page.keyboard.press('Control+z');
    await isIn(club, Ada, 'first');
    await page.waitForURL(`**/triage/${Ada}`);
    await evidenceOf(page).getByRole('heading', { name: 'Ada Lindqvist', exact: true }).waitFor();

    // Two keys before anything is drawn: the second one is for whom the first one has led to, and nobody else.
    await page.evaluate(`for (const key of ['j', 's'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await page.locator('[role=menuitem]:focus', { hasText: 'Tomorrow' }).waitFor();
    await page.keyboard.press('Enter');
    await isIn(club, Bo, 'later');
    await focusIs('Cy Okafor');
    await page.keyboard.press('m');
    await eventually(
      () => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""'),
      (found) => found === 'Write to Cy Okafor',
    );
    await page.keyboard.type('Well run');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sent to Cy Okafor').waitFor();
    await page.keyboard.press('Escape');
    await focusIs('Cy Okafor');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/athletes/${Cy}/overview`);
    await context.close();
  });

  test('the menu of a row is closed by Escape also before the focus has come to it', async () => {
    const { page, context } = await open(await createTriageClub(server));
    const button = page.getByRole('button', { name: 'What to do about Bo' });
    await button.press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    // As it is before: the button behind the menu has lost the focus, and the menu does not have it.
    await page.evaluate(
      `document.activeElement.blur(); document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`,
    );
    await menu.waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
    await context.close();
  });

  test('handled with a note, a week made easier and a plan taken back: by keys, with a second step, and undone', async () => {
    const club = await createTriageClub(server);
    const { Ada, Dee } = club.athletes;
    const other = await addCoach(server, club);
    await setVdot(server, Dee, 45);
    const start_date = server.clock.now().toISOString().slice(0, 10);
    await saveQuietPlan(server, club, { start_date, athlete_ids: [Dee] });
    const planned = async (user_id: string): Promise<string[]> => {
      const answer = await server.request('GET', at(club, `athletes/${user_id}/plans?from=${start_date}`), {
        token: club.coach.token,
      });
      type Day = { workouts: { workout: { title: string } }[] };
      return answer.body.data.days.flatMap(({ workouts }: Day) =>
        workouts.map(({ workout }) => workout.title),
      );
    };
    const { page, context } = await open(club, { path: `/o/${club.org_id}/triage/${Dee}` });
    await evidenceOf(page).getByRole('heading', { name: 'This week' }).waitFor();
    const before = await planned(Dee);
    await page.keyboard.press('w');
    const ease = page.getByRole('dialog', { name: 'Ease this week of Dee' });
    await ease.getByText('50 min easy').click();
    await assertAccessible(page);
    await ease.getByRole('button', { name: 'Make these days easy' }).click();
    await page.getByText(/^Dee: \d days? (?:is|are) easy now$/).waitFor();
    assert.equal((await planned(Dee))[0], '40 min easy');
    await page.keyboard.press('Control+z');
    await eventually(
      () => planned(Dee),
      (found) => found.join() === before.join(),
    );

    await page.keyboard.press('x');
    const end = page.getByRole('dialog', { name: 'End a plan of Dee' });
    await end.getByText('“Quiet weeks”', { exact: false }).waitFor();
    await assertAccessible(page);
    await end.getByRole('button', { name: 'End the plan' }).click();
    await page.getByText('Dee: “Quiet weeks” has ended').waitFor();
    assert.deepEqual(await planned(Dee), []);
    await page.keyboard.press('Control+z');
    await eventually(
      () => planned(Dee),
      (found) => found.join() === before.join(),
    );

    await rowOf(page, 'Ada Lindqvist').click();
    await evidenceOf(page).getByRole('heading', { name: 'Ada Lindqvist', exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox').fill('Called, all fine.');
    await assertAccessible(page);
    await page.keyboard.press('Control+Enter');
    await isIn(club, Ada, 'handled');
    await context.close();

    // The other coach finds who did it, and the note.
    const second = await open(club, { user: other });
    await second.page.getByRole('button', { name: 'Handled, 1' }).click();
    const put = second.page.getByRole('dialog', { name: 'Handled and later' });
    await put.getByText('Called, all fine.').waitFor();
    await put.getByText(/^Handled by the head coach, /).waitFor();
    await second.context.close();
  });

  test('the rail counts whom to look at wherever one is, and its groups filter the page that one is on', async () => {
    const club = await createTriageClub(server);
    const { Bo } = club.athletes;
    const { id } = await createGroup(server, club, { fields: { name: 'Tuesday track' } });
    const member = at(club, `groups/${id}/members/${Bo}`);
    assert.equal((await server.request('PUT', member, { token: club.coach.token })).status, 200);
    const { page, context } = await open(club, { path: `/o/${club.org_id}/sessions` });
    const place = (count: number) =>
      page.getByRole('navigation').getByRole('link', { name: `Triage ${count} to look at` });
    await place(3).waitFor();
    await server.request('PUT', at(club, `triage/${Bo}/mark`), {
      token: club.coach.token,
      body: { state: 'handled' },
    });
    await place(2).waitFor();
    await place(2).click();
    await rowOf(page, 'Ada Lindqvist').waitFor();
    await server.request('DELETE', at(club, `triage/${Bo}/mark`), { token: club.coach.token });
    await place(3).waitFor();
    const group = page.getByRole('navigation').getByRole('link', { name: /^Tuesday track/ });
    await group.click();
    await rowOf(page, 'Ada Lindqvist').waitFor({ state: 'detached' });
    await rowOf(page, 'Bo').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('group'), id);
    await place(3).waitFor();
    await group.click();
    await rowOf(page, 'Ada Lindqvist').waitFor();
    await context.close();
  });

  test('what one coach decides in a browser is seen in the other’s at once, and so is its undoing', async () => {
    const club = await createTriageClub(server);
    const other = await addCoach(server, club);
    const path = `/o/${club.org_id}/triage/${club.athletes.Bo}`;
    const [first, second] = await Promise.all([open(club), open(club, { user: other, path })]);
    await rowOf(first.page, 'Bo').waitFor();
    await evidenceOf(second.page).getByRole('heading', { name: 'Bo', exact: true }).waitFor();
    await second.page.keyboard.press('e');
    await rowOf(first.page, 'Bo').waitFor({ state: 'detached' });
    await first.page.getByRole('button', { name: 'Handled, 1' }).waitFor();
    await second.page.keyboard.press('Control+z');
    await rowOf(first.page, 'Bo').waitFor();
    await Promise.all([first.context.close(), second.context.close()]);
  });

  test('is accessible and fits at each width and look, with the evidence as a page on a phone', async () => {
    const club = await createTriageClub(server);
    for (const [width, look] of [
      [1440, 'dark'],
      [768, 'light'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page, context } = await open(club, { width, look });
      await rowOf(page, 'Ada Lindqvist').waitFor();
      await assertAccessible(page);
      await assertFits(page);
      if (width < 1100) {
        assert.equal(await evidenceOf(page).count(), 0);
        await rowOf(page, 'Ada Lindqvist').click();
        await page.getByRole('heading', { name: 'Ada Lindqvist', level: 1 }).waitFor();
        await evidenceOf(page).getByRole('heading', { name: 'This week' }).waitFor();
        await assertAccessible(page);
        await assertFits(page);
        await page.getByRole('link', { name: 'Back to the list' }).click();
        await rowOf(page, 'Bo').waitFor();
      }
      await context.close();
    }
  });

  test('a finger drawn to the left handles a row, and a short one does nothing', async () => {
    const club = await createTriageClub(server);
    const { page, context } = await open(club, { width: 390, context: { hasTouch: true } });
    await rowOf(page, 'Bo').waitFor();
    const draw = async (name: string, by_px: number): Promise<void> => {
      const box = await rowOf(page, name).boundingBox();
      assert.ok(box !== null);
      const [x, y] = [200, box.y + 30];
      const session = await context.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at_x: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: at_x, y }],
        });
      await touch('touchStart', x);
      for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x + by_px * share);
      await touch('touchEnd', x + by_px);
    };
    await draw('Bo', -60);
    await draw('Cy Okafor', -150);
    await rowOf(page, 'Cy Okafor').waitFor({ state: 'detached' });
    await isIn(club, club.athletes.Cy, 'handled');
    assert.equal((await sectionsOf(server, club))[club.athletes.Bo], 'then');
    await draw('Bo', 150);
    await rowOf(page, 'Bo').waitFor({ state: 'detached' });
    await isIn(club, club.athletes.Bo, 'later');
    await context.close();
  });

  test('who leads the organization changes the limits, and other coaches read them', async () => {
    const club = await createTriageClub(server);
    const assistant = await addCoach(server, club, { role: 'assistant_coach' });
    const path = `/o/${club.org_id}/triage/${club.athletes.Cy}`;
    const { page, context } = await open(club, { path });
    await page.getByRole('button', { name: /^Rules, version/ }).click();
    const dialog = page.getByRole('dialog', { name: 'What counts as a reason' });
    const days = dialog.getByLabel('Days without an activity');
    await days.fill('many');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await dialog.getByText('Type a number.').waitFor();
    await days.fill('90');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await dialog.getByRole('alert').waitFor();
    await assertAccessible(page);
    await days.fill('12');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await dialog.waitFor({ state: 'detached' });
    await isIn(club, club.athletes.Cy, 'well');
    await rowOf(page, 'Bo').waitFor();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await isIn(club, club.athletes.Cy, 'then');
    await context.close();

    const read = await open(club, { user: assistant, path });
    await read.page.getByRole('button', { name: /^Rules, version/ }).click();
    await read.page.getByText('The head coach and admins can change them.').waitFor();
    assert.equal(await read.page.getByRole('dialog').getByRole('textbox').count(), 0);
    await read.context.close();
  });

  test('an empty club, nobody left, what failed, and what one may not see are said in words', async () => {
    const empty = await createOrganization(server);
    const first = await open(empty);
    await first.page.getByText('Nobody is on the roster yet.').waitFor();
    await first.page.getByRole('link', { name: 'Invite athletes' }).waitFor();
    await assertAccessible(first.page);
    const { user_id } = await seedAthlete(server, empty.org_id, { display_name: 'Dee' });
    await run(server, user_id, 1);
    await first.page.reload();
    await first.page.getByText('Nothing stands out with the one athlete who is here.').waitFor();
    await first.page.getByText('My athletes').click();
    await first.page.getByText('Nobody to look at among these athletes.').waitFor();
    await first.page.getByRole('link', { name: 'Show all groups' }).click();
    await first.page.getByText('Nothing stands out with the one athlete who is here.').waitFor();
    await first.context.close();

    const club = await createTriageClub(server);
    const { page, context } = await open(club, { path: '/nowhere' });
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    let isBroken = true;
    await page.route('**/evidence', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { error: 'down', code: 'internal_error' } })
        : route.continue(),
    );
    await page.goto(`/console/o/${club.org_id}/triage`);
    await page.getByText('What it rests on could not be loaded.').waitFor();
    await rowOf(page, 'Bo').waitFor();
    await assertAccessible(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await evidenceOf(page).getByRole('heading', { name: 'This week' }).waitFor();

    await context.setOffline(true);
    await page.getByText(/^No network\. What you see is from/).waitFor();
    await page.keyboard.press('e');
    await rowOf(page, 'Ada Lindqvist').waitFor({ state: 'detached' });
    await page.getByText('1 change waits to be sent.', { exact: false }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.type('Later then');
    await page.getByText('Messages are sent with a network only.', { exact: false }).waitFor();
    await context.setOffline(false);
    await isIn(club, club.athletes.Ada, 'handled');
    await context.close();

    const member = await addMember(server, club);
    const refused = await open(club, { user: member });
    await refused.page.getByText('The list could not be loaded.').waitFor();
    await refused.page.getByText('You may not see or do this here.').waitFor();
    await refused.context.close();
  });

  test('hostile names and a second page break nothing, and are executed nowhere', async () => {
    const club = await createOrganization(server);
    const names = [
      `<img src=x onerror="document.title='run'"><b>`,
      'م'.repeat(100),
      'W'.repeat(200),
      '👩‍👩‍👧‍👦 {name} %s',
    ];
    for (const display_name of names) {
      const { user_id } = await seedAthlete(server, club.org_id, { display_name });
      await givePlan(server, club, user_id);
    }
    const runners = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        seedAthlete(server, club.org_id, { display_name: `Runner ${index}` }),
      ),
    );
    await run(
      server,
      runners.map(({ user_id }) => user_id),
      9,
    );
    const { page, context } = await open(club);
    await rowOf(page, names[0] ?? '').waitFor();
    for (const name of names) {
      await rowOf(page, name).click();
      await evidenceOf(page).getByRole('heading', { name, level: 2, exact: true }).waitFor();
      await assertFits(page);
    }
    assert.equal(await page.title(), 'Triage – Ekiden');
    assert.equal(await page.locator('main img').count(), 0);
    await page.getByRole('heading', { name: 'Then 100' }).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('heading', { level: 3, name: /^Runner/ }).count(), 100);
    await context.close();
    const phone = await open(club, { width: 390 });
    await rowOf(phone.page, names[2] ?? '').waitFor();
    await assertFits(phone.page);
    await phone.context.close();
  });
});
