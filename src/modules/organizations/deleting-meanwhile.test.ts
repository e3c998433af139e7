import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runExportOverHttp } from '../../test/archives.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { logOfOrganization, rowsOfOrganization } from '../../test/organization-rows.ts';
import { deleteOrganization } from './delete-organization.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const at = ({ org_id }: { org_id: string }): string => `/api/v1/organizations/${org_id}`;
const removeClub = (club: TestOrganization): Promise<TestResponse> =>
  server.request('DELETE', at(club), { token: club.coach.token, body: { org_name: club.name } });
const logOf = ({ org_id }: TestOrganization) => logOfOrganization(server, org_id);

test('of two at once one deletes; a hand-over at that moment comes before it, or finds nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await createOrganization(server);
    const heir = await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }) });
    const asked = await server.request('PUT', `${at(club)}/head-coach`, {
      token: club.coach.token,
      body: { user_id: heir.user_id },
    });
    assert.equal(asked.status, 200);
    const [first, second, handed] = await Promise.all([
      removeClub(club),
      removeClub(club),
      server.request('POST', `${at(club)}/membership/accept`, { token: heir.token }),
    ]);
    const outcome = `${[first.status, second.status].toSorted()} ${handed.status}`;
    assert.ok(['200,404 404', '403,403 200'].includes(outcome), outcome);
    const deletions = (await logOf(club)).filter(({ event_type }) => event_type === 'organization_deleted');
    assert.equal(deletions.length, handed.status === 200 ? 0 : 1);
  }
});

async function everythingAtOnce(club: TestOrganization) {
  const { token } = club.coach;
  const newcomer = await signUp(server);
  const [member, leaving, fellow] = [
    await addMember(server, club),
    await addMember(server, club),
    await addMember(server, club),
  ];
  const coach = await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }) });
  const admin = await addCoach(server, club, { role: 'admin' });
  const group = await createGroup(server, club, { members: [member, leaving] });
  const made = await server.request('POST', `${at(club)}/api-keys`, {
    token: admin.token,
    body: { name: 'A' },
  });
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  await runExportOverHttp(server, key.secret);
  const send =
    (method: string, path: string, body?: object, by = token) =>
    () =>
      server.request(method, `${at(club)}${path}`, { token: by, ...(body === undefined ? {} : { body }) });
  const develop = (method: string, path: string, body?: object) => () =>
    server.request(method, `/developer/v1${path}`, {
      apiKey: key.secret,
      ...(body === undefined ? {} : { body }),
    });
  const leave =
    ({ token: by, password }: TestUser) =>
    () =>
      server.request('DELETE', '/api/v1/users/me', { token: by, body: { password } });
  // No more than the database has connections for.
  const writes = [
    send('POST', '/members', { user_id: newcomer.user_id }),
    send('PUT', `/coaches/${newcomer.user_id}`, { role: 'assistant_coach' }),
    send('POST', '/invitations', {}),
    send('POST', '/groups', { name: 'Fast' }),
    send('PUT', `/groups/${group.id}/members/${fellow.user_id}`),
    send('POST', '/api-keys', { name: 'Late' }),
    develop('POST', '/exports', {}),
  ];
  const others = [
    send('PATCH', `/members/${member.user_id}`, { coach_id: club.coach.user_id }),
    send('DELETE', `/members/${fellow.user_id}`),
    send('DELETE', `/coaches/${coach.user_id}`),
    send('PATCH', `/groups/${group.id}`, { name: 'Faster' }),
    send('DELETE', `/groups/${group.id}/members/${member.user_id}`),
    send('POST', `/api-keys/${made.body.api_key.id}/reroll`, { overlap_s: 60 }),
    send('DELETE', `/api-keys/${made.body.api_key.id}`),
    send('PUT', '', { settings: { a: 1 } }),
    send('GET', ''),
    send('GET', '/members'),
    develop('GET', '/org'),
    develop('GET', '/exports'),
    leave(leaving),
    leave(admin),
  ];
  return { writes, others };
}

test('whatever others do at that moment comes before it, or finds nothing: nobody waits for ever, and nothing is left', async () => {
  for (let round = 0; round < 2; round += 1) {
    const club = await createOrganization(server);
    const { writes, others } = await everythingAtOnce(club);
    const [removed, ...answers] = await Promise.all([
      sleep(round * 10).then(() => removeClub(club)),
      ...[...writes, ...others].map(async (start, index) => {
        await sleep((index * 7) % 20);
        return await start();
      }),
    ]);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    await nothingIsLeft(club, answers);
  }
});

test('who would add something to a club that is just going finds nothing', async () => {
  const club = await createOrganization(server);
  const { writes } = await everythingAtOnce(club);
  let answers: Promise<TestResponse>[] = [];
  // They have been let in, and wait for what the deletion holds; on the embedded engine, which takes turns, for all of it.
  const release = async () => {
    answers = writes.map((start) => start());
    await sleep(300);
  };
  const parts = [{ name: 'slow', release }];
  const actor = {
    type: 'user',
    user_id: club.coach.user_id,
    roles: ['coach'],
    token_issued_at: new Date(),
  } as const;
  await deleteOrganization({ ...server.deps, parts }, actor, { org_id: club.org_id, org_name: club.name });
  const ended = await Promise.all(answers);
  assert.deepEqual(
    ended.filter(({ status }) => status < 400),
    [],
  );
  await nothingIsLeft(club, ended);
});

async function nothingIsLeft(club: TestOrganization, answers: readonly TestResponse[]): Promise<void> {
  for (const { status, body } of answers)
    assert.ok([200, 201, 202, 401, 404].includes(status), `${status} ${JSON.stringify(body)}`);
  assert.deepEqual(await rowsOfOrganization(server, club.org_id), {});
  assert.equal((await logOf(club)).at(-1)?.event_type, 'organization_deleted', 'nothing comes after it');
}
