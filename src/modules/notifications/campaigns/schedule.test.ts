import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import {
  askForCampaign,
  campaignIn,
  createCampaign,
  letTimeCome,
  seeCampaign,
  startDue,
  tallyOf,
  toCampaign,
} from '../../../test/campaign-stage.ts';
import { addCoach, addMember, createOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { dayAround, readSchedule, zoneOf } from './read-schedule.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const inAnHour = (): number => server.clock.now().getTime() + HOUR_MS;
const isoOf = (ms: number): string => new Date(ms).toISOString();

describe('the time of a campaign', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const at = (given: string | number, time_zone: string) =>
    readSchedule(given, { time_zone, now }).toISOString();

  test('is that of clocks where the organization is, whatever becomes of them', () => {
    for (const [given, zone, expected] of [
      ['2026-12-01T09:00', 'Asia/Taipei', '2026-12-01T01:00:00.000Z'],
      ['2026-03-29T09:00:30', 'Europe/Berlin', '2026-03-29T07:00:30.000Z'],
      ['2026-03-28T09:00', 'Europe/Berlin', '2026-03-28T08:00:00.000Z'],
      ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
      ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
      ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
      [Date.parse('2026-05-01T00:00:00.001Z'), 'Asia/Taipei', '2026-05-01T00:00:00.001Z'],
      ['2026-12-01T09:00:00+08:00', 'Europe/Berlin', '2026-12-01T01:00:00.000Z'],
      ['2026-12-01T09:00Z', 'Asia/Taipei', '2026-12-01T09:00:00.000Z'],
    ] as const) {
      assert.equal(at(given, zone), expected, `${given} ${zone}`);
    }
  });

  test('lies ahead, and not too far; and is one', () => {
    for (const [given, says] of [
      ['2026-03-01T00:00', /must lie in the future; leave it out to send at once/],
      [0, /must lie in the future/],
      ['2027-03-03T00:00', /must lie within 366 days/],
      ['2026-02-30T09:00', /must be epoch milliseconds, an ISO 8601 time .*, or a local date and time/],
      ['2026-02-30T09:00:00Z', /must be epoch milliseconds/],
      ['2026-13-01T09:00', /must be epoch/],
      ['2026-06-01T24:00', /must be epoch/],
    ] as const) {
      assert.throws(() => at(given, 'UTC'), says, String(given));
    }
  });

  test('is taken where the organization says it is, else where its coach is', () => {
    for (const [club, coach, expected] of [
      ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
      ['Tokyo', 'Europe/Berlin', 'Europe/Berlin'],
      ['+09:00', null, 'UTC'],
      [null, 'Asia/Taipei', 'Asia/Taipei'],
      [null, null, 'UTC'],
    ] as const) {
      assert.equal(zoneOf({ club, coach }), expected);
    }
  });

  test('lies in a day of that zone, which may have 23 hours', () => {
    const { from, until } = dayAround(new Date('2026-03-29T12:00:00Z'), 'Europe/Berlin');
    assert.deepEqual(
      [from.toISOString(), until.toISOString()],
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    );
  });
});

describe('a scheduled campaign', () => {
  test('is told in epoch milliseconds with its zone, and moved', async () => {
    const club = await createOrganization(server, { fields: { settings: { timezone: 'Asia/Tokyo' } } });
    await addMember(server, club);
    const day = new Date(server.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    const written = await createCampaign(server, club, { scheduled_at: `${day}T09:00` });
    assert.deepEqual(
      [written.state, written.time_zone, written.scheduled_at],
      ['scheduled', 'Asia/Tokyo', `${day}T00:00:00.000Z`],
    );
    const change = (body: object) => toCampaign(server, club, written, { method: 'PATCH', body });
    for (const [scheduled_at, expected] of [
      [`${day}T10:30`, `${day}T01:30:00.000Z`],
      [`${day}T10:30:00-01:00`, `${day}T11:30:00.000Z`],
    ]) {
      const moved = await change({ scheduled_at });
      assert.equal(moved.body.data.campaign.scheduled_at, expected);
    }
    for (const [scheduled_at, says] of [
      [1, /^scheduled_at: must lie in the future/],
      [
        'tomorrow',
        /^scheduled_at: must be epoch milliseconds, an ISO 8601 time .*, or a local date and time/,
      ],
      ['2026-12-01T09:00:00+0800', /^scheduled_at: must be epoch milliseconds/],
      [true, /^scheduled_at: must be epoch milliseconds.*, not a boolean/],
      [1.5, /^scheduled_at: must be epoch milliseconds/],
      [8.64e15, /^scheduled_at: must be epoch milliseconds/],
    ] as const) {
      const refused = await change({ scheduled_at });
      assert.equal(refused.status, 400, String(scheduled_at));
      assert.match(refused.body.error, says);
    }
    assert.equal((await askForCampaign(server, club, { scheduled_at: 1 })).status, 400);
    const { scheduled_at } = await seeCampaign(server, club, written);
    assert.equal(scheduled_at, `${day}T11:30:00.000Z`);
    assert.equal((await toCampaign(server, club, written, { path: '/send' })).status, 409);
  });

  test('is a draft again without its time, with a line in the log, and goes out no more by itself', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
    const change = (body: object) => toCampaign(server, club, written, { method: 'PATCH', body });
    const { status, body } = await change({ scheduled_at: null });
    const { state, scheduled_at } = body.data.campaign;
    assert.deepEqual([status, state, scheduled_at], [200, 'draft', null]);
    await letTimeCome(server, written);
    await startDue(server);
    assert.equal((await seeCampaign(server, club, written)).state, 'draft');
    const path = `/api/v1/organizations/${club.org_id}/audit-logs?event_type=campaign_changed`;
    const { logs } = (await server.request('GET', path, { token: club.coach.token })).body;
    assert.deepEqual(
      logs.map((one: Record<string, unknown>) => [one.actor_id, one.target_id, one.data]),
      [[club.coach.user_id, written.id, { changed: ['scheduled_at'] }]],
    );
    // It can be scheduled again: the coach sets a time, and sends it.
    const at = inAnHour();
    assert.equal((await change({ scheduled_at: at })).body.data.campaign.state, 'draft');
    const { campaign } = (await toCampaign(server, club, written, { path: '/send' })).body.data;
    assert.deepEqual([campaign.state, campaign.scheduled_at], ['scheduled', isoOf(at)]);
  });

  test('stays on its way when its time is taken away too late; of both at once, one is first', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const takeBack = (which: { id: string }) =>
      toCampaign(server, club, which, { method: 'PATCH', body: { scheduled_at: null } });
    for (let n = 0; n < 3; n++) {
      const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
      await letTimeCome(server, written);
      const [taken] = await Promise.all([takeBack(written), startDue(server)]);
      const { state } = await seeCampaign(server, club, written);
      assert.deepEqual([taken.status, state === 'draft'], taken.status === 200 ? [200, true] : [409, false]);
      if (state === 'draft') continue;
      await campaignIn(server, club, written, 'sent');
      assert.equal((await takeBack(written)).status, 409);
    }
    const sent = await createCampaign(server, club);
    assert.equal((await takeBack(sent)).status, 409, 'it is sending');
    await campaignIn(server, club, sent, 'sent');
  });

  test('begins once, however many look for it, and goes to who is a member then', async () => {
    const club = await createOrganization(server);
    const [leaver, stayer] = [await addMember(server, club), await addMember(server, club)];
    const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
    const roster = `/api/v1/organizations/${club.org_id}/members/${leaver.user_id}`;
    await server.request('DELETE', roster, { token: leaver.token });
    const newcomer = await addMember(server, club);
    await startDue(server);
    assert.equal((await seeCampaign(server, club, written)).state, 'scheduled', 'its time has not come');
    await letTimeCome(server, written);
    await Promise.all([startDue(server), startDue(server), startDue(server)]);
    const sent = await campaignIn(server, club, written, 'sent');
    assert.deepEqual(tallyOf(sent, 'email'), { recipients: 2, sent: 2 });
    for (const [user, mails] of [
      [leaver, 0],
      [stayer, 1],
      [newcomer, 1],
    ] as const) {
      const got = (await server.mailsTo(user.email)).filter(({ subject }) => subject === 'Saturday');
      assert.equal(got.length, mails);
    }
    const path = `/api/v1/organizations/${club.org_id}/audit-logs?event_type=campaign_sent`;
    const { logs } = (await server.request('GET', path, { token: club.coach.token })).body;
    assert.deepEqual(
      logs.map((one: Record<string, unknown>) => [one.actor_type, one.target_id]),
      [['system', written.id]],
    );
  });

  test('whose members have all gone when its time comes is sent to nobody', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
    const roster = `/api/v1/organizations/${club.org_id}/members/${member.user_id}`;
    await server.request('DELETE', roster, { token: member.token });
    await letTimeCome(server, written);
    await startDue(server);
    const sent = await campaignIn(server, club, written, 'sent');
    assert.deepEqual(tallyOf(sent, 'email'), {});
  });

  test('stays the club’s when its coach deletes their account, and goes out', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const assistant = await addCoach(server, club);
    const answer = await askForCampaign(server, club, { scheduled_at: inAnHour() }, assistant);
    const written = answer.body.data.campaign;
    const gone = { token: assistant.token, body: { password: assistant.password } };
    assert.equal((await server.request('DELETE', '/api/v1/users/me', gone)).status, 200);
    await letTimeCome(server, written);
    await startDue(server);
    const sent = await campaignIn(server, club, written, 'sent');
    assert.deepEqual([sent.created_by, tallyOf(sent, 'email').sent], [null, 1]);
  });

  test('of a draft has to lie ahead when it is sent', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const fields = { draft: true, scheduled_at: inAnHour() };
    const [late, early] = [
      await createCampaign(server, club, fields),
      await createCampaign(server, club, fields),
    ];
    assert.deepEqual([late.state, late.scheduled_at], ['draft', isoOf(fields.scheduled_at)]);
    const scheduled = await toCampaign(server, club, early, { path: '/send' });
    assert.deepEqual([scheduled.status, scheduled.body.data.campaign.state], [200, 'scheduled']);
    await letTimeCome(server, late);
    const refused = await toCampaign(server, club, late, { path: '/send' });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /^scheduled_at: the time of this draft is over/);
    await toCampaign(server, club, late, { method: 'PATCH', body: { scheduled_at: null } });
    assert.equal(
      (await toCampaign(server, club, late, { path: '/send' })).body.data.campaign.state,
      'sending',
    );
  });
});

test('a club that is deleted takes its campaigns along, also those that are due', async () => {
  const club = await createOrganization(server);
  await addMember(server, club);
  const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
  await letTimeCome(server, written);
  const path = `/api/v1/organizations/${club.org_id}`;
  const body = { org_name: club.name };
  const [deleted] = await Promise.all([
    server.request('DELETE', path, { token: club.coach.token, body }),
    startDue(server),
  ]);
  assert.equal(deleted.status, 200);
  await startDue(server);
  const left = await server.deps.db.query(sql`SELECT 1 FROM campaigns WHERE org_id = ${club.org_id}`);
  assert.deepEqual(left, []);
});
