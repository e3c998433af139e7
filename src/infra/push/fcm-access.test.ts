import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { type FcmStage, startFcmStage, until } from '../../test/fcm-stage.ts';
import { freePort } from '../../test/free-port.ts';

describe('access to FCM', () => {
  let stage: FcmStage;
  before(async () => {
    stage = await startFcmStage();
  });
  afterEach(() => stage.clear());
  after(() => stage.stop());

  test('one access token serves all, is renewed before it ends and asked for once', async () => {
    const send = stage.sender();
    const asked = stage.fcm.calls().token;
    const all = (round: number) =>
      Promise.all(Array.from({ length: 50 }, (_, at) => send(`ok-${round}-${at}`)));
    await all(1);
    assert.equal(stage.fcm.calls().token, asked + 1);
    stage.advance(50 * MINUTE_MS);
    await all(2);
    assert.equal(stage.fcm.calls().token, asked + 1);
    stage.advance(3 * MINUTE_MS);
    const arrived = Promise.withResolvers<void>();
    stage.fcm.faults.add('token', { kind: 'held', until: arrived.promise, times: 1 });
    assert.ok((await all(3)).every(({ kind }) => kind === 'sent'));
    await until(() => stage.fcm.calls().token > asked + 1);
    arrived.resolve();
    stage.advance(30 * MINUTE_MS);
    assert.ok((await all(4)).every(({ kind }) => kind === 'sent'));
    assert.equal(stage.fcm.calls().token, asked + 2);
    assert.equal(stage.fcm.messages.list().length, 200);
  });

  test('a token that ends before its time is replaced once, without a message lost or doubled', async () => {
    const send = stage.sender();
    await send('ok-first');
    stage.advance(MINUTE_MS);
    stage.fcm.endTokens();
    const asked = stage.fcm.calls().token;
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, at) => send(`ok-${at}`)));
    assert.ok(outcomes.every(({ kind }) => kind === 'sent'));
    assert.equal(stage.fcm.calls().token, asked + 1);
    assert.equal(new Set(stage.fcm.messages.list().map(({ token }) => token)).size, 31);
    assert.equal(stage.fcm.messages.list().length, 31);
  });

  test('tokens that are never taken are our own fault, and not asked for without end', async () => {
    const send = stage.sender();
    stage.fcm.faults.add('send', {
      kind: 'says',
      status: 401,
      body: JSON.stringify({ error: { code: 401, message: 'no', status: 'UNAUTHENTICATED' } }),
    });
    const { token, send: sent } = stage.fcm.calls();
    const refused = { kind: 'misconfigured', reason: 'credentials_refused' };
    for (let times = 0; times < 5; times++) assert.deepEqual(await send('ok-x'), refused);
    assert.deepEqual([stage.fcm.calls().token - token, stage.fcm.calls().send - sent], [1, 5]);
    stage.advance(20 * SECOND_MS);
    assert.deepEqual(await send('ok-x'), refused);
    assert.deepEqual([stage.fcm.calls().token - token, stage.fcm.calls().send - sent], [2, 7]);
  });

  test('without an access token nothing is sent: our fault, or a pause that all keep', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const send = stage.sender({ private_key });
    const asked = stage.fcm.calls().token;
    const no_grant = { kind: 'misconfigured', reason: 'token_invalid_grant' };
    for (let times = 0; times < 3; times++) assert.deepEqual(await send('ok-x'), no_grant);
    assert.equal(stage.fcm.calls().token, asked + 1);
    stage.advance(10 * SECOND_MS);
    assert.deepEqual(await send('ok-x'), no_grant);
    assert.equal(stage.fcm.calls().token, asked + 2);

    const busy = stage.sender();
    const answer = { status: 503, body: '{}', headers: { 'retry-after': '40' } };
    stage.fcm.faults.add('token', { kind: 'says', ...answer, times: 1 });
    const later = (retry_after_ms: number) => ({ kind: 'busy', reason: 'token_http_503', retry_after_ms });
    assert.deepEqual(await busy('ok-x'), later(40_000));
    stage.advance(15 * SECOND_MS);
    assert.deepEqual(await busy('ok-x'), later(25_000));
    stage.advance(25 * SECOND_MS);
    assert.deepEqual(await busy('ok-x'), { kind: 'sent' });

    const away = stage.sender({ token_url: `http://127.0.0.1:${await freePort()}/token` });
    assert.partialDeepStrictEqual(await away('ok-x'), { kind: 'busy', reason: 'token_unreachable' });
    stage.fcm.faults.add('token', { kind: 'says', body: '{"access_token":"a b"', times: 1 });
    assert.partialDeepStrictEqual(await stage.sender()('ok-x'), { kind: 'busy', reason: 'token_unreadable' });
    assert.deepEqual(
      stage.fcm.messages.list().map(({ token }) => token),
      ['ok-x'],
    );
  });

  test('an outage of the token endpoint is not felt while the token lasts', async () => {
    const send = stage.sender();
    await send('ok-x');
    stage.advance(55 * MINUTE_MS);
    stage.fcm.faults.add('token', { kind: 'drop' });
    for (const wait_s of [0, 1, 30]) {
      stage.advance(wait_s * SECOND_MS);
      assert.deepEqual(await send('ok-x'), { kind: 'sent' });
    }
    stage.advance(5 * MINUTE_MS);
    assert.partialDeepStrictEqual(await send('ok-x'), { kind: 'busy', reason: 'token_unreachable' });
  });
});
