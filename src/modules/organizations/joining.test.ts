import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { TEST_APP_KEY, type TestServer, testServer } from '../../test/harness.ts';
import { findAthlete, findMembership } from './index.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const organizationPath = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;
const membersOf = (organization: TestOrganization): string => `${organizationPath(organization)}/members`;

async function succeed(
  method: string,
  path: string,
  token: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await server.request(method, path, body === undefined ? { token } : { token, body });
  assert.equal(Math.floor(answer.status / 100), 2, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const entriesAbout = async ({ org_id }: TestOrganization, { user_id }: { user_id: string }) =>
  await server.deps.db.query<{ event_type: string; data: Record<string, unknown> }>(sql`
    SELECT event_type, data FROM audit_log
    WHERE org_id = ${org_id} AND target_id = ${user_id} ORDER BY seq`);

test('who is removed has left everything behind, and joins anew', async () => {
  const club = await createOrganization(server);
  const { token, user_id: coach_id } = club.coach;
  const fields = { display_name: 'Nick', member_level: 'advanced', labels: ['x'] };
  const member = await addMember(server, club, { fields });
  const group = await createGroup(server, club, { members: [member] });
  const start_date = server.clock.now().toISOString().slice(0, 10);
  const [plan] = await assignPlan(server, club.org_id, [member], { start_date });
  const path = `${membersOf(club)}/${member.user_id}`;
  const list = async () => await succeed('GET', `${membersOf(club)}?include_profile_status=true`, token);
  await succeed('PATCH', path, token, { coach_id, status: 'inactive' });
  const [before] = (await list()).members;
  assert.deepEqual(
    [before.display_name, before.coach_id, before.status, before.profile_status.has_training_plan],
    ['Nick', coach_id, 'inactive', true],
  );

  await succeed('DELETE', path, token);
  assert.equal((await server.request('DELETE', path, { token })).status, 404);
  assert.equal((await server.request('PATCH', path, { token, body: { labels: [] } })).status, 404);
  const id = { org_id: club.org_id, user_id: member.user_id };
  const { db } = server.deps;
  assert.deepEqual([await findAthlete(db, id), await findMembership(db, id)], [null, null]);
  assert.deepEqual(await list(), { members: [], count: 0 });
  const inGroup = await succeed('GET', `${organizationPath(club)}/groups/${group.id}`, token);
  assert.deepEqual([inGroup.data.group.member_count, inGroup.data.group.members], [0, []]);

  await addMember(server, club, { user: member });
  const { members, count } = await list();
  const [after] = members;
  assert.deepEqual(
    [count, after.member_level, after.labels, after.status, after.coach_id, after.profile_status],
    [1, null, [], 'active', null, { ...before.profile_status, has_training_plan: false }],
  );
  assert.notEqual(after.display_name, 'Nick');
  assert.ok(after.joined_at > before.joined_at);
  assert.deepEqual((await findAthlete(db, id))?.group_ids, []);
  assert.deepEqual(
    (await entriesAbout(club, member)).filter(({ event_type }) => event_type.startsWith('member_')),
    [
      { event_type: 'member_added', data: {} },
      { event_type: 'member_updated', data: { fields: ['status', 'coach_id'] } },
      { event_type: 'member_removed', data: { group_ids: [group.id], plan_ids: [plan?.id] } },
      { event_type: 'member_added', data: {} },
    ],
  );
});

test('a membership goes from any state into any; suspended, it counts and shows no more than to everybody', async () => {
  const club = await createOrganization(server, { fields: { settings: { secret: 1 } } });
  const member = await addMember(server, club);
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  const path = `${membersOf(club)}/${member.user_id}`;
  const isTeam = async () => {
    const { settings, tier } = await succeed('GET', organizationPath(club), member.token);
    assert.equal(tier !== undefined, 'secret' in settings);
    return tier !== undefined;
  };
  const states = ['inactive', 'active', 'suspended', 'active', 'active', 'inactive', 'inactive', 'suspended'];
  for (const status of [...states, 'suspended', 'inactive', 'suspended']) {
    const changed = await succeed('PATCH', path, club.coach.token, { status });
    assert.equal(changed.data.member.status, status);
    assert.equal(await isTeam(), status !== 'suspended', status);
    const listed = await succeed('GET', `${membersOf(club)}?status=${status}`, club.coach.token);
    assert.deepEqual([listed.count, listed.members[0].user_id], [1, member.user_id]);
  }
  const { body } = await server.request('GET', '/developer/v1/athletes', { apiKey: secret });
  assert.deepEqual([body.data.athletes[0].id, body.data.athletes[0].status], [member.user_id, 'suspended']);

  await addCoach(server, club, { user: member });
  assert.equal(await isTeam(), true);
  await succeed('GET', membersOf(club), member.token);
  await succeed('DELETE', `${organizationPath(club)}/coaches/${member.user_id}`, club.coach.token);
  assert.equal(await isTeam(), false);
  assert.equal((await server.request('GET', membersOf(club), { token: member.token })).status, 403);
  const other = await addMember(server, club);
  const removal = (user: { user_id: string }, { token }: { token: string }) =>
    server.request('DELETE', `${membersOf(club)}/${user.user_id}`, { token });
  assert.equal((await removal(other, member)).status, 403);
  assert.equal((await removal(member, member)).status, 200);
  assert.equal((await removal(member, member)).status, 404);
});

test('fifty at once add and remove one member: log, events and roster agree, each once and in turn', async () => {
  const club = await createOrganization(server);
  const { token } = club.coach;
  const user = await signUp(server);
  const path = `${membersOf(club)}/${user.user_id}`;
  const group = await createGroup(server, club);
  const intoGroup = `${organizationPath(club)}/groups/${group.id}/members/${user.user_id}`;
  const body = { user_id: user.user_id, display_name: 'Nick', labels: ['x'] };
  const acts = {
    add: {
      done: 201,
      not: 409,
      send: () => server.request('POST', membersOf(club), { apiKey: TEST_APP_KEY, body }),
    },
    remove: { done: 200, not: 404, send: () => server.request('DELETE', path, { token }) },
    group: { done: 200, not: 404, send: () => server.request('PUT', intoGroup, { token }) },
  };
  const order = ['add', 'remove', 'group', 'remove', 'add'] as const;
  const answers = await Promise.all(
    Array.from({ length: 65 }, async (_, i) => {
      const act = order[i % order.length] ?? 'add';
      return { act, status: (await acts[act].send()).status };
    }),
  );
  for (const { act, status } of answers) assert.ok([acts[act].done, acts[act].not].includes(status), act);
  const done = (act: keyof typeof acts) =>
    answers.filter((answer) => answer.act === act && answer.status === acts[act].done).length;
  assert.ok(done('add') >= 1);

  const entries = (await entriesAbout(club, user)).map(({ event_type }) => event_type);
  const turns = entries.filter((event) => event.startsWith('member_'));
  const expected = Array.from({ length: done('add') + done('remove') }, (_, i) =>
    i % 2 === 0 ? 'member_added' : 'member_removed',
  );
  assert.deepEqual(turns, expected);
  assert.equal(turns.filter((event) => event === 'member_added').length, done('add'));
  const isMember = turns.at(-1) === 'member_added';
  const listed = await succeed('GET', membersOf(club), token);
  assert.equal(listed.count, isMember ? 1 : 0);
  const { group: left } = (await succeed('GET', `${organizationPath(club)}/groups/${group.id}`, token)).data;
  const sinceLast = entries.slice(entries.lastIndexOf('member_added'));
  assert.equal(left.members.length, isMember && sinceLast.includes('group_member_added') ? 1 : 0);

  const told = async (type: string) => {
    const { db } = server.deps;
    const { count } = await db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM notifications
      WHERE user_id = ${club.coach.user_id} AND type = ${type} AND data ->> 'user_id' = ${user.user_id}`);
    return count;
  };
  const deadline = Date.now() + 120_000;
  const all = async () => (await told('athlete_joined')) + (await told('athlete_left'));
  while ((await all()) < turns.length && Date.now() < deadline) await sleep(20);
  assert.deepEqual([await told('athlete_joined'), await told('athlete_left')], [done('add'), done('remove')]);
  const { rows } = await server.deps.db.executeSql(
    `SELECT name, count(*)::int AS count FROM pgboss.job
     WHERE name IN ('events/member_joined', 'events/member_left') AND data ->> 'org_id' = $1 GROUP BY name ORDER BY name`,
    [club.org_id],
  );
  const counts = Object.fromEntries(
    (rows as { name: string; count: number }[]).map((r) => [r.name, r.count]),
  );
  assert.deepEqual(
    [counts['events/member_joined'] ?? 0, counts['events/member_left'] ?? 0],
    [done('add'), done('remove')],
  );
});

test('twenty at once add one user: one member', async () => {
  const club = await createOrganization(server);
  const user = await signUp(server);
  const { token } = club.coach;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.request('POST', membersOf(club), { token, body: { user_id: user.user_id } }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  // Of one person only five are asked about at a time: the limit of a day counts those that are under way.
  assert.equal(statuses[0], 201);
  assert.ok(
    statuses.slice(1).every((status) => status === 409 || status === 429),
    statuses.join(),
  );
  assert.equal((await entriesAbout(club, user)).length, 1);
});
