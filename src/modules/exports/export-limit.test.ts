import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buildApp } from '../../app.ts';
import { sql } from '../../infra/db/sql.ts';
import { createMemoryRateLimiter } from '../../infra/rate-limit/memory.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';
import { assertRefused, shownLimits } from '../../test/rate-limits.ts';
import { setKeyLimits } from '../api-keys/index.ts';

const AS_BY_DEFAULT = { RATE_LIMIT_PER_MINUTE: '', RATE_LIMIT_PER_HOUR: '', EXPORTS_PER_HOUR: '' };
const EXPORTS = 5;
const PER_MINUTE = 60;

describe('the limit of exports', () => {
  let server: TestServer;
  let organization: TestOrganization;
  before(async () => {
    // Nobody works on the exports: how fast they are done is not what is tested.
    server = await startTestServer({ ...AS_BY_DEFAULT, ROLES: 'api' });
    organization = await createOrganization(server);
  });
  after(() => server.stop());

  const newKey = async (scopes = ['admin']): Promise<string> =>
    (await createApiKey(server, organization, { scopes })).secret;
  const create = (apiKey: string, body: unknown = {}): Promise<TestResponse> =>
    server.request('POST', '/developer/v1/exports', { apiKey, body });
  const getOrg = (apiKey: string): Promise<TestResponse> =>
    server.request('GET', '/developer/v1/org', { apiKey });
  const refused = (answer: TestResponse, limit = EXPORTS): number =>
    assertRefused(server.clock, answer, limit);

  test('of 10 at once, exactly 5 are accepted; the others cost nothing of the other limits', async () => {
    const key = await newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key)));
    const accepted = answers.filter(({ status }) => status === 202);
    assert.equal(accepted.length, EXPORTS);
    for (const answer of answers.filter((one) => !accepted.includes(one))) {
      const retryAfter = refused(answer);
      assert.ok(retryAfter > 3_500 && retryAfter <= 3_600, `${retryAfter} s`);
    }
    assert.equal(shownLimits(await getOrg(key))?.remaining, PER_MINUTE - EXPORTS - 1);
  });

  test('goes before validation and the limits of the key, and after the scope', async () => {
    const key = await newKey();
    for (let i = 0; i < EXPORTS; i += 1) assert.equal((await create(key)).status, 202);
    refused(await create(key, { format: 'pdf' }));
    await Promise.all(Array.from({ length: PER_MINUTE }, () => getOrg(key)));
    refused(await getOrg(key), PER_MINUTE);
    refused(await create(key));
    assert.equal((await create(await newKey(['exports:read']))).body.code, 'missing_scope');
  });

  test('can be another one for one key', async () => {
    const { id: key_id, secret } = await createApiKey(server, organization, { scopes: ['admin'] });
    await setKeyLimits(server.deps, { key_id, limits: { exports_per_hour: 2 } });
    const narrow = await Promise.all(Array.from({ length: 4 }, () => create(secret)));
    assert.equal(narrow.filter(({ status }) => status === 202).length, 2);
    for (const answer of narrow.filter(({ status }) => status !== 202)) refused(answer, 2);
    await setKeyLimits(server.deps, { key_id, limits: { exports_per_hour: 7 } });
    const wide = await Promise.all(Array.from({ length: 10 }, () => create(secret)));
    assert.equal(wide.filter(({ status }) => status === 202).length, 5);
    refused(await create(secret), 7);
  });

  test('with some left, the limits of the key refuse', async () => {
    const key = await newKey();
    await Promise.all(Array.from({ length: PER_MINUTE }, () => getOrg(key)));
    refused(await create(key), PER_MINUTE);
  });

  test('counts what was accepted, whatever became of it', async () => {
    const key = await newKey();
    assert.equal((await create(key, { format: 'pdf' })).status, 400);
    assert.equal((await create(key, { athlete_ids: [] })).status, 400);
    for (let i = 0; i < EXPORTS; i += 1) {
      const { status, body } = await create(key);
      assert.equal(status, 202);
      const became = i % 2 === 0 ? 'failed' : 'deleted';
      await server.deps.db.execute(
        sql`UPDATE export_jobs SET status = ${became} WHERE id = ${body.data.export.id}`,
      );
    }
    refused(await create(key));
  });

  test('frees one an hour after each creation', async () => {
    const key = await newKey();
    assert.equal((await create(key)).status, 202);
    server.clock.advance(30 * MINUTE_MS);
    for (let i = 1; i < EXPORTS; i += 1) assert.equal((await create(key)).status, 202);
    const retryAfter = refused(await create(key));
    assert.ok(retryAfter > 1_750 && retryAfter <= 1_800, `${retryAfter} s`);
    server.clock.advance((retryAfter - 2) * 1_000);
    refused(await create(key));
    server.clock.advance(2_000);
    assert.equal((await create(key)).status, 202);
    refused(await create(key));
  });

  test('holds for a server that was started anew on the same database', async () => {
    const key = await newKey();
    for (let i = 0; i < EXPORTS; i += 1) assert.equal((await create(key)).status, 202);
    const { deps, clock } = server;
    // Everything that the first server remembers outside its database is left out.
    const anew = await buildApp({ ...deps, rateLimiter: createMemoryRateLimiter({ clock }) });
    const answer = await anew.inject({
      method: 'POST',
      url: '/developer/v1/exports',
      headers: { 'x-api-key': key },
      payload: {},
    });
    await anew.close();
    assert.deepEqual([answer.statusCode, answer.headers['x-ratelimit-limit']], [429, String(EXPORTS)]);
  });

  test('is the key’s own', async () => {
    const [one, other] = [await newKey(), await newKey()];
    for (let i = 0; i < EXPORTS; i += 1) assert.equal((await create(one)).status, 202);
    refused(await create(one));
    assert.equal((await create(other)).status, 202);
  });
});
