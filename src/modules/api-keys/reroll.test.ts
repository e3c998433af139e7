import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  grantAdmin,
  setTier,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';
import { setKeyLimits } from './index.ts';

let server: TestServer;
let club: TestOrganization;
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
});

const orgPath = ({ org_id }: TestOrganization): string => `/api/v1/organizations/${org_id}`;
const keysOf = (organization: TestOrganization): string => `${orgPath(organization)}/api-keys`;

const reroll = (
  organization: TestOrganization,
  key_id: string,
  body: unknown = {},
  by: { token?: string } = organization.coach,
): Promise<TestResponse> =>
  server.request('POST', `${keysOf(organization)}/${key_id}/reroll`, {
    ...(by.token === undefined ? {} : { token: by.token }),
    body,
  });

async function listOf(organization: TestOrganization) {
  const { body } = await server.request('GET', keysOf(organization), { token: organization.coach.token });
  return body.api_keys;
}

async function logOf(organization: TestOrganization, limit: number) {
  const path = `${orgPath(organization)}/audit-logs?limit=${limit}`;
  const { body } = await server.request('GET', path, { token: organization.coach.token });
  return body.logs.map(
    ({ event_type, actor_type, target_id, target_name, data }: Record<string, unknown>) => ({
      event_type,
      actor_type,
      target_id,
      target_name,
      data,
    }),
  );
}

async function tryOut(organization: TestOrganization, secret: string): Promise<string[]> {
  const here = await server.request('GET', orgPath(organization), { token: secret });
  const there = await server.request('GET', '/developer/v1/org', { apiKey: secret });
  return [
    here.status === 200 ? 'served' : here.body.error,
    there.status === 200 ? 'served' : there.body.code,
  ];
}
const SERVED = ['served', 'served'];

test('a key is replaced by one that may do the same, and works beside it until the overlap ends', async (t) => {
  t.after(() => server.clock.reset());
  const organization = await createOrganization(server);
  const expires_at = new Date(server.clock.now().getTime() + 2 * DAY_MS).toISOString();
  const old = await createApiKey(server, organization, { name: 'Report', scopes: ['admin'], expires_at });
  const limits = { requests_per_minute: 77, exports_per_hour: 3 };
  await setKeyLimits(server.deps, { key_id: old.id, limits });
  const [listed] = await listOf(organization);
  server.clock.advance(12 * HOUR_MS);
  const asked = await server.request('POST', '/developer/v1/exports', { apiKey: old.secret, body: {} });
  const export_path = `/developer/v1/exports/${asked.body.data.export.id}`;

  const answer = await reroll(organization, old.id, { overlap_s: 3_600 });
  assert.deepEqual([answer.status, answer.headers.get('cache-control')], [201, 'no-store']);
  const { secret, ...key } = answer.body.data.api_key;
  assert.match(secret, /^ekiden_[0-9A-Za-z]{43}$/);
  const { created_at } = key;
  const inMs = (ms: number): string => new Date(Date.parse(created_at) + ms).toISOString();
  assert.deepEqual(key, {
    ...listed,
    id: key.id,
    prefix: secret.slice(0, 12),
    created_at,
    expires_at: inMs(Date.parse(listed.expires_at) - Date.parse(listed.created_at)),
  });
  const { replaced_key } = answer.body.data;
  const ending = { ...listed, expires_at: inMs(HOUR_MS), replaced_by: key.id };
  assert.deepEqual({ ...replaced_key, last_used_at: null }, ending);
  const both = (await listOf(organization)).map((one: object) => ({ ...one, last_used_at: null }));
  assert.deepEqual(both, [ending, key]);
  const stored = await server.deps.db.one(sql`
    SELECT requests_per_minute, requests_per_hour, exports_per_hour FROM api_keys WHERE id = ${key.id}`);
  assert.deepEqual(stored, { requests_per_hour: null, ...limits });

  const log = await logOf(organization, 3);
  const about = (one: { id: string }) => ({ target_id: one.id, target_name: 'Report' });
  assert.deepEqual(log.slice(0, 2), [
    {
      ...about(old),
      event_type: 'api_key_updated',
      actor_type: 'user',
      data: { fields: ['expires_at'], expires_at: ending.expires_at, replaced_by: key.id },
    },
    {
      ...about(key),
      event_type: 'api_key_created',
      actor_type: 'user',
      data: { scopes: ['admin'], expires_at: key.expires_at, replaces: old.id },
    },
  ]);
  const everything = await server.deps.db.query(sql`
    SELECT to_jsonb(k)::text FROM api_keys k WHERE org_id = ${organization.org_id}
    UNION ALL SELECT to_jsonb(a)::text FROM audit_log a WHERE org_id = ${organization.org_id}`);
  assert.ok(!JSON.stringify(everything).includes(secret.slice(12)));

  assert.deepEqual(await tryOut(organization, old.secret), SERVED);
  assert.deepEqual(await tryOut(organization, secret), SERVED);
  const statusOf = async (apiKey: string) => (await server.request('GET', export_path, { apiKey })).status;
  assert.deepEqual(
    [await statusOf(old.secret), await statusOf(secret)],
    [200, 404],
    'its exports stay its own',
  );
  server.clock.advance(HOUR_MS - MINUTE_MS);
  assert.deepEqual(await tryOut(organization, old.secret), SERVED);
  server.clock.advance(MINUTE_MS);
  assert.deepEqual(await tryOut(organization, old.secret), ['The API key has expired.', 'key_expired']);
  assert.deepEqual(await tryOut(organization, secret), SERVED);
  assert.deepEqual(
    (await listOf(organization)).map(({ id }: { id: string }) => id),
    [key.id],
  );
});

test('without an overlap the old key ends at once', async () => {
  const organization = await createOrganization(server);
  const old = await createApiKey(server, organization);
  const { data: rerolled } = (await reroll(organization, old.id, { overlap_s: 0 })).body;
  assert.deepEqual(await tryOut(organization, old.secret), ['The API key has been revoked.', 'key_revoked']);
  assert.deepEqual(await tryOut(organization, rerolled.api_key.secret), SERVED);
  assert.deepEqual(
    [rerolled.api_key.expires_at, rerolled.replaced_key.expires_at],
    [null, rerolled.api_key.created_at],
  );
  const [{ event_type, target_id, data }] = await logOf(organization, 1);
  assert.deepEqual(
    [event_type, target_id, data],
    [
      'api_key_revoked',
      old.id,
      { expires_at: rerolled.replaced_key.expires_at, replaced_by: rerolled.api_key.id },
    ],
  );
});

test('when both keys end', async () => {
  const soon = new Date(server.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
  const last = '9999-12-31T23:59:59.999Z';
  const far = '2999-01-01T00:00:00.000Z';
  const cases: [old: string | null, sent: object, expires_at: string | null][] = [
    [far, { expires_at: null }, null],
    [far, { expires_at: ' ' }, null],
    [far, { expires_at: '2998-01-01' }, '2998-01-01T00:00:00.000Z'],
    [last, {}, last],
    [null, { expires_at: last }, last],
  ];
  for (const [old, sent, expected] of cases) {
    const { id } = await createApiKey(server, club, { expires_at: old });
    const { data: rerolled } = (await reroll(club, id, sent)).body;
    assert.equal(rerolled.api_key.expires_at, expected, JSON.stringify(sent));
    // Nobody said for how long: a day.
    const day = Date.parse(rerolled.replaced_key.expires_at) - Date.parse(rerolled.api_key.created_at);
    assert.equal(day, DAY_MS);
  }
  const { id } = await createApiKey(server, club, { expires_at: soon });
  const { data: rerolled } = (await reroll(club, id, { expires_at: far })).body;
  assert.equal(rerolled.replaced_key.expires_at, soon, 'nobody’s life is made longer');
  const [{ data }] = await logOf(club, 1);
  assert.deepEqual(data, { fields: [], expires_at: soon, replaced_by: rerolled.api_key.id });
});

test('a key is replaced once, also by two at once', async () => {
  const organization = await createOrganization(server);
  for (const [overlap_s, late] of [
    [60, 409],
    [0, 404],
  ] as const) {
    const { id } = await createApiKey(server, organization);
    const count = (await listOf(organization)).length;
    const both = await Promise.all([1, 2].map(() => reroll(organization, id, { overlap_s })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, late]);
    assert.equal((await reroll(organization, id)).status, late);
    assert.equal((await listOf(organization)).length, count + (overlap_s === 0 ? 0 : 1));
    const events = (await logOf(organization, 3)).map((one: { event_type: string }) => one.event_type);
    const ended = overlap_s === 0 ? 'api_key_revoked' : 'api_key_updated';
    assert.deepEqual(events, [ended, 'api_key_created', 'api_key_created']);
  }
});

test('a key that is revoked while it is replaced is over', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  for (const first of ['revoke', 'replace'] as const) {
    const { id, secret } = await createApiKey(server, organization);
    const start = {
      revoke: () => server.request('DELETE', `${keysOf(organization)}/${id}`, { token }),
      replace: () => reroll(organization, id, { overlap_s: 60 }),
    };
    const answers: Promise<TestResponse>[] = [];
    await server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM api_keys WHERE id = ${id} FOR UPDATE`);
      for (const what of [first, first === 'revoke' ? 'replace' : 'revoke'] as const) {
        answers.push(start[what]());
        await waitForLock(tx, answers.length);
      }
    });
    const outcome = (await Promise.all(answers)).map(({ status }) => status).toSorted();
    assert.ok(['200,201', '200,404'].includes(String(outcome)), `${first}: ${outcome}`);
    assert.deepEqual((await tryOut(organization, secret)).includes('served'), false, first);
  }
});

test('a key that is not there, or not any more, or another’s: all the same', async (t) => {
  t.after(() => server.clock.reset());
  const expires_at = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
  const expired = await createApiKey(server, club, { expires_at });
  const revoked = await createApiKey(server, club);
  const foreign = await createApiKey(server, await createOrganization(server));
  const { token } = club.coach;
  await server.request('DELETE', `${keysOf(club)}/${revoked.id}`, { token });
  server.clock.advance(HOUR_MS);
  const unknown = await reroll(club, newId());
  assert.equal(unknown.status, 404);
  for (const { id } of [expired, revoked, foreign]) {
    const { status, body } = await reroll(club, id, { overlap_s: 0 });
    assert.deepEqual([status, body.code, body.error], [404, unknown.body.code, unknown.body.error]);
  }
  assert.equal((await reroll(club, 'seven')).status, 404);
});

test('bad input', async () => {
  const { id } = await createApiKey(server, club);
  const past = new Date(server.clock.now().getTime() - 1).toISOString();
  for (const overlap_s of [-1, 86_401, 1.5, '60', null, 1e300]) {
    const { status, body } = await reroll(club, id, { overlap_s });
    assert.deepEqual([status, body.details[0].path], [400, 'overlap_s'], String(overlap_s));
  }
  for (const expires_at of [past, 'tomorrow', 5, '9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']) {
    const { status, body } = await reroll(club, id, { expires_at });
    assert.deepEqual([status, body.details[0].path], [400, 'expires_at'], String(expires_at));
  }
  assert.equal((await reroll(club, id, [])).status, 400);
  const renamed = await reroll(club, id, { name: 'Another', scopes: ['admin'] });
  assert.deepEqual([renamed.status, renamed.body.details[0].path], [400, 'name']);
});

test('who may replace keys: those who may make them', async () => {
  const platformAdmin = await signUp(server);
  await grantAdmin(server, platformAdmin.user_id);
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  const callers: [string, { token?: string }, number][] = [
    ['assistant', await addCoach(server, club), 403],
    ['platform admin', platformAdmin, 403],
    ['member', await addMember(server, club), 403],
    ['outsider', (await createOrganization(server)).coach, 404],
    ['nobody', {}, 401],
    ['key', { token: key.secret }, 403],
    ['admin', await addCoach(server, club, { role: 'admin' }), 201],
  ];
  for (const [who, by, status] of callers)
    assert.equal((await reroll(club, key.id, {}, by)).status, status, who);
  const poor = await createOrganization(server);
  const sleeping = await createApiKey(server, poor);
  await setTier(server, poor.org_id, 'free');
  const { status, body } = await reroll(poor, sleeping.id);
  assert.deepEqual([status, body.code], [403, 'feature_not_enabled']);
});

test('at the cap keys can still be replaced, and no more than as many again are alive', async () => {
  const organization = await createOrganization(server);
  const { token } = organization.coach;
  const { id } = await createApiKey(server, organization);
  const fill = (count: number, replaced_by: string | null) =>
    server.deps.db.execute(sql`
      INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_at, expires_at, replaced_by)
      SELECT gen_random_uuid(), ${organization.org_id}, 'Key', 'ekiden_xxxxx', sha256(gen_random_uuid()::text::bytea),
             '{read}', now(), now() + interval '1 day', ${replaced_by}::uuid
      FROM generate_series(1, ${count}::int)`);
  await fill(99, null);
  const first = await reroll(organization, id);
  assert.equal(first.status, 201);
  const create = () => server.request('POST', keysOf(organization), { token, body: { name: 'Key' } });
  assert.equal((await create()).status, 409);
  const [{ id: another }, { id: other }] = (await listOf(organization)).slice(1);
  await server.request('DELETE', `${keysOf(organization)}/${another}`, { token });
  assert.equal((await create()).status, 201, 'a key in its last hours takes nobody’s place');
  await fill(98, id);
  const active = [first.body.data.api_key.id, other];
  const answers: Promise<TestResponse>[] = [];
  await server.deps.db.transaction(async (tx) => {
    // Both have counted before either is held back.
    await tx.execute(sql`SELECT FROM users WHERE user_id = ${organization.coach.user_id} FOR UPDATE`);
    for (const one of active) answers.push(reroll(organization, one));
    await waitForLock(tx, 2);
  });
  const both = await Promise.all(answers);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
  const refused = both.findIndex(({ status }) => status === 409);
  assert.equal(both[refused]?.body.code, 'conflict');
  assert.equal((await listOf(organization)).length, 200);
  assert.equal((await reroll(organization, active[refused], { overlap_s: 0 })).status, 201);
});
