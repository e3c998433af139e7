import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { newEmail, signUp } from '../../test/factories.ts';
import { type TestResponse, testServer } from '../../test/harness.ts';
import {
  askForReset,
  confirmReset,
  logIn,
  mailedToken,
  NEW_PASSWORD,
  resetsSettled,
  resetToken,
  statusOf,
} from '../../test/password-resets.ts';

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
  const asked = await askForReset(server, { email: user.email.toUpperCase() });
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

  const done = await confirmReset(server, token);
  assert.deepEqual([done.status, Object.keys(done.body)], [200, ['status', 'message']]);
  assert.equal(await statusOf(server, user.token), 401, 'who was signed in is signed out');
  assert.equal((await logIn(server, user, user.password)).status, 401);
  const signedIn = await logIn(server, user, NEW_PASSWORD);
  assert.equal(signedIn.status, 200);
  assert.equal(await statusOf(server, signedIn.body.access_token), 200);
  assert.equal(await statusOf(server, other.token), 200);
  assert.equal((await logIn(server, other, other.password)).status, 200);

  const told = await server.mailTo(user.email, { after: 1 });
  assert.equal(told.subject, 'Your Ekiden password was changed');
  assert.ok(told.text.includes(user.email) && !told.text.includes('token'));
  assertInvalid(await confirmReset(server, token, 'shinshiro-10km'), 'token', /used already/);
  assert.equal((await logIn(server, user, NEW_PASSWORD)).status, 200);
});

test('what is asked for from the app is set in the app', async () => {
  const server = await testServer();
  const user = await signUp(server);
  assert.equal((await askForReset(server, { email: user.email, origin: 'app' })).status, 200);
  const mail = await server.mailTo(user.email);
  const link = new URL(/^http\S+$/m.exec(mail.text)?.[0] ?? '');
  const token = link.searchParams.get('token') ?? '';
  assert.equal(link.href, `${server.deps.baseUrl}/reset-password?token=${token}&origin=app`);
  assert.match(mail.text, new RegExp(`^${token}$`, 'm'), 'the code alone, to be copied');
  assert.equal((await confirmReset(server, token)).status, 200);
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
  const answers = await Promise.all([unknown, ...addresses].map((email) => askForReset(server, { email })));
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body]);
  await resetsSettled(server);
  const mails = await Promise.all([unknown, ...addresses].map((email) => server.mailsTo(email)));
  assert.deepEqual(
    mails.map((sent) => sent.length),
    [0, 1, 1, 0, 0],
  );
  const ids = [suspended.user_id, deactivated.user_id];
  assert.deepEqual(
    await db.query(sql`SELECT 1 FROM password_resets WHERE user_id = ANY(${ids}::uuid[])`),
    [],
  );

  const first = await confirmReset(server, await mailedToken(server, withoutPassword.email));
  assert.equal(first.status, 200, 'an account without a password gets its first');
  assert.equal((await logIn(server, withoutPassword, NEW_PASSWORD)).status, 200);

  const token = await resetToken(server, late);
  await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${late.user_id}`);
  assertInvalid(await confirmReset(server, token), 'token', /cannot be used/);
});

test('three mails an hour, used tokens included; more requests answer the same and send nothing', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  const token = await resetToken(server, user);
  assert.equal((await confirmReset(server, token)).status, 200);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => askForReset(server, { email: user.email })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(5).fill(200),
  );
  await resetsSettled(server);
  const resets = async (): Promise<number> =>
    (await server.mailsTo(user.email)).filter(({ subject }) => subject.startsWith('Set a new')).length;
  assert.equal(await resets(), 3);
  server.clock.advance(HOUR_MS + MINUTE_MS);
  await askForReset(server, { email: user.email });
  await resetsSettled(server);
  assert.equal(await resets(), 4);
});

test('a token is valid for an hour', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const user = await signUp(server);
  const token = await resetToken(server, user);
  server.clock.advance(HOUR_MS);
  const hash = t.mock.method(server.deps.passwords, 'hashPassword');
  assertInvalid(await confirmReset(server, token), 'token', /over an hour old.*Ask for a new mail/);
  assert.equal(hash.mock.callCount(), 0);
  server.clock.advance(-MINUTE_MS);
  assert.equal((await confirmReset(server, token)).status, 200);
});

test('bad input is named, and the token stays valid', async (t) => {
  const server = await testServer();
  for (const email of [undefined, null, 7, '', 'runner', 'a@b', 'a@example.org\n', ['a@example.org']]) {
    assertInvalid(await askForReset(server, { email }), 'email', /required|must/);
  }
  for (const origin of ['App', '', null, 1]) {
    assertInvalid(await askForReset(server, { email: newEmail(), origin }), 'origin', /must be/);
  }
  const token = await resetToken(server, await signUp(server));
  assertInvalid(await confirmReset(server, token, 'seven-7'), 'new_password', /at least 8 characters/);
  assertInvalid(await confirmReset(server, token, '🏃'.repeat(7)), 'new_password', /at least 8 characters/);
  assertInvalid(
    await confirmReset(server, token, 'x'.repeat(1_025)),
    'new_password',
    /at most 1,024 characters/,
  );
  assertInvalid(await confirmReset(server, token, null), 'new_password', /must be a string/);
  const hash = t.mock.method(server.deps.passwords, 'hashPassword');
  for (const wrong of ['x', 'A'.repeat(43), '🏃', 'x'.repeat(512)]) {
    assertInvalid(await confirmReset(server, wrong), 'token', /copied incompletely/);
  }
  assert.equal(hash.mock.callCount(), 0, 'a wrong token costs no hash');
  for (const wrong of ['', 'x'.repeat(513), 4, null]) {
    assertInvalid(await confirmReset(server, wrong), 'token', /must/);
  }
  assert.equal((await confirmReset(server, token, '🏃'.repeat(8))).status, 200, 'eight of anything will do');
});
