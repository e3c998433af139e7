import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDeveloperClient, type DeveloperClient } from '../../../sdk/src/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { type ContractProxy, startContractProxy } from '../../test/contract-proxy.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { ofActivity, storeRun } from '../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('what athletes tell, through the client and a contract proxy', () => {
  let server: TestServer;
  let proxy: ContractProxy;
  let club: TestOrganization;
  let open: TestUser;
  let closed: TestUser;
  let client: DeveloperClient;
  let today: string;
  before(async () => {
    server = await testServer();
    proxy = await startContractProxy(`${server.url}/developer/v1`);
    club = await createOrganization(server);
    [open, closed] = [await addMember(server, club), await addMember(server, club)];
    today = server.clock.now().toISOString().slice(0, 10);
    const shared = ['injuries_with_coach', 'feedback_with_api', 'availability_with_api', 'sessions_with_api'];
    const privacy = Object.fromEntries(shared.map((name) => [`share_${name}`, true]));
    await act(open, 'PUT', `/users/${open.user_id}`, { privacy });
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    client = createDeveloperClient({ baseUrl: proxy.url, apiKey: secret, fetch: proxy.fetch, maxRetries: 0 });
  });
  after(() => proxy.close());

  const act = async (user: TestUser, method: string, path: string, body: object) => {
    const address = path.startsWith('/api') ? path : `/api/v1${path}`;
    const answer = await server.request(method, address, { token: user.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };

  test('feedback comes over several pages, with what hurts, and none of who keeps it from programs', async () => {
    for (const user of [open, closed]) {
      for (const rpe of [3, 5, 8])
        await act(user, 'PUT', ofActivity(await storeRun(server, user.user_id)), {
          rpe,
          pain: { area: 'calf', side: null, level: 2 },
        });
    }
    const told = await Array.fromAsync(client.feedback(open.user_id, {}, { pageSize: 2 }));
    assert.deepEqual(told.map(({ rpe }) => rpe).sort(), [3, 5, 8]);
    assert.ok(told.every(({ pain, athlete_id }) => pain?.level === 2 && athlete_id === open.user_id));
    const none = await client.listAthleteFeedback(closed.user_id);
    assert.deepEqual([none.feedback, none.privacy_filtered.includes('rpe')], [[], true]);
  });

  test('availability comes day by day with injuries, and none of who keeps it from programs', async () => {
    for (const user of [open, closed]) {
      await act(user, 'POST', '/availability', {
        ...{ kind: 'limited', minutes: 40, reason: 'Late shift' },
        ...{ from: addDays(today, 1), to: addDays(today, 2) },
      });
      await act(user, 'POST', '/injuries', {
        kind: 'injury',
        area: 'Knee',
        from: today,
        running: 'no_hills',
      });
    }
    const range = { from: today, to: addDays(today, 6) };
    const told = await client.listAthleteAvailability(open.user_id, range);
    assert.deepEqual(
      told.days.map(({ date, minutes, entries }) => [date, minutes, entries.map(({ reason }) => reason)]),
      [1, 2].map((days) => [addDays(today, days), 40, ['Late shift']]),
    );
    assert.deepEqual(
      told.injuries.map(({ area, running }) => [area, running]),
      [['Knee', 'no_hills']],
    );
    assert.deepEqual([told.privacy_filtered, told.athlete_id], [[], open.user_id]);
    const none = await client.listAthleteAvailability(closed.user_id, range);
    assert.deepEqual([none.days, none.injuries], [[], []]);
    assert.deepEqual(none.privacy_filtered, ['availability', 'availability_reason', 'injuries']);
    await assert.rejects(client.listAthleteAvailability(club.coach.user_id), { code: 'not_found' });
    await assert.rejects(client.listAthleteAvailability(open.user_id, { from: '2026-02-30' }), {
      code: 'validation_error',
    });
  });

  test('sessions come with what is shared of who comes, and all of it in the changes as well', async () => {
    const session = await planSession(server, club, { starts_at: hoursAhead(server, 1) });
    for (const user of [open, closed])
      assert.equal((await answerSession(server, session, user, 'yes')).status, 200);
    const ticks = [open, closed].map(({ user_id }) => ({
      user_id,
      came: 'yes',
      ticked_at: hoursAhead(server, 0),
    }));
    await act(club.coach, 'PUT', `${sessionsOf(club)}/${session.id}/attendance`, { ticks });
    const { sessions } = await client.listClubSessions({ limit: 10 });
    assert.deepEqual(
      sessions.map(({ id, answers }) => [id, answers.yes_count]),
      [[session.id, 1]],
    );
    const { attendance } = await client.listClubSessionAttendance(session.id, { limit: 10 });
    assert.deepEqual(
      attendance.map(({ athlete_id, answer, came }) => [athlete_id, answer, came]),
      [[open.user_id, 'yes', true]],
    );
    await assert.rejects(client.listClubSessionAttendance(open.user_id), { code: 'not_found' });
    const { changes } = await client.listChanges({ limit: 1_000 });
    const told = changes.filter(({ action }) => action === 'upserted');
    const count = (type: string): number => told.filter((change) => change.type === type).length;
    assert.deepEqual(
      ['feedback', 'availability', 'session', 'attendance'].map((type) => count(type)),
      [3, 1, 1, 1],
    );
  });
});
