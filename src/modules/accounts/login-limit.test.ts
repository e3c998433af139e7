import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { newEmail, signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';

// A server of its own that believes any client network: the failures would lock out other tests.
describe('failed sign-ins', () => {
  let server: TestServer;
  let user: TestUser;
  before(async () => {
    server = await startTestServer({ TRUST_PROXY: 'loopback' });
    user = await signUp(server);
  });
  after(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    server.clock.reset();
    await server.deps.db.execute(sql`DELETE FROM login_failures`);
  });

  const login = (email: string, password: string): Promise<TestResponse> =>
    server.request('POST', '/api/v1/auth/login', { body: { email, password } });
  const loginFrom = (network: string, email: string, password: string): Promise<TestResponse> =>
    server.request('POST', '/api/v1/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': network },
    });
  /** Failures of an e-mail address a moment ago, so many from each network. */
  const failIn = (email: string, networks: readonly string[], each: number): Promise<number> =>
    server.deps.db.execute(sql`
      INSERT INTO login_failures (subject, network, failed_at)
      SELECT lower(${`email:${email}`}), network, ${server.clock.now()}::timestamptz
      FROM unnest(${networks}::text[]) AS network, generate_series(1, ${each})`);
  const FIVE_NETWORKS = [1, 2, 3, 4, 5].map((n) => `198.51.${n}.0/24`);
  const statuses = async (answers: readonly Promise<TestResponse>[]): Promise<number[]> =>
    (await Promise.all(answers)).map(({ status }) => status).sort();
  const forgetAddress = (): Promise<number> =>
    server.deps.db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);

  test('after ten for an e-mail, whatever its case, even the right password has to wait', async () => {
    for (let failure = 0; failure < 10; failure++) {
      const email = failure % 2 === 0 ? user.email : user.email.toUpperCase();
      assert.equal((await login(email, 'wrong')).status, 401);
    }
    await forgetAddress();
    server.clock.advance(5 * MINUTE_MS);
    const refused = await login(user.email, user.password);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 590 && wait <= 600, `ten minutes are left: ${wait}`);
    server.clock.advance(wait * 1_000);
    assert.equal((await login(user.email, user.password)).status, 200);
  });

  test('after ten from an address, every e-mail has to wait there', async () => {
    for (let failure = 0; failure < 10; failure++) {
      assert.equal((await login(newEmail(), 'wrong')).status, 401);
    }
    assert.equal((await login(user.email, user.password)).status, 429);
    server.clock.advance(15 * MINUTE_MS);
    assert.equal((await login(user.email, user.password)).status, 200);
  });

  test('a stranger locks the e-mail for their own network, whose other addresses count with it, and nobody else’s', async () => {
    for (const [stranger, neighbour, owner] of [
      ['198.51.100.1', '198.51.100.77', '203.0.113.1'],
      ['2001:db8:1:2::1', '2001:db8:1:2:3::1', '2001:db8:1:3::1'],
    ] as const) {
      const { email, password } = await signUp(server);
      for (let failure = 0; failure < 10; failure++) {
        assert.equal((await loginFrom(stranger, email, 'wrong')).status, 401);
      }
      assert.equal((await loginFrom(neighbour, email, password)).status, 429);
      assert.equal((await loginFrom(owner, email, password)).status, 200);
      assert.equal(
        (await loginFrom(neighbour, email, password)).status,
        429,
        'their success is not the stranger’s',
      );
    }
  });

  test('after fifty from many networks it is closed for a day, but where its owner has signed in', async () => {
    const { email, password } = await signUp(server);
    await loginFrom('203.0.113.1', email, password);
    await failIn(email, FIVE_NETWORKS.slice(1), 40);
    assert.equal(
      (await loginFrom('192.0.2.1', email, password)).status,
      200,
      'no network counts more than ten',
    );
    await failIn(email, FIVE_NETWORKS, 10);
    const refused = await loginFrom('100.64.0.1', email, password);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.error, /from many networks.* mail to set a password/);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 86_300 && wait <= 86_400, String(wait));
    for (const known of ['203.0.113.200', '127.0.0.1'])
      assert.equal((await loginFrom(known, email, password)).status, 200, known);
    const nobodys = newEmail();
    await failIn(nobodys, FIVE_NETWORKS, 10);
    const { status, body } = await loginFrom('100.64.0.1', nobodys, password);
    assert.deepEqual({ status, ...body, request_id: '' }, { status: 429, ...refused.body, request_id: '' });
    server.clock.advance(wait * 1_000);
    assert.equal((await loginFrom('100.64.0.1', email, password)).status, 200);
  });

  test('a mail to set a password lets the owner in from where they set it, though the attack goes on', async () => {
    const { email } = await signUp(server);
    await failIn(email, FIVE_NETWORKS, 10);
    const headers = { 'x-forwarded-for': '100.64.7.1' };
    const ask = { body: { email }, headers };
    assert.equal((await server.request('POST', '/api/v1/auth/password-reset', ask)).status, 200);
    const { text } = await server.mailTo(email);
    const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
    const body = { token, new_password: 'kasumigaura' };
    const set = await server.request('POST', '/api/v1/auth/password-reset/confirm', { body, headers });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    await failIn(email, FIVE_NETWORKS, 10);
    assert.equal((await loginFrom('100.64.7.2', email, 'kasumigaura')).status, 200);
    assert.equal((await loginFrom('100.64.8.1', email, 'kasumigaura')).status, 429);
  });

  test('a success clears the failures of the e-mail, not those of the address', async () => {
    for (let failure = 0; failure < 9; failure++) await login(user.email, 'wrong');
    assert.equal((await login(user.email, user.password)).status, 200);
    const subjects = await server.deps.db.query<{ subject: string }>(
      sql`SELECT DISTINCT subject FROM login_failures`,
    );
    assert.deepEqual(subjects, [{ subject: 'address:127.0.0.1' }]);
    await forgetAddress();
    for (let failure = 0; failure < 9; failure++) {
      assert.equal((await login(user.email, 'wrong')).status, 401);
    }
  });

  test('of thirty guesses at once ten get an answer', async () => {
    const answered = await statuses(Array.from({ length: 30 }, () => login(user.email, 'wrong')));
    assert.deepEqual(answered, [...Array(10).fill(401), ...Array(20).fill(429)]);
  });

  test('of guesses at once after nine failures one gets an answer', async () => {
    const now = server.clock.now();
    for (let round = 0; round < 5; round++) {
      const email = newEmail();
      await server.deps.db.execute(sql`
        INSERT INTO login_failures (subject, failed_at) SELECT ${`email:${email}`}, ${now} FROM generate_series(1, 9)`);
      const answered = await statuses(Array.from({ length: 4 }, () => login(email, 'wrong')));
      assert.deepEqual(answered, [401, 429, 429, 429]);
    }
  });

  test('a club that signs in at once from one address is let in', async () => {
    const club = await Promise.all(Array.from({ length: 12 }, () => signUp(server)));
    const answered = await statuses(club.map(({ email, password }) => login(email, password)));
    assert.deepEqual(answered, Array(12).fill(200));
  });
});
