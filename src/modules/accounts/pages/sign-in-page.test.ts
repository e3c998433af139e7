import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composePage } from '../../../http/pages/compose-page.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { cookieBrowser, cookieSetBy, signedInBrowser } from '../../../test/cookie-browser.ts';
import { newEmail, signUp } from '../../../test/factories.ts';
import {
  startTestServer,
  type TestResponse,
  type TestServer,
  testServer,
  USUAL_PASSWORD,
} from '../../../test/harness.ts';
import { getPage } from '../../../test/pages.ts';
import { phrase } from '../../../words/index.ts';
import { signInPage } from './sign-in-page.ts';

const ME = '/api/v1/auth/me';
const FROM_PAGE = { 'sec-fetch-site': 'same-origin' };

async function post(
  server: TestServer,
  address: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = FROM_PAGE,
): Promise<TestResponse> {
  const answer = await fetch(new URL(address, server.url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'accept-language': 'en', accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

describe('/sign-in', () => {
  test('a form alone signs in: with a cookie, and on to the console', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const answer = await post(server, '/sign-in', { email: ` ${user.email} `, password: USUAL_PASSWORD });
    assert.deepEqual(
      [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')],
      [303, '/console/', 'no-store'],
    );
    const browser = cookieBrowser(server, cookieSetBy(answer));
    assert.equal((await browser.request('GET', ME)).body.data.user_id, user.user_id);
  });

  test('it leads on to a place in the console and nowhere else', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const inside = [
      '/console/',
      '/console/o/1/triage?x=1',
      '/console/today#now',
      '/console/a/../b',
      '/console//x',
    ];
    const outside = [
      'http://evil.example/console/',
      '//evil.example/console/',
      '/\\evil.example/console/',
      '/console',
      '/consoles/',
      '/console/../docs',
      '/console/..\\docs',
      '/console/%2e%2e/docs',
      'javascript:alert(1)',
      'console/',
      '',
      '/sign-in',
    ];
    for (const next of [...inside, ...outside]) {
      const address = `/sign-in?next=${encodeURIComponent(next)}`;
      const { headers } = await post(server, address, { email, password: USUAL_PASSWORD });
      const wanted = inside.includes(next) ? next.replace('/a/..', '') : '/console/';
      assert.equal(headers.get('location'), wanted, next);
    }
  });

  test('a wrong password brings the page back, with the address and without the password', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const hostile = '"><script>alert(1)</script>@example.org';
    for (const typed of [email, newEmail()]) {
      const answer = await post(server, '/sign-in', { email: typed, password: 'Wrong-"1964' });
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('set-cookie'), null);
      assert.ok(answer.body.includes(phrase('en', 'accounts.pages.sign-in.wrong')));
      assert.ok(answer.body.includes(`value="${typed}"`));
      assert.doesNotMatch(answer.body, /Wrong-/);
      assert.match(answer.body, /aria-invalid="true" aria-describedby="fault"/);
    }
    for (const fields of [{}, { email }, { email: hostile, password: '' }]) {
      const answer = await post(server, '/sign-in', fields as Record<string, string>);
      assert.equal(answer.status, 400);
      assert.ok(answer.body.includes(phrase('en', 'accounts.pages.sign-in.empty')));
      assert.doesNotMatch(answer.body, /<script>alert/);
    }
  });

  test('too many failures are told with the wait in words', async () => {
    const server = await startTestServer();
    try {
      const { email } = await signUp(server);
      for (let i = 0; i < 10; i += 1) {
        assert.equal((await post(server, '/sign-in', { email, password: 'Wrong-1964' })).status, 401);
      }
      server.clock.advance(5 * 60_000);
      const answer = await post(server, '/sign-in', { email, password: USUAL_PASSWORD });
      assert.equal(answer.status, 429);
      assert.match(answer.body, /Try again in 10 minutes\./);
      assert.ok(Number(answer.headers.get('retry-after')) <= 600);
    } finally {
      await server.stop();
    }
  });

  test('the form of another page signs nobody in or out', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const strangers: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const headers of strangers) {
      const answer = await post(server, '/sign-in', { email, password: USUAL_PASSWORD }, headers);
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null]);
      assert.ok(answer.body.includes(phrase('en', 'accounts.pages.sign-in.notFromHere')));
      const cookie = `ekiden_session=${browser.cookie}`;
      const out = await post(server, '/sign-out', {}, { ...headers, cookie });
      assert.deepEqual([out.status, out.headers.get('set-cookie')], [403, null]);
    }
    assert.equal((await browser.request('GET', ME)).status, 200);
    // Browsers without Sec-Fetch-Site are recognized by their origin.
    const { headers } = await getPage('/sign-in');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    const answer = await post(
      server,
      '/sign-in',
      { email, password: USUAL_PASSWORD },
      { origin: server.url },
    );
    assert.equal(answer.status, 303);
  });

  test('whoever is signed in is led on, from the start page too; once the session has ended, no more', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const browser = await signedInBrowser(server, email);
    const open = async (address: string): Promise<[number, string | null]> => {
      const answer = await browser.request('GET', address, { headers: { 'sec-fetch-site': 'none' } });
      return [answer.status, answer.headers.get('location')];
    };
    assert.deepEqual(await open('/'), [303, '/console/']);
    assert.deepEqual(await open('/sign-in?next=/console/today'), [303, '/console/today']);
    const out = await post(
      server,
      '/sign-out',
      {},
      { ...FROM_PAGE, cookie: `ekiden_session=${browser.cookie}` },
    );
    assert.deepEqual([out.status, out.headers.get('location'), cookieSetBy(out)], [303, '/sign-in', '']);
    assert.deepEqual(await open('/'), [200, null]);
    assert.deepEqual(await open('/sign-in'), [200, null]);
    assert.equal((await browser.request('GET', ME)).status, 401);
  });

  test('other bodies than forms of a bearable size are refused', async () => {
    const server = await testServer();
    const headers = { ...FROM_PAGE, accept: 'application/json' };
    const large = await post(server, '/sign-in', { email: 'x'.repeat(70_000) }, headers);
    assert.equal(large.status, 413);
    const more = await post(server, '/sign-in', { email: 'x', other: 'y' }, headers);
    assert.equal(more.status, 400);
    const text = await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      body: 'email=x',
      headers: { ...headers, 'content-type': 'text/plain' },
    });
    assert.equal(text.status, 415);
  });

  test('nobody is invited to sign up where that is not open', async () => {
    const server = await startTestServer({ REGISTRATION: 'invite' });
    try {
      const page = await server.request('GET', '/sign-in', { headers: { 'accept-language': 'en' } });
      assert.ok(page.body.includes(phrase('en', 'accounts.pages.sign-in.noAccountHere')));
      assert.doesNotMatch(page.body, /create-account/);
      for (const answer of [
        await server.request('GET', '/create-account', { headers: { 'accept-language': 'en' } }),
        await post(server, '/create-account', { email: newEmail() }),
      ]) {
        assert.equal(answer.status, 403);
        assert.ok(answer.body.includes(phrase('en', 'accounts.pages.create-account.notOpen')));
      }
    } finally {
      await server.stop();
    }
  });

  test('in the demo its people are offered, and only there', async () => {
    const shown = { email: '', fault: null, is_about_input: false, can_sign_up: true };
    const demo = { coach: 'coach@example.org', athlete: 'ann"@example.org', password: 'Demo-<1>' };
    const page = composePage(signInPage('en', { ...shown, demo }));
    assert.equal(page.match(/<form method="post">/g)?.length, 3);
    assert.ok(page.includes('value="coach@example.org"') && page.includes('value="ann&quot;@example.org"'));
    assert.ok(page.includes('value="Demo-&lt;1&gt;"'));
    const { body } = await getPage('/sign-in');
    assert.equal(body.match(/<form method="post">/g)?.length, 1);
  });

  test('what the page says is text', () => {
    const hostile = `"'><b onclick=x>&amp;`;
    const shown = { email: hostile, fault: hostile, is_about_input: true, can_sign_up: true, demo: null };
    const page = composePage(signInPage('en', shown, () => hostile));
    assert.equal(page.includes(hostile), false);
    assert.doesNotMatch(page, /<b |"'/);
  });
});

describe('how somebody wants pages', () => {
  test('a language that is chosen stays chosen, on every page', async () => {
    const server = await testServer();
    const get = async (address: string, headers: Record<string, string> = {}) =>
      await server.request('GET', address, {
        headers: { 'accept-language': 'en', accept: 'text/html', ...headers },
      });
    for (const language of LANGUAGES) {
      for (const address of ['/', '/sign-in', '/signup', '/forgot-password']) {
        const { headers } = await get(`${address}?language=${language}&token=a`);
        assert.equal(headers.get('content-language'), language);
        assert.equal(
          headers.get('set-cookie'),
          `ekiden_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`,
        );
      }
      const cookie = `a=b; ekiden_language=${language}`;
      for (const address of ['/', '/sign-in', '/join', '/connected', '/unsubscribe', '/nothing']) {
        const page = await get(address, { cookie });
        assert.equal(page.headers.get('content-language'), language, address);
        assert.match(page.headers.get('vary') ?? '', /cookie/);
        assert.equal(page.headers.get('set-cookie'), null);
      }
    }
    for (const unknown of ['de', '', 'en; Path=/x', '%0d%0aset-cookie:a=b']) {
      const { headers } = await get(`/?language=${unknown}`, {
        cookie: `ekiden_language=${encodeURIComponent(unknown)}`,
      });
      assert.deepEqual([headers.get('content-language'), headers.get('set-cookie')], ['en', null]);
    }
  });

  test('light or dark is in the page as it comes, on every page', async () => {
    const server = await testServer();
    for (const [cookie, theme] of [
      ['ekiden_look=dark', 'dark'],
      ['ekiden_look=light', 'light'],
      ['ekiden_look=auto', 'auto'],
      ['ekiden_look="><b>', 'auto'],
      ['', 'auto'],
    ] as const) {
      for (const address of ['/', '/sign-in', '/join', '/connected', '/unsubscribe', '/nothing']) {
        const { body } = await server.request('GET', address, { headers: { cookie, accept: 'text/html' } });
        assert.ok(body.includes(`data-theme="${theme}"`), `${address} ${cookie}`);
      }
    }
  });

  test('the font comes from this server, once', async () => {
    const server = await testServer();
    const { body } = await getPage('/sign-in');
    const [, preloaded = ''] = /<link rel="preload" href="([^"]+)" as="font"/.exec(body) ?? [];
    assert.ok(body.includes(`url("${preloaded}")`));
    const font = await fetch(new URL(preloaded, server.url));
    assert.deepEqual(
      [font.status, font.headers.get('content-type'), font.headers.get('cache-control')],
      [200, 'font/woff2', 'public, max-age=31536000, immutable'],
    );
    assert.ok((await font.arrayBuffer()).byteLength <= 92_160);
  });
});

describe('asking for a mail', () => {
  test('a forgotten password: the page says the same for every address, and a link comes to who has an account', async () => {
    const server = await testServer();
    const { email } = await signUp(server);
    const answers = [
      await post(server, '/forgot-password', { email }),
      await post(server, '/forgot-password', { email: newEmail() }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(answers[0]?.body, answers[1]?.body);
    assert.match((await server.mailTo(email)).text, /\/reset-password\?token=/);
  });

  test('a new account: the link comes in the language of the page; who has an account is told so', async () => {
    const server = await testServer();
    const email = newEmail();
    const answer = await post(
      server,
      '/create-account',
      { email },
      { ...FROM_PAGE, cookie: 'ekiden_language=ja' },
    );
    assert.equal(answer.status, 200);
    const mail = await server.mailTo(email);
    assert.match(mail.text, /\/signup\?token=/);
    assert.equal(mail.subject, phrase('ja', 'accounts.verificationMail.subject'));
    const again = await post(server, '/create-account', { email: (await signUp(server)).email });
    assert.equal(again.status, 409);
    assert.ok(again.body.includes(phrase('en', 'accounts.pages.create-account.registered')));
  });

  test('three mails an hour go to one address, and more are refused in words', async () => {
    const server = await testServer();
    const email = newEmail();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await post(server, '/create-account', { email }));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    assert.ok(statuses[3]?.body.includes(phrase('en', 'accounts.pages.askMail.tooMany')));
  });

  test('what is no address, and the form of another page, are refused', async () => {
    const server = await testServer();
    for (const address of ['/forgot-password', '/create-account']) {
      const wrong = await post(server, address, { email: '"><b>' });
      assert.equal(wrong.status, 400);
      assert.ok(wrong.body.includes('value="&quot;&gt;&lt;b&gt;"'));
      const email = newEmail();
      assert.equal((await post(server, address, { email }, { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.deepEqual(await server.mailsTo(email), []);
    }
  });
});
