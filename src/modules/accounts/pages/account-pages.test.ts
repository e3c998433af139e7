import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { composePage } from '../../../http/pages/compose-page.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { newEmail, signUp, verificationToken } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';
import { assertRunsOnlyItsOwn, getPage, onlyContent } from '../../../test/pages.ts';
import { askForReset, confirmReset, resetToken } from '../../../test/password-resets.ts';
import { phrase } from '../../../words/index.ts';
import { accountPage } from './account-page.ts';

const PAGES = ['signup', 'reset-password'] as const;

for (const name of PAGES) {
  describe(`/${name}`, () => {
    test('is a page that is kept nowhere, tells nobody its address and runs in no frame', async () => {
      const { status, headers, body } = await getPage(`/${name}?token=sesame-0123456789`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('etag'), null);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.equal(headers.get('vary'), 'accept-language, cookie');
      assert.match(body, /^<!doctype html>/);
    });

    test('the policy lets the one script and the one style run, and requests go to this server only', async () => {
      assertRunsOnlyItsOwn(await getPage(`/${name}`, 'ja'));
    });

    test('the language is the one that the browser wants', async () => {
      const pages = await Promise.all(
        [...LANGUAGES, 'zh-HK,en;q=0.5', 'de, ja;q=0.4', 'de', '<"'].map((wanted) =>
          getPage(`/${name}`, wanted),
        ),
      );
      const languages = pages.map(({ headers }) => headers.get('content-language'));
      assert.deepEqual(languages, [...LANGUAGES, 'zh-TW', 'ja', 'en', 'en']);
      for (const [i, language] of LANGUAGES.entries()) {
        const { body } = pages[i] ?? assert.fail();
        assert.ok(body.includes(`<html lang="${language}" data-theme="auto">`));
        assert.ok(
          body.includes(`<h1 tabindex="-1">${phrase(language, `accounts.pages.${name}.heading`)}</h1>`),
        );
      }
    });

    test('a password is hidden, and may be pasted and kept by a password manager', async () => {
      const { body } = await getPage(`/${name}`);
      const inputs: string[] = body.match(/<input [^>]*>/g) ?? [];
      const [password, ...more] = inputs.filter((input) => input.includes('type="password"'));
      assert.ok(password && more.length === 0);
      assert.ok(password.includes(`name="${name === 'signup' ? 'password' : 'new_password'}"`));
      assert.match(password, /autocomplete="new-password"/);
      assert.doesNotMatch(password, /maxlength|readonly/, 'nothing is cut off');
      assert.doesNotMatch(
        body,
        /paste|keydown|beforeinput/,
        'nothing stands between the clipboard and the field',
      );
      for (const id of inputs.flatMap((input) => /\bid="(?!show)([\w-]+)"/.exec(input)?.slice(1) ?? [])) {
        assert.ok(body.includes(`<label for="${id}">`), `${id} has a label`);
      }
      const ids: string[] = [...body.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id ?? '');
      assert.equal(new Set(ids).size, ids.length);
      for (const [, described = ''] of body.matchAll(/aria-describedby="([^"]+)"/g)) {
        for (const id of described.split(' ')) assert.ok(ids.includes(id), `${id} is there`);
      }
    });

    test('holds nothing of its address', async () => {
      const plain = await getPage(`/${name}`);
      for (const query of [
        'token=sesame-0123456789',
        'token="><script>alert(1)</script>',
        'origin=app&token=a&token=b',
      ]) {
        const { status, body } = await getPage(`/${name}?${query}`);
        assert.deepEqual([status, body], [200, plain.body], query);
      }
    });

    test('HEAD answers as GET does, without the page; other methods are refused', async () => {
      const server = await testServer();
      const get = await getPage(`/${name}?token=sesame-0123456789`);
      const head = await server.request('HEAD', `/${name}?token=sesame-0123456789`);
      assert.deepEqual([head.status, head.body], [200, '']);
      for (const header of ['content-type', 'content-length', 'content-security-policy', 'cache-control']) {
        assert.equal(head.headers.get(header), get.headers.get(header), header);
      }
      assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(get.body)));
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers, body } = await server.request(method, `/${name}?token=sesame-0123456789`);
        assert.deepEqual(
          [status, body.code, headers.get('allow')],
          [405, 'method_not_allowed', 'GET, HEAD'],
          method,
        );
        assert.ok(!JSON.stringify(body).includes('sesame'));
      }
      assert.equal((await server.request('GET', `/${name}/`)).status, 404);
    });
  });
}

test('what the pages say is text: nothing in it opens a tag or ends an attribute', () => {
  const hostile = `"'><b onclick=x>&amp;`;
  for (const name of PAGES) {
    const page = composePage(accountPage(name, 'en', () => hostile));
    const asText = '&quot;&#39;&gt;&lt;b onclick=x&gt;&amp;amp;';
    assert.equal(page.includes(hostile), false);
    assert.doesNotMatch(page, /<b |"'/);
    const texts = composePage(accountPage(name, 'en', () => '.'));
    assert.equal(page.replaceAll(asText, '.'), texts, 'whole, and as it was said');
  }
});

test('the script takes the token out of the address before it looks at the page, and keeps nothing', async () => {
  const { body } = await getPage('/signup');
  const script = onlyContent(body, 'script');
  const replaced: unknown[][] = [];
  const browser = {
    URLSearchParams,
    location: { search: '?token=sesame-0123456789', pathname: '/signup' },
    history: { replaceState: (...args: unknown[]) => replaced.push(args) },
  };
  // The script fails at the missing document, so it was parsed.
  assert.throws(() => runInNewContext(script, browser), /document is not defined/);
  assert.deepEqual(replaced, [[null, '', '/signup']]);
  assert.doesNotMatch(script, /Storage|indexedDB|cookie|caches|access_token|innerHTML|console/);
});

test('the links of mails lead to the pages', async () => {
  const server = await testServer();
  const [{ email }, newcomer] = [await signUp(server), newEmail()];
  for (const origin of ['web', 'app']) await askForReset(server, { email, origin });
  await server.request('POST', '/api/v1/auth/request-verification', { body: { email: newcomer } });
  const mails = await Promise.all([
    server.mailTo(email),
    server.mailTo(email, { after: 1 }),
    server.mailTo(newcomer),
  ]);
  const paths = await Promise.all(
    mails.map(async ({ text }) => {
      const link = new URL(/^http\S+$/m.exec(text)?.[0] ?? '');
      const { status, headers } = await fetch(link);
      assert.deepEqual(
        [status, headers.get('content-type')],
        [200, 'text/html; charset=utf-8'],
        link.pathname,
      );
      return link.pathname;
    }),
  );
  assert.deepEqual(paths.toSorted(), ['/reset-password', '/reset-password', '/signup']);
});

// At the end of the run the harness searches the log for every token that a body has held.
test('a token in an address is in no log, whatever is answered', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const [reset, verification] = [await resetToken(server, user), await verificationToken(server, newEmail())];
  for (const address of [`/reset-password?token=${reset}`, `/signup?token=${verification}`]) {
    assert.equal((await server.request('GET', address)).status, 200);
    assert.equal((await server.request('POST', address)).status, 405);
    assert.equal((await server.request('GET', address.replace('?', '/?'))).status, 404);
  }
  const body = { token: verification };
  assert.equal((await server.request('POST', '/api/v1/auth/verify-token', { body })).body.data.valid, true);
  assert.equal((await confirmReset(server, reset)).status, 200);
});
