import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { buildApp } from '../../app.ts';
import { createMemoryRateLimiter } from '../../infra/rate-limit/memory.ts';
import { SCOPE_ALIASES, SCOPES } from '../../shared/access.ts';
import { newId } from '../../shared/ids.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { createApiKey, createOrganization, setTier, type TestOrganization } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const ENDPOINTS = [
  ['GET', '/org', 'org:read'],
  ['GET', '/athletes', 'athletes:read'],
  ['GET', `/athletes/${newId()}`, 'athletes:read'],
  ['GET', `/activities?athlete_id=${newId()}`, 'activities:read'],
  ['GET', `/activities/${newId()}`, 'activities:read'],
  ['GET', `/plans?athlete_id=${newId()}`, 'plans:read'],
  ['GET', `/plans/${newId()}`, 'plans:read'],
  ['GET', '/groups', 'groups:read'],
  ['POST', '/exports', 'exports:create'],
  ['GET', '/exports', 'exports:read'],
  ['GET', `/exports/${newId()}`, 'exports:read'],
  ['GET', `/exports/${newId()}/download`, 'exports:read'],
  ['GET', `/activities/${newId()}/streams`, 'streams:read'],
  ['GET', `/activities/${newId()}/file`, 'streams:read'],
  ['GET', `/athletes/${newId()}/load`, 'metrics:read'],
  ['GET', `/athletes/${newId()}/health/daily`, 'metrics:read'],
  ['GET', `/athletes/${newId()}/availability`, 'availability:read'],
  ['GET', `/athletes/${newId()}/feedback`, 'feedback:read'],
  ['GET', '/sessions', 'sessions:read'],
  ['GET', `/sessions/${newId()}/attendance`, 'sessions:read'],
] as const;

describe('the key of a request to the developer API', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const send = (method: string, where: string, headers: Record<string, string>, body?: unknown) =>
    server.request(method, `/developer/v1${where}`, { headers, ...(body === undefined ? {} : { body }) });

  function assertError(answer: TestResponse, status: number, code: string): void {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'code', 'request_id']);
    assert.equal(answer.body.success, false);
    assert.equal(answer.body.code, code);
    assert.ok(answer.body.error.length > 5);
    assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
    assert.equal(answer.headers.get('x-api-version'), '2026-07-01');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  }

  test('every endpoint refuses what is no key, before it looks at anything else', async () => {
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const unknown = 'ekiden_'.padEnd(secret.length, '0');
    const wrong: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${unknown}` },
      { 'x-api-key': unknown },
      { 'x-api-key': `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}` },
      { 'x-api-key': '' },
      { authorization: `Basic ${secret}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${club.coach.token}` },
    ];
    for (const [method, where] of ENDPOINTS) {
      const body = method === 'POST' ? { unknown_field: 1 } : undefined;
      for (const headers of wrong) {
        const answer = await send(method, where, headers, body);
        assertError(answer, 401, 'invalid_key');
        assert.equal(answer.headers.get('x-ratelimit-limit'), null);
      }
    }
  });

  test('a revoked key and an expired key say so, revocation first', async () => {
    const [revoked, expiring] = await Promise.all([
      createApiKey(server, club, { scopes: ['admin'] }),
      createApiKey(server, club, {
        scopes: ['admin'],
        expires_at: new Date(server.clock.now().getTime() + HOUR_MS).toISOString(),
      }),
    ]);
    const path = `/api/v1/organizations/${club.org_id}/api-keys`;
    const { status } = await server.request('DELETE', `${path}/${revoked.id}`, { token: club.coach.token });
    assert.equal(status, 200);
    const both = { 'x-api-key': expiring.secret };
    assert.equal((await send('GET', '/org', both)).status, 200);
    assertError(await send('GET', '/org', { 'x-api-key': revoked.secret }), 401, 'key_revoked');
    server.clock.advance(HOUR_MS + 1);
    try {
      for (const [method, where] of ENDPOINTS) {
        assertError(await send(method, where, both, method === 'POST' ? {} : undefined), 401, 'key_expired');
      }
      assert.equal((await send('GET', '/org', { 'x-api-key': revoked.secret })).body.code, 'key_revoked');
    } finally {
      server.clock.reset();
    }
    assert.equal((await send('GET', '/org', both)).status, 200);
  });

  test('revocation, expiry and tier hold on every node from the next request on', async () => {
    const { deps } = server;
    const expires_at = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
    const other = await createOrganization(server);
    const revoked = await createApiKey(server, club, { scopes: ['read'] });
    const expiring = await createApiKey(server, club, { scopes: ['read'], expires_at });
    const poor = await createApiKey(server, other, { scopes: ['read'] });
    // A second node: a server of its own over the same database.
    const rateLimiter = createMemoryRateLimiter({ clock: deps.clock });
    const node = await buildApp({ ...deps, rateLimiter });
    const answers = async (): Promise<string[]> =>
      Promise.all(
        [revoked, expiring, poor].map(async ({ secret }) => {
          const headers = { 'x-api-key': secret };
          const { body } = await node.inject({ method: 'GET', url: '/developer/v1/org', headers });
          return JSON.parse(body).code ?? 'served';
        }),
      );
    try {
      assert.deepEqual(await answers(), ['served', 'served', 'served']);
      const key = `/api/v1/organizations/${club.org_id}/api-keys/${revoked.id}`;
      assert.equal((await server.request('DELETE', key, { token: club.coach.token })).status, 200);
      await setTier(server, other.org_id, 'coach');
      assert.deepEqual(await answers(), ['key_revoked', 'served', 'feature_not_enabled']);
      server.clock.advance(HOUR_MS + 1);
      assert.deepEqual(await answers(), ['key_revoked', 'key_expired', 'feature_not_enabled']);
    } finally {
      server.clock.reset();
      await node.close();
    }
  });

  test('both headers are equivalent; together they must carry the same key', async () => {
    const [one, other] = await Promise.all([createApiKey(server, club), createApiKey(server, club)]);
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    const answers = await Promise.all([
      send('GET', '/org', bearer(one.secret)),
      send('GET', '/org', { 'x-api-key': one.secret }),
      send('GET', '/org', { authorization: `bearer ${one.secret}` }),
      send('GET', '/org', { ...bearer(one.secret), 'x-api-key': one.secret }),
    ]);
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body]);
    assertError(
      await send('GET', '/org', { ...bearer(one.secret), 'x-api-key': other.secret }),
      401,
      'invalid_key',
    );
    assertError(
      await send('GET', '/org', { authorization: 'Basic x', 'x-api-key': one.secret }),
      401,
      'invalid_key',
    );
  });

  test('a tier without the API answers 403 before it looks at scopes, ids and bodies', async () => {
    const poor = await createOrganization(server);
    const { secret } = await createApiKey(server, poor, { scopes: ['org:read'] });
    for (const tier of ['coach', 'free']) {
      await setTier(server, poor.org_id, tier);
      for (const [method, where] of ENDPOINTS) {
        const body = method === 'POST' ? { format: 'pdf' } : undefined;
        assertError(await send(method, where, { 'x-api-key': secret }, body), 403, 'feature_not_enabled');
      }
    }
    await setTier(server, poor.org_id, 'club');
    assert.equal((await send('GET', '/org', { 'x-api-key': secret })).status, 200);
  });

  test('each endpoint needs its own scope and no other; aliases stand for several', async () => {
    const grants: [name: string, scopes: readonly string[]][] = [
      ...SCOPES.map((scope): [string, string[]] => [scope, [scope]]),
      ['read', SCOPE_ALIASES.read],
      ['admin', SCOPES],
    ];
    for (const [grant, scopes] of grants) {
      const { secret } = await createApiKey(server, club, { scopes: [grant] });
      for (const [method, where, needed] of ENDPOINTS) {
        // A body and a query that do not pass: the scope comes first.
        const at = where.startsWith('/activities?') ? '/activities' : where;
        const answer = await send(
          method,
          at,
          { 'x-api-key': secret },
          method === 'POST' ? { format: 'pdf' } : undefined,
        );
        if (!scopes.includes(needed)) {
          assertError(answer, 403, 'missing_scope');
          assert.ok(answer.body.error.includes(needed), 'says which');
        } else
          assert.ok([200, 400, 404].includes(answer.status), `${grant} ${method} ${where}: ${answer.status}`);
      }
    }
  });

  test('what is outside the listed endpoints answers in the same envelope', async () => {
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const headers = { 'x-api-key': secret };
    assertError(await send('GET', '/nothing', headers), 404, 'not_found');
    assertError(await send('GET', '/athletes/%ZZ', headers), 400, 'validation_error');
    const wrongMethod = await send('DELETE', '/athletes', headers);
    assertError(wrongMethod, 405, 'method_not_allowed');
    const raw = await fetch(`${server.url}/developer/v1/exports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-request-id': 'mine-1' },
      body: '{"format": ',
    });
    const body = (await raw.json()) as { request_id: string };
    const malformed = { status: raw.status, headers: raw.headers, body };
    assertError(malformed, 400, 'validation_error');
    assert.equal(malformed.body.request_id, 'mine-1');
    const open = await send('GET', '/openapi.json', {});
    assert.equal(open.status, 200);
    assert.equal(open.body.openapi.slice(0, 3), '3.1');
  });
});
