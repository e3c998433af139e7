import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { eventually } from '../../test/eventually.ts';
import {
  acceptInvitation,
  acceptOffer,
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  invite,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { TEST_APP_KEY, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const RUN = writeFit([simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }))]);

let server: TestServer;
before(async () => {
  server = await testServer();
});

const at = ({ org_id }: Pick<TestOrganization, 'org_id'>): string => `/api/v1/organizations/${org_id}`;
type Asking = { token?: string; body?: unknown; apiKey?: string };
const send = (method: string, path: string, by: Asking = {}): Promise<TestResponse> =>
  server.request(method, path, by);
const ask = (club: TestOrganization, { user_id }: TestUser, fields: object = {}): Promise<TestResponse> =>
  send('POST', `${at(club)}/members`, { token: club.coach.token, body: { user_id, ...fields } });
const accept = (club: TestOrganization, { token }: TestUser, query = ''): Promise<TestResponse> =>
  send('POST', `${at(club)}/membership/accept${query}`, { token });
const decline = (club: TestOrganization, { token }: TestUser, query = ''): Promise<TestResponse> =>
  send('POST', `${at(club)}/membership/decline${query}`, { token });
const lift = (club: TestOrganization, { token }: TestUser): Promise<TestResponse> =>
  send('DELETE', `${at(club)}/membership/block`, { token });
const own = async (club: TestOrganization, { token }: TestUser) =>
  (await send('GET', `${at(club)}/membership`, { token })).body.data?.membership;

async function eventsOf(club: TestOrganization, { user_id }: TestUser): Promise<string[]> {
  const path = `${at(club)}/audit-logs?target_id=${user_id}`;
  const { body } = await send('GET', path, { token: club.coach.token });
  return body.logs.map((log: { event_type: string }) => log.event_type);
}

describe('somebody whom a coach adds', () => {
  test('is pending: the club sees what its coach typed and nothing else, on any way', async () => {
    const club = await createOrganization(server);
    const canary = `Canary${randomUUID().slice(0, 8)}`;
    const athlete = await signUp(server, { display_name: canary, first_name: canary, last_name: canary });
    await send('PUT', '/api/v1/users/username', { token: athlete.token, body: { username: canary } });
    assert.equal((await uploadFile(server, athlete, RUN)).status, 201);
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const asked = await ask(club, athlete, {
      display_name: 'Typed',
      member_level: 'advanced',
      labels: ['a'],
    });
    assert.equal(asked.status, 201);
    const { offered_at, ...member } = asked.body.member;
    const pending = {
      user_id: athlete.user_id,
      username: null,
      display_name: 'Typed',
      member_level: 'advanced',
      labels: ['a'],
      status: 'pending',
      coach_id: null,
      joined_at: null,
    };
    assert.deepEqual(member, pending);
    assert.ok(Math.abs(Date.parse(offered_at) - server.clock.now().getTime()) < 60_000);

    const { token } = club.coach;
    const listed = await send('GET', `${at(club)}/members?status=pending&include_profile_status=true`, {
      token,
    });
    assert.deepEqual(listed.body, { members: [{ ...pending, offered_at }], count: 1 });
    const group = await createGroup(server, club);
    const { user_id } = athlete;
    const answers = await Promise.all([
      send('GET', `${at(club)}/members?include_profile_status=true`, { token }),
      send('GET', `${at(club)}/athletes/metrics`, { token }),
      send('GET', `${at(club)}/athletes/${user_id}/activities`, { token }),
      send('GET', `${at(club)}/athletes/${user_id}/load`, { token }),
      send('GET', `${at(club)}/groups`, { token }),
      send('PUT', `${at(club)}/groups/${group.id}/members/${user_id}`, { token }),
      send('PATCH', `${at(club)}/members/${user_id}`, { token, body: { member_level: 'x' } }),
      send('GET', `${at(club)}/audit-logs`, { token }),
      send('GET', at(club), { token }),
      send('GET', '/developer/v1/org', { apiKey: secret }),
      send('GET', '/developer/v1/athletes', { apiKey: secret }),
      send('GET', `/developer/v1/athletes/${user_id}`, { apiKey: secret }),
      send('GET', `/developer/v1/activities?athlete_id=${user_id}`, { apiKey: secret }),
      send('POST', '/api/v1/notifications/direct-push', {
        token,
        body: { user_id, title: 'a', message: 'b' },
      }),
      send('GET', `/api/v1/notifications/tokens/info/${user_id}`, { token }),
      send('POST', '/api/v1/plans/draft', {
        token,
        body: { org_id: club.org_id, athlete_id: user_id, weeks: 4, experience_level: 'beginner' },
      }),
      send('POST', `${at(club)}/campaigns`, {
        token,
        body: { title: 'a', body: 'b', channels: ['push'], audience: { user_ids: [user_id] }, draft: true },
      }),
    ]);
    assert.equal(answers.at(-1)?.status, 400, 'a campaign to nobody but them is to nobody');
    for (const { status, body } of answers) {
      assert.ok(!JSON.stringify(body).includes(canary), JSON.stringify(body));
      assert.ok([200, 400, 403, 404].includes(status), JSON.stringify(body));
    }
    assert.deepEqual(
      answers.slice(2, 4).map(({ status }) => status),
      [404, 404],
    );
    assert.equal(answers[0]?.body.count, 0);
    assert.equal(answers[9]?.body.data.organization.athlete_count, 0);
    assert.equal(answers[10]?.body.data.total, 0);
    const exported = await send('POST', '/developer/v1/exports', {
      apiKey: secret,
      body: { athlete_ids: [user_id] },
    });
    assert.equal(exported.status, 202);
    const path = `/developer/v1/exports/${exported.body.data.export.id}`;
    const { body } = await eventually(
      () => send('GET', path, { apiKey: secret }),
      (answer) => answer.body.data.export.status === 'completed',
    );
    assert.deepEqual(body.data.export.skipped_athletes, [{ uid: user_id, reason: 'not_a_member' }]);
  });

  test('is told in the centre and by a mail that leads to the page to answer', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    await ask(club, athlete);
    const mail = await server.mailTo(athlete.email);
    assert.match(mail.text, new RegExp(`/join\\?org=${club.org_id}`));
    const { body } = await send('GET', '/api/v1/notifications/center', { token: athlete.token });
    const [told] = body.data.notifications;
    assert.equal(told.type, 'membership_offered');
    assert.deepEqual(told.data, {
      org_id: club.org_id,
      org_name: club.name,
      role: 'member',
      page_path: `/join?org=${club.org_id}`,
    });
  });

  test('is on the roster after a yes, with what was typed', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server, { display_name: 'Yuki' });
    await ask(club, athlete, { display_name: 'Typed', labels: ['a'] });
    assert.deepEqual((await own(club, athlete)).offers.length, 1);
    const accepted = await accept(club, athlete);
    assert.equal(accepted.status, 200);
    const { membership } = accepted.body.data;
    assert.deepEqual(
      [membership.role, membership.member_status, membership.offers, membership.block],
      ['member', 'active', [], null],
    );
    const { members } = (await send('GET', `${at(club)}/members`, { token: club.coach.token })).body;
    assert.deepEqual(
      [members[0].display_name, members[0].labels, members[0].status],
      ['Typed', ['a'], 'active'],
    );
    assert.deepEqual(await eventsOf(club, athlete), ['member_added', 'membership_offered']);
    assert.equal((await accept(club, athlete)).status, 404, 'there is nothing more to accept');
  });

  test('who says no, or leaves, cannot be added again by any coach or application until they lift the block', async () => {
    const club = await createOrganization(server);
    for (const way of ['declines', 'leaves'] as const) {
      const athlete = await signUp(server);
      if (way === 'declines') {
        await ask(club, athlete);
        assert.equal((await decline(club, athlete)).status, 200);
      } else {
        await addMember(server, club, { user: athlete });
        const path = `${at(club)}/members/${athlete.user_id}`;
        assert.equal((await send('DELETE', path, { token: athlete.token })).status, 200);
      }
      assert.equal((await own(club, athlete)).block.reason, way === 'declines' ? 'declined' : 'left');
      const assistant = await addCoach(server, club);
      const body = { user_id: athlete.user_id };
      for (const by of [{ token: club.coach.token }, { token: assistant.token }, { apiKey: TEST_APP_KEY }]) {
        const refused = await send('POST', `${at(club)}/members`, { ...by, body });
        assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], way);
        assert.match(refused.body.error, /lift the block/);
      }
      const elsewhere = await createOrganization(server);
      assert.equal((await ask(elsewhere, athlete)).status, 201, 'another club may ask');
      assert.equal((await lift(club, athlete)).status, 200);
      assert.equal((await lift(club, athlete)).status, 404);
      assert.equal((await ask(club, athlete)).body.member.status, 'pending', way);
    }
  });

  test('whom a coach removes is asked anew, and is pending again', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    await send('DELETE', `${at(club)}/members/${athlete.user_id}`, { token: club.coach.token });
    const asked = await ask(club, athlete);
    assert.deepEqual([asked.status, asked.body.member.status], [201, 'pending']);
  });

  test('an offer can be withdrawn, and is none then', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    await ask(club, athlete, { display_name: 'Typed' });
    const path = `${at(club)}/members/${athlete.user_id}`;
    assert.equal((await send('DELETE', path, { token: club.coach.token })).status, 200);
    assert.equal((await accept(club, athlete)).status, 404);
    assert.equal((await own(club, athlete)) === undefined, true, 'nothing is left between them');
    assert.deepEqual(await eventsOf(club, athlete), ['membership_withdrawn', 'membership_offered']);
  });

  test('accepting an invitation is a yes: it lifts a block and answers an offer', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    await ask(club, athlete);
    await decline(club, athlete);
    const { token } = await invite(server, club);
    assert.equal((await acceptInvitation(server, athlete, token)).status, 200);
    const membership = await own(club, athlete);
    assert.deepEqual([membership.role, membership.offers, membership.block], ['member', [], null]);
  });

  test('of a yes, a no and a withdrawal at once one counts, and roster, offers and log agree', async () => {
    for (let round = 0; round < 4; round += 1) {
      const club = await createOrganization(server);
      const athlete = await signUp(server);
      await ask(club, athlete);
      const path = `${at(club)}/members/${athlete.user_id}`;
      const [yes, no, withdrawn] = await Promise.all([
        accept(club, athlete),
        decline(club, athlete),
        send('DELETE', path, { token: club.coach.token }),
      ]);
      const outcome = [yes, no, withdrawn].map(({ status }) => status);
      assert.ok([1, 2].includes(outcome.filter((status) => status === 200).length), outcome.join());
      assert.ok(!(yes.status === 200 && no.status === 200), outcome.join());
      const events = await eventsOf(club, athlete);
      assert.equal(events.includes('member_added'), yes.status === 200);
      assert.equal(events.includes('membership_declined'), no.status === 200);
    }
  });

  test('is asked by one person five times a day at the most', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    const path = `${at(club)}/members/${athlete.user_id}`;
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await ask(club, athlete)).status, 201);
      assert.equal((await ask(club, athlete)).status, time === 4 ? 429 : 409, 'a refusal is not counted');
      await send('DELETE', path, { token: club.coach.token });
    }
    const refused = await ask(club, athlete);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});

describe('an application with an app key', () => {
  test('adds a member at once, and the log says that it was an application', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server, { display_name: 'Yuki' });
    const body = { user_id: athlete.user_id };
    const added = await send('POST', `${at(club)}/members`, { apiKey: TEST_APP_KEY, body });
    assert.deepEqual([added.status, added.body.member.status], [201, 'active']);
    const path = `${at(club)}/audit-logs?target_id=${athlete.user_id}`;
    const { logs } = (await send('GET', path, { token: club.coach.token })).body;
    assert.deepEqual(
      logs.map((log: { event_type: string; actor_type: string }) => [log.event_type, log.actor_type]),
      [['member_added', 'app']],
    );
    const unknown = await send('POST', `/api/v1/organizations/${randomUUID()}/members`, {
      apiKey: TEST_APP_KEY,
      body,
    });
    assert.equal(unknown.status, 404);
  });

  test('names only a coach as head coach, who leads at once but is on no public page until they accept', async () => {
    const found = (head_coach_user_id: string) =>
      send('POST', '/api/v1/organizations', {
        apiKey: TEST_APP_KEY,
        body: { name: `Club ${randomUUID()}`, head_coach_user_id },
      });
    const athlete = await signUp(server);
    const refused = await found(athlete.user_id);
    assert.deepEqual([refused.status, refused.body.details[0].path], [400, 'head_coach_user_id']);
    const coach = await signUp(server, { membership_role: 'coach' });
    const founded = await found(coach.user_id);
    assert.equal(founded.body.organization.head_coach_user_id, coach.user_id);
    const { org_id, org_name: name } = founded.body.organization;
    const club = { org_id, name, coach };
    const seen = async () => (await send('GET', at(club))).body.head_coach_user_id;
    assert.equal(await seen(), null);
    assert.equal((await ask(club, athlete)).status, 201, 'they lead');
    assert.equal((await accept(club, coach)).status, 200);
    assert.equal(await seen(), coach.user_id);
    const kept = await send('DELETE', '/api/v1/users/me', {
      token: coach.token,
      body: { password: coach.password },
    });
    assert.equal(kept.status, 409, 'who has agreed to lead hands over first');
  });

  test('holds up nobody’s deletion: whoever was named and never accepted goes, and the club has no head coach', async () => {
    for (const way of ['deletes', 'declines'] as const) {
      const coach = await signUp(server, { membership_role: 'coach' });
      const founded = await send('POST', '/api/v1/organizations', {
        apiKey: TEST_APP_KEY,
        body: { name: `Club ${randomUUID()}`, head_coach_user_id: coach.user_id },
      });
      const { org_id, org_name: name } = founded.body.organization;
      const club = { org_id, name, coach };
      const { secret } = await createApiKey(server, club);
      const gone =
        way === 'declines'
          ? await decline(club, coach)
          : await send('DELETE', '/api/v1/users/me', {
              token: coach.token,
              body: { password: coach.password },
            });
      assert.equal(gone.status, 200, way);
      const row = await server.deps.db.one<{ head_coach_user_id: string | null }>(sql`
        SELECT head_coach_user_id FROM organizations WHERE org_id = ${org_id}`);
      assert.equal(row.head_coach_user_id, null);
      const answer = await send('GET', '/developer/v1/org', { apiKey: secret });
      assert.deepEqual(
        [answer.status, answer.body.code],
        [401, 'key_revoked'],
        'a key that they made is none',
      );
      if (way === 'declines')
        assert.equal((await send('GET', `${at(club)}/members`, { token: coach.token })).status, 404);
    }
  });
});

describe('a coach', () => {
  test('is none before they accept: no name on any page, no rights, and the head coach sees that they were asked', async () => {
    const club = await createOrganization(server);
    const user = await signUp(server, { display_name: 'Kenji' });
    const path = `${at(club)}/coaches/${user.user_id}`;
    const { token } = club.coach;
    const asked = await send('PUT', path, { token, body: { role: 'admin' } });
    assert.equal(asked.body.message, 'Asked to become a coach.');
    assert.deepEqual(asked.body.data.organization.coaches, []);
    assert.deepEqual(
      asked.body.data.organization.pending_coaches.map(
        ({ user_id, role }: { user_id: string; role: string }) => [user_id, role],
      ),
      [[user.user_id, 'admin']],
    );
    assert.ok(!JSON.stringify((await send('GET', at(club))).body).includes(user.user_id));
    assert.equal((await send('GET', `${at(club)}/members`, { token: user.token })).status, 404);
    await acceptOffer(server, club, user);
    assert.equal((await send('GET', `${at(club)}/members`, { token: user.token })).status, 200);
    assert.match(JSON.stringify((await send('GET', at(club))).body.coaches), /Kenji/);
  });

  test('resigns, is a coach no more, and cannot be asked again until they lift the block', async () => {
    const club = await createOrganization(server);
    const coach = await addCoach(server, club);
    const path = `${at(club)}/coaches/${coach.user_id}`;
    const other = await addCoach(server, club);
    assert.equal((await send('DELETE', path, { token: other.token })).status, 403);
    const resigned = await send('DELETE', path, { token: coach.token });
    assert.equal(resigned.status, 200);
    assert.equal((await send('GET', `${at(club)}/members`, { token: coach.token })).status, 404);
    const again = await send('PUT', path, { token: club.coach.token, body: { role: 'admin' } });
    assert.equal(again.status, 409);
    await lift(club, coach);
    assert.equal((await send('PUT', path, { token: club.coach.token, body: { role: 'admin' } })).status, 200);
  });

  test('an offer to coach can be withdrawn, declined or given another role', async () => {
    const club = await createOrganization(server);
    const { token } = club.coach;
    const user = await signUp(server);
    const path = `${at(club)}/coaches/${user.user_id}`;
    await send('PUT', path, { token, body: { role: 'assistant_coach' } });
    await send('PUT', path, { token, body: { role: 'admin' } });
    const roles = (await own(club, user)).offers.map(({ role }: { role: string }) => role);
    assert.deepEqual(roles, ['admin']);
    assert.equal((await send('DELETE', path, { token })).status, 200);
    assert.equal((await accept(club, user)).status, 404);
    await send('PUT', path, { token, body: { role: 'admin' } });
    assert.equal((await decline(club, user)).status, 200);
    assert.equal((await send('PUT', path, { token, body: { role: 'admin' } })).status, 409);
  });

  test('who was asked two things says which of them they answer', async () => {
    const club = await createOrganization(server);
    const user = await signUp(server);
    await ask(club, user);
    const path = `${at(club)}/coaches/${user.user_id}`;
    await send('PUT', path, { token: club.coach.token, body: { role: 'assistant_coach' } });
    const unsaid = await accept(club, user);
    assert.deepEqual([unsaid.status, unsaid.body.details[0].path], [400, 'role']);
    assert.match(unsaid.body.error, /assistant_coach or member/);
    assert.equal(
      (await accept(club, user, '?role=assistant_coach')).body.data.membership.role,
      'assistant_coach',
    );
    assert.equal((await decline(club, user, '?role=member')).status, 200);
    const { role, offers, block } = await own(club, user);
    assert.deepEqual([role, offers, block.reason], ['assistant_coach', [], 'declined']);
  });

  test('who does not want to lead stays a coach, and blocks nothing', async () => {
    const club = await createOrganization(server);
    const coach = await addCoach(server, club, { user: await signUp(server, { membership_role: 'coach' }) });
    const body = { user_id: coach.user_id };
    const asked = await send('PUT', `${at(club)}/head-coach`, { token: club.coach.token, body });
    assert.equal(asked.body.data.organization.head_coach_user_id, club.coach.user_id);
    assert.equal((await decline(club, coach)).status, 200);
    const { role, block } = await own(club, coach);
    assert.deepEqual([role, block], ['assistant_coach', null]);
    assert.equal(
      (await send('PUT', `${at(club)}/head-coach`, { token: club.coach.token, body })).status,
      200,
    );
    const self = { user_id: club.coach.user_id };
    await send('PUT', `${at(club)}/head-coach`, { token: club.coach.token, body: self });
    assert.equal((await accept(club, coach)).status, 404, 'naming oneself withdraws the offer');
  });
});

test('what is between somebody and organizations is listed page by page, and is nobody else’s', async () => {
  const user = await signUp(server);
  const clubs = [];
  for (let i = 0; i < 3; i += 1) {
    const club = await createOrganization(server);
    await ask(club, user);
    clubs.push(club);
  }
  const [first, second] = clubs;
  assert.ok(first !== undefined && second !== undefined);
  await accept(first, user);
  await decline(second, user);
  const list = async (query: string) =>
    (await send('GET', `/api/v1/users/me/memberships${query}`, { token: user.token })).body.data;
  const all = await list('');
  assert.deepEqual(
    all.memberships.map((one: { org_id: string }) => one.org_id),
    clubs.map(({ org_id }) => org_id).toSorted(),
  );
  const page = await list('?limit=2');
  assert.equal(page.memberships.length, 2);
  const rest = await list(`?limit=2&cursor=${page.next_cursor}`);
  assert.deepEqual([...page.memberships, ...rest.memberships], all.memberships);
  assert.equal(rest.next_cursor, null);
  const bad = await send('GET', '/api/v1/users/me/memberships?cursor=nothing', { token: user.token });
  assert.deepEqual([bad.status, bad.body.details[0].path], [400, 'cursor']);
  const stranger = await signUp(server);
  const theirs = await send('GET', '/api/v1/users/me/memberships', { token: stranger.token });
  assert.deepEqual(theirs.body.data, { memberships: [], next_cursor: null });
  assert.equal((await accept(first, stranger)).status, 404);
  assert.equal((await send('GET', `${at(first)}/membership`, { token: stranger.token })).status, 404);
});
