import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenIdProvider, startOpenIdProvider } from '../../../sandbox/openid-provider/start-provider.ts';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { personalDataParts } from '../../app.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import {
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  newEmail,
  signUp,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

import { removeUploadsHandler } from '../activities/remove-uploads.ts';
import { changeHeadCoach } from '../organizations/index.ts';
import { deleteAccount } from './delete-account.ts';

const APP = 'ekiden-app';

const recording = writeFit([simulateActivity(exampleSimulation(steadyRun(1_000), { resolution_s: 5 }))]);

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
    // Whatever the address says: it is the caller who goes.
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
    assert.match(refused.body.error, /Have the operator .* hand each over .*\(ekiden org head-coach\)/);
    assert.equal(await me(coach.token), 200);

    const heir = await signUp(server, { membership_role: 'coach' });
    for (const { org_id } of [first, second])
      await changeHeadCoach(server.deps, { org_id, email: heir.email });
    assert.equal((await leaveWith(coach)).status, 200);
    // The log of the founding keeps the id of who led it then, and no name.
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

  /** Without the hash, which takes longer than everything that others do at the same moment. */
  const leaveNow = async ({ user_id }: TestUser, after_ms: number): Promise<void> => {
    await sleep(after_ms);
    const passwords = { ...server.deps.passwords, verifyPassword: async () => true };
    const deps = { ...server.deps, passwords, parts: personalDataParts(server.deps) };
    const proof = { password: 'x', id_token: undefined, client_ip: '127.0.0.1' };
    await deleteAccount(deps, { type: 'user', user_id, roles: ['user'] }, proof);
  };
  const ROUNDS = 12;

  test('whoever refers to a person at that moment finds them, or nobody', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const club = await createOrganization(server);
      const user = await signUp(server, { membership_role: 'coach' });
      const member = await addMember(server, club);
      await addCoach(server, club, { user, role: 'admin' });
      const at = `/api/v1/organizations/${club.org_id}`;
      const by = { token: club.coach.token };
      const send = (method: string, path: string, body: object, token = club.coach.token) =>
        server.request(method, path, { token, body });
      const requests = [
        send('POST', `${at}/members`, { user_id: user.user_id }),
        send('PUT', `${at}/coaches/${user.user_id}`, { role: 'assistant_coach' }),
        send('PATCH', `${at}/members/${member.user_id}`, { coach_id: user.user_id }),
        send('POST', `${at}/api-keys`, { name: 'Late' }, user.token),
        server.request('DELETE', `${at}/coaches/${user.user_id}`, by),
      ];
      await leaveNow(user, round);
      for (const { status, body } of await Promise.all(requests))
        assert.ok(status < 500, JSON.stringify(body));
      const logs = await server.request('GET', `${at}/audit-logs?limit=200`, by);
      const about = logs.body.logs.filter((one: { target_id: string }) => one.target_id === user.user_id);
      assert.ok(about.length > 0 && about.every((one: { target_name: unknown }) => one.target_name === null));
    }
  });

  test('who founds an organization at that moment keeps the account, or has none to found one with', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await signUp(server, { membership_role: 'coach' });
      const body = { name: `Club ${randomUUID()}` };
      const [left, founded] = await Promise.all([
        leaveNow(user, round / 2).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
        server.request('POST', '/api/v1/organizations', { token: user.token, body }),
      ]);
      const outcome = `${left} ${founded.status}`;
      assert.ok(['409 201', '200 401', '200 404'].includes(outcome), outcome);
    }
  });

  test('an upload under way leaves nothing behind, whichever comes first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await signUp(server);
      const upload = uploadFile(server, user, recording);
      await leaveNow(user, round * 8);
      const { status, body } = await upload;
      assert.ok([201, 401].includes(status), JSON.stringify(body));
      await nothingStored(user);
    }
  });

  const uploadsOf = ({ user_id }: TestUser) =>
    Array.fromAsync(server.deps.store.list(`uploads/${user_id}/`), ({ key }) => key);

  async function nothingStored(user: TestUser): Promise<void> {
    const deadline = Date.now() + 10_000;
    while ((await uploadsOf(user)).length > 0) {
      assert.ok(Date.now() < deadline, 'the file is still there');
      await sleep(20);
    }
  }

  test('a store that is away loses nothing: the files go when it is back', async () => {
    const user = await signUp(server);
    assert.equal((await uploadFile(server, user, recording)).status, 201);
    const { store } = server.deps;
    const away = { ...store, delete: () => Promise.reject(new Error('away')) };
    const context = {
      job_id: newId(),
      attempt: 1,
      signal: new AbortController().signal,
      logger: server.deps.logger,
    };
    await assert.rejects(
      removeUploadsHandler({ store: away })(user, context),
      /away/,
      'and so it is tried again',
    );
    assert.equal((await uploadsOf(user)).length, 1);
    for (const _ of ['then', 'and once more']) await removeUploadsHandler({ store })(user, context);
    assert.deepEqual(await uploadsOf(user), []);
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
      // The provider knows them still, and they begin anew.
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
