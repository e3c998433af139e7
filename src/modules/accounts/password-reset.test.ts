import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { newEmail, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { cleanUpHandler } from './clean-up.ts';

const NEW_PASSWORD = 'correct horse battery staple';

const ask = (server: TestServer, body: object): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/password-reset', { body });
const confirm = (server: TestServer, token: unknown, new_password: unknown = NEW_PASSWORD) =>
  server.request('POST', '/api/v1/auth/password-reset/confirm', { body: { token, new_password } });
const login = (server: TestServer, { email }: TestUser, password: string): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/login', { body: { email, password } });
const me = async (server: TestServer, token: string): Promise<number> =>
  (await server.request('GET', '/api/v1/auth/me', { token })).status;

/** The token of the newest mail to an address, `skip` of them left out. */
async function mailedToken(server: TestServer, email: string, skip = 0): Promise<string> {
  const { text } = await server.mailTo(email, { after: skip });
  return /token=([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? '';
}

async function resetToken(server: TestServer, { email }: TestUser, skip = 0): Promise<string> {
  assert.equal((await ask(server, { email })).status, 200);
  return await mailedToken(server, email, skip);
}

/** Waits until what was asked for was worked through, with mail or without. */
async function settled(server: TestServer): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { waiting } = await server.deps.db.one<{ waiting: number }>(sql`
      SELECT count(*)::int AS waiting FROM pgboss.job
      WHERE name IN ('accounts.prepare-password-reset', 'accounts.send-password-reset-mail') AND state < 'completed'`);
    if (waiting === 0) return;
    assert.ok(Date.now() < deadline, `${waiting} jobs are still waiting`);
    await sleep(20);
  }
}

function assertInvalid(answer: TestResponse, path: string, says: RegExp): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'validation_error');
  const messages = answer.body.details.map((one: { path: string; message: string }) => [
    one.path,
    one.message,
  ]);
  assert.equal(messages.length, 1, JSON.stringify(messages));
  assert.equal(messages[0][0], path);
  assert.match(messages[0][1], says);
}

test('from the mail to a new password', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const other = await signUp(server);
  const asked = await ask(server, { email: user.email.toUpperCase() });
  assert.equal(asked.status, 200);
  assert.deepEqual(Object.keys(asked.body), ['status', 'message']);
  assert.equal(asked.body.status, 'ok');

  const mail = await server.mailTo(user.email);
  assert.equal(mail.to, user.email, 'as it is stored, not as it was typed');
  assert.equal(mail.subject, 'Set a new password for Ekiden');
  const link = new URL(/^http\S+$/m.exec(mail.text)?.[0] ?? '');
  const token = link.searchParams.get('token') ?? '';
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(link.href, `${server.deps.baseUrl}/reset-password?token=${token}`);
  assert.ok(mail.html.includes(`href="${link.href}"`));
  assert.ok(mail.text.includes(user.email));

  const done = await confirm(server, token);
  assert.deepEqual([done.status, Object.keys(done.body)], [200, ['status', 'message']]);
  assert.equal(await me(server, user.token), 401, 'who was signed in is signed out');
  assert.equal((await login(server, user, user.password)).status, 401);
  const signedIn = await login(server, user, NEW_PASSWORD);
  assert.equal(signedIn.status, 200);
  assert.equal(await me(server, signedIn.body.access_token), 200);
  assert.equal(await me(server, other.token), 200);
  assert.equal((await login(server, other, other.password)).status, 200);

  const told = await server.mailTo(user.email, { after: 1 });
  assert.equal(told.subject, 'Your Ekiden password was changed');
  assert.ok(told.text.includes(user.email) && !told.text.includes('token'));
  assertInvalid(await confirm(server, token, 'another-password'), 'token', /used already/);
  assert.equal((await login(server, user, NEW_PASSWORD)).status, 200);
});

test('what is asked for from the app is set in the app', async () => {
  const server = await testServer();
  const user = await signUp(server);
  assert.equal((await ask(server, { email: user.email, origin: 'app' })).status, 200);
  const mail = await server.mailTo(user.email);
  const link = new URL(/^http\S+$/m.exec(mail.text)?.[0] ?? '');
  const token = link.searchParams.get('token') ?? '';
  assert.equal(link.href, `${server.deps.baseUrl}/reset-password?token=${token}&origin=app`);
  assert.match(mail.text, new RegExp(`^${token}$`, 'm'), 'the code alone, to be copied');
  assert.equal((await confirm(server, token)).status, 200);
});

test('nobody learns who has an account: the answer is one, and only active accounts get a mail', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const [user, withoutPassword, suspended, deactivated, late] = await Promise.all(
    Array.from({ length: 5 }, () => signUp(server)),
  );
  assert.ok(user && withoutPassword && suspended && deactivated && late);
  await db.execute(
    sql`UPDATE user_credentials SET password_hash = NULL WHERE user_id = ${withoutPassword.user_id}`,
  );
  await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${suspended.user_id}`);
  await db.execute(sql`UPDATE users SET status = 'deactivated' WHERE user_id = ${deactivated.user_id}`);
  const unknown = newEmail();
  const addresses = [user, withoutPassword, suspended, deactivated].map(({ email }) => email);
  const answers = await Promise.all([unknown, ...addresses].map((email) => ask(server, { email })));
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body]);
  await settled(server);
  const mails = await Promise.all([unknown, ...addresses].map((email) => server.mailsTo(email)));
  assert.deepEqual(
    mails.map((sent) => sent.length),
    [0, 1, 1, 0, 0],
  );

  const first = await confirm(server, await mailedToken(server, withoutPassword.email));
  assert.equal(first.status, 200, 'an account without a password gets its first');
  assert.equal((await login(server, withoutPassword, NEW_PASSWORD)).status, 200);

  const token = await resetToken(server, late);
  await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${late.user_id}`);
  assertInvalid(await confirm(server, token), 'token', /cannot be used/);
});

test('three mails an hour, used tokens included; more requests answer the same and send nothing', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  const token = await resetToken(server, user);
  assert.equal((await confirm(server, token)).status, 200);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(server, { email: user.email })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(5).fill(200),
  );
  await settled(server);
  const resets = async (): Promise<number> =>
    (await server.mailsTo(user.email)).filter(({ subject }) => subject.startsWith('Set a new')).length;
  assert.equal(await resets(), 3);
  server.clock.advance(HOUR_MS + MINUTE_MS);
  await ask(server, { email: user.email });
  await settled(server);
  assert.equal(await resets(), 4);
});

test('a token is valid for an hour', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  const token = await resetToken(server, user);
  server.clock.advance(HOUR_MS);
  assertInvalid(await confirm(server, token), 'token', /over an hour old.*Ask for a new mail/);
  server.clock.advance(-MINUTE_MS);
  assert.equal((await confirm(server, token)).status, 200);
});

test('bad input is named, and the token stays valid', async (t) => {
  const server = await testServer();
  for (const email of [undefined, null, 7, '', 'runner', 'a@b', 'a@example.org\n', ['a@example.org']]) {
    assertInvalid(await ask(server, { email }), 'email', /required|must/);
  }
  for (const origin of ['App', '', null, 1]) {
    assertInvalid(await ask(server, { email: newEmail(), origin }), 'origin', /must be/);
  }
  const token = await resetToken(server, await signUp(server));
  assertInvalid(await confirm(server, token, 'seven-7'), 'new_password', /at least 8 characters/);
  assertInvalid(await confirm(server, token, '🏃'.repeat(7)), 'new_password', /at least 8 characters/);
  assertInvalid(await confirm(server, token, 'x'.repeat(1_025)), 'new_password', /at most 1,024 characters/);
  assertInvalid(await confirm(server, token, null), 'new_password', /must be a string/);
  const hash = t.mock.method(server.deps.passwords, 'hashPassword');
  for (const wrong of ['x', 'A'.repeat(43), '🏃', 'x'.repeat(512)]) {
    assertInvalid(await confirm(server, wrong), 'token', /copied incompletely/);
  }
  assert.equal(hash.mock.callCount(), 0, 'a wrong token costs no hash');
  for (const wrong of ['', 'x'.repeat(513), 4, null]) {
    assertInvalid(await confirm(server, wrong), 'token', /must/);
  }
  assert.equal((await confirm(server, token, '🏃'.repeat(8))).status, 200, 'eight of anything will do');
});

test('two at once, with one token or with two: one wins, one mail tells of it', async () => {
  const server = await testServer();
  const user = await signUp(server);
  for (const round of [0, 1]) {
    const skip = (await server.mailsTo(user.email)).length;
    const token = await resetToken(server, user, skip);
    const tokens = round === 0 ? [token, token] : [token, await resetToken(server, user, skip + 1)];
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(tokens.map((one, index) => confirm(server, one, passwords[index])));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    for (const [index, { status }] of answers.entries()) {
      assert.equal((await login(server, user, passwords[index] ?? '')).status, status === 200 ? 200 : 401);
    }
    for (const used of tokens) assert.equal((await confirm(server, used)).status, 400);
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
  assert.equal((await login(server, user, user.password)).status, 429);
  assert.equal((await confirm(server, await resetToken(server, user))).status, 200);
  const signedIn = await login(server, user, NEW_PASSWORD);
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.credentials.email_verified, true);
});

test('tokens of the same second, and of a change just before, end with the change; the next ones work', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const [first, second] = [await resetToken(server, user), await resetToken(server, user, 1)];
  // The server's time stands still, at the end of a second.
  const moment = new Date(Math.floor(server.clock.now().getTime() / SECOND_MS) * SECOND_MS + 999);
  t.mock.method(server.clock, 'now', () => moment);
  const before = (await login(server, user, user.password)).body.access_token;
  assert.equal((await confirm(server, first)).status, 200);
  assert.equal(await me(server, before), 401);
  const between = (await login(server, user, NEW_PASSWORD)).body.access_token;
  assert.equal(await me(server, between), 200, 'although it is of the same second as the change');
  // As if the second mail had come after the first change, within the same second.
  await server.deps.db.execute(sql`
    UPDATE password_resets SET expires_at = ${new Date(moment.getTime() + HOUR_MS)}
    WHERE user_id = ${user.user_id} AND created_at = (SELECT max(created_at) FROM password_resets
      WHERE user_id = ${user.user_id})`);
  assert.equal((await confirm(server, second, 'yet another password')).status, 200);
  assert.equal(await me(server, between), 401);
  const after = (await login(server, user, 'yet another password')).body.access_token;
  assert.equal(await me(server, after), 200);
});

test('who is signing in with the old password while it is changed is not let in', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const { passwords } = server.deps;
  const verify = passwords.verifyPassword;
  t.mock.method(passwords, 'verifyPassword', async (password: string, phc: string | null) => {
    const matches = await verify(password, phc);
    if (matches) assert.equal((await confirm(server, token)).status, 200);
    return matches;
  });
  assert.equal((await login(server, user, user.password)).status, 401);
  t.mock.restoreAll();
  assert.equal((await login(server, user, NEW_PASSWORD)).status, 200);
});

test('a new token that was on its way while the password was changed is worth nothing', async (t) => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const { tokens } = server.deps;
  const sign = tokens.sign;
  t.mock.method(tokens, 'sign', async (subject: Parameters<typeof sign>[0]) => {
    assert.equal((await confirm(server, token)).status, 200);
    // The clock has gone into the next second meanwhile.
    return await sign({ ...subject, issued_at: new Date(subject.issued_at.getTime() + SECOND_MS) });
  });
  const refreshed = await server.request('POST', '/api/v1/auth/token/refresh', { token: user.token });
  assert.equal(refreshed.status, 200);
  assert.equal(await me(server, refreshed.body.data.access_token), 401);
});

test('neither token nor address can be read from what is stored', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const token = await resetToken(server, user);
  const dumps = await server.deps.db.query<{ dump: string }>(sql`
    SELECT r::text AS dump FROM password_resets r UNION ALL SELECT j::text FROM pgboss.job j`);
  assert.ok(dumps.some(({ dump }) => dump.includes('accounts.prepare-password-reset')));
  const secrets = [token, user.email].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
    Buffer.from(secret).toString('hex'),
  ]);
  for (const { dump } of dumps) {
    for (const secret of secrets) assert.equal(dump.includes(secret), false);
  }
});

test('rows that count no more are deleted, and nothing else', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const { db, clock, logger } = server.deps;
  const [early, late] = [await signUp(server), await signUp(server)];
  await resetToken(server, early);
  server.clock.advance(HOUR_MS);
  await resetToken(server, late);
  server.clock.advance(DAY_MS - MINUTE_MS);
  const context = { job_id: newId(), attempt: 1, signal: new AbortController().signal, logger };
  await cleanUpHandler({ db, clock })({}, context);
  const left = await db.query<{ user_id: string }>(
    sql`SELECT user_id FROM password_resets WHERE user_id = ANY(${[early.user_id, late.user_id]}::uuid[])`,
  );
  assert.deepEqual(left, [{ user_id: late.user_id }]);
});
