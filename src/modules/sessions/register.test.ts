import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { eventually } from '../../test/eventually.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('the register of a session', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const path = ({ id }: { id: string }) => `${sessionsOf(club)}/${id}/attendance`;
  const tick = (user: { user_id: string }, came: 'yes' | 'no', minutes: number) => ({
    user_id: user.user_id,
    came,
    ticked_at: hoursAhead(server, minutes / 60),
  });
  const bring = (
    session: { id: string },
    ticks: readonly object[],
    { token = club.coach.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
  ) => server.request('PUT', path(session), { token, headers, body: { ticks } });
  const register = async (session: { id: string }) =>
    (await server.request('GET', path(session), { token: club.coach.token })).body.data.register;
  const soon = () => planSession(server, club, { starts_at: hoursAhead(server, 1) });

  test('keeps every tick, of which the latest by the coach’s clock holds, and takes who had not answered', async () => {
    const [runner, walkUp, gone] = [
      await addMember(server, club),
      await addMember(server, club),
      await addMember(server, club),
    ];
    const session = await soon();
    await answerSession(server, session, runner, 'yes');
    const first = await bring(session, [tick(runner, 'no', -10), tick(walkUp, 'yes', -10)]);
    assert.deepEqual(
      [first.status, first.body.data],
      [200, { came_count: 1, absent_count: 1, passed_over: [] }],
    );
    // Another phone, which was offline, sends a tick that was made earlier.
    await bring(session, [tick(runner, 'yes', -20)]);
    const entry = async (user: TestUser) =>
      (await register(session)).find(({ user_id }: { user_id: string }) => user_id === user.user_id);
    assert.deepEqual([(await entry(runner)).attendance.came, (await entry(runner)).ticks.length], [false, 2]);
    await bring(session, [tick(runner, 'yes', -5)]);
    const held = await entry(runner);
    assert.deepEqual(
      [held.attendance.came, held.ticks.map(({ came }: { came: boolean }) => came), held.answer],
      [true, [true, false, true], 'yes'],
    );
    assert.deepEqual([(await entry(walkUp)).answer, (await entry(walkUp)).attendance.came], [null, true]);
    await server.request('DELETE', `/api/v1/organizations/${club.org_id}/members/${gone.user_id}`, {
      token: club.coach.token,
    });
    const nobody = newId();
    const passed = await bring(session, [tick(gone, 'yes', -1), tick({ user_id: nobody }, 'yes', -1)]);
    assert.deepEqual(passed.body.data.passed_over.toSorted(), [gone.user_id, nobody].toSorted());
    const own = await server.request('GET', `${sessionsOf(club)}/${session.id}`, { token: runner.token });
    assert.equal(own.body.data.session.own.attendance.came, true);
  });

  test('takes a list that is sent twice once, by its key and without one', async () => {
    const runner = await addMember(server, club);
    const session = await soon();
    const ticks = [tick(runner, 'yes', -3)];
    const headers = { 'idempotency-key': randomUUID() };
    for (const options of [{ headers }, { headers }, {}])
      assert.equal((await bring(session, ticks, options)).status, 200);
    assert.equal((await register(session))[0].ticks.length, 1);
    await Promise.all([tick(runner, 'no', -2), tick(runner, 'yes', -1)].map((one) => bring(session, [one])));
    const [entry] = await register(session);
    assert.deepEqual([entry.ticks.length, entry.attendance.came], [3, true]);
  });

  test('is the coaches’, opens a day before, and is bounded', async () => {
    const runner = await addMember(server, club);
    const session = await soon();
    const ticks = [tick(runner, 'yes', -3)];
    assert.equal((await bring(session, ticks, { token: runner.token })).status, 403);
    assert.equal((await bring(session, ticks, { token: '' })).status, 401);
    assert.equal((await server.request('GET', path(session), { token: runner.token })).status, 403);
    const other = await createOrganization(server);
    assert.equal((await bring(session, ticks, { token: other.coach.token })).status, 404);
    assert.equal((await bring({ id: newId() }, ticks)).status, 404);
    const early = await bring(await planSession(server, club), ticks);
    assert.deepEqual([early.status, early.body.error.startsWith('ticks: must not be before')], [400, true]);
    const many = Array.from({ length: 51 }, (_, place) => tick(runner, 'yes', -60 - place));
    assert.equal((await bring(session, many)).status, 400);
    assert.equal((await bring(session, [])).status, 400);
    assert.equal((await bring(session, [{ ...ticks[0], ticked_at: '2026-02-30T00:00:00Z' }])).status, 400);
  });

  test('tells the coach of the session that another one has kept it', async () => {
    const [runner, assistant] = [await addMember(server, club), await addCoach(server, club)];
    const session = await planSession(server, club, {
      starts_at: hoursAhead(server, 1),
      coach_user_id: club.coach.user_id,
    });
    await bring(session, [tick(runner, 'yes', -3)], { token: assistant.token });
    await eventually(
      () => server.request('GET', '/api/v1/notifications/center', { token: club.coach.token }),
      ({ body }) => body.data.notifications.some(({ type }: { type: string }) => type === 'session_register'),
    );
  });
});
