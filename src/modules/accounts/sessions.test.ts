import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { craftKey, craftToken, startCraftedProvider } from '../../test/crafted-provider.ts';
import { newEmail, signUp, type TestUser } from '../../test/factories.ts';
import { openForge, signToken } from '../../test/forge-tokens.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { takeOut } from '../../test/personal-archive.ts';
import { cleanUpHandler } from './clean-up.ts';
import { setAccountStatus } from './set-account-status.ts';

const NEW_PASSWORD = 'correct horse battery staple';

// A server of its own whose clock moves by months and which believes any client network.
describe('sessions', () => {
  let server: TestServer;
  let provider: Awaited<ReturnType<typeof startCraftedProvider>>;
  const key = craftKey('ES256');
  const closing: (() => Promise<unknown>)[] = [];
  let settings: Record<string, string>;
  before(async () => {
    provider = await startCraftedProvider([key.jwk]);
    closing.push(() => provider.stop());
    const database = await lastingDatabase();
    closing.push(() => database.remove());
    settings = {
      ...database.env,
      BASE_URL: 'https://ekiden.test',
      TRUST_PROXY: 'loopback',
      MAIL_REQUESTS_PER_HOUR: '1000',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      OIDC_ISSUERS: JSON.stringify([{ issuer: provider.issuer, audience: 'ekiden-app' }]),
    };
    server = await startTestServer(settings);
  });
  after(async () => {
    await server.stop();
    for (const close of closing.toReversed()) await close();
  });

  type Tokens = { access_token: string; refresh_token: string; refresh_expires_at: string };

  const logIn = (
    { email, password }: Pick<TestUser, 'email' | 'password'>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    server.request('POST', '/api/v1/auth/login', { body: { email, password }, headers });
  async function signedIn(user: TestUser, headers: Record<string, string> = {}): Promise<Tokens> {
    const { status, body } = await logIn(user, headers);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  const refresh = (refresh_token: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
    server.request('POST', '/api/v1/auth/token/refresh', { body: { refresh_token }, headers });
  async function refreshed(refresh_token: string, headers: Record<string, string> = {}): Promise<Tokens> {
    const { status, body } = await refresh(refresh_token, headers);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const me = async (token: string): Promise<number> =>
    (await server.request('GET', '/api/v1/auth/me', { token })).status;
  const listed = async (token: string, query = ''): Promise<TestResponse['body']> => {
    const { status, body } = await server.request('GET', `/api/v1/auth/sessions${query}`, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const send = (
    method: string,
    path: string,
    token: string | undefined,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    server.request(method, `/api/v1/auth/${path}`, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
      headers,
    });
  const sessionsOf = async ({ user_id }: Pick<TestUser, 'user_id'>): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM sessions WHERE user_id = ${user_id}`,
    );
    return count;
  };
  async function assertEnded({ access_token, refresh_token }: Tokens, what: string): Promise<void> {
    assert.equal(await me(access_token), 401, `access token: ${what}`);
    assert.equal((await refresh(refresh_token)).status, 401, `refresh token: ${what}`);
  }
  async function mailedToken(address: string, after = 0): Promise<string> {
    const { text } = await server.mailTo(address, { after });
    return /^[A-Za-z0-9_-]{43}$/m.exec(text)?.[0] ?? /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
  }

  describe('refresh tokens', () => {
    test('signing up and in give one that opens the next access token, long after the first has expired', async () => {
      const user = await signUp(server);
      const first = await signedIn(user);
      assert.equal(
        Date.parse(first.refresh_expires_at) - server.clock.now().getTime() > 59 * DAY_MS,
        true,
        'sixty days',
      );
      server.clock.advance(3 * DAY_MS);
      assert.equal(await me(first.access_token), 401, 'the weekend was too long for it');
      const answer = await refresh(first.refresh_token);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.deepEqual(Object.keys(answer.body.data).toSorted(), [
        'access_token',
        'expires_at',
        'refresh_expires_at',
        'refresh_token',
        'token_type',
      ]);
      const second: Tokens = answer.body.data;
      assert.equal(await me(second.access_token), 200);
      assert.notEqual(second.refresh_token, first.refresh_token);
      assert.equal(decodeJwt(second.access_token).sid, decodeJwt(first.access_token).sid, 'the same session');
    });

    test('are nowhere in the database', async () => {
      const user = await signUp(server);
      const { refresh_token } = await refreshed((await signedIn(user)).refresh_token);
      const rows = await server.deps.db.query(sql`
        SELECT s::text AS row FROM sessions s WHERE user_id = ${user.user_id}`);
      const bytes = Buffer.from(refresh_token, 'base64url');
      for (const half of [bytes.subarray(0, 32), bytes.subarray(32)]) {
        assert.ok(!JSON.stringify(rows).includes(half.toString('hex')));
        assert.ok(!JSON.stringify(rows).includes(half.toString('base64url')));
      }
    });

    test('of two requests at once both get the same next one, which works', async () => {
      const user = await signUp(server);
      const first = await signedIn(user);
      const both = await Promise.all(Array.from({ length: 4 }, () => refreshed(first.refresh_token)));
      const [one] = both;
      assert.ok(one && both.every(({ refresh_token }) => refresh_token === one.refresh_token));
      for (const { access_token } of both) assert.equal(await me(access_token), 200);
      const next = await refreshed(one.refresh_token);
      assert.equal(await me(next.access_token), 200);
    });

    test('an answer that was lost can be asked for again within a minute', async () => {
      const first = await signedIn(await signUp(server));
      const lost = await refreshed(first.refresh_token);
      server.clock.advance(30 * SECOND_MS);
      assert.equal((await refreshed(first.refresh_token)).refresh_token, lost.refresh_token);
      await refreshed(lost.refresh_token);
    });

    test('used again later, the session ends with all its tokens, for thief and owner alike', async () => {
      const user = await signUp(server);
      const other = await signedIn(user);
      const first = await signedIn(user);
      const second = await refreshed(first.refresh_token);
      server.clock.advance(MINUTE_MS + SECOND_MS);
      const reused = await refresh(first.refresh_token);
      assert.deepEqual([reused.status, reused.body.code], [401, 'unauthenticated']);
      await assertEnded(second, 'of the same session');
      assert.equal(await me(other.access_token), 200, 'another session goes on');
    });

    test('used again once the next one is used, the session ends at once, however many uses ago', async () => {
      for (const uses of [2, 4]) {
        const first = await signedIn(await signUp(server));
        let last = first;
        for (let use = 0; use < uses; use++) last = await refreshed(last.refresh_token);
        assert.equal((await refresh(first.refresh_token)).status, 401);
        await assertEnded(last, `after ${uses} uses`);
      }
    });

    test('end when they are not used for sixty days, and each use begins these anew', async () => {
      const user = await signUp(server);
      const [used, idle] = [await signedIn(user), await signedIn(user)];
      server.clock.advance(59 * DAY_MS);
      const next = await refreshed(used.refresh_token);
      server.clock.advance(DAY_MS);
      assert.equal((await refresh(idle.refresh_token)).status, 401);
      const { sessions } = await listed((await refreshed(next.refresh_token)).access_token);
      assert.equal(sessions.length, 1, 'neither of sign-up nor the idle one');
    });

    test('outlive the server', async () => {
      const user = await signUp(server);
      const first = await signedIn(user);
      const second = await refreshed(first.refresh_token);
      const now = server.clock.now();
      await server.stop();
      server = await startTestServer(settings);
      server.clock.advance(now.getTime() - server.clock.now().getTime());
      assert.equal(await me(second.access_token), 200);
      assert.equal(
        (await refreshed(first.refresh_token)).refresh_token,
        second.refresh_token,
        'the lost answer too',
      );
      await refreshed(second.refresh_token);
    });

    test('what is none is refused: of another form 400, of the right one 401', async () => {
      for (const wrong of ['', 'x', 1, null, 'x'.repeat(85), 'x'.repeat(87), `${'x'.repeat(85)}=`]) {
        assert.equal((await refresh(wrong)).status, 400, JSON.stringify(wrong));
      }
      assert.equal((await refresh('x'.repeat(86))).status, 401);
      const { access_token, refresh_token } = await signedIn(await signUp(server));
      const both = await send('POST', 'token/refresh', access_token, { refresh_token });
      assert.deepEqual([both.status, both.body.details[0].path], [400, 'refresh_token']);
      for (const body of [undefined, {}])
        assert.equal((await send('POST', 'token/refresh', undefined, body)).status, 401);
      assert.equal((await send('POST', 'token/refresh', 'x', { refresh_token })).status, 401);
      assert.equal((await refresh(refresh_token)).status, 200, 'none of it has used it up');
    });

    test('the family of a session with another second half ends it, a foreign family nothing', async () => {
      const tokens = await signedIn(await signUp(server));
      const bytes = Buffer.from(tokens.refresh_token, 'base64url');
      const foreign = Buffer.concat([Buffer.alloc(32, 1), bytes.subarray(32)]).toString('base64url');
      assert.equal((await refresh(foreign)).status, 401);
      assert.equal(await me(tokens.access_token), 200);
    });

    test('an access token alone is refreshed as before, in the same session', async () => {
      const user = await signUp(server);
      const { status, body } = await send('POST', 'token/refresh', user.token);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body.data).toSorted(), ['access_token', 'expires_at', 'token_type']);
      assert.equal(decodeJwt(body.data.access_token).sid, decodeJwt(user.token).sid);
    });
  });

  describe('the list', () => {
    test('says device, address, when it was last seen, and which one asks; each sees their own', async () => {
      const user = await signUp(server);
      const phone = { 'user-agent': 'Ekiden/2.1 (iPhone; \u00e9)', 'x-forwarded-for': '203.0.113.7' };
      const { access_token, refresh_token } = await signedIn(user, phone);
      const { sessions, next_cursor } = await listed(access_token);
      assert.equal(next_cursor, null);
      assert.equal(sessions.length, 2);
      const [own, ofSignUp] = sessions;
      assert.deepEqual(
        [own.device, own.address, own.is_current, own.created_at === own.last_seen_at],
        ['Ekiden/2.1 (iPhone; ?)', '203.0.113.7', true, true],
      );
      assert.equal(Date.parse(own.expires_at) - Date.parse(own.last_seen_at), 60 * DAY_MS);
      assert.equal(ofSignUp.is_current, false);
      await refreshed(refresh_token, { 'x-forwarded-for': '2001:db8::1', 'user-agent': '' });
      const [moved] = (await listed(access_token)).sessions;
      assert.deepEqual([moved.device, moved.address], [null, '2001:db8::1']);
      assert.equal((await listed((await signUp(server)).token)).sessions.length, 1);
    });

    test('notes each hour that a session is used', async () => {
      const user = await signUp(server);
      const seen = async (): Promise<number> =>
        Date.parse((await listed(user.token)).sessions[0].last_seen_at);
      const first = await seen();
      server.clock.advance(59 * MINUTE_MS);
      assert.equal(await seen(), first);
      server.clock.advance(2 * MINUTE_MS);
      assert.ok((await seen()) - first >= HOUR_MS);
    });

    test('comes in pages that neither skip nor repeat, and refuses a cursor that is none', async () => {
      const user = await signUp(server);
      for (let n = 0; n < 4; n++) await signedIn(user);
      const ids: string[] = [];
      let query = '?limit=2';
      for (let pages = 0; pages < 3; pages++) {
        const { sessions, next_cursor } = await listed(user.token, query);
        ids.push(...sessions.map(({ session_id }: { session_id: string }) => session_id));
        query = `?limit=2&cursor=${next_cursor}`;
        assert.equal(next_cursor === null, pages === 2);
      }
      assert.equal(new Set(ids).size, 5);
      for (const wrong of ['?cursor=x', '?limit=0', '?limit=101']) {
        const { status } = await server.request('GET', `/api/v1/auth/sessions${wrong}`, {
          token: user.token,
        });
        assert.equal(status, 400, wrong);
      }
    });
  });

  describe('ending them', () => {
    test('one ends with its tokens, at once, and once; nobody ends somebody else’s', async () => {
      const user = await signUp(server);
      const other = await signedIn(user);
      const id = decodeJwt(other.access_token).sid;
      const stranger = await signUp(server);
      const refused = await send('DELETE', `sessions/${id}`, stranger.token);
      assert.deepEqual([refused.status, refused.body.code], [404, 'not_found']);
      assert.equal(await me(other.access_token), 200);
      assert.equal((await send('DELETE', `sessions/${id}`, user.token)).status, 200);
      await assertEnded(other, 'ended');
      assert.equal((await send('DELETE', `sessions/${id}`, user.token)).status, 404, 'the second time');
      assert.equal((await send('DELETE', 'sessions/none', user.token)).status, 404);
      assert.equal((await send('DELETE', `sessions/${randomUUID()}`, user.token)).status, 404);
      const own = decodeJwt(user.token).sid;
      assert.equal((await send('DELETE', `sessions/${own}`, user.token)).status, 200);
      assert.equal(await me(user.token), 401, 'signed out');
    });

    test('all others end, and the one that asked stays', async () => {
      const user = await signUp(server);
      const others = [await signedIn(user), await signedIn(user)];
      const { key, header, claims } = openForge(server, user.user_id);
      const sessionless = signToken(key, header, claims);
      assert.equal(await me(sessionless), 200, 'from before there were sessions');
      const { status, body } = await send('DELETE', 'sessions', user.token);
      assert.deepEqual([status, body.data], [200, { ended: 2 }]);
      for (const other of others) await assertEnded(other, 'another');
      assert.equal(await me(sessionless), 401);
      assert.equal(await me(user.token), 200);
      assert.deepEqual((await send('DELETE', 'sessions', user.token)).body.data, { ended: 0 });
    });

    test('of two that end each other at once one is left', async () => {
      const user = await signUp(server);
      const [one, other] = [await signedIn(user), await signedIn(user)];
      const answers = await Promise.all(
        [one, other].map(({ access_token }) => send('DELETE', 'sessions', access_token)),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401]);
      assert.equal(await sessionsOf(user), 1);
    });

    test('an access token from before there were sessions begins one when it is refreshed', async () => {
      const user = await signUp(server);
      const { key, header, claims } = openForge(server, user.user_id);
      const { body } = await send('POST', 'token/refresh', signToken(key, header, claims));
      const { sessions } = await listed(body.data.access_token);
      assert.deepEqual(
        sessions.map(({ is_current }: { is_current: boolean }) => is_current),
        [true, false],
      );
      for (const sid of [randomUUID(), null, 1, 'x', decodeJwt((await signUp(server)).token).sid]) {
        assert.equal(await me(signToken(key, header, { ...claims, sid })), 401, `session ${sid}`);
      }
    });

    test('a new password by mail ends all of them, and a suspension too; neither comes back', async () => {
      const user = await signUp(server);
      const tokens = await signedIn(user);
      await send('POST', 'password-reset', undefined, { email: user.email });
      const body = { token: await mailedToken(user.email), new_password: NEW_PASSWORD };
      assert.equal((await send('POST', 'password-reset/confirm', undefined, body)).status, 200);
      await assertEnded(tokens, 'reset');
      assert.equal(await sessionsOf(user), 0);
      const again = await signedIn({ ...user, password: NEW_PASSWORD });
      const onClosing = async (): Promise<void> => {};
      for (const status of ['suspended', 'active'] as const) {
        await setAccountStatus({ ...server.deps, onClosing }, { email: user.email, status });
      }
      await assertEnded(again, 'suspended');
    });

    test('a person has a hundred at most: the one that was not used for longest makes room', async () => {
      const user = await signUp(server);
      await server.deps.db.execute(sql`
        INSERT INTO sessions (session_id, user_id, family_hash, current_hash, created_at, last_seen_at, address)
        SELECT gen_random_uuid(), ${user.user_id}, sha256(random()::text::bytea), sha256('x'), now(),
          ${server.clock.now()}::timestamptz + interval '1 second', '192.0.2.1'
        FROM generate_series(1, 99)`);
      server.clock.advance(MINUTE_MS);
      assert.equal(await me(user.token), 200);
      await signedIn(user);
      assert.equal(await sessionsOf(user), 100);
      assert.equal(await me(user.token), 401);
    });

    test('the daily job deletes what has ended, and nothing else', async () => {
      const user = await signUp(server);
      server.clock.advance(59 * DAY_MS);
      const { access_token } = await signedIn(user, { 'x-forwarded-for': '198.51.100.1' });
      const clean = () => cleanUpHandler(server.deps)({}, { logger: server.deps.logger } as never);
      await clean();
      assert.equal(await sessionsOf(user), 2);
      server.clock.advance(DAY_MS);
      await clean();
      assert.equal(await sessionsOf(user), 1);
      const networks = await server.deps.db.query(
        sql`SELECT network FROM known_networks WHERE user_id = ${user.user_id}`,
      );
      assert.deepEqual(networks, [{ network: '198.51.100.0/24' }]);
      assert.equal(await me(access_token), 401, 'of yesterday');
    });
  });

  describe('a new password while signed in', () => {
    const change = (token: string, body: object): Promise<TestResponse> =>
      send('POST', 'password', token, body);

    test('takes the old one, keeps this session, ends the others and the mailed tokens, and tells by mail', async () => {
      const user = await signUp(server);
      const other = await signedIn(user);
      await send('POST', 'password-reset', undefined, { email: user.email });
      const reset = await mailedToken(user.email);
      const wrong = await change(user.token, { password: 'Sakura-1965', new_password: NEW_PASSWORD });
      assert.deepEqual([wrong.status, wrong.body.code], [403, 'forbidden']);
      const { status, body } = await change(user.token, {
        password: user.password,
        new_password: NEW_PASSWORD,
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(await me(user.token), 200);
      await assertEnded(other, 'another');
      assert.equal((await logIn(user)).status, 401);
      assert.equal((await logIn({ ...user, password: NEW_PASSWORD })).status, 200);
      const late = await send('POST', 'password-reset/confirm', undefined, {
        token: reset,
        new_password: 'stolen-mail-8',
      });
      assert.equal(late.status, 400);
      const mail = await server.mailTo(user.email, { after: 1 });
      assert.equal(mail.subject, 'Your Ekiden password was changed');
      assert.match(mail.text, /All other devices are signed out/);
    });

    test('is refused when it is too short, or without exactly one proof', async () => {
      const { token, password } = await signUp(server);
      for (const body of [
        { password, new_password: 'short-7' },
        { password },
        { new_password: NEW_PASSWORD },
        { password, id_token: 'a.b.c', new_password: NEW_PASSWORD },
        { password: 1, new_password: NEW_PASSWORD },
      ]) {
        assert.equal((await change(token, body)).status, 400, JSON.stringify(body));
      }
    });

    test('of two at once with the same old one, one is set', async () => {
      const user = await signUp(server);
      const passwords = ['kasumigaura-1', 'kasumigaura-2'];
      const answers = await Promise.all(
        passwords.map((new_password) => change(user.token, { password: user.password, new_password })),
      );
      const statuses = answers.map(({ status }) => status);
      assert.ok(statuses.includes(200) && statuses.some((status) => status === 403 || status === 409));
      const set = passwords[statuses.indexOf(200)] ?? '';
      assert.equal((await logIn({ ...user, password: set })).status, 200);
    });

    test('a sign-in with the old one at the same moment does not stay', async () => {
      for (let round = 0; round < 4; round++) {
        const user = await signUp(server);
        const [changed, entered] = await Promise.all([
          change(user.token, { password: user.password, new_password: NEW_PASSWORD }),
          logIn(user),
        ]);
        assert.equal(changed.status, 200, JSON.stringify(changed.body));
        if (entered.status === 200) await assertEnded(entered.body, 'with the old password');
        else assert.equal(entered.status, 401);
        assert.equal(await sessionsOf(user), 1);
      }
      await server.deps.db.execute(sql`DELETE FROM login_failures`);
    });

    test('who signs in with an ID token gets their first with a fresh one', async () => {
      const email = newEmail();
      const sub = randomUUID();
      const idToken = (age_s = 0, of = sub): string => {
        const iat = Math.floor(server.clock.now().getTime() / SECOND_MS) - age_s;
        const claims = { iss: provider.issuer, aud: 'ekiden-app', iat, exp: iat + 3_600 };
        return craftToken(key, { ...claims, sub: of, email, email_verified: true });
      };
      const { status, body } = await send('POST', 'signup', undefined, { id_token: idToken() });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal((await refresh(body.refresh_token)).status, 200);
      for (const id_token of [idToken(360), idToken(0, randomUUID())]) {
        assert.equal((await change(body.access_token, { id_token, new_password: NEW_PASSWORD })).status, 403);
      }
      const none = { password: 'Sakura-1964', new_password: NEW_PASSWORD };
      assert.equal((await change(body.access_token, none)).status, 403, 'there is no password to show');
      const changed = await change(body.access_token, { id_token: idToken(), new_password: NEW_PASSWORD });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.equal((await logIn({ email, password: NEW_PASSWORD })).status, 200);
    });
  });

  describe('another e-mail address', () => {
    const ask = (user: TestUser, new_email: string, more: object = {}): Promise<TestResponse> =>
      send('POST', 'email', user.token, { password: user.password, new_email, ...more });
    const confirm = (token: string): Promise<TestResponse> =>
      send('POST', 'email/confirm', undefined, { token });

    test('is the account’s once the new one is confirmed; both are told; signing in goes on', async () => {
      const user = await signUp(server);
      const new_email = newEmail('new.one');
      const asked = await ask(user, new_email);
      assert.equal(asked.status, 200, JSON.stringify(asked.body));
      assert.deepEqual(asked.body.data, { new_email, expires_in_seconds: 86_400 });
      const notice = await server.mailTo(user.email);
      assert.ok(notice.text.includes(new_email) && !notice.text.includes('token'));
      const link = await server.mailTo(new_email);
      assert.ok(!link.text.includes(user.email), 'it does not say whose account it is');
      assert.match(link.text, /https:\/\/ekiden\.test\/confirm-email\?token=/);
      await send('POST', 'password-reset', undefined, { email: user.email });
      const reset = await mailedToken(user.email, 1);
      const account = async (): Promise<string> =>
        (await server.request('GET', '/api/v1/auth/me', { token: user.token })).body.data.email;
      assert.equal(await account(), user.email, 'not yet');

      const token = await mailedToken(new_email);
      assert.equal((await confirm(token)).status, 200);
      assert.equal(await account(), new_email);
      assert.equal((await confirm(token)).status, 400, 'once');
      assert.equal((await logIn(user)).status, 401);
      assert.equal((await logIn({ ...user, email: new_email })).status, 200);
      for (const address of [user.email, new_email]) {
        const told = await server.mailTo(address, { after: address === user.email ? 2 : 1 });
        assert.equal(told.subject, 'The e-mail address of your Ekiden account was changed');
        assert.ok(told.text.includes(user.email) && told.text.includes(new_email));
      }
      const late = { token: reset, new_password: NEW_PASSWORD };
      assert.equal((await send('POST', 'password-reset/confirm', undefined, late)).status, 400);
      const page = await server.request('GET', `/confirm-email?token=${token}`);
      assert.equal(page.status, 200);
    });

    test('that is somebody’s is answered alike, gets no mail, and cannot be taken', async () => {
      const [user, other] = [await signUp(server), await signUp(server)];
      const free = newEmail();
      const answers = [await ask(user, other.email), await ask(user, free)];
      const shape = ({ status, body }: TestResponse): unknown => [
        status,
        body.message,
        Object.keys(body.data),
      ];
      assert.deepEqual(answers.map(shape)[0], answers.map(shape)[1]);
      const token = await mailedToken(free);
      const { mails } = await mailsTo(other.email);
      assert.equal(mails, 0);
      // Somebody else confirms it in the meantime.
      assert.equal((await ask(other, free)).status, 200);
      assert.equal((await confirm(await mailedToken(free, 1))).status, 200);
      const taken = await confirm(token);
      assert.deepEqual([taken.status, taken.body.code], [409, 'conflict']);
    });

    async function mailsTo(address: string): Promise<{ mails: number }> {
      const { count } = await server.deps.db.one<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM email_changes WHERE lower(new_email) = lower(${address})`);
      assert.equal(count, 1, 'it was asked for');
      const { readdir, readFile } = await import('node:fs/promises');
      const folder = join(server.dataDir, 'outbox');
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const texts = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
      );
      return { mails: texts.filter((text) => text.includes(`To: ${address}`)).length };
    }

    test('needs proof, an address that is one and not the present one, and a token that is one', async () => {
      const user = await signUp(server);
      assert.equal((await ask(user, newEmail(), { password: 'Sakura-1965' })).status, 403);
      for (const wrong of ['', 'no address', `a@${'x'.repeat(300)}.org`, 1]) {
        assert.equal((await ask(user, wrong as string)).status, 400, String(wrong));
      }
      const same = await ask(user, user.email.toUpperCase());
      assert.deepEqual([same.status, same.body.details[0].path], [400, 'new_email']);
      assert.equal((await confirm('none')).status, 400);
      assert.equal((await send('POST', 'email/confirm', undefined, {})).status, 400);
    });

    test('is asked for three times an hour by one person and for one address; a token is good for a day', async () => {
      const user = await signUp(server);
      const wanted = newEmail();
      for (let n = 0; n < 3; n++) assert.equal((await ask(user, wanted)).status, 200);
      for (const [who, address] of [
        [user, newEmail()],
        [await signUp(server), wanted],
      ] as const) {
        const refused = await ask(who, address);
        assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
        assert.ok(Number(refused.headers.get('retry-after')) > 3_500);
      }
      const [early, token] = [await mailedToken(wanted), await mailedToken(wanted, 2)];
      server.clock.advance(DAY_MS);
      assert.equal((await confirm(token)).status, 400);
      assert.equal((await confirm(early)).status, 400);
    });

    test('of two confirmations at once one counts', async () => {
      const user = await signUp(server);
      const new_email = newEmail();
      await ask(user, new_email);
      const token = await mailedToken(new_email);
      const statuses = (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 400]);
    });
  });

  test('the archive of a person has their sessions, and nothing of them is left when the account goes', async () => {
    const user = await signUp(server);
    await signedIn(user, { 'user-agent': 'Ekiden/2.1', 'x-forwarded-for': '203.0.113.7' });
    const new_email = newEmail();
    await send('POST', 'email', user.token, { password: user.password, new_email });
    await server.mailTo(new_email);
    const [account] = (await takeOut(server, user)).records('account.json');
    assert.equal(account.sessions.length, 2);
    assert.deepEqual(
      [account.sessions[1].device, account.sessions[1].address],
      ['Ekiden/2.1', '203.0.113.7'],
    );
    assert.deepEqual(
      account.known_networks.map(({ network }: { network: string }) => network),
      ['127.0.0.0/24', '203.0.113.0/24'],
    );
    assert.equal(account.email_changes[0].new_email, new_email);
    assert.doesNotMatch(JSON.stringify(account), /hash|salt/);
    const body = { password: user.password };
    const { status } = await server.request('DELETE', '/api/v1/users/me', { token: user.token, body });
    assert.equal(status, 200);
    for (const table of ['sessions', 'known_networks', 'email_changes']) {
      const { rows } = await server.deps.db.executeSql(`SELECT FROM ${table} WHERE user_id = $1`, [
        user.user_id,
      ]);
      assert.equal(rows.length, 0, table);
    }
  });
});
