import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { composePage } from '../../../../http/pages/compose-page.ts';
import { createSecretBox } from '../../../../infra/crypto/secret-box.ts';
import { newId } from '../../../../shared/ids.ts';
import { LANGUAGES } from '../../../../shared/languages.ts';
import { campaignIn, createCampaign, tallyOf, wholeMailsTo } from '../../../../test/campaign-stage.ts';
import {
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../../../test/harness.ts';
import { getPage, onlyContent } from '../../../../test/pages.ts';
import { phrase } from '../../../../words/index.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

/** The link in the last campaign that this person got, relative to the server's address. */
async function linkTo(user: TestUser): Promise<string> {
  const [mail] = (await wholeMailsTo(server, user.email)).slice(-1);
  const value = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const [, link = ''] = /^<(.+)>$/.exec(value) ?? [];
  assert.ok(link.startsWith(`${server.url}/unsubscribe?token=`));
  return link.slice(server.url.length);
}

async function send(club: TestOrganization) {
  const { id } = await createCampaign(server, club);
  return await campaignIn(server, club, { id }, 'sent');
}

const optOutsOf = async ({ token }: TestUser): Promise<string[]> => {
  const { body } = await server.request('GET', '/api/v1/notifications/settings', { token });
  return body.data.campaign_opt_outs.map(({ org_id }: { org_id: string }) => org_id);
};

async function post(address: string, headers: Record<string, string>, body: string): Promise<TestResponse> {
  const answer = await fetch(`${server.url}${address}`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the link of a campaign', () => {
  test('asks, since programs open links too; its button stops the campaigns of that club alone', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const member = await addMember(server, club);
    await addMember(server, club);
    await addMember(server, other, { user: member });
    await send(club);
    const link = await linkTo(member);
    const asked = await getPage(link);
    assert.equal(asked.status, 200);
    assert.ok(asked.body.includes(`<bdi translate="no">${club.name}</bdi>`));
    assert.match(asked.body, /<form method="post">\s*<button type="submit">/);
    assert.equal((await server.request('HEAD', link)).status, 200);
    assert.deepEqual(await optOutsOf(member), []);

    const stopped = await post(link, FORM, '');
    assert.equal(stopped.status, 200);
    assert.ok(stopped.body.includes(phrase('en', 'notifications.unsubscribe.doneHeading')));
    assert.deepEqual(await optOutsOf(member), [club.org_id]);
    const again = await getPage(link);
    assert.ok(
      again.body.includes(phrase('en', 'notifications.unsubscribe.doneHeading')) &&
        !again.body.includes('<form'),
    );
    assert.deepEqual(tallyOf(await send(club), 'email'), { recipients: 2, sent: 1, not_reached: 1 });
    assert.deepEqual(tallyOf(await send(other), 'email'), { recipients: 1, sent: 1 });

    const path = `/api/v1/notifications/settings/opt-outs/${club.org_id}`;
    await server.request('DELETE', path, { token: member.token });
    assert.deepEqual(tallyOf(await send(club), 'email'), { recipients: 2, sent: 2 }, 'it can be taken back');
  });

  test('is posted to by mail programs in either form, many times and at once', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    await send(club);
    const link = await linkTo(member);
    const boundary = 'x0x';
    const parts = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const answers = await Promise.all([
      post(link, FORM, 'List-Unsubscribe=One-Click'),
      post(link, FORM, 'List-Unsubscribe=One-Click'),
      post(link, { 'content-type': `multipart/form-data; boundary=${boundary}` }, parts),
    ]);
    // RFC 8058: no redirect and no further click.
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(await optOutsOf(member), [club.org_id]);
  });

  test('that is none, or nobody’s any more, says so and changes nothing', async () => {
    const club = await createOrganization(server);
    const [member, other] = [await addMember(server, club), await addMember(server, club)];
    await send(club);
    const link = await linkTo(member);
    const token = link.slice('/unsubscribe?token='.length);
    const bytes = Buffer.from(token, 'base64url');
    const othersIds = Buffer.concat([
      Buffer.from(other.user_id.replaceAll('-', ''), 'hex'),
      bytes.subarray(16),
    ]);
    for (const wrong of [
      '/unsubscribe',
      '/unsubscribe?token=',
      `${link.slice(0, -1)}`,
      `${link}A`,
      `/unsubscribe?token=${othersIds.toString('base64url')}`,
      `/unsubscribe?token=${'A'.repeat(86)}`,
      '/unsubscribe?token="><script>alert(1)</script>',
    ]) {
      for (const answer of [await getPage(wrong), await post(wrong, FORM, 'List-Unsubscribe=One-Click')]) {
        assert.equal(answer.status, 404, wrong);
        assert.ok(answer.body.includes(phrase('en', 'notifications.unsubscribe.noGoodHeading')));
        assert.doesNotMatch(answer.body, /alert/);
      }
    }
    assert.deepEqual([await optOutsOf(member), await optOutsOf(other)], [[], []]);
    const gone = { token: member.token, body: { password: member.password } };
    assert.equal((await server.request('DELETE', '/api/v1/users/me', gone)).status, 200);
    assert.equal((await post(link, FORM, '')).status, 404);
    assert.equal((await getPage(link)).status, 404);
  });

  test('opens no other door: forms are taken here and nowhere else, and JSON may come too', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    await send(club);
    assert.equal((await post('/api/v1/auth/login', FORM, 'email=a')).status, 415);
    const json = { 'content-type': 'application/json' };
    assert.equal((await post(await linkTo(member), json, '{}')).status, 200);
    assert.equal((await post(await linkTo(member), { 'content-type': 'text/plain' }, 'x')).status, 415);
    assert.equal((await server.request('PUT', '/unsubscribe')).status, 405);
  });
});

describe('the page', () => {
  test('runs nothing, is kept nowhere, and tells nobody where it was', async () => {
    const { headers, body } = await getPage('/unsubscribe?token=x');
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'etag', 'vary'].map((name) => headers.get(name)),
      ['no-store', 'no-referrer', null, 'accept-language, cookie'],
    );
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    assert.deepEqual(
      policy.map((one) => one.replace(/'sha256-[^']+'/, '…')),
      [
        "default-src 'none'",
        'style-src …',
        "font-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ],
    );
    assert.ok(onlyContent(body, 'style').length > 0);
    assert.doesNotMatch(
      body,
      /<script|<noscript|\b(?:src|style|on\w+)=|(?:href=|url\()"(?!\/fonts\/)|https?:/,
    );
  });

  test('is in the language of the browser', async () => {
    for (const language of LANGUAGES) {
      const { headers, body } = await getPage('/unsubscribe', language);
      assert.equal(headers.get('content-language'), language);
      assert.ok(body.includes(phrase(language, 'notifications.unsubscribe.noGoodHeading')));
    }
  });

  test('shows texts as texts, the name of the club too', () => {
    const hostile = `"'><b onclick=x>&amp;`;
    for (const kind of ['ask', 'done'] as const) {
      const page = composePage(unsubscribePage('en', { kind, org_name: hostile }, () => hostile));
      assert.equal(page.includes(hostile), false);
      assert.doesNotMatch(page, /<b |"'/);
    }
  });
});

describe('a token', () => {
  const [old, newest] = [randomBytes(32), randomBytes(32)];
  const linksWith = (...keys: Buffer[]) =>
    createUnsubscribeLinks({ secretBox: createSecretBox(keys), baseUrl: 'https://run.example.org' });
  const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';
  const of = { user_id: newId(), org_id: newId() };

  test('outlives the secrets key that signed it while that is kept, and no longer', () => {
    const token = tokenOf(linksWith(old).linkFor(of));
    assert.deepEqual(linksWith(newest, old).read(token), of);
    assert.equal(linksWith(newest).read(token), null);
    assert.notEqual(tokenOf(linksWith(newest, old).linkFor(of)), token);
  });

  test('of which anything is changed is none', () => {
    const links = linksWith(newest);
    const bytes = Buffer.from(tokenOf(links.linkFor(of)), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        assert.equal(links.read(changed.toString('base64url')), null);
      }),
    );
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => links.read(text) === null));
  });
});
