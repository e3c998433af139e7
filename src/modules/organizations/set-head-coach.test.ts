import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  newEmail,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { organizationKeys } from '../api-keys/index.ts';
import { lockLeavingUser } from '../users/index.ts';
import { setHeadCoach } from './set-head-coach.ts';

let server: TestServer;
let operator: TestUser;
before(async () => {
  server = await testServer();
  operator = await signUp(server);
  await grantAdmin(server, operator.user_id);
});

const newCoach = (): Promise<TestUser> => signUp(server, { membership_role: 'coach' });
const handOver = ({ org_id }: { org_id: string }, { email }: { email: string }) =>
  setHeadCoach({ ...server.deps, parts: [organizationKeys(server.deps)] }, { org_id, email });

async function leadersOf({ org_id }: TestOrganization) {
  const { status, body } = await server.request('GET', `/api/v1/organizations/${org_id}`, {
    token: operator.token,
  });
  assert.equal(status, 200);
  const coaches = body.coaches.map((one: { user_id: string; role: string }) => [one.user_id, one.role]);
  return { head: body.head_coach_user_id, coaches };
}

async function handoversOf({ org_id }: TestOrganization, { token }: TestUser) {
  const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=organization_updated`;
  const { status, body } = await server.request('GET', path, { token });
  assert.equal(status, 200);
  return body.logs;
}

test('another coach leads, and the former head coach stays as an admin', async () => {
  const club = await createOrganization(server);
  const next = await newCoach();
  const third = await addCoach(server, club);
  await addCoach(server, club, { user: next });
  const member = await addMember(server, club);
  const at = `/api/v1/organizations/${club.org_id}`;
  const assigned = await server.request('PATCH', `${at}/members/${member.user_id}`, {
    token: club.coach.token,
    body: { coach_id: next.user_id },
  });
  assert.equal(assigned.status, 200);
  const stranger = await createOrganization(server);

  const handed = await handOver(club, { email: next.email.toUpperCase() });
  assert.deepEqual(handed, { org_name: club.name, email: next.email, changed: true });
  assert.deepEqual(await leadersOf(club), {
    head: next.user_id,
    coaches: [
      [third.user_id, 'assistant_coach'],
      [club.coach.user_id, 'admin'],
    ],
  });
  // What only a head coach may is theirs from the next request on; what an admin may stays with the former one.
  const appoint = async ({ token }: TestUser) => {
    const body = { role: 'admin' };
    return (await server.request('PUT', `${at}/coaches/${third.user_id}`, { token, body })).status;
  };
  assert.deepEqual([await appoint(club.coach), await appoint(next)], [403, 200]);
  const { token } = club.coach;
  assert.equal((await server.request('PUT', at, { token, body: { description: 'We ran.' } })).status, 200);
  const roster = await server.request('GET', `${at}/members`, { token });
  assert.deepEqual(
    roster.body.members.map((one: { user_id: string; coach_id: string }) => [one.user_id, one.coach_id]),
    [[member.user_id, next.user_id]],
    'whom they coached they coach',
  );

  const [, { actor_type, actor_id, target_id, data }, ...more] = await handoversOf(club, next);
  assert.deepEqual([actor_type, actor_id, target_id, more], ['system', null, club.org_id, []]);
  assert.deepEqual(data, {
    fields: ['head_coach_user_id'],
    head_coach_user_id: next.user_id,
    previous_head_coach_user_id: club.coach.user_id,
  });
  assert.equal((await leadersOf(stranger)).head, stranger.coach.user_id);
});

test('to who leads it already: nothing changes, whatever became of their account', async () => {
  const club = await createOrganization(server);
  const before = await leadersOf(club);
  for (const status of ['active', 'suspended']) {
    await setStatus(club.coach, status);
    const answer = await handOver(club, club.coach);
    assert.deepEqual(answer, { org_name: club.name, email: club.coach.email, changed: false });
  }
  await setStatus(club.coach, 'active');
  assert.deepEqual(await leadersOf(club), before);
  assert.deepEqual(await handoversOf(club, club.coach), []);
});

const setStatus = ({ user_id }: TestUser, status: string): Promise<number> =>
  server.deps.db.execute(sql`UPDATE users SET status = ${status} WHERE user_id = ${user_id}`);

test('refused: who is no coach, whose account is closed, unknown addresses and ids', async () => {
  const club = await createOrganization(server);
  const before = await leadersOf(club);
  const athlete = await addCoach(server, club);
  const closed = await newCoach();
  await setStatus(closed, 'deactivated');
  const nobody = { email: newEmail() };
  const none = { org_id: newId() };
  const refused: [{ org_id: string }, { email: string }, number, string][] = [
    [club, athlete, 409, `is an athlete's. Name somebody who signed up with the membership_role coach.`],
    [club, closed, 409, `is deactivated. Make it active first: ekiden user status ${closed.email} active.`],
    [club, nobody, 404, `There is no user with the e-mail address ${nobody.email}.`],
    [none, club.coach, 404, `There is no organization with the id ${none.org_id}.`],
    [{ org_id: 'the-club' }, club.coach, 404, 'There is no organization with the id the-club.'],
  ];
  for (const [organization, person, status, says] of refused) {
    await assert.rejects(handOver(organization, person), (error: { status: number; message: string }) => {
      assert.equal(error.status, status);
      assert.ok(error.message.endsWith(says), error.message);
      return true;
    });
  }
  assert.deepEqual(await leadersOf(club), { ...before, coaches: [[athlete.user_id, 'assistant_coach']] });
  assert.deepEqual(await handoversOf(club, club.coach), []);
});

test('two at once: one after the other, and the log tells which', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await createOrganization(server);
    const heirs = [await newCoach(), await newCoach()];
    const answers = await Promise.all(heirs.map((heir) => handOver(club, heir)));
    assert.ok(answers.every(({ changed }) => changed));
    const { head, coaches } = await leadersOf(club);
    const [last] = heirs.filter(({ user_id }) => user_id === head);
    const [first] = heirs.filter(({ user_id }) => user_id !== head);
    assert.ok(last !== undefined && first !== undefined);
    assert.deepEqual(coaches, [[club.coach.user_id, 'admin']], 'who had not agreed to lead is no coach');
    const log = await handoversOf(club, last);
    const steps = log.map(({ data }: { data: Record<string, string> }) => [
      data.previous_head_coach_user_id,
      data.head_coach_user_id,
    ]);
    const chain = [
      [club.coach.user_id, first.user_id],
      [first.user_id, last.user_id],
    ];
    assert.deepEqual(steps.toSorted(), chain.toSorted());
  }
});

test('to who is deleting their account at that moment: there is no such user', async () => {
  const club = await createOrganization(server);
  const next = await newCoach();
  const handed = await whileLeaving(next, 'gone', () => handOver(club, next));
  assert.equal(handed.status, 'rejected');
  assert.match(String(handed.reason), /There is no user with the e-mail address/);
  assert.equal((await leadersOf(club)).head, club.coach.user_id);
});

test('from or to who then stays after all: it is handed over', async () => {
  for (const who of ['former', 'next'] as const) {
    const club = await createOrganization(server);
    const next = await newCoach();
    const staying = who === 'former' ? club.coach : next;
    const handed = await whileLeaving(staying, 'stays', () => handOver(club, next));
    assert.equal(handed.status, 'fulfilled');
    assert.equal((await leadersOf(club)).head, next.user_id);
  }
});

/** Does something while an account is being deleted; on the embedded engine, which takes turns, after it. */
async function whileLeaving<T>(
  { user_id }: TestUser,
  end: 'gone' | 'stays',
  work: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const locked = Promise.withResolvers<void>();
  const leaving = server.deps.db.transaction(async (tx) => {
    assert.notEqual(await lockLeavingUser(tx, user_id), null);
    locked.resolve();
    await sleep(100);
    if (end === 'stays') throw new Error('stays');
    await tx.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
  });
  const done = locked.promise.then(work);
  const [, outcome] = await Promise.allSettled([leaving, done]);
  return outcome;
}
