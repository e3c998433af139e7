import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { type FcmSandbox, startFcm } from './start-fcm.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

describe('the stand-in for FCM, by its wire', () => {
  let now = Date.parse('2026-11-22T08:00:00Z');
  let fcm: FcmSandbox;
  let authorization: string;
  before(async () => {
    fcm = await startFcm({ clock: { now: () => new Date(now) }, quota_per_minute: 60 });
    authorization = `Bearer ${(await token()).body.access_token}`;
  });
  after(() => fcm.stop());

  const call = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(`${fcm.url}${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    const is_json = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: is_json ? JSON.parse(text) : text };
  };
  const token = async (claims: object = {}, grant_type = GRANT, alg = 'RS256') => {
    const { client_email, token_uri, private_key, private_key_id } = fcm.account;
    const iat = now / 1_000;
    const assertion = await new SignJWT({
      iss: client_email,
      aud: token_uri,
      scope: SCOPE,
      iat,
      exp: iat + 3_600,
      ...claims,
    })
      .setProtectedHeader({ alg, kid: private_key_id })
      .sign(createPrivateKey(private_key));
    return call('/token', {}, String(new URLSearchParams({ grant_type, assertion })));
  };
  const send = (message: unknown, more: object = {}, headers: Record<string, string> = { authorization }) =>
    call('/v1/projects/ekiden-sandbox/messages:send', headers, JSON.stringify({ message, ...more }));

  test('gives a token for what the key of the account has signed, for this place and this time', async () => {
    const { status, body } = await token();
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body, { expires_in: 3_599, token_type: 'Bearer' });
    const iat = now / 1_000;
    for (const claims of [
      { iss: 'somebody@else.example' },
      { aud: 'https://oauth2.googleapis.com/token' },
      { scope: 'https://www.googleapis.com/auth/cloud-platform' },
      { iat: iat - 7_200, exp: iat - 3_600 },
      { exp: iat + 3_601 },
      { iat: iat + 600, exp: iat + 1_200 },
    ]) {
      const refused = await token(claims);
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'], JSON.stringify(claims));
    }
    assert.equal((await token({}, 'client_credentials')).body.error, 'unsupported_grant_type');
    assert.equal((await token({}, GRANT, 'PS256')).body.error, 'invalid_grant');
  });

  test('takes a message with such a token only, for its own project only', async () => {
    const message = { token: 'ok-1', notification: { title: 't', body: 'b' } };
    const { status, body } = await send(message);
    assert.equal(status, 200);
    assert.match(body.name, /^projects\/ekiden-sandbox\/messages\/\d+$/);
    assert.deepEqual(fcm.messages.to('ok-1'), [message]);
    for (const headers of [{}, { authorization: 'Bearer ya29.other' }] as Record<string, string>[])
      assert.equal((await send(message, {}, headers)).body.error.status, 'UNAUTHENTICATED');
    now += 3_599_000;
    assert.equal((await send(message)).status, 401, 'its hour is over');
    authorization = `Bearer ${(await token()).body.access_token}`;
    const elsewhere = await call('/v1/projects/other/messages:send', { authorization }, '{}');
    assert.equal(elsewhere.body.error.status, 'PERMISSION_DENIED');
    assert.equal((await call('/v2/anything', { authorization }, '{}')).status, 404);
    assert.equal(fcm.messages.list().length, 1);
  });

  test('refuses what the real one refuses, and says which field it is', async () => {
    const cases: [message: unknown, field: string][] = [
      [{ notification: { title: 't' } }, 'message'],
      [{ token: 'ok-1', topic: 'general' }, 'message'],
      [{ token: 'ok-1', data: { n: 12 } }, 'message.data[0].value'],
      [{ token: 'ok-1', data: { from: 'me' } }, 'message.data'],
      [{ token: 'ok-1', data: { googleish: 'me' } }, 'message.data'],
      [{ token: 'ok-1', android: { priority: 'high' } }, 'message.android.priority'],
      [{ token: 'ok-1', android: { ttl: '60' } }, 'message.android.ttl'],
      [{ token: 'ok-1', apns: { headers: { 'apns-priority': 10 } } }, 'message.apns.headers[0].value'],
      [{ token: 'ok-1', apns: { headers: { 'apns-collapse-id': 'x'.repeat(65) } } }, 'message.apns.headers'],
      [{ token: 'ok-1', notification: { subtitle: 't' } }, 'message.notification'],
    ];
    for (const [message, field] of cases) {
      const { status, body } = await send(message);
      assert.equal(status, 400, field);
      assert.equal(body.error.details[0].fieldViolations[0].field, field);
    }
    const long = await send({ token: 'ok-1', notification: { body: 'x'.repeat(4_097) } });
    assert.equal(long.body.error.details[0].errorCode, 'INVALID_ARGUMENT');
    assert.equal(
      (await call('/v1/projects/ekiden-sandbox/messages:send', { authorization }, '{')).status,
      400,
    );
  });

  test('the server only validates a message where the request says so', async () => {
    fcm.messages.forget();
    const check = (name: string) => send({ token: name }, { validate_only: true });
    assert.equal((await check('ok-9')).status, 200);
    assert.equal((await check('dead-9')).body.error.details[0].errorCode, 'UNREGISTERED');
    assert.equal((await check('quota-9')).status, 200);
    assert.deepEqual(fcm.messages.list(), []);
    assert.equal((await send({ token: 'quota-9' })).status, 429, 'and a check is no attempt');
    assert.equal((await send({ token: 'quota-9' })).status, 200);
  });

  test('shows other processes what came, and holds a project to its quota', async () => {
    fcm.messages.forget();
    now += 60_000;
    const statuses: number[] = [];
    for (let at = 0; at < 62; at++) statuses.push((await send({ token: `ok-${at}` })).status);
    assert.deepEqual(statuses.slice(58), [200, 200, 429, 429]);
    const over = await send({ token: 'ok-62' });
    assert.equal(over.headers.get('retry-after'), '1', 'the minute ends in a second');
    const seen = await (await fetch(`${fcm.url}/sandbox/messages`)).text();
    const lines = seen
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).token);
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [60, 'ok-0', 'ok-59']);
    assert.equal((await fetch(`${fcm.url}/sandbox/messages`, { method: 'DELETE' })).status, 204);
    assert.deepEqual(fcm.messages.list(), []);
  });
});
