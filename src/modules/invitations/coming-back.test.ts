import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { acceptInvitation, createOrganization, invite, signUp } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const ENDED =
  'You left this organization, or were taken off its roster, after this invitation was made. Ask a coach for a new one.';
const SUSPENDED = 'You were suspended in this organization before you left it. Ask a coach to add you.';

async function joinByLink() {
  const club = await createOrganization(server);
  const { id, token } = await invite(server, club, { max_uses: 5 });
  const athlete = await signUp(server);
  const accept = (by = token) => acceptInvitation(server, athlete, by);
  assert.equal((await accept()).status, 200);
  const at = `/api/v1/organizations/${club.org_id}`;
  const path = `${at}/members/${athlete.user_id}`;
  const { token: coach } = club.coach;
  return {
    club,
    accept,
    id,
    lift: () => server.request('DELETE', `${at}/membership/block`, { token: athlete.token }),
    agree: () => server.request('POST', `${at}/membership/accept`, { token: athlete.token }),
    leave: () => server.request('DELETE', path, { token: athlete.token }),
    remove: () => server.request('DELETE', path, { token: coach }),
    suspend: () => server.request('PATCH', path, { token: coach, body: { status: 'suspended' } }),
    add: () =>
      server.request('POST', `${at}/members`, {
        token: coach,
        body: { user_id: athlete.user_id },
      }),
  };
}

const refusal = ({ status, body }: TestResponse) => [status, body.code, body.error];

test('who left or was removed comes back by an invitation that was made since, by no earlier one', async () => {
  for (const end of ['leave', 'remove'] as const) {
    const member = await joinByLink();
    const other = await invite(server, member.club, { max_uses: 2 });
    assert.equal((await member[end]()).status, 200);
    for (const token of [undefined, other.token])
      assert.deepEqual(refusal(await member.accept(token)), [409, 'conflict', ENDED], end);
    const { uses } = await server.deps.db.one<{ uses: number }>(
      sql`SELECT uses FROM invitations WHERE id = ${member.id}`,
    );
    assert.equal(uses, 1, 'a refusal uses nothing up');
    // The clock of the server has milliseconds: the new one is made after the end.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const fresh = await invite(server, member.club);
    assert.equal((await member.accept(fresh.token)).status, 200, end);
  }
});

test('whom the coaches suspended no invitation brings back, only a coach', async () => {
  const member = await joinByLink();
  await member.suspend();
  assert.deepEqual((await member.accept()).body.error, 'You are a member of this organization already.');
  assert.equal((await member.leave()).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 2));
  const fresh = await invite(server, member.club, { max_uses: 2 });
  for (const token of [undefined, fresh.token])
    assert.deepEqual(refusal(await member.accept(token)), [409, 'conflict', SUSPENDED]);
  assert.equal((await member.add()).status, 409, 'they have blocked the club by leaving');
  await member.lift();
  assert.equal((await member.add()).status, 201);
  assert.equal((await member.agree()).body.data.membership.member_status, 'active');
  await member.leave();
  await new Promise((resolve) => setTimeout(resolve, 2));
  assert.equal((await member.accept((await invite(server, member.club)).token)).status, 200, 'it is over');
});

test('who is being removed at this moment does not come back by the same link', async () => {
  const member = await joinByLink();
  const { org_id } = member.club;
  const answers: Promise<TestResponse>[] = [];
  await server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM organization_members WHERE org_id = ${org_id} FOR UPDATE`);
    answers.push(member.remove());
    await waitForLock(tx);
    answers.push(member.accept());
    await waitForLock(tx, 2);
  });
  const [removed, accepted] = await Promise.all(answers);
  assert.deepEqual([removed?.status, accepted?.status], [200, 409]);
  assert.equal((await member.accept()).body.error, ENDED);
});

test('the club is deleted while somebody accepts: the token leads nowhere, like any other', async () => {
  const club = await createOrganization(server);
  const { token } = await invite(server, club);
  const athlete = await signUp(server);
  const unknown = await acceptInvitation(server, athlete, 'A'.repeat(43));
  let accepting: Promise<TestResponse> | undefined;
  await server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM organizations WHERE org_id = ${club.org_id}`);
    accepting = acceptInvitation(server, athlete, token);
    await waitForLock(tx);
  });
  const answer = await accepting;
  assert.deepEqual(
    [answer?.status, answer?.body.code, answer?.body.error],
    [404, unknown.body.code, unknown.body.error],
  );
});
