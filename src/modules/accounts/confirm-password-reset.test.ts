import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { signUp } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
import { confirmReset, logIn, NEW_PASSWORD, resetToken, statusOf } from '../../test/password-resets.ts';
import { refreshToken } from './refresh-token.ts';

test('two at once, with one token or with two: one wins, one mail tells of it', async () => {
  const server = await testServer();
  const user = await signUp(server);
  for (const round of [0, 1]) {
    const skip = (await server.mailsTo(user.email)).length;
    const token = await resetToken(server, user, skip);
    const tokens = round === 0 ? [token, token] : [token, await resetToken(server, user, skip + 1)];
    const passwords = ['kasumigaura-1', 'kasumigaura-2'];
    const answers = await Promise.all(
      tokens.map((one, index) => confirmReset(server, one, passwords[index])),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    for (const [index, { status }] of answers.entries()) {
      assert.equal((await logIn(server, user, passwords[index] ?? '')).status, status === 200 ? 200 : 401);
    }
    for (const used of tokens) assert.equal((await confirmReset(server, used)).status, 400);
    await server.mailTo(user.email, { after: skip + new Set(tokens).size });
  }
  const subjects = (await server.mailsTo(user.email)).map(({ subject }) => subject);
  assert.equal(subjects.filter((subject) => subject === 'Your Ekiden password was changed').length, 2);
  await server.deps.db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);
});

test('failed sign-ins of the address are forgotten, and the address is proven', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const user = await signUp(server);
  await db.execute(sql`UPDATE users SET is_verified = false WHERE user_id = ${user.user_id}`);
  await db.execute(sql`
    INSERT INTO login_failures (subject, failed_at)
    SELECT ${`email:${user.email}`}, ${server.clock.now()}::timestamptz FROM generate_series(1, 10)`);
  assert.equal((await logIn(server, user, user.password)).status, 429);
  assert.equal((await confirmReset(server, await resetToken(server, user))).status, 200);
  const signedIn = await logIn(server, user, NEW_PASSWORD);
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.credentials.email_verified, true);
});

test('tokens of the same second, and of a change just before, end with the change; the next ones work', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const [first, second] = [await resetToken(server, user), await resetToken(server, user, 1)];
  // The clock stands at the end of a second.
  const moment = new Date(Math.floor(server.clock.now().getTime() / SECOND_MS) * SECOND_MS + 999);
  t.mock.method(server.clock, 'now', () => moment);
  const before = (await logIn(server, user, user.password)).body.access_token;
  assert.equal((await confirmReset(server, first)).status, 200);
  assert.equal(await statusOf(server, before), 401);
  const between = (await logIn(server, user, NEW_PASSWORD)).body.access_token;
  assert.equal(await statusOf(server, between), 200, 'although it is of the same second as the change');
  // As if the second mail had come after the first change, within the same second.
  await server.deps.db.execute(sql`
    UPDATE password_resets SET expires_at = ${new Date(moment.getTime() + HOUR_MS)}
    WHERE user_id = ${user.user_id} AND created_at = (SELECT max(created_at) FROM password_resets
      WHERE user_id = ${user.user_id})`);
  assert.equal((await confirmReset(server, second, 'shinshiro-32km')).status, 200);
  assert.equal(await statusOf(server, between), 401);
  const after = (await logIn(server, user, 'shinshiro-32km')).body.access_token;
  assert.equal(await statusOf(server, after), 200);
});

test('who is signing in with the old password while it is changed is not let in', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const { passwords } = server.deps;
  const verify = passwords.verifyPassword;
  t.mock.method(passwords, 'verifyPassword', async (password: string, phc: string | null) => {
    const matches = await verify(password, phc);
    if (matches) assert.equal((await confirmReset(server, token)).status, 200);
    return matches;
  });
  assert.equal((await logIn(server, user, user.password)).status, 401);
  t.mock.restoreAll();
  assert.equal((await logIn(server, user, NEW_PASSWORD)).status, 200);
});

test('a new token that was on its way while the password was changed is worth nothing', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const { tokens } = server.deps;
  const sign = tokens.sign;
  t.mock.method(tokens, 'sign', async (subject: Parameters<typeof sign>[0]) => {
    assert.equal((await confirmReset(server, token)).status, 200);
    // The clock has moved to the next second.
    return await sign({ ...subject, issued_at: new Date(subject.issued_at.getTime() + SECOND_MS) });
  });
  const refreshed = await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  assert.equal(refreshed.status, 200);
  assert.equal(await statusOf(server, refreshed.body.data.access_token), 401);
});

test('who was let in just before the password was changed gets no new token any more', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const token_issued_at = server.clock.now();
  const refresh = (issued: Date) =>
    refreshToken(
      server.deps,
      { type: 'user', user_id: user.user_id, roles: ['user'], token_issued_at: issued },
      { device: null, address: '127.0.0.1' },
    );
  const token = await resetToken(server, user);
  assert.ok((await refresh(token_issued_at)).access_token.length > 0);
  assert.equal((await confirmReset(server, token)).status, 200);
  await assert.rejects(refresh(token_issued_at), { status: 401 });
});

test('an account that is deleted while its password is set: both are answered, and the token goes with it', async () => {
  const server = await testServer();
  for (let round = 0; round < 5; round++) {
    const user = await signUp(server);
    const [token, other] = [await resetToken(server, user), await resetToken(server, user, 1)];
    const [confirmed, left] = await Promise.all([
      confirmReset(server, token),
      server.request('DELETE', '/api/v1/users/me', { token: user.token, body: { password: user.password } }),
    ]);
    assert.ok([200, 400].includes(confirmed.status), JSON.stringify(confirmed.body));
    // If the reset came first, the access token or the old password is no longer valid.
    assert.ok([200, 401, 403].includes(left.status), JSON.stringify(left.body));
    if (left.status === 200) assert.equal((await confirmReset(server, other)).status, 400);
  }
  await server.deps.db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);
});
