import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { NO_BROWSER, sharedBrowser } from '../../src/test/browser.ts';
import {
  campaignIn,
  campaignsOf,
  createCampaign,
  letTimeCome,
  startDue,
} from '../../src/test/campaign-stage.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  setTier,
  type TestOrganization,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import type { Person } from '../src/parts/people/people.ts';
import { type Audience, readAudience } from '../src/screens/campaigns/audience.ts';
import { assertAccessible, assertFits, openConsole, type Sight } from './stage.ts';

describe('campaigns in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await testServer();
    browser = await sharedBrowser();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  /** Six athletes: two beginners, of whom one is in the group of the track, as is one of the others. */
  async function clubOf() {
    const club = await createOrganization(server);
    await setTier(server, club.org_id, 'club');
    const add = (display_name: string, member_level: string) =>
      addMember(server, club, { fields: { display_name, member_level } });
    const [ada, ben] = [await add('Ada', 'beginner'), await add('Ben', 'beginner')];
    const cy = await add('Cy', 'advanced');
    for (const name of ['Dee', 'Eve', 'Flo']) await add(name, 'advanced');
    const track = await createGroup(server, club, { members: [ben, cy], fields: { name: 'Tuesday track' } });
    return { ...club, ada, ben, cy, track };
  }
  const open = (club: TestOrganization, path = '', sight: Sight = {}) =>
    openConsole(browser, server, {
      user: club.coach,
      path: `/o/${club.org_id}/messages/campaigns${path}`,
      ...sight,
    });
  const listed = async (club: TestOrganization) =>
    (await server.request('GET', campaignsOf(club), { token: club.coach.token })).body.data.campaigns;
  async function write(page: Page, title: string): Promise<void> {
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill('We meet at the river.\n\nBring a light.');
  }
  const reachOf = (page: Page) => page.getByRole('region', { name: 'Whom it reaches' });

  test('from words to sent, undone within the minute, sent again, and with what became of it', async () => {
    const club = await clubOf();
    const { page, requests, context } = await open(club);
    await page.getByText('Nothing was written to many at once yet.').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    await reachOf(page).getByText('It reaches 6 of 6 athletes now.').waitFor();
    await page.waitForLoadState('networkidle');
    const own = requests.filter((one) => /campaign|organizations\/[\w-]+$/.test(one));
    assert.ok(own.length <= 3, own.join('\n'));
    await reachOf(page).getByText('6 have no device').waitFor();
    const send = page.getByRole('button', { name: /^Send/ });
    assert.equal(await send.isDisabled(), true, 'without words there is nothing to send');
    await write(page, 'Saturday at eight');
    await send.click();
    await page.getByText(/^Goes out in \d+ seconds?$/).waitFor();
    await page.getByText('It goes out in a minute.').waitFor();
    const [scheduled] = await listed(club);
    assert.deepEqual([scheduled.state, scheduled.audience], ['scheduled', 'all']);

    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Text').inputValue(), 'We meet at the river.\n\nBring a light.');
    const [undone] = await listed(club);
    assert.deepEqual([undone.state, undone.scheduled_at], ['draft', null]);

    await page.getByLabel('Title').fill('Saturday at nine');
    await send.click();
    await page.getByText(/^Goes out in/).waitFor();
    await page.getByRole('button', { name: 'Take back to the drafts' }).click();
    await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
    await send.click();
    await page.getByText(/^Goes out in/).waitFor();
    const [again] = await listed(club);
    await letTimeCome(server, again);
    await startDue(server);
    await campaignIn(server, club, again, 'sent');
    await page.reload();
    await page.getByText(/^Sent /).waitFor();
    await page.getByText('6 of 6 mailboxes').waitFor();
    await page.getByText('6 have no device').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: /^Delete/ }).count(), 0, 'it is on record');
    const mail = await server.mailTo(club.ada.email);
    assert.match(mail.subject, /Saturday at nine/);
    await context.close();
  });

  test('the audience is typed as on the roster, with a count, and no slip writes to everybody', async () => {
    const club = await clubOf();
    const { page, context } = await open(club, '/new');
    await write(page, 'For some');
    const audience = page.getByLabel('To whom');
    const send = page.getByRole('button', { name: /^Send/ });
    await audience.fill('level:beg');
    await reachOf(page).getByText('It reaches 2 of 2 athletes now.').waitFor();
    await reachOf(page).getByText('Ada and Ben').waitFor();
    await reachOf(page).getByText('Why is said only of five or more').waitFor();
    await audience.fill('gruop:track');
    await page.getByText('Not understood: gruop:track.').waitFor();
    assert.equal(await send.isDisabled(), true);
    await audience.fill('group:');
    await page.getByText('Nobody matches “group:”.').waitFor();
    assert.equal(await send.isDisabled(), true);
    await audience.fill('group:track');
    await reachOf(page).getByText('Ben and Cy').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Kept as a draft.').waitFor();
    await page.getByText('In one of the groups Tuesday track').waitFor();
    const [kept] = await listed(club);
    assert.deepEqual(
      [kept.state, kept.audience],
      ['draft', { segment: { group_ids: [club.track.id] } }],
      'who is in it is found when it goes out',
    );
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'For some');
    assert.deepEqual(await listed(club), []);

    await page.getByRole('button', { name: 'Choose others' }).click();
    await audience.fill('level:beg');
    await reachOf(page).getByText('Ada and Ben').waitFor();
    // What is neither kept nor sent is there again, also whom it is for.
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('Nothing was written to many at once yet.').waitFor();
    await page.keyboard.press('n');
    await page.getByText('Level beginner').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'For some');
    await page.getByRole('button', { name: 'Choose others' }).click();
    await audience.fill('group:track no:plan cy');
    await reachOf(page).getByText('It reaches 1 of 1 athlete now.').waitFor();
    await page.getByRole('button', { name: /^Keep as draft/ }).click();
    await page.getByText('1 athlete by name').waitFor();
    assert.deepEqual((await listed(club))[0].audience, { user_ids: [club.cy.user_id] });
    await context.close();
  });

  test('is scheduled by the clock of the club, called off and deleted with a second step, and duplicated', async () => {
    const club = await clubOf();
    const path = `/api/v1/organizations/${club.org_id}`;
    const body = { settings: { timezone: 'Asia/Tokyo' } };
    const set = await server.request('PUT', path, { token: club.coach.token, body });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    const { page, context } = await open(club, '/new');
    await write(page, 'On another day');
    await page.getByRole('radio', { name: 'At a time' }).click();
    await page.getByText('By the club’s clock, Asia/Tokyo').waitFor();
    const day = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Date').fill(day);
    await page.getByLabel('Time').fill('07:30');
    await page.getByRole('button', { name: /^Schedule/ }).click();
    await page.getByText(/^Goes out .*07:30 \(Asia\/Tokyo\)$/).waitFor();
    const [scheduled] = await listed(club);
    assert.equal(scheduled.scheduled_at, new Date(`${day}T07:30:00+09:00`).toISOString());
    await assertAccessible(page);

    await page.getByRole('button', { name: /^Call off/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It does not go out.').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Call off' }).click();
    await page.getByText(/^Called off /).waitFor();
    await page.getByRole('button', { name: /^Duplicate/ }).click();
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'On another day');
    await page.goBack();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Nobody was sent anything of it.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/messages/campaigns');
    await page.getByText('Nothing was written to many at once yet.').waitFor();
    assert.deepEqual(await listed(club), []);
    await context.close();
  });

  test('athletes who are selected on the roster are written to', async () => {
    const club = await clubOf();
    const { page, context } = await openConsole(browser, server, {
      user: club.coach,
      path: `/o/${club.org_id}/roster?q=level:beginner`,
    });
    const grid = page.getByRole('grid', { name: 'Roster' });
    await grid.getByText('Ben').waitFor();
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('link', { name: 'Write to them' }).click();
    await page.getByText('2 athletes by name').waitFor();
    await reachOf(page).getByText('Ada and Ben').waitFor();
    await context.close();
  });

  test('limits that are reached, and a tier without campaigns, are said in words', async () => {
    const club = await clubOf();
    const { page, context } = await open(club, '/new');
    await write(page, 'Too much');
    await reachOf(page).getByText('It reaches 6 of 6').waitFor();
    const answers = [
      [409, { code: 'conflict' }, 'Choose another day.'],
      [429, { code: 'rate_limited' }, 'As many have been sent today as may be'],
      [
        429,
        { code: 'quota_exceeded', quota: { name: 'drafts', used: 200, limit: 200 } },
        'The club has 200 drafts and may have 200.',
      ],
    ] as const;
    for (const [status, json, said] of answers) {
      const stop = '**/organizations/*/campaigns';
      await page.route(stop, (route) => route.fulfill({ status, json: { error: 'no', ...json } }));
      await page.getByRole('button', { name: /^Keep as draft/ }).click();
      await page.getByText(said).waitFor();
      await page.unroute(stop);
    }
    assert.equal(await page.getByLabel('Title').inputValue(), 'Too much', 'what was typed stays');
    await page.route('**/organizations/*/campaigns?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'no', code: 'feature_not_enabled' } }),
    );
    await page.goto(`/console/o/${club.org_id}/messages/campaigns`);
    await page.getByText('The club’s tier has no campaigns.').waitFor();
    await context.close();
  });

  test('a letter that is pressed while a screen is on its way acts on that screen', async () => {
    const club = await clubOf();
    const { page, context } = await open(club, '/../inbox');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/campaigns-*.js', async (route) => {
      await released;
      await route.continue();
    });
    // The page may have fetched ahead what it is led to: it begins anew.
    await page.reload();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('n');
    release();
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    await context.close();
  });

  test('one is written and sent by keyboard alone', async () => {
    const club = await clubOf();
    const { page, context } = await open(club);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    await page.keyboard.press('1');
    await page.waitForURL('**/messages/inbox');
    await page.keyboard.press('2');
    await page.waitForURL('**/messages/campaigns');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    await page.keyboard.type('Only keys');
    await page.keyboard.press('Tab');
    await page.keyboard.type('No mouse was near.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada');
    await reachOf(page).getByText('Ada', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Goes out in/).waitFor();
    const [sent] = await listed(club);
    assert.deepEqual(
      [sent.title, sent.channels, sent.audience],
      ['Only keys', ['email'], { user_ids: [club.ada.user_id] }],
    );
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await context.close();
  });

  test('lists and forms are accessible and fit at each width and look, in each language', async () => {
    const club = await clubOf();
    const title = `Long ${'word'.repeat(25)}`;
    const draft = await createCampaign(server, club, { title, draft: true });
    await createCampaign(server, club, { title: '<b>Sent</b>' });
    for (const [width, look, language] of [
      [390, 'dark', 'ja'],
      [768, 'light', 'zh-TW'],
      [1440, 'dark', 'en'],
    ] as const) {
      const path = '/api/v1/users/me/preferences';
      await server.request('PATCH', path, { token: club.coach.token, body: { language } });
      const { page, context } = await open(club, '', { width, look });
      await page.getByText('<b>Sent</b>').waitFor();
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      await assertAccessible(page);
      await assertFits(page);
      await page.getByRole('link', { name: title }).click();
      await page.waitForURL(`**/campaigns/${draft.id}`);
      await page.locator('form [role=status]').waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await context.close();
    }
  });
});

describe('a typed audience', () => {
  const person = (
    name: string,
    more: Partial<Person['metrics']> = {},
    groups: readonly string[] = [],
  ): Person => ({
    user_id: name,
    metrics: {
      user_id: name,
      display_name: name,
      member_level: null,
      labels: [],
      status: 'active',
      has_push_token: false,
      flags: [],
      privacy_filtered: [],
      ...more,
    },
    member: null,
    week: null,
    groups: groups.map((group) => ({ id: group, name: group }) as Person['groups'][number]),
    folded: name.toLowerCase(),
  });
  const people = [
    person('Ada', { member_level: 'beginner', labels: ['masters'] }, ['Track A']),
    person('Ben', { member_level: 'beginner plus', labels: ['marathon'] }, ['Track B']),
    person('Cy', { member_level: 'advanced', labels: ['master class'] }),
    person('Sue', { member_level: 'advanced', status: 'suspended' }),
  ];

  test('is left to be found when it goes out where that can be said, and else means the people it matches now', () => {
    for (const [typed, expected] of [
      ['', 'all'],
      ['  ', 'all'],
      ['level:adv', { segment: { level: 'advanced' } }],
      ['level:beginner', { user_ids: ['Ada', 'Ben'] }],
      ['label:master', { segment: { labels: ['masters', 'master class'] } }],
      ['group:track label:mar', { segment: { group_ids: ['Track A', 'Track B'], labels: ['marathon'] } }],
      ['group:track group:b', { user_ids: ['Ben'] }],
      ['no:group', { user_ids: ['Cy'] }],
      ['cy', { user_ids: ['Cy'] }],
      ['sue', null],
      ['nobody', null],
      ['grup:track', null],
      ['ada grup:track', null],
      ['group:', null],
      ['no:thing', null],
    ] as const satisfies readonly (readonly [string, Audience | null])[])
      assert.deepEqual(readAudience(typed, people), expected, typed);
  });
});
