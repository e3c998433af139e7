import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { newEmail, signUp, verificationToken } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

const PASSWORD = 'Sakura-1964';
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const requestVerification = (server: TestServer, email: unknown): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
const verifyToken = (server: TestServer, token: string): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/verify-token', { body: { token } });
const complete = (server: TestServer, body: object): Promise<TestResponse> =>
  server.request('POST', '/api/v1/auth/complete-signup', { body });

function assertInvalid(answer: TestResponse, ...paths: string[]): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'validation_error');
  assert.deepEqual([...new Set(answer.body.details.map(({ path }: { path: string }) => path))], paths);
}

test('from the mail to the account', async () => {
  const server = await testServer();
  const email = newEmail('Yuki.Tanaka+run');
  const requested = await requestVerification(server, email);
  assert.equal(requested.status, 200);
  assert.deepEqual(requested.body, {
    status: 'ok',
    message: 'A mail with a verification token is on its way.',
    data: { email, expires_in_seconds: 86_400 },
  });

  const mail = await server.mailTo(email);
  const link = new URL(/^http\S+$/m.exec(mail.text)?.[0] ?? '');
  assert.equal(`${link.origin}${link.pathname}`, `${server.deps.baseUrl}/signup`);
  const token = link.searchParams.get('token') ?? '';
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.match(mail.text, new RegExp(`^${token}$`, 'm'), 'the token alone, for those who type it');
  assert.ok(mail.html.includes(link.href));

  const valid = { status: 'ok', data: { valid: true, email } };
  assert.deepEqual((await verifyToken(server, token)).body, valid);
  assert.deepEqual((await verifyToken(server, token)).body, valid, 'checking does not consume');

  const created = await complete(server, {
    token,
    password: PASSWORD,
    display_name: 'Yuki',
    first_name: 'Yuki',
    last_name: '',
    membership_role: 'coach',
    notification_settings: { weekly_summary: false, of_the_future: true },
    platform: 'ios',
    preferences: { timezone: 'Asia/Tokyo', language: 'ja', workout_days: ['sunday'], shoe_size: 9 },
    status: 'suspended',
    is_platform_admin: true,
    privacy: { share_pb: false },
  });
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('cache-control'), 'no-store', 'it carries an access token');
  const { success, user_id, token_type, access_token, expires_at, credentials, profile } = created.body;
  assert.equal(success, true);
  assert.match(user_id, UUID_V7);
  assert.equal(token_type, 'Bearer');
  assert.deepEqual(credentials, { roles: ['user', 'coach'], email_verified: true, is_active: true });
  const remainingMs = Date.parse(expires_at) - server.clock.now().getTime();
  assert.ok(remainingMs > 86_390_000 && remainingMs <= 86_400_000);
  assert.match(expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  assert.equal(profile.email, email, 'as typed');
  assert.match(profile.username, /^yuki_tanaka_run(_\d+)?$/);
  assert.deepEqual([profile.display_name, profile.first_name, profile.last_name], ['Yuki', 'Yuki', null]);
  assert.equal(profile.membership_role, 'coach');
  assert.equal(profile.status, 'active');
  assert.equal(profile.privacy.share_pb, true, 'other fields are ignored');
  assert.deepEqual(profile.preferences, {
    language: 'ja',
    timezone: 'Asia/Tokyo',
    unit_system: 'metric',
    coach_persona: 'rex',
    workout_days: ['sunday'],
    service_lab: false,
  });
  assert.equal(profile.notification_settings.weekly_summary, false);
  assert.equal(profile.notification_settings.workout_reminder, true);
  assert.deepEqual(Object.keys(profile.integrations), ['strava', 'garmin', 'apple_health', 'coros']);
  const stored = await server.deps.db.one<{ signup_platform: string; is_platform_admin: boolean }>(
    sql`SELECT signup_platform, is_platform_admin FROM users WHERE user_id = ${user_id}`,
  );
  assert.deepEqual(stored, { signup_platform: 'ios', is_platform_admin: false });

  const me = await server.request('GET', '/api/v1/auth/me', { token: access_token });
  assert.equal(me.body.data.user_id, user_id);
  const again = await verifyToken(server, token);
  assert.equal(again.body.data.valid, false);
  assert.match(again.body.data.reason, /used already/);
  assertInvalid(await complete(server, { token, password: PASSWORD }), 'token');
  const known = await requestVerification(server, email.toUpperCase());
  assert.equal(known.status, 409, 'registered, whatever the case');
  assert.equal(known.body.code, 'conflict');
});

test('a token is valid for 24 hours', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const email = newEmail();
  const token = await verificationToken(server, email);
  server.clock.advance(DAY_MS - MINUTE_MS);
  assert.equal((await verifyToken(server, token)).body.data.valid, true);
  server.clock.advance(MINUTE_MS);
  const late = await verifyToken(server, token);
  assert.deepEqual([late.status, late.body.data.valid, 'email' in late.body.data], [200, false, false]);
  assert.match(late.body.data.reason, /expired/);
  const refused = await complete(server, { token, password: PASSWORD });
  assertInvalid(refused, 'token');
  assert.match(refused.body.details[0].message, /expired/);
});

test('tokens that nobody issued', async () => {
  const server = await testServer();
  for (const token of ['x', 'A'.repeat(43), '🏃', 'x'.repeat(512)]) {
    const { status, body } = await verifyToken(server, token);
    assert.deepEqual([status, body.data.valid], [200, false]);
    assertInvalid(await complete(server, { token, password: PASSWORD }), 'token');
  }
  for (const token of ['', 'x'.repeat(513), 4, null]) {
    assertInvalid(await server.request('POST', '/api/v1/auth/verify-token', { body: { token } }), 'token');
  }
});

test('who says nothing of a language is spoken to in the one of the request', async () => {
  const server = await testServer();
  const languageOf = async (preferences: object | undefined): Promise<string> => {
    const token = await verificationToken(server, newEmail());
    const answer = await server.request('POST', '/api/v1/auth/complete-signup', {
      headers: { 'accept-language': 'fr, ja;q=0.8, en;q=0.5' },
      body: { token, password: PASSWORD, ...(preferences && { preferences }) },
    });
    return answer.body.profile.preferences.language;
  };
  assert.equal(await languageOf(undefined), 'ja');
  assert.equal(await languageOf({ timezone: 'Asia/Tokyo' }), 'ja');
  assert.equal(await languageOf({ language: 'en' }), 'en');
});

test('password rules: one message a broken rule, and the token stays valid', async () => {
  const server = await testServer();
  const token = await verificationToken(server, newEmail());
  const broken: [string, string[]][] = [
    ['', ['8 characters', 'uppercase', 'lowercase', 'digit']],
    ['Abcde-1', ['8 characters']],
    ['abcdefg1', ['uppercase']],
    ['ABCDEFG1', ['lowercase']],
    ['Abcdefgh', ['digit']],
    ['12345678', ['uppercase', 'lowercase']],
    [`Aa1${'x'.repeat(1_022)}`, ['1,024 characters']],
    ['🏃🏃🏃🏃aA1', ['8 characters']],
  ];
  for (const [password, rules] of broken) {
    const answer = await complete(server, { token, password });
    assertInvalid(answer, 'password');
    const messages: string[] = answer.body.details.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, rules.length, messages.join());
    for (const [index, rule] of rules.entries()) assert.ok(messages[index]?.includes(rule), messages.join());
  }
  assertInvalid(await complete(server, { token }), 'password');
  assertInvalid(await complete(server, { token, password: 12_345_678 }), 'password');
  assert.equal((await complete(server, { token, password: `Aa1${'x'.repeat(1_021)}` })).status, 201);
});

test('optional fields of the wrong type are refused, and the token stays valid', async () => {
  const server = await testServer();
  const token = await verificationToken(server, newEmail());
  const cases: [object, string][] = [
    [{ display_name: 'x'.repeat(51) }, 'display_name'],
    [{ display_name: 'two\nlines' }, 'display_name'],
    [{ first_name: 1 }, 'first_name'],
    [{ membership_role: 'admin' }, 'membership_role'],
    [{ notification_settings: { weekly_summary: 'no' } }, 'notification_settings.weekly_summary'],
    [{ notification_settings: [] }, 'notification_settings'],
    [{ platform: {} }, 'platform'],
    [{ preferences: { language: 'fr' } }, 'preferences.language'],
    [{ preferences: { timezone: 'Mars/Olympus' } }, 'preferences.timezone'],
    [{ preferences: { workout_days: ['someday'] } }, 'preferences.workout_days.0'],
    [{ username: 'ab' }, 'username'],
    [{ username: 'with space' }, 'username'],
    [{ username: 'x'.repeat(31) }, 'username'],
  ];
  for (const [fields, path] of cases)
    assertInvalid(await complete(server, { token, password: PASSWORD, ...fields }), path);
  assert.equal(
    (await complete(server, { token, password: PASSWORD, display_name: 'x'.repeat(50) })).status,
    201,
  );
});

test('two sign-ups at once with one token: one account', async () => {
  const server = await testServer();
  const token = await verificationToken(server, newEmail());
  const answers = await Promise.all([1, 2].map(() => complete(server, { token, password: PASSWORD })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  assertInvalid(answers.find(({ status }) => status === 400) as TestResponse, 'token');
});

test('two tokens of one address at once: one account, and no token is left', async () => {
  const server = await testServer();
  const email = newEmail();
  const tokens = [
    await verificationToken(server, email),
    await verificationToken(server, email.toUpperCase()),
  ];
  const answers = await Promise.all(tokens.map((token) => complete(server, { token, password: PASSWORD })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  for (const token of tokens) assert.equal((await verifyToken(server, token)).body.data.valid, false);
});

test('ten sign-ups at once with one e-mail prefix: ten user names', async () => {
  const server = await testServer();
  const prefix = `kenji.${Math.random().toString(36).slice(2, 8)}`;
  const tokens = await Promise.all(
    Array.from({ length: 10 }, () => verificationToken(server, newEmail(prefix))),
  );
  const answers = await Promise.all(tokens.map((token) => complete(server, { token, password: PASSWORD })));
  const names = answers.map(({ status, body }) => (status === 201 ? body.profile.username : status));
  assert.equal(new Set(names).size, 10, names.join());
  assert.ok(names.includes(prefix.replace('.', '_')));
  for (const name of names) assert.match(name, /^kenji_[a-z0-9]+(_\d{3,8})?$/);
});

test('a user name of one’s own: unique whatever its case, and refused names leave the token valid', async () => {
  const server = await testServer();
  const username = `Abebe_${Math.random().toString(36).slice(2, 10)}`;
  await signUp(server, { username });
  const token = await verificationToken(server, newEmail());
  const taken = await complete(server, { token, password: PASSWORD, username: username.toUpperCase() });
  assert.deepEqual([taken.status, taken.body.code], [409, 'conflict']);
  const other = await complete(server, { token, password: PASSWORD, username: `${username}_2` });
  assert.equal(other.body.profile?.username, `${username}_2`);
});

test('two at once with one user name: one gets it', async () => {
  const server = await testServer();
  const username = `twice_${Math.random().toString(36).slice(2, 10)}`;
  const tokens = [await verificationToken(server, newEmail()), await verificationToken(server, newEmail())];
  const answers = await Promise.all(
    tokens.map((token) => complete(server, { token, password: PASSWORD, username })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
});

test('an address that was registered meanwhile is a conflict', async () => {
  const server = await testServer();
  const { email } = await signUp(server);
  const token = await verificationToken(server, email.toUpperCase());
  const answer = await complete(server, { token, password: PASSWORD });
  assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
});

test('what has run out is deleted, and nothing else', async (t) => {
  const server = await testServer();
  t.after(() => server.clock.reset());
  const { cleanUpHandler } = await import('./clean-up.ts');
  const early = newEmail();
  const late = newEmail();
  await verificationToken(server, early);
  server.clock.advance(HOUR_MS);
  await verificationToken(server, late);
  server.clock.advance(DAY_MS - HOUR_MS / 2);
  const { db, clock, logger } = server.deps;
  const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
  await cleanUpHandler({ db, clock })({}, context);
  const left = await db.query<{ email: string }>(
    sql`SELECT email FROM email_verifications WHERE email = ANY(${[early, late]})`,
  );
  assert.deepEqual(left, [{ email: late }]);
});
