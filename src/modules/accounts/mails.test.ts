import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { newEmail, signUp } from '../../test/factories.ts';
import { type Mail, type TestServer, testServer } from '../../test/harness.ts';

const ask = async (server: TestServer, path: string, body: object, language = '*'): Promise<void> => {
  const headers = { 'accept-language': language };
  assert.equal((await server.request('POST', `/api/v1/auth/${path}`, { body, headers })).status, 200);
};

async function resetMails(server: TestServer, fields: Record<string, unknown>): Promise<[Mail, Mail]> {
  const { email } = await signUp(server, fields);
  // The requester's browser language does not count: they may be somebody else.
  await ask(server, 'password-reset', { email, origin: 'app' }, 'fr, ja, zh-TW');
  const reset = await server.mailTo(email);
  const token = /^[A-Za-z0-9_-]{43}$/m.exec(reset.text)?.[0];
  await ask(server, 'password-reset/confirm', { token, new_password: 'kasumigaura' });
  return [reset, await server.mailTo(email, { after: 1 })];
}

const LANGUAGES = [
  {
    language: 'en',
    accepted: 'fr-FR, en;q=0.5, ja;q=0.4',
    verification: 'Confirm your e-mail address for Ekiden',
    reset: 'Set a new password for Ekiden',
    changed: 'Your Ekiden password was changed',
    time: /\d{1,2} \w+ 20\d\d at \d\d:\d\d GMT\+8\./,
  },
  {
    language: 'zh-TW',
    accepted: 'zh-Hant-TW,zh;q=0.9,en;q=0.8',
    verification: '請驗證你的 Ekiden 電子郵件地址',
    reset: '重設你的 Ekiden 密碼',
    changed: '你的 Ekiden 密碼已變更',
    time: /20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d（GMT\+8）變更。/,
  },
  {
    language: 'ja',
    accepted: 'ja-JP,ja;q=0.9,en-US;q=0.8',
    verification: '【Ekiden】メールアドレスの確認',
    reset: '【Ekiden】パスワードの再設定',
    changed: '【Ekiden】パスワード変更のお知らせ',
    time: /20\d\d年\d{1,2}月\d{1,2}日 \d\d:\d\d GMT\+8 に変更されました/,
  },
] as const;

for (const { language, accepted, ...expected } of LANGUAGES) {
  test(`mails in ${language}: by the profile, and by Accept-Language where there is none`, async () => {
    const server = await testServer();
    const email = newEmail();
    await ask(server, 'request-verification', { email }, accepted);
    const verification = await server.mailTo(email);
    const [reset, changed] = await resetMails(server, { preferences: { language, timezone: 'Asia/Taipei' } });
    const mails = { verification, reset, changed };
    for (const [name, mail] of Object.entries(mails)) {
      assert.equal(mail.subject, expected[name as keyof typeof mails]);
      assert.ok(mail.html.includes(`<html lang="${language}">`), name);
      assert.ok(mail.text.includes(new URL(server.deps.baseUrl).host), name);
    }
    assert.match(changed.text, expected.time, 'in the reader’s time zone');
  });
}

test('no name of the profile gets into a mail, however it is written', async () => {
  const server = await testServer();
  const name = '<b>"Yuki" & \'co\'</b> https://evil.example';
  const mails = await resetMails(server, { display_name: name, first_name: name, last_name: name });
  for (const { subject, text, html } of mails) {
    assert.doesNotMatch(`${subject} ${text} ${html}`, /evil|<b>|Yuki/);
  }
});

test('an address with characters of HTML in it is text', async () => {
  const server = await testServer();
  const email = newEmail("o'brien&co");
  await ask(server, 'request-verification', { email });
  const token = /^[A-Za-z0-9_-]{43}$/m.exec((await server.mailTo(email)).text)?.[0];
  const body = { token, password: 'Sakura-1964' };
  assert.equal((await server.request('POST', '/api/v1/auth/complete-signup', { body })).status, 201);
  await ask(server, 'password-reset', { email });
  const { to, text, html } = await server.mailTo(email, { after: 1 });
  assert.equal(to, email);
  assert.ok(text.includes(email));
  assert.ok(html.includes(email.replace('&', '&amp;').replace("'", '&#39;')) && !html.includes(email));
});

test('the tour takes the code out of an English mail in the outbox', async (t) => {
  const server = await testServer();
  const tour = await readFile(new URL('../../../docs/tour.md', import.meta.url), 'utf8');
  const [command] = /^mailed_token\(\) .*$/m.exec(tour) ?? [];
  const cwd = await mkdtemp(path.join(tmpdir(), 'ekiden-tour-'));
  t.after(() => rm(cwd, { recursive: true }));
  await symlink(server.dataDir, path.join(cwd, 'data'));
  // Where a mail is folded depends on the address's length.
  for (const name of ['mika', 'y', 'yuki.t']) {
    const user = await signUp(server);
    const email = newEmail(name);
    await ask(server, 'request-verification', { email });
    await ask(server, 'password-reset', { email: user.email, origin: 'app' });
    for (const address of [email, user.email]) {
      const { text } = await server.mailTo(address);
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', `${command}\nmailed_token ${address} < /dev/null`],
        {
          cwd,
        },
      );
      assert.match(stdout, /^[A-Za-z0-9_-]{43}\n$/);
      assert.ok(text.includes(`token=${stdout.trim()}`));
    }
  }
});
