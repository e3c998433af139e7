import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pino } from 'pino';
import { generateApiKeySecret } from '../../infra/crypto/api-key-secret.ts';
import type { Database } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { SERVER_LIMITS } from '../../shared/access.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
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
import { authenticateApiKey, createKeyUsage, setKeyLimits } from './index.ts';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

const orgPath = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;
const keysOf = (organization: TestOrganization): string => `${orgPath(organization)}/api-keys`;

async function listOf(organization: TestOrganization) {
  const answer = await server.request('GET', keysOf(organization), { token: organization.coach.token });
  assert.equal(answer.status, 200);
  return answer.body;
}

test('a key is made, listed without its secret, used and revoked', async () => {
  const organization = await createOrganization(server);
  const { token, user_id } = organization.coach;
  const made = await server.request('POST', keysOf(organization), { token, body: { name: ' Report ' } });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const { secret, ...key } = made.body.api_key;
  assert.match(secret, /^ekiden_[0-9A-Za-z]{43}$/);
  assert.deepEqual(
    [key.name, key.prefix, key.scopes, key.expires_at, key.last_used_at, key.created_by],
    ['Report', secret.slice(0, 12), ['read'], null, null, user_id],
  );
  assert.deepEqual(await listOf(organization), { api_keys: [key], count: 1 });

  const use = () => server.request('GET', orgPath(organization), { token: secret });
  assert.equal((await use()).status, 200);
  const [used] = (await listOf(organization)).api_keys;
  assert.ok(Date.parse(used.last_used_at) >= Date.parse(key.created_at));

  const path = `${keysOf(organization)}/${key.id}`;
  assert.equal((await server.request('DELETE', path, { token })).status, 200);
  const refused = await use();
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.error],
    [401, 'unauthenticated', 'The API key has been revoked.'],
  );
  assert.equal((await server.request('DELETE', path, { token })).status, 404);
  assert.deepEqual(await listOf(organization), { api_keys: [], count: 0 });

  const { logs } = (await server.request('GET', `${orgPath(organization)}/audit-logs`, { token })).body;
  assert.deepEqual(
    logs.slice(0, 2).map((log: { event_type: string; target_id: string }) => [log.event_type, log.target_id]),
    [
      ['api_key_revoked', key.id],
      ['api_key_created', key.id],
    ],
  );
  assert.ok(!JSON.stringify(logs).includes(secret));
  const stored = await server.deps.db.query(sql`SELECT * FROM api_keys WHERE id = ${key.id}`);
  assert.ok(!JSON.stringify(stored).includes(secret.slice(12)));
});

test('expiry: blank is none, past or malformed is refused, and it takes effect', async (t) => {
  t.after(() => server.clock.reset());
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const create = (expires_at: unknown) =>
    server.request('POST', keysOf(organization), { token, body: { name: 'Key', expires_at } });
  for (const blank of ['', '  ', null]) {
    assert.equal((await create(blank)).body.api_key.expires_at, null);
  }
  const now = server.clock.now().getTime();
  const past = new Date(now - 1).toISOString();
  const beyond = ['9999-12-31T23:59:59-00:01', '10000-01-01', '0000-01-01T00:00:00+00:01'];
  const noTimes = ['tomorrow', '2999-02-30', '2999-01-01T25:00:00Z', '2999-01-01T00:00:00', 5];
  for (const bad of [past, '2020-01-01', ...beyond, ...noTimes]) {
    const answer = await create(bad);
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, 'expires_at'], String(bad));
  }
  assert.equal(
    (await create('2999-01-01T09:00:00+09:00')).body.api_key.expires_at,
    '2999-01-01T00:00:00.000Z',
  );
  assert.equal((await create('2999-01-01')).body.api_key.expires_at, '2999-01-01T00:00:00.000Z');
  assert.equal((await create('9999-12-31T23:59:59.999Z')).status, 201);

  const expires_at = new Date(now + DAY_MS).toISOString();
  const { id, secret } = await createApiKey(server, organization, { expires_at });
  const use = () => server.request('GET', orgPath(organization), { token: secret });
  assert.equal((await use()).status, 200);
  server.clock.advance(DAY_MS - 60_000);
  assert.equal((await use()).status, 200);
  server.clock.advance(60_000);
  assert.equal((await use()).body.error, 'The API key has expired.');
  server.clock.reset();
  await server.request('DELETE', `${keysOf(organization)}/${id}`, { token });
  server.clock.advance(2 * DAY_MS);
  assert.equal((await use()).body.error, 'The API key has been revoked.', 'revoked wins over expired');
});

test('scopes are kept as given; aliases are expanded when the key is used', async () => {
  const made = await server.request('POST', keysOf(club), {
    token: club.coach.token,
    body: { name: 'Key', scopes: ['admin', 'org:read', 'admin'] },
  });
  assert.deepEqual(made.body.api_key.scopes, ['admin', 'org:read']);
  for (const scopes of [[], ['write'], ['READ'], 'read', [1], Array.from({ length: 21 }, () => 'read')]) {
    const answer = await server.request('POST', keysOf(club), {
      token: club.coach.token,
      body: { name: 'Key', scopes },
    });
    assert.equal(answer.status, 400, JSON.stringify(scopes));
  }
  const authenticate = authenticateApiKey({
    db: server.deps.db,
    clock: server.clock,
    keyUsage: { record: () => undefined, flush: async () => undefined, close: async () => undefined },
  });
  const { id, secret } = await createApiKey(server, club, { scopes: ['read', 'exports:read'] });
  assert.deepEqual(await authenticate(secret), {
    type: 'api_key',
    key_id: id,
    org_id: club.org_id,
    scopes: ['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read', 'exports:read'],
    features: ['member_management', 'groups', 'security_settings', 'coach_agent', 'developer_api'],
    limits: SERVER_LIMITS,
  });
});

test('bad input', async () => {
  for (const body of [{}, { name: '' }, { name: '   ' }, { name: 'x'.repeat(101) }, []]) {
    const answer = await server.request('POST', keysOf(club), { token: club.coach.token, body });
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
});

test('an unknown secret is refused, and one that cannot be a secret without a query', async () => {
  const noDatabase = new Proxy({} as Database, {
    get: () => {
      throw new Error('the database was asked');
    },
  });
  const authenticate = authenticateApiKey({
    db: noDatabase,
    clock: server.clock,
    keyUsage: createKeyUsage({ db: noDatabase, logger: pino({ level: 'silent' }) }),
  });
  const secret = generateApiKeySecret();
  const changed = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  for (const malformed of ['', 'ekiden_', changed, `${secret}0`, secret.slice(0, -1)]) {
    await assert.rejects(authenticate(malformed), { code: 'invalid_key', status: 401 });
  }
  await assert.rejects(authenticate(secret), { message: 'the database was asked' });
  const unknown = await server.request('GET', orgPath(club), { token: secret });
  assert.deepEqual([unknown.status, unknown.body.code], [401, 'unauthenticated']);
});

test('who may manage keys', async () => {
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const elsewhere = await createOrganization(server);
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  const callers: [string, string | undefined, number][] = [
    ['assistant', (await addCoach(server, club)).token, 403],
    ['platform admin', platformAdmin.token, 403],
    ['member', (await addMember(server, club)).token, 403],
    ['outsider', elsewhere.coach.token, 404],
    ['nobody', undefined, 401],
    ['key', key.secret, 403],
    ['admin', (await addCoach(server, club, { role: 'admin' })).token, 200],
  ];
  for (const [who, token, status] of callers) {
    const by = token === undefined ? {} : { token };
    const create = await server.request('POST', keysOf(club), { ...by, body: { name: 'Key' } });
    assert.equal(create.status, status === 200 ? 201 : status, who);
    assert.equal((await server.request('GET', keysOf(club), by)).status, status, who);
    const revoke = await server.request('DELETE', `${keysOf(club)}/${key.id}`, by);
    assert.equal(revoke.status, status, who);
  }
  const foreign = await createApiKey(server, elsewhere);
  const across = await server.request('DELETE', `${keysOf(club)}/${foreign.id}`, { token: club.coach.token });
  assert.equal(across.status, 404);
  const unknown = await server.request('DELETE', `${keysOf(club)}/${newId()}`, { token: club.coach.token });
  assert.equal(unknown.status, 404);
  assert.equal((await listOf(elsewhere)).count, 1);
});

test('the operator’s limits are in the log of the organization, when they change', async () => {
  const organization = await createOrganization(server);
  const { id } = await createApiKey(server, organization);
  const set = (limits: Parameters<typeof setKeyLimits>[1]['limits']) =>
    setKeyLimits(server.deps, { key_id: id, limits });
  await set({ requests_per_minute: 300, exports_per_hour: null });
  await set({ requests_per_minute: 300 });
  await set({});
  await set({ requests_per_minute: null, requests_per_hour: 9_000 });
  const path = `${orgPath(organization)}/audit-logs?event_type=api_key_updated`;
  const { logs } = (await server.request('GET', path, { token: organization.coach.token })).body;
  assert.deepEqual(
    logs.map(({ actor_type, target_id, target_name, data }: Record<string, unknown>) => [
      actor_type,
      target_id,
      target_name,
      data,
    ]),
    [
      {
        fields: ['requests_per_minute', 'requests_per_hour'],
        requests_per_minute: null,
        requests_per_hour: 9_000,
      },
      { fields: ['requests_per_minute'], requests_per_minute: 300 },
    ].map((data) => ['system', id, 'Test key', data]),
  );
});

test('at most 100 active keys, also when the last two are made at once', async () => {
  const organization = await createOrganization(server);
  const { token, user_id } = organization.coach;
  await server.deps.db.execute(sql`
    INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at)
    SELECT gen_random_uuid(), ${organization.org_id}, 'Key', 'ekiden_xxxxx', sha256(gen_random_uuid()::text::bytea),
           '{read}', ${user_id}, now()
    FROM generate_series(1, 99)`);
  const create = () => server.request('POST', keysOf(organization), { token, body: { name: 'Key' } });
  const both = await Promise.all([create(), create()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  const { api_keys } = await listOf(organization);
  await server.request('DELETE', `${keysOf(organization)}/${api_keys[0].id}`, { token });
  assert.equal((await create()).status, 201);
});

test('two revoke at once: one does, and the log has it once', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const { id } = await createApiKey(server, organization);
  const revoke = () => server.request('DELETE', `${keysOf(organization)}/${id}`, { token });
  const both = await Promise.all([revoke(), revoke()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404]);
  const path = `${orgPath(organization)}/audit-logs?event_type=api_key_revoked`;
  assert.equal((await server.request('GET', path, { token })).body.count, 1);
});

test('the last use never moves back, and what could not be written is kept', async () => {
  const organization = await createOrganization(server);
  const { id } = await createApiKey(server, organization);
  const { db } = server.deps;
  const lastUsed = async () => {
    const row = await db.one<{ last_used_at: Date | null }>(
      sql`SELECT last_used_at FROM api_keys WHERE id = ${id}`,
    );
    return row.last_used_at?.toISOString();
  };
  let broken = true;
  const flaky: Database = {
    ...db,
    execute: (statement) => (broken ? Promise.reject(new Error('away')) : db.execute(statement)),
  };
  const usage = createKeyUsage({ db: flaky, logger: pino({ level: 'silent' }) });
  usage.record(id, new Date('2026-05-02T00:00:00Z'));
  usage.record(id, new Date('2026-05-01T00:00:00Z'));
  usage.record(newId(), new Date('2026-05-01T00:00:00Z'));
  await usage.flush();
  assert.equal(await lastUsed(), undefined);
  broken = false;
  await usage.flush();
  assert.equal(await lastUsed(), '2026-05-02T00:00:00.000Z');
  usage.record(id, new Date('2026-04-01T00:00:00Z'));
  await usage.close();
  assert.equal(await lastUsed(), '2026-05-02T00:00:00.000Z');
});
