import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { LANGUAGES } from '../../../shared/languages.ts';
import { wholeMailsTo } from '../../../test/campaign-stage.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { tellPeople } from '../../../test/tell-people.ts';
import { phrase } from '../../../words/index.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the link of a mail of a summary', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const newReader = async (language: string): Promise<TestUser> => {
    const user = await signUp(server, { preferences: { language, timezone: 'UTC' } });
    const on = { notification_settings: { email_notification: true, weekly_summary: true } };
    const path = `/api/v1/users/${user.user_id}`;
    assert.equal((await server.request('PUT', path, { token: user.token, body: on })).status, 200);
    return user;
  };
  const settingsOf = async ({ user_id, token }: TestUser) => {
    const { body } = await server.request('GET', `/api/v1/users/${user_id}`, { token });
    return body.data.notification_settings;
  };
  const mailTo = async (user: TestUser) => {
    const before = (await wholeMailsTo(server, user.email)).length;
    const { subject } = await tellPeople(server, [user.user_id], {
      category: 'training',
      type: 'weekly_summary',
    });
    await server.mailTo(user.email, { after: before });
    const mail = (await wholeMailsTo(server, user.email)).find((one) => one.subject?.includes(subject));
    assert.ok(mail !== undefined);
    return mail;
  };

  test('is in the mail and its headers; it asks, and posting alone stops weekly summaries', async () => {
    const user = await newReader('zh-TW');
    const mail = await mailTo(user);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    const link = /^<(.+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    assert.ok(link.startsWith(`${server.url}/unsubscribe/summaries?token=`));
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.ok(
      mail.text?.includes(link) && mail.text.includes(phrase('zh-TW', 'notifications.summaryMails.stopHere')),
    );

    for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await fetch(link, { method })).status, 200);
    for (const language of LANGUAGES) {
      const page = await fetch(link, { headers: { 'accept-language': language } });
      const text = await page.text();
      assert.ok(
        text.includes(phrase(language, 'notifications.summaryMails.heading')) &&
          text.includes('<form method="post">'),
        language,
      );
    }
    assert.equal((await settingsOf(user)).weekly_summary, true, 'programs open links too');

    const post = () => fetch(link, { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' });
    const answers = await Promise.all([post(), post()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const { weekly_summary, ...others } = await settingsOf(user);
    assert.deepEqual([weekly_summary, others.email_notification], [false, true]);
    const done = await (await fetch(link)).text();
    assert.ok(
      done.includes(phrase('en', 'notifications.summaryMails.doneHeading')) && !done.includes('<form'),
    );
  });

  test('that is changed, or nobody’s any more, changes nothing', async () => {
    const [user, other] = [await newReader('en'), await newReader('ja')];
    const header = (await mailTo(user)).headers.find(({ key }) => key === 'list-unsubscribe');
    const link = header?.value.slice(1, -1) ?? '';
    const [address = '', token = ''] = link.split('?token=');
    const forged = Buffer.from(token, 'base64url');
    Buffer.from(other.user_id.replaceAll('-', ''), 'hex').copy(forged);
    for (const wrong of ['', `${token}A`, token.slice(1), forged.toString('base64url'), '<script>']) {
      const url = `${address}?token=${encodeURIComponent(wrong)}`;
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(url, { method });
        assert.equal(answer.status, 404, wrong);
        assert.ok((await answer.text()).includes(phrase('en', 'notifications.summaryMails.noGoodHeading')));
      }
    }
    for (const one of [user, other]) assert.equal((await settingsOf(one)).weekly_summary, true);
    const body = { password: user.password };
    await server.request('DELETE', '/api/v1/users/me', { token: user.token, body });
    assert.equal((await fetch(link, { method: 'POST' })).status, 404);
  });
});
