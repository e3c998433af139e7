import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { startWebPush } from '../../../../sandbox/web-push/start-web-push.ts';
import { newId } from '../../../shared/ids.ts';
import { grantAdmin, signUp, type TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../../test/harness.ts';
import { webPushToken } from '../../../test/web-push-token.ts';

const DEVICE = '/api/v1/notifications/tokens/device';
const KEY = '/api/v1/notifications/web-push-key';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await testServer();
  user = await signUp(server);
});

const register = (token: string, { by = user, to = server, platform = 'web' } = {}) =>
  to.request('POST', DEVICE, { token: by.token, body: { token, platform } });

function otherwise(token: string): string {
  const { endpoint, keys } = JSON.parse(token);
  return JSON.stringify({
    keys: { auth: `${keys.auth}==`, p256dh: keys.p256dh },
    expirationTime: 7,
    endpoint,
  });
}

test('a browser is one device, however its subscription is written, and one person’s', async () => {
  const token = webPushToken();
  assert.equal((await register(token)).status, 201);
  assert.equal((await register(otherwise(token))).status, 200);
  const next = await signUp(server);
  assert.equal((await register(otherwise(token), { by: next })).status, 200);
  const remove = (by: TestUser) =>
    server.request('DELETE', DEVICE, { token: by.token, body: { token: otherwise(token) } });
  assert.equal((await remove(user)).status, 404, 'it shows pushes to whoever is signed in there');
  assert.equal((await remove(next)).status, 200);
  const { status, body } = await register(otherwise(token), { platform: 'android' });
  assert.deepEqual([status, body.details[0].path], [400, 'token']);
  assert.match(body.error, /must be, for the platform android, .* PushSubscription to web/);
});

test('what no browser is pushed to by is refused, in words that say what to send', async () => {
  const good = JSON.parse(webPushToken());
  const at = (endpoint: string): string => JSON.stringify({ ...good, endpoint });
  const refused: [string, RegExp][] = [
    ['cX8fToken:APA91b', /JSON\.stringify\(subscription\)/],
    [good.endpoint, /JSON\.stringify\(subscription\)/],
    [JSON.stringify({ endpoint: good.endpoint }), /p256dh/],
    [JSON.stringify({ ...good, keys: { ...good.keys, p256dh: 'BBBB' } }), /p256dh/],
    [at('https://push.example.org/x'), /WEB_PUSH_ORIGINS/],
    [at('http://updates.push.services.mozilla.com/x'), /WEB_PUSH_ORIGINS/],
    [at('https://127.0.0.1/x'), /WEB_PUSH_ORIGINS/],
    [at('http://169.254.169.254/latest/meta-data'), /WEB_PUSH_ORIGINS/],
    [at('file:///etc/passwd'), /WEB_PUSH_ORIGINS/],
    [at('https://fcm.googleapis.com@example.org/x'), /JSON\.stringify\(subscription\)/],
  ];
  for (const [token, words] of refused) {
    const { status, body } = await register(token);
    assert.deepEqual([status, body.code, body.details?.[0]?.path], [400, 'validation_error', 'token'], token);
    assert.match(body.error, words);
    assert.ok(!body.error.includes('example.org'), 'nothing of it is quoted');
  }
  for (const host of ['fcm.googleapis.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com'])
    assert.equal((await register(at(`https://${host}/x`))).status, 201, host);
  assert.equal((await register('cX8fToken:APA91b', { platform: 'ios' })).status, 201);
});

test('without VAPID keys there is none to subscribe with, and pushes go to the outbox', async () => {
  const { status, body } = await server.request('GET', KEY, { token: user.token });
  assert.deepEqual([status, body.code], [503, 'not_configured']);
  assert.equal((await server.request('GET', KEY)).status, 401);
  const message = {
    id: newId(),
    title: 'Hello',
    body: 'You',
    data: {},
    urgency: 'normal',
    ttl_s: 60,
  } as const;
  const target = { platform: 'web', token: webPushToken() } as const;
  const outcome = await server.deps.pusher.send(target, message, new AbortController().signal);
  assert.deepEqual(outcome, { kind: 'sent' });
  const outbox = join(server.dataDir, 'outbox');
  const file = (await readdir(outbox)).find((name) => name.includes(message.id)) ?? '';
  const written = await readFile(join(outbox, file), 'utf8');
  assert.deepEqual([JSON.parse(written).platform, JSON.parse(written).title], ['web', 'Hello']);
  assert.ok(!written.includes('mozilla'), 'nothing to push with');
});

test('with them a browser subscribes, is registered, and reads what is pushed to it', async () => {
  const service = await startWebPush();
  const with_keys = await startTestServer({ ROLES: 'api', ...service.env() });
  try {
    const [by, admin] = [await signUp(with_keys), await signUp(with_keys)];
    await grantAdmin(with_keys, admin.user_id);
    const { status, body } = await with_keys.request('GET', KEY, { token: by.token });
    assert.deepEqual([status, body.data], [200, { public_key: service.env().VAPID_PUBLIC_KEY }]);
    const browser = service.subscribe(body.data.public_key);
    assert.equal((await register(browser.token, { by, to: with_keys })).status, 201);
    const elsewhere = await register(webPushToken(), { by, to: with_keys });
    assert.equal(elsewhere.status, 400, 'only to what the operator names');
    const [gone, other_key] = [service.subscribe(), service.subscribe('of somebody else')];
    for (const { token } of [gone, other_key])
      assert.equal((await register(token, { by, to: with_keys })).status, 201);
    gone.unsubscribe();
    const push = async () => {
      const words = { title: 'Hello', message: 'こんにちは', data: { open: '/calendar' } };
      const asked = { token: admin.token, body: { user_id: by.user_id, ...words } };
      return (await with_keys.request('POST', '/api/v1/notifications/direct-push', asked)).body.data;
    };
    assert.deepEqual(await push(), { tokens_sent: 1, failed_tokens: 2 });
    assert.deepEqual(await push(), { tokens_sent: 1, failed_tokens: 1 }, 'who has unsubscribed is forgotten');
    const read = browser.messages().map(({ text }) => JSON.parse(text));
    const words = { title: 'Hello', body: 'こんにちは', data: { open: '/calendar', type: 'direct' } };
    assert.deepEqual(read, [words, words]);
  } finally {
    await with_keys.stop();
    await service.stop();
  }
});
