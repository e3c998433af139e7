import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { type AskNotifications, askNotifications } from '../../../test/ask-notifications.ts';
import { campaignIn, createCampaign, seeCampaign } from '../../../test/campaign-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import { addMember, createOrganization, grantAdmin, signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

let server: TestServer;
let ask: AskNotifications;
before(async () => {
  server = await testServer();
  ask = askNotifications(server);
});

async function addPhone(user: TestUser): Promise<void> {
  const body = { token: `phone-${newId()}`, platform: 'ios' };
  assert.equal((await ask('POST', '/tokens/device', user, body)).status, 201);
}

const NOBODY = {
  opted_out: 0,
  switched_off: 0,
  email_off: 0,
  no_device: 0,
  no_verified_email: 0,
  no_chat: 0,
};
const inPeople = (channel: string, { all, reached }: { all: number; reached: number }) => ({
  ...{ channel, counted_in: 'people', recipients: all, sent: reached, not_reached: all - reached },
  ...{ waiting: 0, failed: 0, gone: 0, unknown: 0, cancelled: 0, skipped: NOBODY },
});

describe('of fewer than five people', () => {
  test('nothing is said before it is known that they are few', async () => {
    const club = await createOrganization(server);
    for (let many = 0; many < 5; many += 1) await addMember(server, club);
    // The request is answered in the transaction that begins the campaign, so no receivers have been found yet.
    const begun = await createCampaign(server, club, { channels: ['email'] });
    assert.deepEqual([begun.state, begun.is_resolved, begun.deliveries], ['sending', false, []]);
    const [{ counted_in, recipients }] = (await campaignIn(server, club, begun, 'sent')).deliveries;
    assert.deepEqual([counted_in, recipients], ['addresses', 5]);

    const small = await createOrganization(server);
    await addMember(server, small);
    const few = await createCampaign(server, small, { channels: ['email'] });
    assert.deepEqual(few.deliveries, []);
    const { deliveries } = await campaignIn(server, small, few, 'sent');
    assert.deepEqual(deliveries, [inPeople('email', { all: 1, reached: 1 })]);
  });

  test('coaches learn whether they were reached, and nothing of their devices and settings', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    await addPhone(member);
    await addPhone(member);
    const audience = { user_ids: [member.user_id] };
    const channels = ['push', 'email', 'chat'];
    const deliveries = async (state: 'resolved' | 'sent') => {
      const campaign = await createCampaign(server, club, { channels, audience });
      if (state === 'sent') return (await campaignIn(server, club, campaign, 'sent')).deliveries;
      const seen = await eventually(
        () => seeCampaign(server, club, campaign),
        ({ is_resolved }) => is_resolved,
      );
      return seen.deliveries;
    };
    const [one, nobody] = [
      { all: 1, reached: 1 },
      { all: 1, reached: 0 },
    ];
    assert.deepEqual(await deliveries('sent'), [
      inPeople('push', one),
      inPeople('email', one),
      inPeople('chat', nobody),
    ]);
    // A member in quiet hours and without mails, and one who has opted out, have to look the same.
    const unseen = channels.map((channel) => inPeople(channel, nobody));
    const hour = server.clock.now().getUTCHours();
    const clockAt = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
    const quiet_hours = { start: clockAt(0), end: clockAt(23) };
    assert.equal((await ask('PATCH', '/settings', member, { quiet_hours })).status, 200);
    await server.deps.db.execute(sql`
      UPDATE users SET notification_settings = notification_settings || '{"email_notification": false}'
      WHERE user_id = ${member.user_id}`);
    assert.deepEqual(await deliveries('resolved'), unseen);
    assert.equal((await ask('PUT', `/settings/opt-outs/${club.org_id}`, member)).status, 200);
    assert.deepEqual(await deliveries('sent'), unseen);
  });

  test('platform admins see all; of five, coaches do too', async () => {
    const club = await createOrganization(server);
    const admin = await signUp(server);
    await grantAdmin(server, admin.user_id);
    const members = [
      await addMember(server, club),
      await addMember(server, club),
      await addMember(server, club),
    ];
    for (const user of [club.coach, ...members.slice(1), ...members.slice(1)]) await addPhone(user);
    const pushed = async () => {
      const words = {
        topic: `org-${club.org_id}`,
        title: 'Track is closed',
        message: 'We meet at the river.',
      };
      const { push_id } = (await ask('POST', '/push', club.coach, words)).body.data;
      const seen = async (by: TestUser) => (await ask('GET', `/push/${push_id}`, by)).body.data;
      await eventually(
        () => seen(admin),
        ({ state }) => state === 'done',
      );
      return { coach: (await seen(club.coach)).deliveries[0], admin: (await seen(admin)).deliveries[0] };
    };
    const few = await pushed();
    assert.deepEqual(few.coach, inPeople('push', { all: 4, reached: 3 }));
    const whole = {
      ...{ channel: 'push', counted_in: 'addresses', recipients: 5, sent: 5, not_reached: 0 },
      ...{ waiting: 0, failed: 0, gone: 0, unknown: 0, cancelled: 0, skipped: { ...NOBODY, no_device: 1 } },
    };
    assert.deepEqual(few.admin, whole);
    await addMember(server, club);
    const five = await pushed();
    assert.deepEqual(five.coach, { ...whole, skipped: { ...NOBODY, no_device: 2 } });
  });
});

test('who has deleted their account is not found by their id in what went out to them', async () => {
  const club = await createOrganization(server);
  const member = await addMember(server, club);
  await addPhone(member);
  const campaign = await createCampaign(server, club, { channels: ['push', 'email'] });
  await campaignIn(server, club, campaign, 'sent');
  const hashes = async () => {
    const rows = await server.deps.db.query<{ hash: string }>(sql`
      SELECT encode(address_hash, 'hex') AS hash FROM deliveries JOIN campaigns c USING (outgoing_id)
      WHERE c.id = ${campaign.id}`);
    return rows.map((row) => row.hash);
  };
  const before = await hashes();
  assert.ok(before.includes(hash('sha256', `${member.user_id} email`)));
  const { token, password } = member;
  const { status } = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
  assert.equal(status, 200);
  const after = await hashes();
  assert.deepEqual([before.length, after.length, new Set([...before, ...after]).size], [2, 2, 4]);
});
