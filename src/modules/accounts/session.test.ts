import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { grantAdmin, newEmail, signUp } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const login = (server: TestServer, email: unknown, password: unknown): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/login', { body: { email, password } });
const me = (server: TestServer, token: string): Promise<TestResponse> =>
  server.request('GET', '/api/v1/auth/me', { token });

function assertUnauthenticated(answer: TestResponse, what: string): void {
  assert.equal(answer.status, 401, what);
  assert.equal(answer.body.code, 'unauthenticated', what);
}

test('signing in answers like signing up, and is remembered', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server, { membership_role: 'coach' });
  server.clock.advance(60 * SECOND_MS);
  const { status, body } = await login(server, user.email.toUpperCase(), user.password);
  assert.equal(status, 200);
  assert.equal(body.success, true);
  assert.equal(body.user_id, user.user_id);
  assert.deepEqual(body.credentials, { roles: ['user', 'coach'], email_verified: true, is_active: true });
  assert.equal(body.profile.email, user.email);
  const sinceLogin = server.clock.now().getTime() - body.profile.last_login_at;
  assert.ok(sinceLogin >= 0 && sinceLogin < 10_000);
  const { data } = (await me(server, body.access_token)).body;
  assert.deepEqual(data, {
    user_id: user.user_id,
    email: user.email,
    roles: ['user', 'coach'],
    email_verified: true,
    is_active: true,
    last_login_at: new Date(body.profile.last_login_at).toISOString(),
  });
});

test('an answer that carries an access token is kept by no cache', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const signedIn = await login(server, user.email, user.password);
  const refreshed = await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  for (const { status, headers } of [signedIn, refreshed]) {
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('an unknown e-mail, a wrong password and a suspended account answer alike, for the same work', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const suspended = await signUp(server);
  await server.deps.db.execute(
    sql`UPDATE users SET status = 'suspended' WHERE user_id = ${suspended.user_id}`,
  );
  const verify = t.mock.method(server.deps.passwords, 'verifyPassword');
  const answers = [
    await login(server, newEmail(), user.password),
    await login(server, 'no address at all', user.password),
    await login(server, user.email, `${user.password} `),
    await login(server, suspended.email, suspended.password),
  ];
  for (const { status, body } of answers) {
    assert.equal(status, 401);
    assert.deepEqual({ ...body, request_id: '' }, { ...answers[0]?.body, request_id: '' });
  }
  assert.equal(verify.mock.callCount(), answers.length, 'a hash is computed each time');
  assert.equal(verify.mock.calls[0]?.arguments[1], null, 'also where there is none to compare with');
  await server.deps.db.execute(sql`DELETE FROM login_failures`);
});

test('a sign-in that cannot be one is a validation error', async () => {
  const server = await testServer();
  for (const [email, password] of [
    [undefined, 'x'],
    ['a@example.org', undefined],
    [1, 'x'],
    ['', 'x'],
    ['a@example.org', {}],
  ]) {
    assert.equal((await login(server, email, password)).status, 400);
  }
  assert.equal((await login(server, 'a@example.org', 'x'.repeat(1_025))).status, 400);
});

test('a hash made with former parameters is replaced at the next sign-in', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const user = await signUp(server);
  // "Sakura-1964" at 8 MiB and one pass, as an older version of the server might have stored it.
  const weak = await weakHash(user.password);
  await db.execute(sql`UPDATE user_credentials SET password_hash = ${weak} WHERE user_id = ${user.user_id}`);
  assert.equal((await login(server, user.email, user.password)).status, 200);
  const { password_hash } = await db.one<{ password_hash: string }>(
    sql`SELECT password_hash FROM user_credentials WHERE user_id = ${user.user_id}`,
  );
  assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await login(server, user.email, user.password)).status, 200);
});

async function weakHash(password: string): Promise<string> {
  const { argon2, randomBytes } = await import('node:crypto');
  const nonce = randomBytes(16);
  const tag = await new Promise<Buffer>((resolve, reject) => {
    const parameters = {
      message: Buffer.from(password),
      nonce,
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    };
    argon2('argon2id', parameters, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

test('refreshing gives a new token; both are valid until they expire', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  server.clock.advance(DAY_MS / 2);
  const refreshed = await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  assert.equal(refreshed.status, 200);
  assert.equal(refreshed.body.status, 'ok');
  const { access_token, token_type, expires_at } = refreshed.body.data;
  assert.equal(token_type, 'Bearer');
  assert.notEqual(access_token, user.token);
  assert.equal(Date.parse(expires_at), (decodeJwt(access_token).exp ?? 0) * SECOND_MS);
  assert.equal((await me(server, access_token)).status, 200);
  assert.equal((await me(server, user.token)).status, 200);
  server.clock.advance(DAY_MS / 2 + SECOND_MS);
  assertUnauthenticated(await me(server, user.token), 'expired');
  assertUnauthenticated(
    await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token }),
    'an expired token cannot be refreshed',
  );
  assert.equal((await me(server, access_token)).status, 200);
});

test('signing out acknowledges, and does not invalidate', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const answer = await server.request('POST', '/api/v1/auth/logout', { token: user.token });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.status, 'ok');
  assert.equal((await me(server, user.token)).status, 200);
});

test('roles follow the account, not the token', async () => {
  const server = await testServer();
  const user = await signUp(server);
  assert.deepEqual((await me(server, user.token)).body.data.roles, ['user']);
  await grantAdmin(server, user.user_id);
  await server.deps.db.execute(
    sql`UPDATE users SET membership_role = 'coach' WHERE user_id = ${user.user_id}`,
  );
  assert.deepEqual((await me(server, user.token)).body.data.roles, ['user', 'coach', 'admin']);
  const refreshed = await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  assert.deepEqual(decodeJwt(refreshed.body.data.access_token).roles, ['user', 'coach', 'admin']);
});

test('tokens of accounts that are not active stop working at once', async () => {
  const server = await testServer();
  const user = await signUp(server);
  for (const status of ['suspended', 'deactivated', 'inactive', 'pending']) {
    await server.deps.db.execute(sql`UPDATE users SET status = ${status} WHERE user_id = ${user.user_id}`);
    assertUnauthenticated(await me(server, user.token), status);
  }
  await server.deps.db.execute(sql`UPDATE users SET status = 'active' WHERE user_id = ${user.user_id}`);
  assert.equal((await me(server, user.token)).status, 200);
  await server.deps.db.execute(sql`DELETE FROM users WHERE user_id = ${user.user_id}`);
  assertUnauthenticated(await me(server, user.token), 'deleted');
});

test('tokens from before a password change are refused; one issued in the same second works', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const changed_at = new Date(server.clock.now().getTime() + 1_500);
  await server.deps.db.execute(
    sql`UPDATE user_credentials SET tokens_valid_from = ${changed_at} WHERE user_id = ${user.user_id}`,
  );
  assertUnauthenticated(await me(server, user.token), 'issued before');
  const { body } = await login(server, user.email, user.password);
  assert.equal((await me(server, body.access_token)).status, 200);
});

test('requests without a token, or with something else', async () => {
  const server = await testServer();
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    'Bearer x',
    `Bearer ${'x'.repeat(9_000)}`,
  ]) {
    const answer = await server.request('GET', '/api/v1/auth/me', { headers: { authorization } });
    assertUnauthenticated(answer, authorization.slice(0, 20));
  }
  for (const [method, path] of [
    ['GET', 'me'],
    ['POST', 'token/refresh'],
    ['POST', 'logout'],
  ] as const) {
    assertUnauthenticated(await server.request(method, `/api/v1/auth/${path}`), path);
  }
});

test('the public keys verify our tokens, and hold nothing private', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const { status, body, headers } = await server.request('GET', '/.well-known/jwks.json');
  assert.equal(status, 200);
  assert.match(headers.get('cache-control') ?? '', /max-age/);
  assert.ok(body.keys.every((key: object) => !('d' in key)));
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const { payload, protectedHeader } = await jwtVerify(user.token, createLocalJWKSet(body), {
    issuer: server.deps.baseUrl,
    audience: server.deps.baseUrl,
  });
  assert.equal(payload.sub, user.user_id);
  assert.equal(protectedHeader.alg, 'EdDSA');
});
