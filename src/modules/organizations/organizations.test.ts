import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import {
  acceptOffer,
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { TEST_APP_KEY, type TestServer, testServer } from '../../test/harness.ts';
import { setOrganizationTier } from './set-organization-tier.ts';

const ORGANIZATIONS = '/api/v1/organizations';
const LOGO = 'https://club.example.org/logo.png';

let server: TestServer;
let club: TestOrganization;
let outsider: TestUser;
before(async () => {
  server = await testServer();
  club = await createOrganization(server, {
    fields: { description: 'We run.', settings: { logo_url: LOGO, training_principle: 'Easy.' } },
  });
  outsider = (await createOrganization(server)).coach;
});

const newName = (): string => `Club ${randomUUID()}`;
const orgPath = (): string => `${ORGANIZATIONS}/${club.org_id}`;

test('an application creates an organization for a head coach', async () => {
  const coach = await signUp(server, { membership_role: 'coach' });
  const name = newName();
  const body = { name: `  ${name} `, head_coach_user_id: coach.user_id, settings: { a: 1, gone: null } };
  const answer = await server.request('POST', ORGANIZATIONS, { apiKey: TEST_APP_KEY, body });
  assert.equal(answer.status, 201);
  const { organization } = answer.body;
  assert.equal(organization.org_name, name);
  assert.equal(organization.head_coach_user_id, coach.user_id);
  assert.deepEqual(organization.coaches, []);
  assert.deepEqual(organization.settings, { a: 1 });
  assert.equal(organization.tier, 'club');
  assert.ok(organization.features.includes('developer_api'));
  const read = await server.request('GET', `${ORGANIZATIONS}/${organization.org_id}`, { token: coach.token });
  assert.deepEqual(read.body, {
    ...organization,
    pending_coaches: [{ user_id: coach.user_id, role: 'head_coach', offered_at: organization.created_at }],
  });
});

test('creating: bad input, no credentials, no coach', async () => {
  const create = (body: unknown, by: object = { apiKey: TEST_APP_KEY }) =>
    server.request('POST', ORGANIZATIONS, { body, ...by });
  const head_coach_user_id = club.coach.user_id;
  const bad: [unknown, string][] = [
    [{ head_coach_user_id }, 'name'],
    [{ name: '  ', head_coach_user_id }, 'name'],
    [{ name: 'x'.repeat(101), head_coach_user_id }, 'name'],
    [{ name: newName() }, 'head_coach_user_id'],
    [{ name: newName(), head_coach_user_id: 'me' }, 'head_coach_user_id'],
    [{ name: newName(), head_coach_user_id, settings: [] }, 'settings'],
    [{ name: newName(), head_coach_user_id, settings: { logo_url: 'javascript:1' } }, 'settings.logo_url'],
    [{ name: newName(), head_coach_user_id, settings: { long: 'x'.repeat(33_000) } }, 'settings'],
  ];
  for (const [body, path] of bad) {
    const answer = await create(body);
    assert.equal(answer.status, 400, JSON.stringify(answer.body));
    assert.equal(answer.body.details[0].path, path);
  }
  const unknown = await create({ name: newName(), head_coach_user_id: newId() });
  assert.equal(unknown.status, 404);
  assert.match(unknown.body.error, /head_coach_user_id/);

  assert.equal((await create({ name: newName() }, {})).status, 401);
  assert.equal((await create({ name: newName() }, { apiKey: 'wrong' })).status, 401);
  const athlete = await signUp(server);
  assert.equal((await create({ name: newName() }, { token: athlete.token })).status, 403);
  const forAnother = { name: newName(), head_coach_user_id: athlete.user_id };
  assert.equal((await create(forAnother, { token: club.coach.token })).status, 400);
});

test('of two organizations with one name, whatever its case, one is made', async () => {
  const name = newName();
  const answers = await Promise.all(
    [name, name.toUpperCase()].map((each) =>
      server.request('POST', ORGANIZATIONS, { token: club.coach.token, body: { name: each } }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'conflict');
});

test('everybody reads an organization; settings and tier are for the team', async () => {
  const member = await addMember(server, club);
  const admin = await signUp(server);
  await grantAdmin(server, admin.user_id);
  const { secret } = await createApiKey(server, club);
  const read = async (token?: string) => {
    const answer = await server.request('GET', orgPath(), token === undefined ? {} : { token });
    assert.equal(answer.status, 200);
    return answer.body;
  };
  for (const token of [undefined, outsider.token]) {
    const body = await read(token);
    assert.deepEqual(body.settings, { logo_url: LOGO });
    assert.equal(body.description, 'We run.');
    assert.ok(!('tier' in body) && !('features' in body));
  }
  for (const token of [club.coach.token, member.token, admin.token]) {
    const body = await read(token);
    assert.equal(body.settings.training_principle, 'Easy.');
    assert.equal(body.tier, 'club');
  }
  const byKey = await read(secret);
  assert.deepEqual(byKey.settings, { logo_url: LOGO });
  assert.equal(byKey.tier, 'club');
});

test('reading: an unknown id, no id, a key of another organization, a token that is none', async () => {
  assert.equal((await server.request('GET', `${ORGANIZATIONS}/${newId()}`)).status, 404);
  assert.equal((await server.request('GET', `${ORGANIZATIONS}/none`)).status, 404);
  const { secret } = await createApiKey(server, await createOrganization(server));
  assert.equal((await server.request('GET', orgPath(), { token: secret })).status, 404);
  const upper = await server.request('GET', `${ORGANIZATIONS}/${club.org_id.toUpperCase()}`);
  assert.equal(upper.body.org_id, club.org_id);
  assert.equal((await server.request('GET', orgPath(), { token: 'nonsense' })).status, 401);
  const narrow = await createApiKey(server, club, { scopes: ['groups:read'] });
  const refused = await server.request('GET', orgPath(), { token: narrow.secret });
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
});

test('a name and a description are changed, and nothing else by the way', async () => {
  const organization = await createOrganization(server, { fields: { settings: { a: 1 } } });
  const { token } = organization.coach;
  const put = (body: unknown) =>
    server.request('PUT', `${ORGANIZATIONS}/${organization.org_id}`, { token, body });
  const before = await put({});
  assert.deepEqual([before.status, before.body.organization.org_name], [200, organization.name]);
  const same = await put({ name: organization.name, settings: { a: 1, gone: null } });
  assert.deepEqual(same.body.organization, before.body.organization, 'as it was, `updated_at` included');
  const wrong = await put({ org_name: 'New' });
  assert.equal(wrong.body.error, 'org_name: is not a field of this request; the nearest is name.');
  const name = newName();
  const renamed = await put({ name, description: ' New. ' });
  assert.equal(renamed.body.organization.org_name, name);
  assert.equal(renamed.body.organization.description, 'New.');
  assert.deepEqual(renamed.body.organization.settings, { a: 1 });
  assert.equal((await put({ name: name.toUpperCase() })).status, 200, 'its own name in other letters');
  assert.equal((await put({ name: club.name.toUpperCase() })).status, 409);
  assert.equal((await put({ name: '' })).status, 400);
});

test('who may change an organization', async () => {
  const organization = await createOrganization(server);
  const path = `${ORGANIZATIONS}/${organization.org_id}`;
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const { secret } = await createApiKey(server, organization, { scopes: ['admin'] });
  const callers: [string, string | undefined, number][] = [
    ['head coach', organization.coach.token, 200],
    ['admin', (await addCoach(server, organization, { role: 'admin' })).token, 200],
    ['platform admin', platformAdmin.token, 200],
    ['assistant', (await addCoach(server, organization)).token, 403],
    ['member', (await addMember(server, organization)).token, 403],
    ['outsider', outsider.token, 404],
    ['nobody', undefined, 401],
    ['key', secret, 403],
  ];
  for (const [who, token, status] of callers) {
    const options = token === undefined ? {} : { token };
    const answer = await server.request('PUT', path, { ...options, body: { description: who } });
    assert.equal(answer.status, status, who);
  }
  const unknown = await server.request('PUT', `${ORGANIZATIONS}/${newId()}`, {
    token: outsider.token,
    body: {},
  });
  const foreign = await server.request('PUT', path, { token: outsider.token, body: {} });
  assert.deepEqual(
    { ...foreign.body, request_id: '' },
    { ...unknown.body, request_id: '' },
    'what is none of their business looks like nothing',
  );
});

test('the head coach appoints and dismisses coaches', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const user = await signUp(server, { display_name: 'Kenji' });
  const member = await addMember(server, organization);
  const path = `${ORGANIZATIONS}/${organization.org_id}/coaches/${user.user_id}`;
  const put = (role: string) => server.request('PUT', path, { token, body: { role } });
  assert.deepEqual((await put('assistant_coach')).body.data.organization.coaches, []);
  await acceptOffer(server, organization, user);
  const appointed = await put('assistant_coach');
  assert.equal(appointed.status, 200);
  assert.deepEqual(appointed.body.data.organization.coaches, [
    { user_id: user.user_id, name: 'Kenji', role: 'assistant_coach' },
  ]);
  assert.equal((await put('assistant_coach')).status, 200);
  assert.equal((await put('admin')).body.data.organization.coaches[0].role, 'admin');
  assert.equal((await put('emperor')).status, 400);

  const memberPath = `${ORGANIZATIONS}/${organization.org_id}/members/${member.user_id}`;
  const assigned = await server.request('PATCH', memberPath, { token, body: { coach_id: user.user_id } });
  assert.equal(assigned.body.data.member.coach_id, user.user_id);

  const ofOther = path.replace(user.user_id, (await addCoach(server, organization)).user_id);
  const byAdmin = await server.request('DELETE', ofOther, { token: user.token });
  assert.equal(byAdmin.status, 403, 'an admin appoints and dismisses nobody else');
  assert.equal((await server.request('DELETE', ofOther, { token })).status, 200);
  const dismissed = await server.request('DELETE', path, { token });
  assert.equal(dismissed.status, 200);
  assert.deepEqual(dismissed.body.data.organization.coaches, []);
  assert.equal((await server.request('DELETE', path, { token })).status, 404);
  const after = await server.request('PATCH', memberPath, { token, body: {} });
  assert.equal(after.body.data.member.coach_id, null);

  const { logs } = (
    await server.request('GET', `${ORGANIZATIONS}/${organization.org_id}/audit-logs`, { token })
  ).body;
  assert.deepEqual(
    logs.filter((log: { target_id: string }) => log.target_id === user.user_id).map(eventAndData),
    [
      ['coach_removed', { unassigned_members: 1 }],
      ['coach_added', { role: 'admin', previous_role: 'assistant_coach' }],
      ['coach_added', { role: 'assistant_coach', previous_role: null }],
      ['membership_offered', { role: 'assistant_coach' }],
    ],
  );
});

const eventAndData = (log: { event_type: string; data: object }) => [log.event_type, log.data];

test("a coach's real name is for the team: everybody else sees the chosen name or the user name", async () => {
  const organization = await createOrganization(server);
  const coach = await signUp(server, { first_name: 'Yuki', last_name: 'Tanaka' });
  await addCoach(server, organization, { user: coach });
  const member = await addMember(server, organization);
  const suspended = await addMember(server, organization);
  const status = await server.request(
    'PATCH',
    `${ORGANIZATIONS}/${organization.org_id}/members/${suspended.user_id}`,
    { token: organization.coach.token, body: { status: 'suspended' } },
  );
  assert.equal(status.status, 200);
  const key = await createApiKey(server, organization);
  const own = await server.request('GET', `/api/v1/users/${coach.user_id}`, { token: coach.token });
  const { username } = own.body.data;
  const nameFor = async (by: object): Promise<string> => {
    const answer = await server.request('GET', `${ORGANIZATIONS}/${organization.org_id}`, by);
    assert.equal(answer.status, 200);
    return answer.body.coaches[0].name;
  };
  for (const { token } of [organization.coach, coach, member])
    assert.equal(await nameFor({ token }), 'Yuki Tanaka');
  assert.equal(await nameFor({ headers: { authorization: `Bearer ${key.secret}` } }), 'Yuki Tanaka');
  for (const { token } of [outsider, suspended]) assert.equal(await nameFor({ token }), username);
  assert.equal(await nameFor({}), username);
});

test('coaches: the head coach, unknown users, outsiders', async () => {
  const { token, user_id } = club.coach;
  const at = (id: string) => `${orgPath()}/coaches/${id}`;
  const body = { role: 'admin' };
  assert.equal((await server.request('PUT', at(user_id), { token, body })).status, 409);
  assert.equal((await server.request('DELETE', at(user_id.toUpperCase()), { token })).status, 409);
  assert.equal((await server.request('PUT', at(newId()), { token, body })).status, 404);
  assert.equal((await server.request('DELETE', at(newId()), { token })).status, 404);
  assert.equal(
    (await server.request('PUT', at(outsider.user_id), { token: outsider.token, body })).status,
    404,
  );
  assert.equal((await server.request('PUT', at(outsider.user_id), { body })).status, 401);
});

test('the tier decides the features at once', async () => {
  const organization = await createOrganization(server);
  const path = `${ORGANIZATIONS}/${organization.org_id}`;
  const { token } = organization.coach;
  const free = ['member_management', 'groups'];
  const ofACoach = [...free, 'security_settings', 'coach_agent'];
  const features = { free, coach: ofACoach, club: [...ofACoach, 'developer_api'] };
  const key = await createApiKey(server, organization);
  for (const tier of ['free', 'club', 'coach'] as const) {
    await setOrganizationTier(server.deps, { org_id: organization.org_id, tier });
    const { body } = await server.request('GET', path, { token });
    assert.deepEqual([body.tier, body.features], [tier, features[tier]]);
    const newKey = await server.request('POST', `${path}/api-keys`, { token, body: { name: tier } });
    assert.equal(newKey.status, tier === 'free' ? 403 : 201);
    const developer = await server.request('GET', '/developer/v1/org', { apiKey: key.secret });
    assert.equal(developer.status, tier === 'club' ? 200 : 403);
  }
});

test('an organization has five hundred coaches at most, who can still be given another role', async () => {
  const { db } = server.deps;
  const club = await createOrganization(server);
  const first = await addCoach(server, club);
  const { columns } = await db.one<{ columns: string }>(sql`
    SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
    WHERE table_name = 'users' AND column_name NOT IN ('user_id', 'email', 'username')`);
  await db.executeSql(
    `WITH people AS (
       INSERT INTO users (user_id, email, username, ${columns})
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', replace(gen_random_uuid()::text, '-', '_'), ${columns}
       FROM users, generate_series(1, 498) WHERE user_id = $1 RETURNING user_id
     )
     INSERT INTO organization_coaches SELECT $2, user_id, 'admin', now() FROM people`,
    [first.user_id, club.org_id],
  );
  await addCoach(server, club);
  const put = async (user: TestUser, role: string) => {
    const path = `${ORGANIZATIONS}/${club.org_id}/coaches/${user.user_id}`;
    const { status, body } = await server.request('PUT', path, { token: club.coach.token, body: { role } });
    return [status, body.data?.organization.coaches.length ?? body.code];
  };
  assert.deepEqual(await put(await signUp(server), 'admin'), [409, 'conflict']);
  assert.deepEqual(await put(first, 'admin'), [200, 500]);
});
