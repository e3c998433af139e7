import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { addMember, createApiKey, createOrganization, type TestUser } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';

test('programs see answers and attendance of those alone who share them, and count nobody else', async () => {
  const server = await testServer();
  const club = await createOrganization(server);
  const other = await createOrganization(server);
  const keyOf = async (organization: typeof club, scopes: string[]) => ({
    apiKey: (await createApiKey(server, organization, { scopes })).secret,
  });
  const key = await keyOf(club, ['sessions:read']);
  const read = (path: string, as: { apiKey?: string } = key) =>
    server.request('GET', `/developer/v1/sessions${path}`, as);
  const [open, closed] = [await addMember(server, club), await addMember(server, club)];
  const share = async (user: TestUser, share_sessions_with_api: boolean) => {
    const body = { privacy: { share_sessions_with_api } };
    await server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body });
  };
  await share(open, true);
  const session = await planSession(server, club, { starts_at: hoursAhead(server, 1), capacity: 2 });
  const ticked_at = hoursAhead(server, -0.1);
  for (const user of [open, closed]) await answerSession(server, session, user, 'yes');
  await server.request('PUT', `${sessionsOf(club)}/${session.id}/attendance`, {
    token: club.coach.token,
    body: { ticks: [open, closed].map(({ user_id }) => ({ user_id, came: 'yes', ticked_at })) },
  });

  const list = await read('');
  assert.equal(list.status, 200, JSON.stringify(list.body));
  assert.deepEqual(
    list.body.data.sessions.map(({ id, answers }: { id: string; answers: object }) => ({ id, answers })),
    [{ id: session.id, answers: { yes_count: 1, maybe_count: 0, no_count: 0, waiting_count: 0 } }],
  );
  const attendance = async () => (await read(`/${session.id}/attendance?limit=1`)).body.data;
  const { attendance: seen, next_cursor } = await attendance();
  assert.deepEqual(
    [next_cursor, seen],
    [
      null,
      [
        {
          athlete_id: open.user_id,
          club_session_id: session.id,
          answer: 'yes',
          answered_at: seen[0].answered_at,
          waits: false,
          came: true,
          ticked_at,
        },
      ],
    ],
  );
  await share(open, false);
  assert.deepEqual((await attendance()).attendance, []);
  assert.equal((await read('')).body.data.sessions[0].answers.yes_count, 0);

  const none = await read(`/${newId()}/attendance`);
  const theirs = await read(`/${session.id}/attendance`, await keyOf(other, ['admin']));
  assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
  assert.deepEqual((await read('', await keyOf(other, ['admin']))).body.data.sessions, []);
  assert.equal((await read('', await keyOf(club, ['read']))).body.code, 'missing_scope');
  assert.equal((await read('', {})).status, 401);
  assert.equal((await read('?from=2026-02-30')).status, 400);
});
