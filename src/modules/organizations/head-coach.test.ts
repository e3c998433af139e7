import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const at = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;
const send = (club: TestOrganization, body: unknown, token?: string): Promise<TestResponse> =>
  server.request('PUT', `${at(club)}/head-coach`, { body, ...(token === undefined ? {} : { token }) });
const ask = (club: TestOrganization, { user_id }: { user_id: string }, by: TestUser = club.coach) =>
  send(club, { user_id }, by.token);
const accept = (club: TestOrganization, { token }: TestUser): Promise<TestResponse> =>
  server.request('POST', `${at(club)}/membership/accept`, { token });
/** The answer to who accepts, or to the head coach where there is nothing to accept. */
async function handOver(club: TestOrganization, heir: TestUser, by: TestUser = club.coach) {
  const asked = await ask(club, heir, by);
  return asked.status === 200 && heir.user_id !== by.user_id ? await accept(club, heir) : asked;
}
const newHeir = async (club: TestOrganization, role: 'admin' | 'assistant_coach' = 'assistant_coach') =>
  await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }), role });

async function leadersOf(club: TestOrganization) {
  const { body } = await server.request('GET', at(club), { token: club.coach.token });
  const coaches = body.coaches.map((one: { user_id: string; role: string }) => [one.user_id, one.role]);
  return { head: body.head_coach_user_id, coaches: coaches.toSorted() };
}

async function changesOf(club: TestOrganization, { token }: TestUser = club.coach) {
  const path = `${at(club)}/audit-logs?event_type=organization_updated`;
  const { body } = await server.request('GET', path, { token });
  return body.logs;
}

test('the head coach hands over to another coach, and stays as an admin', async () => {
  for (const role of ['admin', 'assistant_coach'] as const) {
    const club = await createOrganization(server, { fields: { settings: { theme: 'dark' } } });
    const [next, third] = [await newHeir(club, role), await addCoach(server, club)];
    const member = await addMember(server, club, { user: next });
    const answer = await send(club, { user_id: next.user_id.toUpperCase() }, club.coach.token);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { message, data: answered } = answer.body;
    const { organization } = answered;
    assert.equal(message, 'Asked to lead the organization.');
    assert.deepEqual(
      [organization.org_id, organization.settings, organization.tier],
      [club.org_id, { theme: 'dark' }, 'club'],
    );
    assert.equal(organization.head_coach_user_id, club.coach.user_id, 'until the other has accepted');
    assert.deepEqual(
      organization.pending_coaches.map((one: { user_id: string; role: string }) => [one.user_id, one.role]),
      [[next.user_id, 'head_coach']],
    );
    assert.equal((await accept(club, next)).status, 200);
    assert.deepEqual(await leadersOf(club), {
      head: next.user_id,
      coaches: [
        [club.coach.user_id, 'admin'],
        [third.user_id, 'assistant_coach'],
      ].toSorted(),
    });
    const appoint = async ({ token }: TestUser) =>
      (
        await server.request('PUT', `${at(club)}/coaches/${third.user_id}`, {
          token,
          body: { role: 'admin' },
        })
      ).status;
    assert.deepEqual([await appoint(club.coach), await appoint(next)], [403, 200]);
    assert.equal((await handOver(club, next)).status, 403);
    const roster = await server.request('GET', `${at(club)}/members`, { token: club.coach.token });
    assert.deepEqual(
      roster.body.members.map((one: { user_id: string }) => one.user_id),
      [member.user_id],
    );

    const [{ actor_type, actor_id, target_id, target_name, data }, ...more] = await changesOf(club);
    assert.deepEqual(
      [actor_type, actor_id, target_id, target_name, more],
      ['user', next.user_id, club.org_id, club.name, []],
    );
    assert.deepEqual(data, {
      fields: ['head_coach_user_id'],
      head_coach_user_id: next.user_id,
      previous_head_coach_user_id: club.coach.user_id,
    });
    assert.equal((await handOver(club, club.coach, next)).status, 200, 'and back');
    assert.equal((await leadersOf(club)).head, club.coach.user_id);
  }
});

test('to oneself changes nothing', async () => {
  const club = await createOrganization(server);
  const answer = await handOver(club, club.coach);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.organization.head_coach_user_id, club.coach.user_id);
  assert.deepEqual(answer.body.data.organization.coaches, []);
  assert.deepEqual(await changesOf(club), []);
});

test('only to a coach of it: everybody else answers like nobody', async () => {
  const [club, other] = [await createOrganization(server), await createOrganization(server)];
  const before = await leadersOf(club);
  const dismissed = await newHeir(club);
  const { token } = club.coach;
  await server.request('DELETE', `${at(club)}/coaches/${dismissed.user_id}`, { token });
  const nobody = await ask(club, { user_id: newId() });
  assert.deepEqual([nobody.status, nobody.body.code], [404, 'not_found']);
  for (const somebody of [
    await addMember(server, club, { user: await signUp(server, { membership_role: 'coach' }) }),
    await newHeir(other),
    other.coach,
    dismissed,
  ]) {
    const answer = await ask(club, somebody);
    assert.deepEqual([answer.status, answer.body.error], [404, nobody.body.error]);
  }
  for (const body of [
    {},
    { user_id: null },
    { user_id: 'me' },
    { user_id: 7 },
    { user_id: [other.coach.user_id] },
  ]) {
    const answer = await send(club, body, token);
    assert.deepEqual([answer.status, answer.body.details[0].path], [400, 'user_id'], JSON.stringify(body));
  }
  assert.deepEqual(await leadersOf(club), before);
  assert.deepEqual(await changesOf(club), []);
});

test('not to whose account is not active, nor to an athlete’s', async () => {
  const club = await createOrganization(server);
  const athlete = await addCoach(server, club, { role: 'admin' });
  const closed = await newHeir(club);
  await server.deps.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${closed.user_id}`);
  for (const [heir, says] of [
    [athlete, /athlete's account\. Hand over to somebody who signed up with the membership_role coach/],
    [closed, /is not active\. Hand over to somebody who can sign in/],
  ] as const) {
    const { status, body } = await handOver(club, heir);
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.match(body.error, says);
    assert.ok(!JSON.stringify(body).includes(heir.email));
  }
  assert.equal((await leadersOf(club)).head, club.coach.user_id);
});

test('for the head coach alone', async () => {
  const [club, other] = [await createOrganization(server), await createOrganization(server)];
  const heir = await newHeir(club, 'admin');
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  const body = { user_id: heir.user_id };
  const callers: [string, string | undefined, number][] = [
    ['admin', heir.token, 403],
    ['assistant', (await addCoach(server, club)).token, 403],
    ['member', (await addMember(server, club)).token, 403],
    ['platform admin', platformAdmin.token, 403],
    ['head coach of another', other.coach.token, 404],
    ['nobody', undefined, 401],
    ['key', secret, 403],
  ];
  for (const [who, token, status] of callers)
    assert.equal((await send(club, body, token)).status, status, who);
  const unknown = await send({ ...club, org_id: newId() }, body, other.coach.token);
  const foreign = await send(club, body, other.coach.token);
  assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error]);
  assert.equal((await leadersOf(club)).head, club.coach.user_id);
});

test('of two who are asked at once only the last one is, and only that one can accept', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await createOrganization(server);
    const heirs = [await newHeir(club), await newHeir(club, 'admin')];
    const asked = await Promise.all(heirs.map((heir) => ask(club, heir)));
    assert.deepEqual(
      asked.map(({ status }) => status),
      [200, 200],
    );
    const accepted = await Promise.all(heirs.map((heir) => accept(club, heir)));
    const [first, second] = accepted.map(({ status }) => status);
    assert.deepEqual([first, second].toSorted(), [200, 404]);
    const winner = heirs[first === 200 ? 0 : 1];
    const { head, coaches } = await leadersOf(club);
    assert.equal(head, winner?.user_id);
    assert.equal(coaches.length, 2);
    const log = await changesOf(club);
    assert.deepEqual(
      log.map(({ data }: { data: Record<string, string> }) => data.head_coach_user_id),
      [head],
    );
  }
});

test('to a coach who is dismissed, or deletes their account, at that moment', async () => {
  for (let round = 0; round < 4; round += 1) {
    const club = await createOrganization(server);
    const [dismissed, leaving] = [await newHeir(club), await newHeir(club)];
    const { token } = club.coach;
    assert.equal((await ask(club, dismissed)).status, 200);
    const [handed, gone] = await Promise.all([
      accept(club, dismissed),
      server.request('DELETE', `${at(club)}/coaches/${dismissed.user_id}`, { token }),
    ]);
    const outcome = `${handed.status} ${gone.status}`;
    assert.ok(['200 409', '200 403', '404 200'].includes(outcome), outcome);
    if (handed.status === 200) continue;
    assert.equal((await ask(club, leaving)).status, 200);
    const [toLeaving, left] = await Promise.all([
      accept(club, leaving),
      server.request('DELETE', '/api/v1/users/me', {
        token: leaving.token,
        body: { password: leaving.password },
      }),
    ]);
    const outcomeOfLeaving = `${toLeaving.status} ${left.status}`;
    assert.ok(['200 409', '404 200', '401 200'].includes(outcomeOfLeaving), outcomeOfLeaving);
  }
});
