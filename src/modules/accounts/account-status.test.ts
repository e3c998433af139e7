import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../shared/errors.ts';
import { grantAdmin, newEmail, setStatus, signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

const statusOf = async (server: TestServer, { token }: TestUser): Promise<number> =>
  (await server.request('GET', '/api/v1/auth/me', { token })).status;
const login = async (server: TestServer, { email, password }: TestUser) =>
  await server.request('POST', '/api/v1/auth/login', { body: { email, password } });

test('an account that is closed stops at once and goes on when it is opened, but its tokens do not come back', async () => {
  const server = await testServer();
  const other = await signUp(server);
  let user = await signUp(server);
  for (const status of ['suspended', 'inactive', 'deactivated'] as const) {
    assert.equal(await statusOf(server, user), 200, 'so that its token is known');
    const closed = await setStatus(server, { email: user.email.toUpperCase(), status });
    assert.deepEqual(closed, { email: user.email, previous_status: 'active' });
    assert.equal(await statusOf(server, user), 401, status);
    const refused = await server.request('PATCH', '/api/v1/users/me/preferences', {
      token: user.token,
      body: { language: 'ja' },
    });
    assert.equal(refused.status, 401);
    assert.ok((await login(server, user)).status >= 400);
    assert.equal(await statusOf(server, other), 200, 'nobody else is');
    const opened = await setStatus(server, { email: user.email, status: 'active' });
    assert.equal(opened.previous_status, status);
    assert.equal(await statusOf(server, user), 401, 'who had a token signs in again');
    user = { ...user, token: (await login(server, user)).body.access_token };
    assert.equal(await statusOf(server, user), 200);
  }
  assert.equal((await login(server, user)).status, 200);
});

test('a platform admin reads the profile of a closed account; nobody else does', async () => {
  const server = await testServer();
  const [user, other, admin] = [await signUp(server), await signUp(server), await signUp(server)];
  await grantAdmin(server, admin.user_id);
  await setStatus(server, { email: user.email, status: 'suspended' });
  const read = ({ token }: TestUser) => server.request('GET', `/api/v1/users/${user.user_id}`, { token });
  const seen = await read(admin);
  assert.deepEqual(
    [seen.status, seen.body.data.status, seen.body.data.email],
    [200, 'suspended', user.email],
  );
  assert.deepEqual([(await read(other)).status, (await read(user)).status], [403, 401]);
});

test('the profile tells of the change; what stays as it is is none', async () => {
  const server = await testServer();
  const [user, admin] = [await signUp(server), await signUp(server)];
  await grantAdmin(server, admin.user_id);
  const read = async () =>
    (await server.request('GET', `/api/v1/users/${user.user_id}`, { token: admin.token })).body.data;
  const before = await read();
  const again = await setStatus(server, { email: user.email, status: 'active' });
  assert.equal(again.previous_status, 'active');
  assert.deepEqual(await read(), before);
  await setStatus(server, { email: user.email, status: 'inactive' });
  const after = await read();
  assert.ok(after.updated_at > before.updated_at);
  assert.deepEqual(after, { ...before, status: 'inactive', updated_at: after.updated_at });
});

test('two changes at once: the later one tells what the earlier one left', async () => {
  const server = await testServer();
  const { email } = await signUp(server);
  const statuses = ['suspended', 'deactivated'] as const;
  const told = await Promise.all(
    statuses.map(async (status) => (await setStatus(server, { email, status })).previous_status),
  );
  const [first, second] = told;
  assert.ok(
    (first === 'active' && second === 'suspended') || (first === 'deactivated' && second === 'active'),
    told.join(),
  );
});

test('an unknown address is refused', async () => {
  const server = await testServer();
  const email = newEmail();
  await assert.rejects(
    setStatus(server, { email, status: 'active' }),
    (error) => error instanceof AppError && error.status === 404 && error.message.includes(email),
  );
});
