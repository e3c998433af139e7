import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { newEmail, signUp } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';

// A server of its own with five requests per network that believes any client network.
describe('requests for mails from one network', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ MAIL_REQUESTS_PER_HOUR: '5', TRUST_PROXY: 'loopback' });
  });
  after(() => server.stop());

  const PATHS = ['/api/v1/auth/password-reset', '/api/v1/auth/request-verification'] as const;
  const askFrom = (network: string, path: string, email = newEmail()): Promise<TestResponse> =>
    server.request('POST', path, { body: { email }, headers: { 'x-forwarded-for': network } });

  test('are counted together, whatever the address and the answer', async () => {
    const { email } = await signUp(server);
    const network = '192.0.2.1';
    const answers = [
      await askFrom(network, PATHS[0]),
      await askFrom(network, PATHS[0], email),
      await askFrom(network, PATHS[1]),
      await askFrom(network, PATHS[1], email),
      await askFrom(network, PATHS[1]),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 409, 200],
    );
    server.clock.advance(20 * MINUTE_MS);
    for (const path of PATHS) {
      const refused = await askFrom(network, path);
      assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
      assert.match(refused.body.error, /from your network within the hour/);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait > 2_390 && wait <= 2_400, `40 minutes until the hour is over: ${wait}`);
      assert.equal((await askFrom('192.0.2.2', path)).status, 200, 'another network');
    }
    server.clock.advance(HOUR_MS / 3 + HOUR_MS / 3 + SECOND_MS);
    for (const path of PATHS) assert.equal((await askFrom(network, path)).status, 200);
  });

  test('at once are counted exactly, and those of an IPv6 network as one', async () => {
    const hosts = Array.from({ length: 12 }, (_, host) => `2001:db8:1:2::${host + 1}`);
    const answers = await Promise.all(hosts.map((host, i) => askFrom(host, PATHS[i % 2] ?? '')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 7);
    assert.equal((await askFrom('2001:db8:1:3::1', PATHS[0])).status, 200);
  });

  test('that are not valid count for nothing', async () => {
    for (let i = 0; i < 6; i++) assert.equal((await askFrom('192.0.2.3', PATHS[0], 'nobody')).status, 400);
    assert.equal((await askFrom('192.0.2.3', PATHS[0])).status, 200);
  });
});
