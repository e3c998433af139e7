import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { BABBLE } from '../../../sandbox/openid-provider/misbehave.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../../sandbox/openid-provider/start-provider.ts';
import { sql } from '../../infra/db/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { answerOf, assertErrorAnswer } from '../../test/envelopes.ts';
import { newEmail, signUp, verificationToken } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';

const APP = 'ekiden-app';

describe('sign-up with the ID token of a provider', () => {
  let provider: OpenIdProvider;
  let other: OpenIdProvider;
  let slow: OpenIdProvider;
  let server: TestServer;
  before(async () => {
    const client_ids = [APP, 'another-app'] as const;
    provider = await startOpenIdProvider({ port: await freePort(), client_ids });
    other = await startOpenIdProvider({ port: await freePort(), client_ids, alg: 'ES256' });
    slow = await startOpenIdProvider({ port: await freePort(), client_ids });
    const issuers = [provider, other, slow].map(({ issuer }) => ({ issuer, audience: APP }));
    server = await startTestServer({ OIDC_ISSUERS: JSON.stringify(issuers) });
  });
  afterEach(() => {
    server.clock.reset();
    provider.behave(undefined);
  });
  after(async () => {
    await server.stop();
    for (const one of [provider, other, slow]) await one.stop();
  });

  const send = (body: object, to = server): Promise<TestResponse> =>
    to.request('POST', '/api/v1/auth/signup', { body });

  function newPerson(change: { email?: string; email_verified?: boolean } = {}, at = provider) {
    const person = { sub: randomUUID(), email: newEmail(), email_verified: true, ...change };
    at.addPerson(person);
    return person;
  }

  async function assertRefused(
    answer: TestResponse,
    status: number,
    code: string,
    says: RegExp,
  ): Promise<void> {
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
    assert.match(answer.body.error, says);
  }

  const countOf = async (email: string): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM users WHERE lower(email) = lower(${email})`,
    );
    return count;
  };

  test('makes an account, and from then on signs in', async () => {
    const { sub, email } = newPerson({ email: newEmail('Yuki.Tanaka') });
    const profile = {
      display_name: 'Yuki',
      first_name: 'Yuki',
      membership_role: 'athlete',
      notification_settings: { weekly_summary: false },
      platform: 'ios',
      preferences: { timezone: 'Asia/Tokyo', language: 'ja' },
      is_platform_admin: true,
      status: 'suspended',
    };
    const id_token = await provider.idTokenOf(sub, { nonce: 'n-0S6' });
    const created = await send({ id_token, nonce: 'n-0S6', ...profile });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.equal(created.headers.get('cache-control'), 'no-store');
    const { user_id, access_token, expires_at, profile: made, ...more } = created.body;
    const { refresh_token, refresh_expires_at, ...rest } = more;
    assert.match(refresh_token, /^[A-Za-z0-9_-]{86}$/);
    assert.ok(Date.parse(refresh_expires_at) > Date.parse(expires_at));
    assert.deepEqual(rest, {
      success: true,
      token_type: 'Bearer',
      credentials: { roles: ['user'], email_verified: true, is_active: true },
      is_new_user: true,
    });
    assert.ok(Date.parse(expires_at) > server.clock.now().getTime());
    assert.equal(made.email, email);
    assert.match(made.username, /^yuki_tanaka(_\d+)?$/);
    assert.deepEqual([made.display_name, made.status], ['Yuki', 'active']);
    assert.deepEqual([made.preferences.language, made.preferences.timezone], ['ja', 'Asia/Tokyo']);
    assert.equal(made.notification_settings.weekly_summary, false);

    server.clock.advance(2 * MINUTE_MS);
    const again = await send({
      id_token: await provider.idTokenOf(sub),
      username: 'somebody_else',
      membership_role: 'athlete',
      display_name: 'Somebody else',
      preferences: { timezone: 'Mars/Olympus', language: 'en' },
    });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual([again.body.user_id, again.body.is_new_user], [user_id, false]);
    const { last_login_at: first, ...before } = made;
    const { last_login_at: second, ...now } = again.body.profile;
    assert.deepEqual(now, before, 'untouched');
    assert.ok(second >= first + 2 * MINUTE_MS);

    const me = await server.request('GET', '/api/v1/auth/me', { token: again.body.access_token });
    assert.equal(me.body.data.user_id, user_id);
    assert.equal((await server.request('GET', '/api/v1/auth/me', { token: access_token })).status, 200);
    assert.equal(await countOf(email), 1);
    const noPassword = { email, password: 'Sakura-1964' };
    assert.equal((await server.request('POST', '/api/v1/auth/login', { body: noPassword })).status, 401);
  });

  test('changes the membership role of somebody who comes back, when it is sent', async () => {
    const { sub } = newPerson();
    const roleAfter = async (body: object) => {
      const { profile, credentials } = (await send({ id_token: await provider.idTokenOf(sub), ...body }))
        .body;
      return [profile.membership_role, credentials.roles];
    };
    assert.deepEqual(await roleAfter({}), ['athlete', ['user']]);
    assert.deepEqual(await roleAfter({ membership_role: 'coach' }), ['coach', ['user', 'coach']]);
    assert.deepEqual(await roleAfter({}), ['coach', ['user', 'coach']]);
    assert.deepEqual(await roleAfter({ membership_role: 'athlete' }), ['athlete', ['user']]);
  });

  test('knows people by who they are there, not by their address', async () => {
    const { sub, email } = newPerson();
    const { body: first } = await send({ id_token: await provider.idTokenOf(sub) });
    provider.addPerson({ sub, email: newEmail(), email_verified: false });
    const moved = await send({ id_token: await provider.idTokenOf(sub) });
    assert.deepEqual([moved.status, moved.body.user_id], [200, first.user_id]);
    assert.equal(moved.body.profile.email, email, 'the account keeps its own');
    const bare = await send({ id_token: await provider.idTokenOf(sub, { scope: 'openid' }) });
    assert.deepEqual([bare.status, bare.body.user_id], [200, first.user_id]);
    // The same id at another provider is another person.
    other.addPerson({ sub, email: newEmail(), email_verified: true });
    const namesake = await send({ id_token: await other.idTokenOf(sub) });
    assert.equal(namesake.status, 201);
    assert.notEqual(namesake.body.user_id, first.user_id);
  });

  test('belongs to the account with the same address, where both sides have verified it', async () => {
    const user = await signUp(server, { display_name: 'Abebe' });
    const { sub } = newPerson({ email: user.email.toUpperCase() });
    const linked = await send({ id_token: await provider.idTokenOf(sub), display_name: 'Other' });
    assert.deepEqual([linked.status, linked.body.user_id], [200, user.user_id]);
    assert.equal(linked.body.is_new_user, false);
    assert.deepEqual([linked.body.profile.email, linked.body.profile.display_name], [user.email, 'Abebe']);
    provider.addPerson({ sub, email: newEmail() });
    const later = await send({ id_token: await provider.idTokenOf(sub) });
    assert.equal(later.body.user_id, user.user_id, 'for good');
    const { email, password } = user;
    const login = await server.request('POST', '/api/v1/auth/login', { body: { email, password } });
    assert.equal(login.body.user_id, user.user_id, 'the password still works');
  });

  test('never takes over an account by an address that is not verified', async () => {
    const user = await signUp(server);
    const { sub } = newPerson({ email: user.email, email_verified: false });
    const id_token = await provider.idTokenOf(sub);
    await assertRefused(await send({ id_token }), 403, 'forbidden', /has not verified the e-mail address/);
    provider.addPerson({ sub, email: user.email });
    const silent = await send({ id_token: await provider.idTokenOf(sub) });
    await assertRefused(silent, 403, 'forbidden', /has not verified the e-mail address/);
    assert.equal(await countOf(user.email), 1);
  });

  test('never hands what is verified to an account that is not', async () => {
    const squatter = await signUp(server);
    await server.deps.db.execute(
      sql`UPDATE users SET is_verified = false WHERE user_id = ${squatter.user_id}`,
    );
    const { sub } = newPerson({ email: squatter.email });
    await assertRefused(
      await send({ id_token: await provider.idTokenOf(sub) }),
      409,
      'conflict',
      /nothing proves/,
    );
  });

  test('makes no account for an address that is not verified: its owner would be kept out', async () => {
    const { sub, email } = newPerson({ email_verified: false });
    const refused = await send({ id_token: await provider.idTokenOf(sub) });
    await assertRefused(refused, 403, 'forbidden', /has not verified the e-mail address/);
    assert.equal(await countOf(email), 0);
    const owner = newPerson({ email });
    assert.equal((await send({ id_token: await provider.idTokenOf(owner.sub) })).status, 201);
  });

  test('needs an address that can be used', async () => {
    const { sub, email } = newPerson();
    const bare = await send({ id_token: await provider.idTokenOf(sub, { scope: 'openid' }) });
    await assertRefused(bare, 400, 'validation_error', /^id_token: .*scopes openid and email/);
    assert.equal(bare.body.details[0].path, 'id_token');
    for (const odd of [
      'yuki@localhost',
      'ゆき@example.org',
      `${'x'.repeat(250)}@example.org`,
      'a@b@example.org',
      '',
    ]) {
      provider.addPerson({ sub, email: odd, email_verified: true });
      const answer = await send({ id_token: await provider.idTokenOf(sub) });
      await assertRefused(answer, 400, 'validation_error', /^id_token: holds an e-mail address that cannot/);
    }
    assert.equal(await countOf(email), 0);
  });

  test('not for accounts that are not active', async () => {
    const known = newPerson();
    const { body: account } = await send({ id_token: await provider.idTokenOf(known.sub) });
    const user = await signUp(server);
    const stranger = newPerson({ email: user.email });
    for (const status of ['suspended', 'inactive', 'pending', 'deactivated']) {
      const ids = [account.user_id, user.user_id];
      await server.deps.db.execute(
        sql`UPDATE users SET status = ${status} WHERE user_id = ANY(${ids}::uuid[])`,
      );
      for (const { sub } of [known, stranger]) {
        const answer = await send({ id_token: await provider.idTokenOf(sub), membership_role: 'coach' });
        await assertRefused(answer, 401, 'unauthenticated', /not active/);
      }
    }
    const stored = await server.deps.db.query(sql`
      SELECT membership_role, (SELECT count(*)::int FROM user_identities i WHERE i.user_id = u.user_id) AS identities
      FROM users u WHERE user_id = ANY(${[account.user_id, user.user_id]}::uuid[]) ORDER BY identities`);
    assert.deepEqual(stored, [
      { membership_role: 'athlete', identities: 0 },
      { membership_role: 'athlete', identities: 1 },
    ]);
  });

  test('two at once with one token: one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { sub, email } = newPerson();
      const id_token = await provider.idTokenOf(sub);
      const answers = await Promise.all([send({ id_token }), send({ id_token }), send({ id_token })]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
      assert.equal(new Set(answers.map(({ body }) => body.user_id)).size, 1);
      assert.equal(await countOf(email), 1);
    }
  });

  test('two identities with one address at once: one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { sub, email } = newPerson();
      const elsewhere = newPerson({ email }, other);
      const tokens = [await provider.idTokenOf(sub), await other.idTokenOf(elsewhere.sub)];
      const answers = await Promise.all(tokens.map((id_token) => send({ id_token })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201]);
      assert.equal(answers[0]?.body.user_id, answers[1]?.body.user_id);
    }
  });

  test('one identity with two addresses at once: one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { sub } = newPerson();
      const first = await provider.idTokenOf(sub);
      provider.addPerson({ sub, email: newEmail(), email_verified: true });
      const tokens = [first, await provider.idTokenOf(sub)];
      const answers = await Promise.all(tokens.map((id_token) => send({ id_token })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201]);
      assert.equal(answers[0]?.body.user_id, answers[1]?.body.user_id);
    }
  });

  test('at the same time as the sign-up by mail: one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { sub, email } = newPerson();
      const token = await verificationToken(server, email);
      const id_token = await provider.idTokenOf(sub);
      const body = { token, password: 'Sakura-1964' };
      const [byMail, byToken] = await Promise.all([
        server.request('POST', '/api/v1/auth/complete-signup', { body }),
        send({ id_token }),
      ]);
      assert.match(`${byMail?.status} ${byToken?.status}`, /^(?:201 200|400 201)$/);
      assert.equal(await countOf(email), 1);
    }
  });

  test('while the account with the same address is being deleted: a new one', async () => {
    const user = await signUp(server);
    const { sub } = newPerson({ email: user.email });
    const id_token = await provider.idTokenOf(sub);
    const requests = await server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`DELETE FROM users WHERE user_id = ${user.user_id}`);
      const request = send({ id_token });
      // It has found the account, which is still there for everybody else, and waits for what becomes of it.
      await waitForLock(tx);
      return [request];
    });
    const [answer] = await Promise.all(requests);
    assert.equal(answer?.status, 201, JSON.stringify(answer?.body));
    assert.notEqual(answer?.body.user_id, user.user_id);
  });

  test('a user name that is taken leaves nothing behind', async () => {
    const username = `abebe_${randomUUID().slice(0, 8)}`;
    await signUp(server, { username });
    const { sub, email } = newPerson();
    const id_token = await provider.idTokenOf(sub);
    const taken = await send({ id_token, username: username.toUpperCase() });
    await assertRefused(taken, 409, 'conflict', /user name is taken/);
    assert.equal(await countOf(email), 0);
    const made = await send({ id_token, username: `${username}_2` });
    assert.deepEqual([made.status, made.body.profile.username], [201, `${username}_2`]);
  });

  test('tokens that prove nothing', async () => {
    const { sub, email } = newPerson();
    const good = await provider.idTokenOf(sub, { nonce: 'n-1' });
    const [header = '', payload = ''] = good.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const foreign = await startOpenIdProvider({ port: await freePort(), client_ids: [APP] });
    foreign.addPerson({ sub, email, email_verified: true });
    for (const [body, says] of [
      [{ id_token: `${unsigned}.${payload}.AAAA` }, /Let the provider sign with/],
      [{ id_token: `${header}.${payload}.AAAA` }, /signature/],
      [{ id_token: 'a.b.c' }, /cannot be read/],
      [{ id_token: await provider.idTokenOf(sub, { client_id: 'another-app' }) }, /another app/],
      [{ id_token: await foreign.idTokenOf(sub) }, /of this issuer are not taken/],
      [{ id_token: good, nonce: 'n-2' }, /^nonce /],
    ] as const) {
      await assertRefused(await send(body), 401, 'unauthenticated', says);
    }
    await foreign.stop();
    server.clock.advance(HOUR_MS + MINUTE_MS);
    await assertRefused(await send({ id_token: good }), 401, 'unauthenticated', /expired/);
    assert.equal(await countOf(email), 0);
  });

  test('bad input is named', async () => {
    const { sub } = newPerson();
    const id_token = await provider.idTokenOf(sub);
    const cases: [object, string][] = [
      [{}, 'id_token'],
      [{ id_token: '' }, 'id_token'],
      [{ id_token: 'two.parts' }, 'id_token'],
      [{ id_token: 7 }, 'id_token'],
      [{ id_token: `a.b.${'c'.repeat(16_384)}` }, 'id_token'],
      [{ id_token, nonce: 7 }, 'nonce'],
      [{ id_token, nonce: '' }, 'nonce'],
      [{ id_token, username: 'ab' }, 'username'],
      [{ id_token, membership_role: 'admin' }, 'membership_role'],
      [{ id_token, display_name: 'x'.repeat(51) }, 'display_name'],
      [{ id_token, preferences: { timezone: 'Mars/Olympus' } }, 'preferences.timezone'],
    ];
    for (const [body, path] of cases) {
      const answer = await send(body);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.equal(answer.body.details[0].path, path);
    }
    assert.equal((await send({ id_token, shoe_size: 9 })).status, 201, 'others are ignored');
  });

  test('a rotated key is found', async () => {
    const { sub } = newPerson();
    assert.equal((await send({ id_token: await provider.idTokenOf(sub) })).status, 201);
    await provider.rotateKeys();
    server.clock.advance(MINUTE_MS);
    assert.equal((await send({ id_token: await provider.idTokenOf(sub) })).status, 200);
  });

  test('while the provider fails, keys that are known go on working', async () => {
    const { sub } = newPerson();
    const known = await provider.idTokenOf(sub);
    assert.equal((await send({ id_token: known })).status, 201);
    await provider.rotateKeys();
    const rotated = await provider.idTokenOf(sub);
    for (const how of ['failing', 'redirecting', 'babbling', 'endless'] as const) {
      provider.behave(how);
      server.clock.advance(11 * MINUTE_MS);
      assert.equal((await send({ id_token: known })).status, 200, how);
      const response = await fetch(`${server.url}/api/v1/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id_token: rotated }),
      });
      const answer = await answerOf(response);
      assertErrorAnswer(answer, { surface: '/api/v1', status: 502, code: 'upstream_error' });
      assert.doesNotMatch(answer.text, new RegExp(`${BABBLE}|127\\.0\\.0\\.1`), how);
    }
    provider.behave(undefined);
    server.clock.advance(MINUTE_MS);
    assert.equal((await send({ id_token: rotated })).status, 200);
  });

  test('nobody else waits for a provider that does not answer', async () => {
    slow.addPerson({ sub: 'yuki', email: newEmail(), email_verified: true });
    const id_token = await slow.idTokenOf('yuki');
    slow.behave('silent');
    let isAnswered = false;
    const waiting = send({ id_token }).finally(() => {
      isAnswered = true;
    });
    // On the embedded engine this would wait for any open transaction.
    const { sub } = newPerson();
    assert.equal((await send({ id_token: await provider.idTokenOf(sub) })).status, 201);
    assert.equal(isAnswered, false);
    const { status, body } = await waiting;
    assert.deepEqual([status, body.code], [502, 'upstream_error']);
  });

  test('without a provider in the settings there is no such sign-up', async () => {
    const { sub } = newPerson();
    const answer = await send({ id_token: await provider.idTokenOf(sub) }, await testServer());
    await assertRefused(answer, 503, 'not_configured', /OIDC_ISSUERS/);
  });
});
