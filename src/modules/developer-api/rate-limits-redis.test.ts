import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey, createOrganization } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { assertRefused } from '../../test/rate-limits.ts';
import { readKeys, removeKeys, skipWithoutRedis, TEST_REDIS_URL } from '../../test/redis.ts';

async function useUp(server: TestServer): Promise<{ key_id: string }> {
  const { id, secret: apiKey } = await createApiKey(server, await createOrganization(server));
  const get = () => server.request('GET', '/developer/v1/org', { apiKey });
  const answers = await Promise.all(Array.from({ length: 8 }, get));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  const retryAfter = assertRefused(server.clock, await get(), 3);
  server.clock.advance(retryAfter * 1000);
  assert.equal((await get()).status, 200);
  return { key_id: id };
}

test('with REDIS_URL, requests are counted there', { skip: skipWithoutRedis }, async () => {
  const server = await startTestServer({ REDIS_URL: TEST_REDIS_URL, RATE_LIMIT_PER_MINUTE: '3' });
  const { key_id } = await useUp(server);
  const ready = await server.request('GET', '/readyz');
  const keys = `ekiden:rate:api-key:${key_id}`;
  const stored = await readKeys(keys);
  await removeKeys(keys);
  await server.stop();
  assert.equal(ready.body.status, 'ok');
  assert.equal(stored.get('')?.fields['hour:count'], '4');
});

test('with REDIS_URL and no Redis, requests are served, limited in memory, and /readyz says so', async () => {
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
  const server = await startTestServer({ REDIS_URL, RATE_LIMIT_PER_MINUTE: '3' });
  await useUp(server);
  const ready = await server.request('GET', '/readyz');
  await server.stop();
  assert.deepEqual([ready.status, ready.body.status], [200, 'degraded']);
  const limits = ready.body.checks.find(({ name }: { name: string }) => name === 'rate_limits');
  assert.equal(limits.ok, false);
  assert.equal(limits.note, 'Redis does not answer: this process counts rate limits in its own memory.');
});
