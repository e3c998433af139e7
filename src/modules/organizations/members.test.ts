import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { findAthlete, findOrganizationSummary, listAthletes } from './index.ts';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

const membersOf = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}/members`;

async function auditOf(organization: TestOrganization, target_id: string) {
  const path = `/api/v1/organizations/${organization.org_id}/audit-logs?limit=200`;
  const { body } = await server.request('GET', path, { token: organization.coach.token });
  return body.logs.filter((log: { target_id: string }) => log.target_id === target_id);
}

test('a coach adds a member, who is pending', async () => {
  const user = await signUp(server, { display_name: 'Yuki' });
  const body = {
    user_id: user.user_id,
    display_name: ' Speedy ',
    member_level: 'advanced',
    labels: [' a ', 'b', 'a'],
  };
  const add = () => server.request('POST', membersOf(club), { token: club.coach.token, body });
  const answer = await add();
  assert.equal(answer.status, 201);
  const { member } = answer.body;
  assert.equal(member.user_id, user.user_id);
  assert.equal(member.display_name, 'Speedy');
  assert.deepEqual(member.labels, ['a', 'b']);
  assert.deepEqual([member.member_level, member.status, member.coach_id], ['advanced', 'pending', null]);
  const again = await add();
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  const [added] = await auditOf(club, user.user_id);
  assert.deepEqual([added.event_type, added.target_name], ['membership_offered', 'Speedy']);
});

test('adding: bad input, an unknown user', async () => {
  const user = await signUp(server);
  const add = (body: unknown) => server.request('POST', membersOf(club), { token: club.coach.token, body });
  const { user_id } = user;
  for (const body of [
    {},
    { user_id: 'x' },
    { user_id, display_name: 'x'.repeat(51) },
    { user_id, labels: [''] },
    { user_id, labels: Array.from({ length: 51 }, String) },
    { user_id, member_level: 3 },
    'text',
  ]) {
    assert.equal((await add(body)).status, 400, JSON.stringify(body));
  }
  const unknown = await add({ user_id: newId() });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
  assert.match(unknown.body.error, /user_id/);
});

test('who may add, list and remove', async () => {
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const outsider = (await createOrganization(server)).coach;
  const key = await createApiKey(server, club);
  const foreignKey = await createApiKey(server, await createOrganization(server));
  const narrowKey = await createApiKey(server, club, { scopes: ['org:read'] });
  const callers: [string, string | undefined, { add: number; list: number; remove: number }][] = [
    ['head coach', club.coach.token, { add: 201, list: 200, remove: 200 }],
    ['admin', (await addCoach(server, club, { role: 'admin' })).token, { add: 201, list: 200, remove: 200 }],
    ['assistant', (await addCoach(server, club)).token, { add: 201, list: 200, remove: 200 }],
    ['platform admin', platformAdmin.token, { add: 403, list: 200, remove: 403 }],
    ['member', (await addMember(server, club)).token, { add: 403, list: 403, remove: 403 }],
    ['outsider', outsider.token, { add: 404, list: 404, remove: 404 }],
    ['nobody', undefined, { add: 401, list: 401, remove: 401 }],
    ['key', key.secret, { add: 403, list: 200, remove: 403 }],
    ['narrow key', narrowKey.secret, { add: 403, list: 403, remove: 403 }],
    ['foreign key', foreignKey.secret, { add: 403, list: 404, remove: 403 }],
  ];
  for (const [who, token, expected] of callers) {
    const by = token === undefined ? {} : { token };
    const other = await addMember(server, club);
    const body = { user_id: (await signUp(server)).user_id };
    const add = await server.request('POST', membersOf(club), { ...by, body });
    const list = await server.request('GET', membersOf(club), by);
    const remove = await server.request('DELETE', `${membersOf(club)}/${other.user_id}`, by);
    assert.deepEqual({ add: add.status, list: list.status, remove: remove.status }, expected, who);
  }
});

test('a change leaves what is not named, and clears what is null', async () => {
  const member = await addMember(server, club, {
    fields: { display_name: 'Nick', member_level: 'beginner', labels: ['x'] },
  });
  const path = `${membersOf(club)}/${member.user_id}`;
  const patch = (body: unknown, token = club.coach.token) => server.request('PATCH', path, { token, body });
  const changed = await patch({ status: 'inactive', display_name: null });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.body.data.member.display_name, 'Nick');
  assert.deepEqual(
    [changed.body.data.member.status, changed.body.data.member.member_level, changed.body.data.member.labels],
    ['inactive', 'beginner', ['x']],
  );
  assert.deepEqual((await patch({ labels: [], member_level: '' })).body.data.member.labels, []);
  const foreign = await createOrganization(server);
  const refusals = [];
  for (const coach_id of [newId(), member.user_id, foreign.coach.user_id]) {
    const { status, body } = await patch({ coach_id });
    assert.equal(status, 400);
    refusals.push({ ...body, request_id: null });
  }
  assert.equal(refusals[0].details[0].path, 'coach_id');
  assert.deepEqual(refusals.slice(1), [refusals[0], refusals[0]], 'who coaches elsewhere is nobody here');
  for (const body of [
    { labels: null },
    { labels: ['\u0000'] },
    { display_name: 'x'.repeat(51) },
    { member_level: ['a'] },
    { coach_id: 'x' },
    { status: null },
    [],
  ]) {
    assert.equal((await patch(body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await patch({ status: 'gone' })).status, 400);
  assert.equal((await patch({}, member.token)).status, 403);
  const stranger = await signUp(server);
  const nobody = await server.request('PATCH', `${membersOf(club)}/${stranger.user_id}`, {
    token: club.coach.token,
    body: {},
  });
  assert.equal(nobody.status, 404);
  const [entry, ...rest] = await auditOf(club, member.user_id);
  assert.deepEqual(
    [entry.event_type, entry.data],
    ['member_updated', { fields: ['member_level', 'labels'] }],
  );
  assert.deepEqual(
    rest.map(({ event_type }: { event_type: string }) => event_type),
    ['member_updated', 'member_added'],
  );
});

test('members are assigned while their coach is dismissed: nobody keeps a coach who is none', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const coach = await addCoach(server, organization);
  const members = await Promise.all(Array.from({ length: 6 }, () => addMember(server, organization)));
  const assign = ({ user_id }: { user_id: string }) =>
    server.request('PATCH', `${membersOf(organization)}/${user_id}`, {
      token,
      body: { coach_id: coach.user_id },
    });
  const coachPath = `/api/v1/organizations/${organization.org_id}/coaches/${coach.user_id}`;
  const [dismissed, ...assigned] = await Promise.all([
    server.request('DELETE', coachPath, { token }),
    ...members.map(assign),
  ]);
  assert.equal(dismissed.status, 200);
  for (const { status } of assigned) assert.ok(status === 200 || status === 400);
  const list = await server.request('GET', `${membersOf(organization)}?coach_id=${coach.user_id}`, { token });
  assert.equal(list.body.count, 0);
});

test('what the developer API reads: summary, athletes, pages', async () => {
  const organization = await createOrganization(server);
  const { db } = server.deps;
  const { org_id } = organization;
  assert.deepEqual(await listAthletes(db, { org_id, limit: 10, offset: 0 }), { athletes: [], total: 0 });
  const first = await addMember(server, organization, {
    user: await signUp(server, {
      first_name: 'Aki',
      last_name: 'Mori',
      preferences: { timezone: 'Asia/Tokyo', unit_system: 'imperial' },
    }),
  });
  const second = await addMember(server, organization, { fields: { display_name: 'Ace' } });
  const { athletes, total } = await listAthletes(db, { org_id, limit: 10, offset: 0 });
  assert.equal(total, 2);
  const [aki, ace] = athletes;
  assert.deepEqual([aki?.id, ace?.id], [first.user_id, second.user_id]);
  assert.deepEqual(
    [aki?.first_name, aki?.last_name, aki?.display_name, aki?.timezone, aki?.unit_system],
    ['Aki', 'Mori', 'Aki Mori', 'Asia/Tokyo', 'imperial'],
  );
  assert.equal(ace?.display_name, 'Ace');
  assert.equal(aki?.privacy.share_activity_with_coach, true);
  assert.deepEqual(await listAthletes(db, { org_id, limit: 1, offset: 1 }), { athletes: [ace], total: 2 });
  assert.deepEqual(await listAthletes(db, { org_id, limit: 1, offset: 9 }), { athletes: [], total: 2 });
  assert.deepEqual(await findAthlete(db, { org_id, user_id: first.user_id }), aki);
  assert.equal(await findAthlete(db, { org_id: club.org_id, user_id: first.user_id }), null);
  assert.deepEqual(await findOrganizationSummary(db, org_id), {
    id: org_id,
    name: organization.name,
    athlete_count: 2,
  });
  assert.equal(await findOrganizationSummary(db, newId()), null);
});
