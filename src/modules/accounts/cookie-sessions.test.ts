import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import {
  COOKIE_NAME,
  cookieBrowser,
  cookieSetBy,
  OWN_PAGE,
  signedInBrowser,
} from '../../test/cookie-browser.ts';
import { createApiKey, createOrganization, newEmail, signUp } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer, USUAL_PASSWORD } from '../../test/harness.ts';
import { confirmReset, resetToken } from '../../test/password-resets.ts';
import { setAccountStatus } from './set-account-status.ts';

const ME = '/api/v1/auth/me';
const SIGN_IN = '/api/v1/auth/cookie-session';
const QUARTER_MS = 15 * MINUTE_MS;

/** Has time pass for the test alone, and puts the clock back. */
async function passing(server: TestServer, work: () => Promise<void>): Promise<void> {
  await work().finally(() => server.clock.reset());
}

describe('signing in', () => {
  test('a browser is signed in by a cookie that no script reads, and is told who it is', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const answer = await server.request('POST', SIGN_IN, {
      headers: OWN_PAGE,
      body: { email: user.email, password: USUAL_PASSWORD },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data.user_id, user.user_id);
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^ekiden_session=[\w-]{86}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.doesNotMatch(JSON.stringify(answer.body), /token/, 'no token is in the answer');
    const me = await cookieBrowser(server, cookieSetBy(answer)).request('GET', ME);
    assert.deepEqual([me.status, me.body.data.email], [200, user.email]);
  });

  test('the cookie is kept as a hash', async () => {
    const server = await testServer();
    const { email, user_id } = await signUp(server);
    const { cookie = '' } = await signedInBrowser(server, email);
    const rows = await server.deps.db.query(
      sql`SELECT * FROM sessions WHERE user_id = ${user_id} AND is_cookie`,
    );
    assert.equal(rows.length, 1);
    const bytes = Buffer.from(cookie, 'base64url');
    for (const value of Object.values(rows[0] ?? {})) {
      if (Buffer.isBuffer(value)) assert.ok(!bytes.includes(value), 'nothing of it is stored as it is');
    }
  });

  test('over https the cookie is Secure and of this host alone, and one without that name does not count', async () => {
    const server = await startTestServer({ BASE_URL: 'https://ekiden.example.org' });
    try {
      const user = await signUp(server);
      const body = { email: user.email, password: USUAL_PASSWORD };
      const answer = await server.request('POST', SIGN_IN, { headers: OWN_PAGE, body });
      const set = answer.headers.get('set-cookie') ?? '';
      assert.match(
        set,
        /^__Host-ekiden_session=[\w-]{86}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      const value = set.slice(set.indexOf('=') + 1).split(';')[0];
      const read = async (name: string) =>
        (await server.request('GET', ME, { headers: { ...OWN_PAGE, cookie: `${name}=${value}` } })).status;
      assert.deepEqual([await read('__Host-ekiden_session'), await read('ekiden_session')], [200, 401]);
    } finally {
      await server.stop();
    }
  });

  test('a proxy that is trusted says whether it is https; another is not asked', async () => {
    for (const [TRUST_PROXY, name] of [
      ['loopback', '__Host-ekiden_session'],
      ['', 'ekiden_session'],
    ] as const) {
      const server = await startTestServer({ TRUST_PROXY });
      try {
        const user = await signUp(server);
        const answer = await server.request('POST', SIGN_IN, {
          headers: { ...OWN_PAGE, 'x-forwarded-proto': 'https' },
          body: { email: user.email, password: USUAL_PASSWORD },
        });
        assert.equal(answer.headers.get('set-cookie')?.split('=')[0], name);
      } finally {
        await server.stop();
      }
    }
  });

  test('a wrong password and an unknown address answer alike, set nothing, and count as any failed sign-in', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const attempt = async (address: string, password: string) =>
      await server.request('POST', SIGN_IN, { headers: OWN_PAGE, body: { email: address, password } });
    const [wrong, unknown] = [await attempt(email, 'Wrong-1964'), await attempt(newEmail(), 'Wrong-1964')];
    assert.deepEqual([wrong.status, wrong.body.error], [401, unknown.body.error]);
    assert.equal(wrong.headers.get('set-cookie'), null);
  });

  test('ten failures close both ways in, for a time that is named', async () => {
    const server = await startTestServer();
    try {
      const { email } = await signUp(server);
      for (let i = 0; i < 10; i += 1) {
        const path = i % 2 === 0 ? SIGN_IN : '/api/v1/auth/login';
        const body = { email, password: 'Wrong-1964' };
        assert.equal((await server.request('POST', path, { headers: OWN_PAGE, body })).status, 401);
      }
      const body = { email, password: USUAL_PASSWORD };
      for (const path of [SIGN_IN, '/api/v1/auth/login']) {
        const answer = await server.request('POST', path, { headers: OWN_PAGE, body });
        assert.equal(answer.status, 429);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
    } finally {
      await server.stop();
    }
  });

  test('a session that is there before is not taken over: the cookie is a new one and the former session ends', async () => {
    const server = await testServer();
    const [intruder, victim] = [await signUp(server), await signUp(server)];
    const planted = await signedInBrowser(server, intruder.email);
    const fixed = planted.cookie;
    const browser = cookieBrowser(server, fixed);
    await browser.request('POST', SIGN_IN, { body: { email: victim.email, password: USUAL_PASSWORD } });
    assert.notEqual(browser.cookie, fixed);
    assert.equal((await browser.request('GET', ME)).body.data.email, victim.email);
    assert.equal((await cookieBrowser(server, fixed).request('GET', ME)).status, 401);
    // A made-up value is not accepted as a session.
    const made = 'A'.repeat(86);
    const other = cookieBrowser(server, made);
    await other.request('POST', SIGN_IN, { body: { email: victim.email, password: USUAL_PASSWORD } });
    assert.notEqual(other.cookie, made);
  });
});

describe('a request of another page', () => {
  const cookieOf = (value = '') => ({ cookie: `${COOKIE_NAME}=${value}` });

  test('is answered as one without a cookie, whatever it says of itself', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const { cookie } = await signedInBrowser(server, email);
    const none = await server.request('GET', ME);
    const forged: Record<string, string>[] = [
      {},
      { 'x-ekiden-console': '1' },
      ...['cross-site', 'same-site', 'none', 'Same-Origin', 'same-origin, same-origin'].map((site) => ({
        'sec-fetch-site': site,
        'x-ekiden-console': '1',
      })),
      { 'sec-fetch-site': 'cross-site', origin: server.url, referer: `${server.url}/` },
      ...['null', 'http://evil.example', `${server.url}.evil.example`, `${server.url}0`, ''].map(
        (origin) => ({
          origin,
          'x-ekiden-console': '1',
        }),
      ),
      { origin: 'null', referer: `${server.url}/console/` },
      { referer: `http://evil.example/?${server.url}` },
      { referer: `http://${new URL(server.url).host}@evil.example/` },
      { referer: 'no address' },
    ];
    for (const headers of forged) {
      const answer = await server.request('GET', ME, { headers: { ...headers, ...cookieOf(cookie) } });
      assert.deepEqual([answer.status, answer.body.error], [401, none.body.error], JSON.stringify(headers));
    }
    for (const headers of [{ origin: server.url }, { referer: `${server.url}/console/` }]) {
      const answer = await server.request('GET', ME, { headers: { ...headers, ...cookieOf(cookie) } });
      assert.equal(answer.status, 200, JSON.stringify(headers));
    }
  });

  test('changes nothing without the header of the console, which a form cannot send', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    for (const [method, path] of [
      ['POST', '/api/v1/auth/logout'],
      ['DELETE', '/api/v1/auth/sessions'],
      ['POST', '/api/v1/organizations'],
    ] as const) {
      for (const value of [undefined, '0', 'true', '1, 1']) {
        const headers = {
          'sec-fetch-site': 'same-origin',
          ...cookieOf(browser.cookie),
          ...(value === undefined ? {} : { 'x-ekiden-console': value }),
        };
        assert.equal(
          (await server.request(method, path, { headers })).status,
          401,
          `${method} ${path} ${value}`,
        );
      }
    }
    assert.equal((await browser.request('POST', '/api/v1/auth/logout')).status, 200);
  });

  test('signs nobody in or out', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-site', 'x-ekiden-console': '1' },
      { origin: 'http://evil.example', 'x-ekiden-console': '1' },
    ] as Record<string, string>[]) {
      const body = { email, password: USUAL_PASSWORD };
      const answer = await server.request('POST', SIGN_IN, { headers, body });
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null]);
      const out = await server.request('DELETE', SIGN_IN, {
        headers: { ...headers, ...cookieOf(browser.cookie) },
      });
      assert.deepEqual([out.status, out.headers.get('set-cookie')], [403, null]);
    }
    assert.equal((await browser.request('GET', ME)).status, 200);
  });

  test('is let in by no preflight: cookies are never allowed to other origins, nor is the header', async () => {
    const server = await startTestServer({ CORS_ORIGINS: 'https://app.example.org' });
    try {
      const { email } = await signUp(server);
      const { cookie } = await signedInBrowser(server, email);
      const origin = 'https://app.example.org';
      const preflight = await server.request('OPTIONS', ME, {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-ekiden-console',
        },
      });
      assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
      assert.doesNotMatch(preflight.headers.get('access-control-allow-headers') ?? '', /console/i);
      const headers = { origin, 'x-ekiden-console': '1', ...cookieOf(cookie) };
      const answer = await server.request('GET', ME, { headers });
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-credentials')], [401, null]);
    } finally {
      await server.stop();
    }
  });
});

describe('what a cookie opens', () => {
  test('other credentials that are sent decide alone, right or wrong', async () => {
    const server = await testServer();
    const [one, other] = [await signUp(server), await signUp(server)];
    const browser = await signedInBrowser(server, one.email);
    const asOther = await browser.request('GET', ME, { headers: { authorization: `Bearer ${other.token}` } });
    assert.equal(asOther.body.data.email, other.email);
    for (const headers of [
      { authorization: 'Bearer nonsense' },
      { authorization: '' },
      { 'x-api-key': 'no' },
    ]) {
      assert.equal((await browser.request('GET', ME, { headers })).status, 401, JSON.stringify(headers));
    }
  });

  test('a cookie opens nothing of the developer API', async () => {
    const server = await testServer();
    const club = await createOrganization(server);
    const browser = await signedInBrowser(server, club.coach.email);
    assert.equal((await browser.request('GET', '/developer/v1/org')).status, 401);
    const { secret } = await createApiKey(server, club);
    assert.equal(
      (await browser.request('GET', '/developer/v1/org', { headers: { 'x-api-key': secret } })).status,
      200,
    );
  });

  test('no access token: neither is it exchanged for one nor taken for a refresh token, nor that for a cookie', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const browser = await signedInBrowser(server, user.email);
    const refresh = '/api/v1/auth/token/refresh';
    assert.equal((await browser.request('POST', refresh)).status, 401);
    const asToken = await server.request('POST', refresh, { body: { refresh_token: browser.cookie } });
    assert.equal(asToken.status, 401);
    assert.equal((await browser.request('GET', ME)).status, 200, 'the attempt ends nothing');
    const login = await server.request('POST', '/api/v1/auth/login', {
      body: { email: user.email, password: USUAL_PASSWORD },
    });
    const { refresh_token } = login.body;
    assert.equal((await cookieBrowser(server, refresh_token).request('GET', ME)).status, 401);
    assert.equal((await server.request('POST', refresh, { body: { refresh_token } })).status, 200);
  });

  test('two cookies of the name are none, for one of them is not ours', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const { cookie } = await signedInBrowser(server, email);
    const both = `${COOKIE_NAME}=${'A'.repeat(86)}; ${COOKIE_NAME}=${cookie}`;
    assert.equal((await server.request('GET', ME, { headers: { ...OWN_PAGE, cookie: both } })).status, 401);
    const beside = `a=b; ${COOKIE_NAME}=${cookie}; ekiden_session_x=1;;=`;
    assert.equal((await server.request('GET', ME, { headers: { ...OWN_PAGE, cookie: beside } })).status, 200);
  });

  test('what is no cookie of ours is refused, and never fails', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const { cookie = '' } = await signedInBrowser(server, email);
    for (const value of [
      'x',
      'A'.repeat(86),
      `${cookie}A`,
      cookie.slice(0, -1),
      `"${cookie}"`,
      '%00',
      'ä'.repeat(9),
    ]) {
      const sent = Buffer.from(`${COOKIE_NAME}=${value}`).toString('latin1');
      const answer = await server.request('GET', ME, { headers: { ...OWN_PAGE, cookie: sent } });
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], value);
    }
    // A wrong second half shows that somebody knows the first, so the session ends.
    const wrong = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BA' : 'AA'}`;
    assert.equal((await cookieBrowser(server, wrong).request('GET', ME)).status, 401);
  });

  test('the stream of notifications, by a plain request as EventSource makes it, until the session ends', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const headers = {
      'sec-fetch-site': 'same-origin',
      accept: 'text/event-stream',
      cookie: `${COOKIE_NAME}=${browser.cookie}`,
    };
    const stream = await fetch(`${server.url}/api/v1/notifications/center/stream`, { headers });
    assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream']);
    const reader = stream.body?.getReader() ?? assert.fail();
    assert.equal((await reader.read()).done, false);
    await reader.cancel();
    assert.equal((await browser.request('DELETE', SIGN_IN)).status, 200);
    assert.equal((await fetch(`${server.url}/api/v1/notifications/center/stream`, { headers })).status, 401);
  });
});

describe('a cookie becomes another', () => {
  test('after a quarter of an hour of use, once, and goes on from there', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const first = browser.cookie;
    await passing(server, async () => {
      server.clock.advance(QUARTER_MS - SECOND_MS);
      await browser.request('GET', ME);
      assert.equal(browser.cookie, first);
      server.clock.advance(SECOND_MS);
      for (let generation = 0; generation < 4; generation += 1) {
        const before = browser.cookie;
        assert.equal((await browser.request('GET', ME)).status, 200);
        assert.notEqual(browser.cookie, before);
        const after = browser.cookie;
        assert.equal((await browser.request('GET', ME)).status, 200);
        assert.equal(browser.cookie, after);
        server.clock.advance(QUARTER_MS);
      }
    });
  });

  test('two tabs at once get the same one, and neither is signed out', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const { cookie } = await signedInBrowser(server, email);
    await passing(server, async () => {
      server.clock.advance(QUARTER_MS);
      const tabs = Array.from({ length: 12 }, () => cookieBrowser(server, cookie));
      const answers = await Promise.all(tabs.map((tab) => tab.request('GET', ME)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      const cookies = new Set(tabs.map((tab) => tab.cookie));
      assert.equal(cookies.size, 1);
      assert.ok(!cookies.has(cookie));
      const again = await Promise.all(tabs.map((tab) => tab.request('GET', ME)));
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]));
    });
  });

  test('requests that were under way with the former one are answered for a minute, and after that the session ends', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const former = browser.cookie;
    await passing(server, async () => {
      server.clock.advance(QUARTER_MS);
      await browser.request('GET', ME);
      await browser.request('GET', ME);
      server.clock.advance(59 * SECOND_MS);
      const late = await cookieBrowser(server, former).request('GET', ME);
      assert.deepEqual([late.status, late.headers.get('set-cookie')], [200, null]);
      server.clock.advance(2 * SECOND_MS);
      assert.equal((await browser.request('GET', ME)).status, 200);
      assert.equal((await cookieBrowser(server, former).request('GET', ME)).status, 401);
      assert.equal(
        (await browser.request('GET', ME)).status,
        401,
        'whoever has the current one is signed out too',
      );
    });
  });

  test('an answer that was lost signs nobody out, however late the browser comes back', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const { cookie } = await signedInBrowser(server, email);
    await passing(server, async () => {
      server.clock.advance(QUARTER_MS);
      const lost = cookieBrowser(server, cookie);
      await lost.request('GET', ME);
      server.clock.advance(3 * DAY_MS);
      const tabs = [cookieBrowser(server, cookie), cookieBrowser(server, cookie)];
      for (const told of ['the same one is given out again', 'it is not exchanged at once']) {
        for (const tab of tabs) {
          assert.equal((await tab.request('GET', ME)).status, 200);
          assert.equal(tab.cookie, lost.cookie, told);
        }
      }
    });
  });

  test('one of two generations ago ends the session at once', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const stolen = browser.cookie;
    await passing(server, async () => {
      for (let generation = 0; generation < 2; generation += 1) {
        server.clock.advance(QUARTER_MS);
        await browser.request('GET', ME);
        await browser.request('GET', ME);
      }
      assert.equal((await cookieBrowser(server, stolen).request('GET', ME)).status, 401);
      assert.equal((await browser.request('GET', ME)).status, 401);
    });
  });

  test('also in the answer to a write, an error and a 304', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const { headers } = await browser.request('GET', ME);
    await passing(server, async () => {
      for (const [method, path, status] of [
        ['POST', '/api/v1/auth/logout', 200],
        ['GET', '/api/v1/activities/none', 404],
        ['GET', ME, 304],
      ] as const) {
        server.clock.advance(QUARTER_MS + 2 * MINUTE_MS);
        const before = browser.cookie;
        const tag = headers.get('etag') ?? '';
        const answer = await browser.request(method, path, { headers: { 'if-none-match': tag } });
        assert.equal(answer.status, status);
        assert.notEqual(browser.cookie, before, path);
        await browser.request('GET', ME);
      }
    });
  });

  test('a session that nobody used for sixty days has ended', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const [used, left] = [await signedInBrowser(server, email), await signedInBrowser(server, email)];
    await passing(server, async () => {
      server.clock.advance(59 * DAY_MS);
      assert.equal((await used.request('GET', ME)).status, 200);
      server.clock.advance(DAY_MS);
      assert.equal((await used.request('GET', ME)).status, 200);
      assert.equal((await left.request('GET', ME)).status, 401);
    });
  });
});

describe('a session by cookie ends', () => {
  test('by signing out, which takes the cookie away, also the second time', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const { cookie } = browser;
    for (let i = 0; i < 2; i += 1) {
      const out = await browser.request('DELETE', SIGN_IN);
      assert.equal(out.status, 200);
      assert.equal(
        out.headers.get('set-cookie'),
        'ekiden_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      );
    }
    assert.equal((await cookieBrowser(server, cookie).request('GET', ME)).status, 401);
  });

  test('where sessions are listed and ended, by itself and by others', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const [one, other] = [
      await signedInBrowser(server, user.email),
      await signedInBrowser(server, user.email),
    ];
    const { sessions } = (await one.request('GET', '/api/v1/auth/sessions')).body.data;
    assert.equal(sessions.length, 3);
    const current = sessions.filter(({ is_current }: { is_current: boolean }) => is_current);
    assert.equal(current.length, 1);
    const gone = await other.request('DELETE', `/api/v1/auth/sessions/${current[0].session_id}`);
    assert.equal(gone.status, 200);
    assert.equal((await one.request('GET', ME)).status, 401);
    const ended = await other.request('DELETE', '/api/v1/auth/sessions');
    assert.deepEqual([ended.status, ended.body.data.ended], [200, 1]);
    assert.equal((await other.request('GET', ME)).status, 200);
    assert.equal((await server.request('GET', ME, { token: user.token })).status, 401);
  });

  test('at once when another device changes the password; the one that changes it stays', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const [one, other] = [await signedInBrowser(server, email), await signedInBrowser(server, email)];
    const body = { password: USUAL_PASSWORD, new_password: 'Hakone-Ekiden-217' };
    const changed = await one.request('POST', '/api/v1/auth/password', { body });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(
      [(await one.request('GET', ME)).status, (await other.request('GET', ME)).status],
      [200, 401],
    );
  });

  test('with a new password by mail, and whoever signs in within the same second is signed in', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const browser = await signedInBrowser(server, user.email);
    assert.equal((await confirmReset(server, await resetToken(server, user), USUAL_PASSWORD)).status, 200);
    assert.equal((await browser.request('GET', ME)).status, 401);
    const again = await signedInBrowser(server, user.email);
    assert.equal((await again.request('GET', ME)).status, 200);
  });

  test('a cookie session ends with the account and does not come back with it', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const set = async (status: 'active' | 'suspended') =>
      await setAccountStatus({ ...server.deps, onClosing: async () => undefined }, { email, status });
    await set('suspended');
    assert.equal((await browser.request('GET', ME)).status, 401);
    await set('active');
    assert.equal((await browser.request('GET', ME)).status, 401);
  });
});
