import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  acceptOffer,
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { walkPages } from '../../test/walk-pages.ts';

const ORGANIZATIONS = '/api/v1/organizations';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

test('the audit log: order, filters, bad input', async () => {
  const organization = await createOrganization(server);
  const member = await addMember(server, organization);
  const path = `${ORGANIZATIONS}/${organization.org_id}/audit-logs`;
  const { token } = organization.coach;
  const read = (query = '') => server.request('GET', `${path}${query}`, { token });
  const all = (await read()).body;
  assert.equal(all.count, 2);
  const [added, created] = all.logs;
  assert.deepEqual(
    [added.event_type, added.actor_type, added.actor_id, added.target_id],
    ['member_added', 'app', null, member.user_id],
  );
  assert.equal(created.event_type, 'organization_created');
  assert.equal(created.target_name, organization.name);
  assert.deepEqual((await read('?event_type=organization_created')).body.logs, [created]);
  assert.deepEqual((await read('?limit=1')).body.logs, [added]);
  assert.deepEqual((await read(`?before=${added.created_at}`)).body.logs, [created]);
  assert.equal((await read('?before=2000-01-01')).body.count, 0);
  for (const query of ['?limit=0', '?limit=201', '?event_type=nothing', '?before=yesterday']) {
    assert.equal((await read(query)).status, 400, query);
  }
  assert.equal((await read('?before=2016-12-31T23:59:60Z')).status, 400);
});

/** The specification's answer as others are: for whoever goes through its pages. */
async function inData(answer: Promise<TestResponse>): Promise<TestResponse> {
  const { body, ...rest } = await answer;
  return { ...rest, body: { data: body } };
}

test('the audit log in pages: by cursor, narrowed too, with the answer as it was without one', async () => {
  const organization = await createOrganization(server);
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await addMember(server, organization)).user_id);
  const path = `${ORGANIZATIONS}/${organization.org_id}/audit-logs`;
  const { token } = organization.coach;
  const read = (query: string) => server.request('GET', `${path}?${query}`, { token });
  const walk = (query: string, between?: () => Promise<unknown>) =>
    walkPages((asked) => inData(read(asked.includes('cursor') ? asked : `${asked}&cursor=`)), {
      name: 'logs',
      query,
      ...(between && { between }),
    });
  const { logs, ...rest } = (await read('limit=200')).body;
  assert.deepEqual([logs.length, rest], [5, { count: 5 }]);
  assert.deepEqual((await read('limit=2&cursor=')).body.count, 2);
  assert.deepEqual(await walk('limit=2'), [logs.slice(0, 2), logs.slice(2, 4), logs.slice(4)]);
  const [added = []] = await walk(`limit=3&event_type=member_added&before=${logs[0].created_at}`);
  assert.deepEqual(
    added.map(({ target_id }) => target_id),
    ids.slice(0, 3).toReversed(),
  );
  const while_added = await walk('limit=4', () => addMember(server, organization));
  assert.deepEqual(while_added, [logs.slice(0, 4), logs.slice(4)], 'what happens meanwhile moves nothing');
  for (const cursor of ['x', '_'.repeat(32)])
    assert.equal((await read(`cursor=${cursor}`)).status, 400, cursor);
});

test('an entry names what it is about by its id as it is, however the client spelled it', async () => {
  const club = await createOrganization(server);
  const { org_id, coach } = club;
  const path = `${ORGANIZATIONS}/${org_id}`;
  const shouted = path.replace(org_id, org_id.toUpperCase());
  const next = await signUp(server, { membership_role: 'coach' });
  await addCoach(server, club, { user: next, role: 'admin' });
  const { token } = coach;
  const send = async (method: string, to: string, body: object) =>
    assert.equal((await server.request(method, to, { token, body })).status, 200, to);
  await send('PUT', shouted, { description: 'Loud' });
  await send('PUT', `${shouted}/head-coach`, { user_id: next.user_id.toUpperCase() });
  await acceptOffer(server, { org_id: org_id.toUpperCase() }, next);
  const { logs } = (
    await server.request('GET', `${path}/audit-logs?event_type=organization_updated`, { token })
  ).body;
  assert.deepEqual(
    logs.map(({ target_id }: { target_id: string }) => target_id),
    [org_id, org_id],
  );
});

test('who may read the audit log', async () => {
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const elsewhere = await createOrganization(server);
  const callers: [string, string | undefined, number][] = [
    ['assistant', (await addCoach(server, club)).token, 200],
    ['platform admin', platformAdmin.token, 200],
    ['member', (await addMember(server, club)).token, 403],
    ['outsider', elsewhere.coach.token, 404],
    ['nobody', undefined, 401],
    ['key with all scopes', (await createApiKey(server, club, { scopes: ['admin'] })).secret, 200],
    ['reading key', (await createApiKey(server, club, { scopes: ['read'] })).secret, 403],
    ['foreign key', (await createApiKey(server, elsewhere, { scopes: ['admin'] })).secret, 404],
  ];
  for (const [who, token, status] of callers) {
    const answer = await server.request(
      'GET',
      `${ORGANIZATIONS}/${club.org_id}/audit-logs`,
      token === undefined ? {} : { token },
    );
    assert.equal(answer.status, status, who);
  }
});
