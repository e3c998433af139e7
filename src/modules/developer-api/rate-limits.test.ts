import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createApiKey, createOrganization, setTier, type TestOrganization } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';
import { assertRefused, shownLimits } from '../../test/rate-limits.ts';
import { setKeyLimits } from '../api-keys/index.ts';

const PER_MINUTE = 4;
const PER_HOUR = 7;
const UNKNOWN = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';

let server: TestServer;
let organization: TestOrganization;
before(async () => {
  server = await startTestServer({
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    RATE_LIMIT_PER_HOUR: String(PER_HOUR),
  });
  organization = await createOrganization(server);
});
after(() => server.stop());

const newKey = async (scopes = ['admin'], of = organization): Promise<string> =>
  (await createApiKey(server, of, { scopes })).secret;
const call = (apiKey: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  server.request(method, `/developer/v1${path}`, { apiKey, ...(body === undefined ? {} : { body }) });
const getOrg = (apiKey: string): Promise<TestResponse> => call(apiKey, 'GET', '/org');

const nowS = (): number => Math.floor(server.clock.now().getTime() / 1000);

describe('the headers of the developer API', () => {
  test('count down on every kind of answer to a key that is known', async () => {
    const answers: [string, number, (key: string) => Promise<TestResponse>][] = [
      ['success', 200, getOrg],
      ['HEAD', 200, (key) => send(key, 'HEAD', '/org')],
      ['bad query', 400, (key) => call(key, 'GET', '/athletes?limit=0')],
      ['bad body', 400, (key) => call(key, 'POST', '/exports', { format: 'pdf' })],
      ['a body that is no JSON', 400, (key) => send(key, 'POST', '/exports', '{"format":')],
      ['a body of another type', 415, (key) => send(key, 'POST', '/exports', 'a=b', 'text/plain')],
      ['a body that is too large', 413, (key) => send(key, 'POST', '/exports', `"${'x'.repeat(1_100_000)}"`)],
      ['not found', 404, (key) => call(key, 'GET', `/athletes/${UNKNOWN}`)],
      ['a path id that is none', 404, (key) => call(key, 'GET', '/exports/nothing')],
      ['accepted', 202, (key) => call(key, 'POST', '/exports', {})],
      ['an unknown path', 404, (key) => call(key, 'GET', '/nothing')],
      ['the address of the API itself', 404, (key) => call(key, 'GET', '')],
      ['another method', 405, (key) => call(key, 'DELETE', '/org')],
      [
        'another method of an address that another pattern has too',
        405,
        (key) => call(key, 'POST', '/openapi.json'),
      ],
      ['an escape that cannot be read', 400, (key) => call(key, 'GET', '/athletes/%zz')],
    ];
    for (const [what, status, ask] of answers) {
      const key = await newKey();
      const first = await ask(key);
      assert.equal(first.status, status, `${what}: ${JSON.stringify(first.body)}`);
      const { reset, ...rest } = shownLimits(first) ?? { reset: 0 };
      assert.deepEqual(rest, { limit: PER_MINUTE, remaining: PER_MINUTE - 1 }, what);
      assert.ok(reset > nowS() + 50 && reset <= nowS() + 60, what);
      assert.equal(first.headers.get('retry-after'), null, what);
      assert.equal(shownLimits(await getOrg(key))?.remaining, PER_MINUTE - 2, what);
    }
  });

  test('are on 403 for a scope or a feature too, which counts and goes before a used-up limit', async () => {
    const key = await newKey(['org:read']);
    const poor = await createOrganization(server);
    const poorKey = await newKey(['admin'], poor);
    await setTier(server, poor.org_id, 'coach');
    for (const [code, ask] of [
      ['missing_scope', () => call(key, 'GET', '/groups')],
      ['feature_not_enabled', () => getOrg(poorKey)],
    ] as const) {
      for (const remaining of [3, 2, 1, 0, 0]) {
        const answer = await ask();
        assert.deepEqual([answer.status, answer.body.code], [403, code]);
        assert.deepEqual(
          [shownLimits(answer)?.limit, shownLimits(answer)?.remaining],
          [PER_MINUTE, remaining],
        );
      }
    }
    assertRefused(server.clock, await getOrg(key), PER_MINUTE);
  });

  test('are on 409 too', async () => {
    const paused = await startTestServer({ ROLES: 'api' });
    const club = await createOrganization(paused);
    const { secret: apiKey } = await createApiKey(paused, club, { scopes: ['admin'] });
    const created = await paused.request('POST', '/developer/v1/exports', { apiKey, body: {} });
    const download = `/developer/v1/exports/${created.body.data.export.id}/download`;
    const early = await paused.request('GET', download, { apiKey });
    assert.equal(early.status, 409);
    assert.notEqual(shownLimits(early), null);
    await paused.stop();
  });

  test('are on no other answer', async () => {
    const key = await newKey();
    const without = [
      [401, await server.request('GET', '/developer/v1/org')],
      [401, await getOrg('ekiden_nonsense')],
      [401, await server.request('GET', '/developer/v1/org', { apiKey: key, token: `${key}x` })],
      [200, await call(key, 'GET', '/openapi.json')],
      [200, await server.request('GET', `/api/v1/organizations/${organization.org_id}`, { token: key })],
      [200, await server.request('GET', '/healthz')],
    ] as const;
    for (const [status, answer] of without) {
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.equal(shownLimits(answer), null);
      assert.equal(answer.headers.get('retry-after'), null);
    }
    assert.equal(shownLimits(await getOrg(key))?.remaining, PER_MINUTE - 1, 'and none of them counted');
  });

  test('an address that leads nowhere is told of only after the key: without a good one the answer is 401', async () => {
    const key = await newKey();
    const poor = await createOrganization(server);
    const poorKey = await newKey(['admin'], poor);
    await setTier(server, poor.org_id, 'coach');
    const nowhere = [
      ['GET', '/nothing', 404],
      ['DELETE', '/org', 405],
      ['POST', '/openapi.json', 405],
      ['GET', '/athletes/%zz', 400],
    ] as const;
    for (const [method, path, status] of nowhere) {
      for (const credentials of [{}, { apiKey: 'ekiden_nonsense' }]) {
        const answer = await server.request(method, `/developer/v1${path}`, credentials);
        assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_key'], path);
        assert.equal(shownLimits(answer), null);
        assert.equal(answer.headers.get('x-api-version'), '2026-07-01');
      }
      const asleep = await call(poorKey, method, path);
      assert.deepEqual([asleep.status, asleep.body.code], [403, 'feature_not_enabled'], path);
      const known = await call(key, method, path);
      assert.equal(known.status, status, path);
      assert.equal(known.headers.get('allow') !== null, status === 405, path);
    }
    for (const [method, path] of nowhere)
      assertRefused(server.clock, await call(key, method, path), PER_MINUTE);
  });

  test('are described in the document, on every answer that carries them', async () => {
    const { body } = await server.request('GET', '/developer/v1/openapi.json');
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const [path, operations] of Object.entries(body.paths)) {
      if (path === '/openapi.json') continue;
      for (const { responses } of Object.values(Object(operations)).map(Object)) {
        assert.ok('429' in responses, path);
        for (const [status, response] of Object.entries(responses)) {
          const { $ref, headers = body.components.responses[$ref?.split('/').at(-1)].headers } =
            Object(response);
          for (const name of names) assert.equal(name in headers, status !== '401', `${path} ${status}`);
          const waits = status === '429' || status === '503';
          assert.equal('Retry-After' in headers, waits, `${path} ${status}`);
        }
      }
    }
  });
});

describe('the limits of a key', () => {
  test('at once, exactly as many as there are left pass; a later minute knows nothing of the refused', async () => {
    const key = await newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => getOrg(key)));
    assert.equal(answers.filter(({ status }) => status === 200).length, PER_MINUTE);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertRefused(server.clock, answer, PER_MINUTE);
    server.clock.advance(60_000);
    const next = await getOrg(key);
    // Three of the minute and two of the hour are left; the 16 refused requests counted for nothing.
    assert.deepEqual(
      [shownLimits(next)?.limit, shownLimits(next)?.remaining],
      [PER_HOUR, PER_HOUR - PER_MINUTE - 1],
    );
  });

  test('refuse until Retry-After has elapsed, the minute and then the hour', async () => {
    const key = await newKey();
    for (let i = 0; i < PER_MINUTE; i += 1) assert.equal((await getOrg(key)).status, 200);
    await waitOut(key, PER_MINUTE, [50, 60]);
    for (let i = PER_MINUTE + 1; i < PER_HOUR; i += 1) assert.equal((await getOrg(key)).status, 200);
    await waitOut(key, PER_HOUR, [3500, 3600]);
  });

  test('belong to the key: another one of the same organization has its own', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await Promise.all(Array.from({ length: 10 }, () => getOrg(one)));
    assert.equal(shownLimits(await getOrg(other))?.remaining, PER_MINUTE - 1);
  });
});

test('a conditional request counts, answered with 304 or not', async () => {
  const key = await newKey();
  const first = await getOrg(key);
  const again = await server.request('GET', '/developer/v1/org', {
    apiKey: key,
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal(shownLimits(again)?.remaining, PER_MINUTE - 2);
});

describe('limits of one key', () => {
  test('hold instead of those of the server, from the next request on', async () => {
    const { id: key_id, secret } = await createApiKey(server, organization, { scopes: ['admin'] });
    for (let i = 0; i < PER_MINUTE; i += 1) assert.equal((await getOrg(secret)).status, 200);
    assertRefused(server.clock, await getOrg(secret), PER_MINUTE);
    await setKeyLimits(server.deps, { key_id, limits: { requests_per_minute: 20 } });
    // The window goes on with what it has counted; of the server's hour 3 requests are left.
    const next = await getOrg(secret);
    assert.deepEqual(
      [shownLimits(next)?.limit, shownLimits(next)?.remaining],
      [PER_HOUR, PER_HOUR - PER_MINUTE - 1],
    );
    await setKeyLimits(server.deps, { key_id, limits: { requests_per_hour: 100 } });
    const wide = await getOrg(secret);
    assert.deepEqual([shownLimits(wide)?.limit, shownLimits(wide)?.remaining], [20, 20 - PER_MINUTE - 2]);
    await setKeyLimits(server.deps, { key_id, limits: { requests_per_minute: null } });
    assertRefused(server.clock, await getOrg(secret), PER_MINUTE);
  });

  test('can be narrower, and are no other key’s', async () => {
    const { id: key_id, secret } = await createApiKey(server, organization, { scopes: ['admin'] });
    await setKeyLimits(server.deps, { key_id, limits: { requests_per_minute: 2 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => getOrg(secret)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertRefused(server.clock, answer, 2);
    assert.equal(shownLimits(await getOrg(await newKey()))?.limit, PER_MINUTE);
  });
});

/** Waits for Retry-After minus a second, is refused, waits the second, and passes. */
async function waitOut(key: string, limit: number, [least, most]: readonly [number, number]): Promise<void> {
  const retryAfter = assertRefused(server.clock, await getOrg(key), limit);
  assert.ok(retryAfter >= least && retryAfter <= most, `${retryAfter} s`);
  server.clock.advance((retryAfter - 2) * 1000);
  assertRefused(server.clock, await getOrg(key), limit);
  server.clock.advance(2000);
  assert.equal((await getOrg(key)).status, 200);
}

async function send(
  apiKey: string,
  method: string,
  path: string,
  body: string | null = null,
  type = 'application/json',
): Promise<TestResponse> {
  const headers = { 'x-api-key': apiKey, ...(body === null ? {} : { 'content-type': type }) };
  const response = await fetch(`${server.url}/developer/v1${path}`, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
