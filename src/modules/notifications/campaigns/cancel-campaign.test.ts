import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { pino } from 'pino';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import {
  askForCampaign,
  campaignIn,
  campaignOf,
  createCampaign,
  letTimeCome,
  seeCampaign,
  tallyOf,
  toCampaign,
} from '../../../test/campaign-stage.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  setStatus,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { reasonAgainst, startDueHandler } from './start-due-campaigns.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const startDue = (deps: Parameters<typeof startDueHandler>[0] = server.deps) =>
  startDueHandler(deps)(
    {},
    { job_id: newId(), attempt: 1, signal: new AbortController().signal, logger: pino({ level: 'silent' }) },
  );

const inAnHour = (): number => server.clock.now().getTime() + HOUR_MS;

const logOf = async ({ org_id, coach: { token } }: TestOrganization) => {
  const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=campaign_cancelled`;
  const { logs } = (await server.request('GET', path, { token })).body;
  return logs.map((one: Record<string, unknown>) => [one.actor_type, one.actor_id, one.target_id, one.data]);
};

describe('calling a campaign off', () => {
  async function sleeper(user: TestUser): Promise<void> {
    const hour = server.clock.now().getUTCHours();
    const clockAt = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
    const body = { quiet_hours: { start: clockAt(0), end: clockAt(23) } };
    const answer = await server.request('PATCH', '/api/v1/notifications/settings', {
      token: user.token,
      body,
    });
    assert.equal(answer.status, 200);
    const phone = { token: `phone-${newId()}`, platform: 'ios' };
    await server.request('POST', '/api/v1/notifications/tokens/device', { token: user.token, body: phone });
  }

  test('before its time lets nothing go out, and happens once', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
    const cancel = () => toCampaign(server, club, written, { path: '/cancel' });
    const both = await Promise.all([cancel(), cancel()]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    await letTimeCome(server, written);
    await startDue();
    const cancelled = await seeCampaign(server, club, written);
    assert.deepEqual([cancelled.state, cancelled.deliveries, cancelled.sent_at], ['cancelled', [], null]);
  });

  test('while it goes out keeps back what has not gone yet, and the counts say how much', async () => {
    const club = await createOrganization(server);
    const [awake, asleep] = [await addMember(server, club), await addMember(server, club)];
    await sleeper(asleep);
    const written = await createCampaign(server, club, { channels: ['push', 'email'] });
    assert.equal((await server.mailTo(awake.email)).subject, 'Saturday');
    const going = await campaignIn(server, club, written, 'sending');
    assert.equal(going.sent_at, null);
    const both = await Promise.all([
      toCampaign(server, club, written, { path: '/cancel' }),
      toCampaign(server, club, written, { path: '/cancel' }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const cancelled = await seeCampaign(server, club, written);
    assert.equal(cancelled.state, 'cancelled');
    assert.deepEqual(tallyOf(cancelled, 'push'), { recipients: 2, not_reached: 2 });
    assert.equal(
      (await toCampaign(server, club, written, { method: 'DELETE' })).status,
      409,
      'it is on record',
    );
  });

  test('and beginning it at once: it goes out or it does not, never both', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const written = await createCampaign(server, club, { scheduled_at: inAnHour() });
    await letTimeCome(server, written);
    const [answer] = await Promise.all([toCampaign(server, club, written, { path: '/cancel' }), startDue()]);
    assert.equal(answer.status, 200);
    await startDue();
    const end = await seeCampaign(server, club, written);
    assert.equal(end.state, 'cancelled');
    const { rows } = await server.deps.db.executeSql(
      'SELECT count(*)::int AS count FROM outgoing_messages WHERE org_id = $1',
      [club.org_id],
    );
    const [{ count }] = rows as [{ count: number }];
    const mails = (await server.mailsTo(member.email)).filter(({ subject }) => subject === 'Saturday');
    assert.ok(mails.length <= count && count <= 1);
  });

  test('a draft is refused: there is nothing to call off', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const draft = await createCampaign(server, club, { draft: true });
    assert.equal((await toCampaign(server, club, draft, { path: '/cancel' })).status, 409);
  });
});

describe('what is not to go out any more when its time comes', () => {
  test('is called off, where its author was suspended, by the server; what others wrote goes out', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const author = await addCoach(server, club);
    const asked = await askForCampaign(server, club, { scheduled_at: inAnHour() }, author);
    const suspended = asked.body.data.campaign;
    const kept = await createCampaign(server, club, { title: 'Kept', scheduled_at: inAnHour() });
    await setStatus(server, { email: author.email, status: 'suspended' });
    for (const one of [suspended, kept]) await letTimeCome(server, one);
    await startDue();
    await campaignIn(server, club, kept, 'sent');
    assert.equal((await seeCampaign(server, club, suspended)).state, 'cancelled');
    const subjects = (await server.mailsTo(member.email)).map(({ subject }) => subject);
    assert.deepEqual([subjects.includes('Kept'), subjects.includes('Saturday')], [true, false]);
    assert.deepEqual(await logOf(club), [
      ['system', null, suspended.id, { previous_state: 'scheduled', reason: 'author_not_active' }],
    ]);
  });

  test('is what somebody wrote who may not, or for a club that has no campaigns any more', () => {
    const club = { features: ['member_management', 'groups'] } as const;
    assert.deepEqual(
      [
        reasonAgainst(club, { is_active: true }),
        reasonAgainst(club, null),
        reasonAgainst(club, { is_active: false }),
        reasonAgainst({ features: ['groups'] }, { is_active: true }),
      ],
      [null, null, 'author_not_active', 'feature_not_enabled'],
    );
  });
});

test('a platform admin calls off what is scheduled and what is going out, and reads nothing of it', async () => {
  const club = await createOrganization(server);
  await addMember(server, club);
  const admin = await signUp(server);
  await grantAdmin(server, admin.user_id);
  const scheduled = { id: await campaignOf(server, club, 'scheduled') };
  const going = { id: await campaignOf(server, club) };
  const outgoing_id = newId();
  await server.deps.db.execute(sql`
    INSERT INTO outgoing_messages (id, kind, org_id, audience, channels, title, body, created_at, state)
    VALUES (${outgoing_id}, 'campaign', ${club.org_id}, '"all"', '{chat}', 'T', 'B', now(), 'sending')`);
  await server.deps.db.execute(sql`
    UPDATE campaigns SET state = 'sending', outgoing_id = ${outgoing_id} WHERE id = ${going.id}`);
  const asAdmin = { ...club, coach: admin };
  for (const one of [scheduled, going]) {
    const answer = await toCampaign(server, asAdmin, one, { path: '/cancel' });
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', data: { campaign: null } }]);
    assert.equal((await seeCampaign(server, club, one)).state, 'cancelled');
    assert.equal((await toCampaign(server, asAdmin, one)).status, 403);
  }
  assert.deepEqual(await logOf(club), [
    ['user', admin.user_id, going.id, { previous_state: 'sending' }],
    ['user', admin.user_id, scheduled.id, { previous_state: 'scheduled' }],
  ]);
});

test('campaigns that cannot begin hold up no others, however many they are', async () => {
  const [club, broken] = [await createOrganization(server), await createOrganization(server)];
  await addMember(server, club);
  const { db, clock, jobs } = server.deps;
  const now = clock.now();
  await db.execute(sql`
    INSERT INTO campaigns (id, org_id, title, body, channels, audience, state, scheduled_at, time_zone, created_at, updated_at)
    SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${broken.org_id}, 'Broken', 'B', '{chat}', '"all"',
      'scheduled', ${new Date(now.getTime() - HOUR_MS)}, 'UTC', ${now}, ${now} FROM generate_series(1, 101) n`);
  const waits = await createCampaign(server, club, { scheduled_at: inAnHour() });
  await letTimeCome(server, waits);
  const enqueue: typeof jobs.enqueue = async (tx, job, payload, options) => {
    const { found } = await tx.one<{ found: boolean }>(sql`
      SELECT EXISTS (SELECT FROM outgoing_messages WHERE org_id = ${broken.org_id} AND title = 'Broken') AS found`);
    if (found) throw new Error('It cannot begin.');
    return await jobs.enqueue(tx, job, payload, options);
  };
  await assert.rejects(startDue({ ...server.deps, jobs: { enqueue } }), /campaigns could not begin/);
  await campaignIn(server, club, waits, 'sent');
  await db.execute(sql`DELETE FROM campaigns WHERE org_id = ${broken.org_id}`);
});
