import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { findAthlete, findMembership, findOrganizationSummary, listAthletes } from './index.ts';

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

test('a coach adds a member', async () => {
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
  assert.deepEqual([member.member_level, member.status, member.coach_id], ['advanced', 'active', null]);
  const again = await add();
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  const [added] = await auditOf(club, user.user_id);
  assert.deepEqual([added.event_type, added.target_name], ['member_added', 'Speedy']);
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
    ['key', key.secret, { add: 401, list: 200, remove: 401 }],
    ['narrow key', narrowKey.secret, { add: 401, list: 403, remove: 401 }],
    ['foreign key', foreignKey.secret, { add: 401, list: 404, remove: 401 }],
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

test('the list: order, filters, paging with the full count', async () => {
  const organization = await createOrganization(server);
  const { token, user_id: coach_id } = organization.coach;
  const a = await addMember(server, organization, {
    fields: { member_level: 'beginner', labels: ['x', 'y'] },
  });
  const b = await addMember(server, organization, { fields: { member_level: 'advanced', labels: ['x'] } });
  const c = await addMember(server, organization);
  const patch = (id: string, body: unknown) =>
    server.request('PATCH', `${membersOf(organization)}/${id}`, { token, body });
  await patch(b.user_id, { coach_id });
  await patch(c.user_id, { status: 'inactive' });
  const list = async (query: string) => {
    const { body, status } = await server.request('GET', `${membersOf(organization)}${query}`, { token });
    assert.equal(status, 200, query);
    return [body.count, ...body.members.map((member: { user_id: string }) => member.user_id)];
  };
  const [idA, idB, idC] = [a.user_id, b.user_id, c.user_id];
  assert.deepEqual(await list(''), [3, idA, idB, idC]);
  assert.deepEqual(await list('?limit=1&offset=1'), [3, idB]);
  assert.deepEqual(await list('?offset=3'), [3]);
  assert.deepEqual(await list('?status=inactive'), [1, idC]);
  assert.deepEqual(await list('?level=beginner'), [1, idA]);
  assert.deepEqual(await list('?label=x'), [2, idA, idB]);
  assert.deepEqual(await list('?label=x&label=y'), [1, idA]);
  assert.deepEqual(await list(`?coach_id=${coach_id}`), [1, idB]);
  assert.deepEqual(await list('?label=x&level=advanced&status=active'), [1, idB]);
  assert.deepEqual(await list("?level=' OR 1=1 --"), [0]);
  for (const query of ['?limit=0', '?limit=501', '?offset=-1', '?status=gone', '?coach_id=1']) {
    const answer = await server.request('GET', `${membersOf(organization)}${query}`, { token });
    assert.equal(answer.status, 400, query);
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
  assert.notEqual(changed.body.member.display_name, 'Nick');
  assert.deepEqual(
    [changed.body.member.status, changed.body.member.member_level, changed.body.member.labels],
    ['inactive', 'beginner', ['x']],
  );
  assert.deepEqual((await patch({ labels: [], member_level: '' })).body.member.labels, []);
  const wrongCoach = await patch({ coach_id: member.user_id });
  assert.deepEqual([wrongCoach.status, wrongCoach.body.details[0].path], [400, 'coach_id']);
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
  assert.equal(rest.length, 2);
});

test('who is removed is out of all groups, and may be added anew', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const member = await addMember(server, organization, { fields: { display_name: 'Nick', labels: ['x'] } });
  const group = await createGroup(server, organization, { members: [member] });
  const path = `${membersOf(organization)}/${member.user_id}`;
  const id = { org_id: organization.org_id, user_id: member.user_id };
  const { db } = server.deps;
  assert.deepEqual((await findAthlete(db, id))?.group_ids, [group.id]);

  assert.equal((await server.request('DELETE', path, { token })).status, 200);
  assert.equal((await server.request('DELETE', path, { token })).status, 404);
  assert.equal(await findAthlete(db, id), null);
  assert.equal(await findMembership(db, id), null);
  const groupPath = `/api/v1/organizations/${organization.org_id}/groups/${group.id}`;
  const { body } = await server.request('GET', groupPath, { token });
  assert.deepEqual([body.member_count, body.members], [0, []]);
  const [removed] = await auditOf(organization, member.user_id);
  assert.deepEqual(
    [removed.event_type, removed.data],
    ['member_removed', { group_ids: [group.id], plan_ids: [] }],
  );

  await addMember(server, organization, { user: member });
  const again = await findAthlete(db, id);
  assert.notEqual(again?.display_name, 'Nick');
  assert.deepEqual([again?.labels, again?.group_ids], [[], []]);
});

test('a member leaves by themself, also a suspended one, who sees no more than everybody', async () => {
  const organization = await createOrganization(server, { fields: { settings: { secret: 1 } } });
  const member = await addMember(server, organization);
  const path = `${membersOf(organization)}/${member.user_id}`;
  await server.request('PATCH', path, { token: organization.coach.token, body: { status: 'suspended' } });
  const read = await server.request('GET', `/api/v1/organizations/${organization.org_id}`, {
    token: member.token,
  });
  assert.deepEqual([read.status, read.body.settings, read.body.tier], [200, {}, undefined]);
  assert.equal((await server.request('DELETE', path, { token: member.token })).status, 200);
  assert.equal((await server.request('DELETE', path, { token: member.token })).status, 404);
});

test('twenty at once add or remove one member: one outcome, and the log agrees', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const user = await signUp(server);
  const path = `${membersOf(organization)}/${user.user_id}`;
  const group = await createGroup(server, organization);
  const intoGroup = `/api/v1/organizations/${organization.org_id}/groups/${group.id}/members/${user.user_id}`;
  const acts = {
    add: () => server.request('POST', membersOf(organization), { token, body: { user_id: user.user_id } }),
    remove: () => server.request('DELETE', path, { token }),
    group: () => server.request('PUT', intoGroup, { token }),
  };
  const order = ['add', 'remove', 'group', 'add', 'remove'] as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const act = order[i % order.length] ?? 'add';
      return { act, status: (await acts[act]()).status };
    }),
  );
  const count = (act: string, status: number): number =>
    answers.filter((answer) => answer.act === act && answer.status === status).length;
  const [added, removed] = [count('add', 201), count('remove', 200)];
  assert.equal(added + count('add', 409), 8);
  assert.equal(removed + count('remove', 404), 8);
  assert.equal(count('group', 200) + count('group', 404), 4);
  const isMember = added - removed;
  assert.ok(isMember === 0 || isMember === 1);
  const { body } = await server.request('GET', membersOf(organization), { token });
  assert.equal(body.count, isMember);
  const events: string[] = (await auditOf(organization, user.user_id)).map(
    (log: { event_type: string }) => log.event_type,
  );
  assert.equal(events.filter((event) => event === 'member_added').length, added);
  assert.equal(events.filter((event) => event === 'member_removed').length, removed);
  const { body: inGroup } = await server.request('GET', intoGroup.replace(/\/members.*/, ''), { token });
  if (isMember === 0) assert.deepEqual(inGroup.members, []);
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

test('twenty at once add one user: one member', async () => {
  const organization = await createOrganization(server);
  const { user_id } = await signUp(server);
  const { token } = organization.coach;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.request('POST', membersOf(organization), { token, body: { user_id } }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)]);
  assert.equal((await auditOf(organization, user_id)).length, 1);
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
