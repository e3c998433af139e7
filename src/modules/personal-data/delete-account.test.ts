import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { type OpenIdProvider, startOpenIdProvider } from '../../../sandbox/openid-provider/start-provider.ts';
import { personalDataParts } from '../../app.ts';
import { sql } from '../../infra/db/sql.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import {
  addMember,
  createOrganization,
  grantAdmin,
  newEmail,
  signUp,
  type TestUser,
} from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { setHeadCoach } from '../organizations/index.ts';
import { deleteAccount } from './delete-account.ts';

const APP = 'ekiden-app';

// A server of its own: the failures of one network address would lock out every other test.
describe('DELETE /users/me', () => {
  let server: TestServer;
  let provider: OpenIdProvider;
  before(async () => {
    provider = await startOpenIdProvider({ port: await freePort(), client_ids: [APP] });
    server = await startTestServer({
      OIDC_ISSUERS: JSON.stringify([{ issuer: provider.issuer, audience: APP }]),
    });
  });
  after(async () => {
    await server.stop();
    await provider.stop();
  });
  afterEach(async () => {
    server.clock.reset();
    await server.deps.db.execute(sql`DELETE FROM login_failures`);
  });

  const leave = (token: string, body: object): Promise<TestResponse> =>
    server.request('DELETE', '/api/v1/users/me', { token, body });
  const leaveWith = ({ token, password }: TestUser): Promise<TestResponse> => leave(token, { password });
  const me = async (token: string): Promise<number> =>
    (await server.request('GET', '/api/v1/auth/me', { token })).status;
  const login = async (email: string, password: string): Promise<number> =>
    (await server.request('POST', '/api/v1/auth/login', { body: { email, password } })).status;
  const codeOf = ({ status, body }: TestResponse) => [status, body.code];

  test('not without an access token, nor without one proof', async () => {
    const user = await signUp(server);
    const { password } = user;
    const stranger = await server.request('DELETE', '/api/v1/users/me', { body: { password } });
    assert.deepEqual(codeOf(stranger), [401, 'unauthenticated']);
    for (const body of [
      {},
      { password, id_token: 'a.b.c' },
      { password: '' },
      { password: 7 },
      { password: null },
    ]) {
      assert.deepEqual(
        codeOf(await leave(user.token, body)),
        [400, 'validation_error'],
        JSON.stringify(body),
      );
    }
    assert.equal(await me(user.token), 200);
    const other = await signUp(server);
    const path = `/api/v1/users/${other.user_id}`;
    assert.equal(
      (await server.request('DELETE', path, { token: user.token, body: { password } })).status,
      405,
    );
    assert.equal(await me(other.token), 200);
  });

  test('the account is gone at once, and so is every token of it', async () => {
    const user = await signUp(server);
    const signedIn = await server.request('POST', '/api/v1/auth/login', {
      body: { email: user.email, password: user.password },
    });
    const { status, body, headers } = await leaveWith(user);
    assert.deepEqual([status, body.status, headers.get('cache-control')], [200, 'ok', 'no-store']);
    for (const token of [user.token, signedIn.body.access_token]) {
      assert.equal(await me(token), 401);
      assert.equal((await server.request('POST', '/api/v1/auth/token/refresh', { token })).status, 401);
      assert.equal((await leave(token, { password: user.password })).status, 401);
    }
    assert.equal(await login(user.email, user.password), 401);
    const other = await server.request('POST', '/api/v1/auth/password-reset', {
      body: { email: user.email },
    });
    assert.equal(other.status, 200);
  });

  test('wrong passwords are counted together with those of signing in', async () => {
    const user = await signUp(server);
    for (let failure = 0; failure < 5; failure += 1) {
      const refused = await leave(user.token, { password: `${user.password}!` });
      assert.deepEqual(codeOf(refused), [403, 'forbidden']);
      assert.equal(await login(user.email, 'Wrong-1964'), 401);
    }
    await server.deps.db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);
    const refused = await leaveWith(user);
    assert.deepEqual(codeOf(refused), [429, 'rate_limited']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(await login(user.email, user.password), 429);
    assert.equal(await me(user.token), 200);
    server.clock.advance(15 * MINUTE_MS);
    assert.equal((await leaveWith(user)).status, 200);
  });

  test('of many guesses sent at once no more than ten get an answer', async () => {
    const user = await signUp(server);
    const guesses = Array.from({ length: 20 }, (_, index) =>
      leave(user.token, { password: `Guess-${index}` }),
    );
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    assert.deepEqual(answers.toSorted(), [...Array(10).fill(403), ...Array(10).fill(429)]);
  });

  test('a head coach first hands over what they lead', async () => {
    const first = await createOrganization(server);
    const { coach } = first;
    const second = await createOrganization(server, { coach });
    const refused = await leaveWith(coach);
    assert.deepEqual(codeOf(refused), [409, 'conflict']);
    for (const { name } of [first, second]) assert.ok(refused.body.error.includes(name), refused.body.error);
    assert.match(refused.body.error, /Hand each of them over to another of its coaches, or delete it, then/);
    assert.equal(await me(coach.token), 200);

    const heir = await signUp(server, { membership_role: 'coach' });
    for (const { org_id } of [first, second])
      await setHeadCoach({ ...server.deps, parts: [] }, { org_id, email: heir.email });
    assert.equal((await leaveWith(coach)).status, 200);
    const logs = await server.request('GET', `/api/v1/organizations/${first.org_id}/audit-logs`, {
      token: heir.token,
    });
    const [founding] = logs.body.logs.filter(
      (one: { event_type: string }) => one.event_type === 'organization_created',
    );
    assert.deepEqual(founding.data, { head_coach_user_id: coach.user_id });
    assert.equal(founding.target_name, first.name);
  });

  test('a message names some of many organizations', async () => {
    const { coach } = await createOrganization(server);
    for (let more = 0; more < 6; more += 1) await createOrganization(server, { coach });
    const { body } = await leaveWith(coach);
    assert.match(body.error, / and 2 more\. /);
  });

  test('a platform admin leaves like everybody: the operator makes another', async () => {
    const user = await signUp(server);
    await grantAdmin(server, user.user_id);
    assert.equal((await leaveWith(user)).status, 200);
  });

  test('of two at once, one deletes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await signUp(server);
      const club = await createOrganization(server);
      await addMember(server, club, { user });
      const answers = await Promise.all([leaveWith(user), leaveWith(user), leaveWith(user)]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401]);
      const { body } = await server.request(
        'GET',
        `/api/v1/organizations/${club.org_id}/audit-logs?event_type=member_removed`,
        { token: club.coach.token },
      );
      assert.equal(body.logs.length, 1);
    }
  });

  test('a reset or a suspension while the password is checked keeps the account', async () => {
    for (const change of [
      sql`UPDATE user_credentials SET tokens_valid_from = now() + interval '1 minute'`,
      sql`UPDATE users SET status = 'suspended'`,
    ]) {
      const { user_id } = await signUp(server);
      const token_issued_at = server.clock.now();
      const verifyPassword = async () => {
        await server.deps.db.execute(sql`${change} WHERE user_id = ${user_id}`);
        return true;
      };
      const passwords = { ...server.deps.passwords, verifyPassword };
      const deps = { ...server.deps, passwords, parts: personalDataParts(server.deps) };
      const proof = { password: 'x', id_token: undefined, client_ip: '127.0.0.1' };
      const actor = { type: 'user', user_id, roles: ['user'], token_issued_at } as const;
      await assert.rejects(deleteAccount(deps, actor, proof), { status: 401 });
      const kept = await server.deps.db.maybeOne(sql`SELECT FROM users WHERE user_id = ${user_id}`);
      assert.notEqual(kept, null);
    }
  });

  describe('by an ID token', () => {
    const newPerson = async () => {
      const person = { sub: randomUUID(), email: newEmail(), email_verified: true };
      provider.addPerson(person);
      const id_token = await provider.idTokenOf(person.sub);
      const { body, status } = await server.request('POST', '/api/v1/auth/signup', { body: { id_token } });
      assert.equal(status, 201);
      return { ...person, token: body.access_token, id_token };
    };

    test('a fresh one of their own', async () => {
      const person = await newPerson();
      const without = await leave(person.token, { password: 'Sakura-1964' });
      assert.deepEqual(
        codeOf(without),
        [403, 'forbidden'],
        'an account without a password has none to guess',
      );
      const { status } = await leave(person.token, { id_token: await provider.idTokenOf(person.sub) });
      assert.equal(status, 200);
      assert.equal(await me(person.token), 401);
      const { count } = await server.deps.db.one<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM login_failures WHERE subject = lower(${`email:${person.email}`})`);
      assert.equal(count, 0, 'nor is it known that somebody guessed');
      const again = await server.request('POST', '/api/v1/auth/signup', {
        body: { id_token: person.id_token },
      });
      assert.deepEqual([again.status, again.body.is_new_user], [201, true]);
    });

    test('neither an old one, nor somebody else’s, nor one that is none', async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      server.clock.advance(5 * MINUTE_MS + 2_000);
      for (const id_token of [person.id_token, other.id_token, 'a.b.c']) {
        assert.deepEqual(codeOf(await leave(person.token, { id_token })), [403, 'forbidden']);
      }
      server.clock.reset();
      assert.deepEqual(codeOf(await leave(person.token, { id_token: other.id_token })), [403, 'forbidden']);
      assert.equal(await me(person.token), 200);
      assert.equal((await leave(person.token, { id_token: person.id_token })).status, 200);
    });

    test('not where no provider is configured', async () => {
      const plain = await testServer();
      const user = await signUp(plain);
      const body = { id_token: 'a.b.c' };
      const refused = await plain.request('DELETE', '/api/v1/users/me', { token: user.token, body });
      assert.deepEqual(codeOf(refused), [503, 'not_configured']);
    });
  });
});
