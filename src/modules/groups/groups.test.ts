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
import { walkPages } from '../../test/walk-pages.ts';
import { listGroups } from './index.ts';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

const groupsOf = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}/groups`;

async function eventsOf(organization: TestOrganization): Promise<string[]> {
  const path = `/api/v1/organizations/${organization.org_id}/audit-logs?limit=200`;
  const { body } = await server.request('GET', path, { token: organization.coach.token });
  return body.logs.map((log: { event_type: string }) => log.event_type).reverse();
}

test('a group from its making to its end', async () => {
  const organization = await createOrganization(server);
  const member = await addMember(server, organization);
  const { token } = organization.coach;
  const made = await server.request('POST', groupsOf(organization), {
    token,
    body: { name: ' Marathon ', color: '#1f6feb' },
  });
  assert.equal(made.status, 201);
  const { group } = made.body.data;
  assert.deepEqual(
    [group.name, group.description, group.color, group.member_count, group.members, group.org_id],
    ['Marathon', '', '#1f6feb', 0, [], organization.org_id],
  );
  const path = `${groupsOf(organization)}/${group.id}`;
  assert.deepEqual((await server.request('GET', path, { token })).body, { status: 'ok', data: { group } });

  const memberPath = `${path}/members/${member.user_id}`;
  for (let twice = 0; twice < 2; twice += 1) {
    const put = await server.request('PUT', memberPath, { token });
    assert.deepEqual(
      [put.status, put.body.data.group.member_count, put.body.data.group.members],
      [200, 1, [member.user_id]],
    );
  }
  const listed = await server.request('GET', groupsOf(organization), { token });
  assert.deepEqual(listed.body.data, {
    groups: [{ ...group, member_count: 1, members: [member.user_id] }],
    next_cursor: null,
  });
  const [summary] = await listGroups(server.deps.db, organization.org_id);
  assert.equal(summary?.member_count, 1);
  assert.ok(summary && !('members' in summary));

  const patched = await server.request('PATCH', path, {
    token,
    body: { description: 'Taipei', color: null },
  });
  assert.deepEqual(
    [patched.body.data.group.name, patched.body.data.group.description, patched.body.data.group.color],
    ['Marathon', 'Taipei', null],
  );
  const out = await server.request('DELETE', memberPath, { token });
  assert.deepEqual([out.status, out.body.data.group.members], [200, []]);
  assert.equal((await server.request('DELETE', memberPath, { token })).status, 404);
  await server.request('PUT', memberPath, { token });
  assert.equal((await server.request('DELETE', path, { token })).status, 200);
  assert.equal((await server.request('DELETE', path, { token })).status, 404);
  assert.equal((await server.request('GET', path, { token })).status, 404);
  assert.deepEqual((await eventsOf(organization)).slice(2), [
    'group_created',
    'group_member_added',
    'group_updated',
    'group_member_removed',
    'group_member_added',
    'group_deleted',
  ]);
  const members = await server.request('GET', `/api/v1/organizations/${organization.org_id}/members`, {
    token,
  });
  assert.equal(members.body.count, 1, 'they stay members');
});

test('bad input', async () => {
  const { token } = club.coach;
  const group = await createGroup(server, club);
  for (const body of [
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'a', color: 'red' },
    { name: 1 },
  ]) {
    const answer = await server.request('POST', groupsOf(club), { token, body });
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
  for (const body of [{ name: null }, { color: '#12345' }, { description: 'x'.repeat(2_001) }]) {
    const answer = await server.request('PATCH', `${groupsOf(club)}/${group.id}`, { token, body });
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
  for (const query of [
    '?limit=0',
    '?limit=501',
    '?offset=0',
    '?cursor=',
    '?cursor=x',
    `?cursor=${'_'.repeat(32)}`,
  ]) {
    assert.equal((await server.request('GET', `${groupsOf(club)}${query}`, { token })).status, 400, query);
  }
});

test('names are unique in an organization whatever their case, also for two at once', async () => {
  const { token } = club.coach;
  const { name } = await createGroup(server, club);
  const other = await createGroup(server, club);
  const rename = (to: string) =>
    server.request('PATCH', `${groupsOf(club)}/${other.id}`, { token, body: { name: to } });
  assert.equal((await rename(name.toUpperCase())).status, 409);
  assert.equal((await rename(other.name.toUpperCase())).status, 200);
  const create = (as: string) => server.request('POST', groupsOf(club), { token, body: { name: as } });
  const both = await Promise.all([create('Twins'), create('TWINS')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  await createGroup(server, await createOrganization(server), { fields: { name } });
});

test('groups are listed by age, page by page, while others are added', async () => {
  const organization = await createOrganization(server);
  await createGroup(server, club);
  const groups: { id: string }[] = [];
  for (let i = 0; i < 5; i += 1) groups.push(await createGroup(server, organization));
  const { token } = organization.coach;
  const read = (query: string) => server.request('GET', `${groupsOf(organization)}?${query}`, { token });
  const idsOf = (page: { id?: unknown }[]) => page.map(({ id }) => id);
  const ids = groups.map(({ id }) => id);
  const pages = await walkPages(read, { name: 'groups', query: 'limit=2' });
  assert.deepEqual(pages.map(idsOf), [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  assert.deepEqual(idsOf((await read('')).body.data.groups), ids);
  const late: string[] = [];
  const between = async () => late.push((await createGroup(server, organization)).id);
  const moving = await walkPages(read, { name: 'groups', query: 'limit=4', between });
  assert.deepEqual(moving.map(idsOf), [ids.slice(0, 4), [ids[4], ...late]]);
});

test('who may read and manage groups', async () => {
  const group = await createGroup(server, club);
  const member = await addMember(server, club);
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const elsewhere = await createOrganization(server);
  const callers: [string, string | undefined, { list: number; read: number; write: number }][] = [
    ['assistant', (await addCoach(server, club)).token, { list: 200, read: 200, write: 200 }],
    ['platform admin', platformAdmin.token, { list: 200, read: 200, write: 403 }],
    ['member', member.token, { list: 403, read: 403, write: 403 }],
    ['outsider', elsewhere.coach.token, { list: 404, read: 404, write: 404 }],
    ['nobody', undefined, { list: 401, read: 401, write: 401 }],
    ['key', (await createApiKey(server, club)).secret, { list: 200, read: 200, write: 403 }],
    [
      'narrow key',
      (await createApiKey(server, club, { scopes: ['org:read'] })).secret,
      { list: 403, read: 403, write: 403 },
    ],
    ['foreign key', (await createApiKey(server, elsewhere)).secret, { list: 404, read: 404, write: 403 }],
  ];
  const path = `${groupsOf(club)}/${group.id}`;
  for (const [who, token, expected] of callers) {
    const by = token === undefined ? {} : { token };
    const list = (await server.request('GET', groupsOf(club), by)).status;
    const read = (await server.request('GET', path, by)).status;
    const writes = [
      await server.request('PATCH', path, { ...by, body: {} }),
      await server.request('PUT', `${path}/members/${member.user_id}`, by),
      await server.request('DELETE', `${path}/members/${member.user_id}`, by),
    ];
    for (const { status } of writes) assert.deepEqual({ list, read, write: status }, expected, who);
    if (expected.write === 200) continue;
    const others = [
      await server.request('POST', groupsOf(club), { ...by, body: { name: 'No' } }),
      await server.request('DELETE', path, by),
    ];
    for (const { status } of others) assert.equal(status, expected.write, who);
  }
});

test("another organization's groups and people stay there", async () => {
  const elsewhere = await createOrganization(server);
  const stranger = await addMember(server, elsewhere);
  const foreign = await createGroup(server, elsewhere, { members: [stranger] });
  const own = await createGroup(server, club);
  const { token } = club.coach;
  const at = (id: string) => `${groupsOf(club)}/${id}`;
  const answers = [
    await server.request('GET', at(foreign.id), { token }),
    await server.request('PATCH', at(foreign.id), { token, body: { name: 'Mine' } }),
    await server.request('DELETE', at(foreign.id), { token }),
    await server.request('PUT', `${at(foreign.id)}/members/${stranger.user_id}`, { token }),
    await server.request('DELETE', `${at(foreign.id)}/members/${stranger.user_id}`, { token }),
    await server.request('PUT', `${at(own.id)}/members/${stranger.user_id}`, { token }),
    await server.request('PUT', `${at(own.id)}/members/${newId()}`, { token }),
    await server.request('GET', at('none'), { token }),
  ];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
  const { body } = await server.request('GET', `${groupsOf(elsewhere)}/${foreign.id}`, {
    token: elsewhere.coach.token,
  });
  const { group } = body.data;
  assert.deepEqual([group.name, group.members], [foreign.name, [stranger.user_id]]);
});

test('a group that is deleted while members are put in: no request fails', async () => {
  const organization = await createOrganization(server);
  const member = await addMember(server, organization);
  const group = await createGroup(server, organization);
  const { token } = organization.coach;
  const path = `${groupsOf(organization)}/${group.id}`;
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => server.request('PUT', `${path}/members/${member.user_id}`, { token })),
    server.request('DELETE', path, { token }),
    ...Array.from({ length: 5 }, () => server.request('PUT', `${path}/members/${member.user_id}`, { token })),
  ]);
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200 && status !== 404),
    [],
  );
});
