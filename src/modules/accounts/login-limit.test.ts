import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { newEmail, signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';

// A server of its own: the failures of one network address would lock out every other test.
describe('failed sign-ins', () => {
  let server: TestServer;
  let user: TestUser;
  before(async () => {
    server = await startTestServer();
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
