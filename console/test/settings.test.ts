import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sql } from '../../src/infra/db/sql.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../src/test/factories.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { seedAthlete } from '../../src/test/seed-athletes.ts';
import { isKeptOnDevice } from './kept-on-device.ts';
import { assertAccessible, openConsole } from './stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;
const HOSTILE = '<img src=x onerror="document.title=1"> ‮אבג';
const EMOJI = '🏃‍♀️'.repeat(7);

describe('the organization in the console', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let club: TestOrganization;
  let runner: TestUser;
  before(async () => {
    server = await testServer();
    const name = `Riverside ${crypto.randomUUID()}`;
    club = await createOrganization(server, { fields: { name } });
    runner = await addMember(server, club, { fields: { display_name: 'Yuki T.', member_level: 'beginner' } });
    await addMember(server, club, { fields: { display_name: HOSTILE, labels: ['<b>bold</b>', EMOJI] } });
  });

  const api = async (
    method: string,
    path: string,
    body?: unknown,
    by: TestUser = club.coach,
  ): Promise<Json> =>
    (
      await server.request(method, `/api/v1/organizations/${club.org_id}${path}`, {
        token: by.token,
        ...(body !== undefined && { body }),
      })
    ).body;
  const open = (browser: Browser, part: string, user: TestUser = club.coach, org = club) =>
    openConsole(browser, server, { user, path: `/o/${org.org_id}/settings/${part}` });
  const memberNow = async (user_id: string): Promise<Json> =>
    (await api('GET', '/members')).members.find((member: Json) => member.user_id === user_id);

  test('changes a member and takes it back by ⌘Z, and asks before it removes one', async () => {
    const leaver = await addMember(server, club, { fields: { display_name: 'Leaver' } });
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'members');
      await page.getByRole('button', { name: 'Yuki T.', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Yuki T.' });
      await dialog.getByLabel('Level').fill('advanced');
      await dialog.getByLabel('Labels').fill('marathon, track，ekiden');
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Yuki T. was changed.').waitFor();
      const changed = await memberNow(runner.user_id);
      assert.deepEqual([changed.member_level, changed.labels], ['advanced', ['marathon', 'track', 'ekiden']]);
      assert.equal(changed.display_name, 'Yuki T.');
      await page.keyboard.press('Control+z');
      await page.getByRole('row').filter({ hasText: 'Yuki T.' }).getByText('beginner').waitFor();
      await eventually(
        () => memberNow(runner.user_id),
        (member: Json) => member.member_level === 'beginner' && member.labels.length === 0,
      );

      await page.getByRole('button', { name: 'Actions for Yuki T.' }).click();
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await page.getByText('Yuki T. is suspended.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await eventually(
        () => memberNow(runner.user_id),
        (member: Json) => member.status === 'active',
      );

      await page.getByRole('button', { name: 'Actions for Leaver' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      assert.notEqual(await memberNow(leaver.user_id), undefined);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Leaver', exact: true }).waitFor({ state: 'detached' });
      assert.equal(await memberNow(leaver.user_id), undefined);
    });
  });

  test('makes a group, puts a member in by typing, and takes both back', async () => {
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'groups');
      await page.getByRole('button', { name: 'New group' }).waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New group' });
      await dialog.getByLabel('Name').fill('Ekiden team');
      await dialog.getByRole('radio', { name: '#7a4fb5' }).check({ force: true });
      await dialog.getByRole('button', { name: 'Make group' }).click();
      await page.getByRole('table').getByRole('link', { name: 'Ekiden team' }).click();
      await page.getByRole('heading', { name: 'Ekiden team' }).waitFor();
      const groupNow = async (): Promise<Json> =>
        (await api('GET', '/groups')).data.groups.find(({ name }: Json) => name === 'Ekiden team');
      assert.equal((await groupNow()).color, '#7a4fb5');
      await page.getByRole('combobox', { name: 'Add a member' }).fill('yuki');
      await page.getByRole('option', { name: /Yuki T\./ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText('Yuki T. is in Ekiden team.').waitFor();
      assert.deepEqual((await groupNow()).members, [runner.user_id]);
      await page.getByRole('heading', { name: 'Ekiden team' }).click();
      await page.keyboard.press('Control+z');
      await page.getByText('Nobody is in this group.').waitFor();
      await eventually(groupNow, (group: Json) => group.member_count === 0);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/\/groups$/);
      assert.equal(await groupNow(), undefined);
    });
  });

  test('takes a sash that can be told from the ink, refuses one that cannot, and says what a name may not be', async () => {
    const other = await createOrganization(server);
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'general');
      const save = page.getByRole('button', { name: 'Save' });
      await page.getByLabel('Colour as a code').fill('#1c2297');
      await page.getByText(/Too dark: 1\.\d : 1/).waitFor();
      assert.equal(await save.isDisabled(), true);
      await page.getByLabel('Colour as a code').fill('#ff8844');
      await page.getByLabel('Description').fill('Track on Tuesdays.');
      await save.click();
      await page.getByText('Saved.').waitFor();
      const saved = await api('GET', '');
      assert.deepEqual([saved.settings.sash_color, saved.description], ['#ff8844', 'Track on Tuesdays.']);
      await page.getByRole('heading', { name: 'General' }).click();
      await page.keyboard.press('Control+z');
      await eventually(
        () => api('GET', ''),
        (organization: Json) =>
          organization.settings.sash_color === undefined && organization.description === '',
      );
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(other.name);
      await save.click();
      await page.getByRole('alert').getByText('exists already').waitFor();
    });
  });

  test('invites by a link that is shown once, and revokes it in a second step', async () => {
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'invitations');
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite' });
      await dialog.getByLabel('How many people can accept it').fill('0');
      await dialog.getByText('Write a whole number').waitFor();
      await dialog.getByLabel('How many people can accept it').fill('7');
      await dialog.getByRole('button', { name: 'Make link' }).click();
      const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      const token = new URL(url).searchParams.get('token');
      assert.equal((await server.request('GET', `/api/v1/invitations/${token}`)).status, 200);
      assert.equal(await isKeptOnDevice(page, String(token)), false);
      const row = page.getByRole('row').filter({ hasText: '0 of 7' });
      await row.getByRole('button', { name: 'Revoke…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      const { data } = await api('GET', '/invitations?status=revoked');
      assert.equal(
        data.invitations.some(({ max_uses }: Json) => max_uses === 7),
        true,
      );
    });
  });

  test('asks somebody of the roster to coach, asks before it takes an admin their keys, and hands over and back', async () => {
    const user = await signUp(server, { membership_role: 'coach' });
    const admin = await addCoach(server, club, { user, role: 'admin' });
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'coaches');
      await page.getByRole('button', { name: 'Add a coach' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a coach' });
      await dialog.getByRole('combobox', { name: 'A member, by name' }).fill('Yuki');
      await page.getByRole('option', { name: /Yuki T\./ }).click();
      await dialog.getByRole('button', { name: 'Ask' }).click();
      await page.getByText('Yuki T. was asked').waitFor();
      const pending = (await api('GET', '')).pending_coaches;
      assert.deepEqual(
        pending.map(({ user_id, role }: Json) => [user_id, role]),
        [[runner.user_id, 'assistant_coach']],
      );
      const row = page.getByRole('row').filter({ hasText: 'Admin' });
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Make assistant coach…' }).click();
      await page.getByRole('dialog').getByText('stop working for good').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Make assistant coach' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const coaches = (await api('GET', '')).coaches;
      assert.equal(coaches.find(({ user_id }: Json) => user_id === admin.user_id).role, 'assistant_coach');
      const { name } = coaches.find(({ user_id }: Json) => user_id === admin.user_id);
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Hand the organization over…' }).click();
      const handOver = page.getByRole('dialog').getByRole('button', { name: 'Hand over' });
      assert.equal(await handOver.isDisabled(), true);
      await page.getByRole('dialog').getByRole('textbox').fill(` ${name} `);
      await handOver.click();
      await page.getByText('asked to lead').waitFor();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Withdraw the handover' }).click();
      await page.getByText('You go on leading it.').waitFor();
      assert.equal(await page.getByText('asked to lead').count(), 0);
    });
    await api('DELETE', `/coaches/${admin.user_id}`);
    await api('DELETE', `/coaches/${runner.user_id}`);
  });

  test('keeps few of ten thousand members on the page, and finds each by typing, there and in the palette', async () => {
    const big = await createOrganization(server);
    const { user_id } = await seedAthlete(server, big.org_id, {});
    await server.deps.db.execute(sql`
      WITH people AS (
        INSERT INTO users (user_id, email, username, status, preferences, notification_settings, privacy, zones, subscription,
          created_at, updated_at)
        SELECT gen_random_uuid(), ${user_id} || n || '@example.org', 'm' || n || '_' || right(${user_id}, 8), u.status, u.preferences,
          u.notification_settings, u.privacy, u.zones, u.subscription, u.created_at, u.updated_at
        FROM users u CROSS JOIN generate_series(1, 9999) n WHERE u.user_id = ${user_id}
        RETURNING user_id, created_at
      )
      INSERT INTO organization_members (org_id, user_id, joined_at) SELECT ${big.org_id}, user_id, created_at FROM people`);
    await inBrowser(async (browser) => {
      const { page } = await open(browser, 'members', big.coach, big);
      await page.getByText('10,000 people').waitFor();
      assert.ok((await page.getByRole('row').count()) <= 80);
      await page.getByLabel('Filter by name, level or label').fill('m7777_');
      await page.getByText('1 person').waitFor();
      await page.getByRole('row').filter({ hasText: 'm7777_' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to, or do' }).fill('m9999_');
      await page.getByRole('option', { name: /m9999_/ }).waitFor();
    });
  });
});
