import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { HOUR_MS } from '../../shared/time.ts';
import { FCM_MESSAGE, type FcmStage, startFcmStage, until } from '../../test/fcm-stage.ts';
import { freePort } from '../../test/free-port.ts';
import type { SendOutcome } from '../send-outcome.ts';

describe('pushes by FCM', () => {
  let stage: FcmStage;
  before(async () => {
    stage = await startFcmStage();
  });
  afterEach(() => stage.clear());
  after(() => stage.stop());

  const says = (status: number, said: unknown, headers: Record<string, string> = {}) => {
    const body = typeof said === 'string' ? said : JSON.stringify(said);
    stage.fcm.faults.add('send', { kind: 'says', times: 1, status, body, headers });
  };

  test('a message arrives whole, over Android and Apple, for as long as it is worth something', async () => {
    const send = stage.sender();
    assert.deepEqual(await send('ok-1'), { kind: 'sent' });
    await send('ok-2', { urgency: 'high', ttl_s: 0, data: {} });
    await send('ok-3', { id: 'x'.repeat(65), ttl_s: 99_999_999.5 });
    const { title, body, data } = FCM_MESSAGE;
    const payload = { aps: { sound: 'default' } };
    assert.deepEqual(stage.fcm.messages.to('ok-1'), [
      {
        token: 'ok-1',
        notification: { title, body },
        data,
        android: { priority: 'NORMAL', ttl: '86400s', notification: { tag: '0190-push' } },
        apns: {
          headers: {
            'apns-push-type': 'alert',
            'apns-priority': '5',
            'apns-expiration': String(Date.parse('2026-11-23T08:00:00Z') / 1_000),
            'apns-collapse-id': '0190-push',
          },
          payload,
        },
      },
    ]);
    assert.partialDeepStrictEqual(stage.fcm.messages.to('ok-2'), [
      {
        data: {},
        android: { priority: 'HIGH', ttl: '0s' },
        apns: { headers: { 'apns-priority': '10', 'apns-expiration': '0' } },
      },
    ]);
    const [longest] = stage.fcm.messages.to('ok-3');
    assert.deepEqual(longest?.android, { priority: 'NORMAL', ttl: '2419200s' }, 'four weeks, and no tag');
    assert.equal(longest?.apns?.headers?.['apns-collapse-id'], undefined);
  });

  test('a push that devices cannot receive is not sent', async () => {
    const send = stage.sender();
    const room = 4_096 - Buffer.byteLength('{"notification":{"title":"t","body":""},"data":{}}');
    const filled = (bytes: number) => ({ title: 't', body: 'é'.repeat(bytes / 2), data: {} });
    assert.equal(room % 2, 0);
    const before_them = stage.fcm.calls().send;
    assert.deepEqual(await send('ok-1', filled(room + 2)), { kind: 'refused', reason: 'too_large' });
    assert.equal(stage.fcm.calls().send, before_them);
    assert.deepEqual(await send('ok-1', filled(room)), { kind: 'sent' });
  });

  test('each kind of device is answered as Firebase means it', async () => {
    const send = stage.sender();
    const expected: Record<string, SendOutcome> = {
      ok: { kind: 'sent' },
      dead: { kind: 'gone', reason: 'unregistered' },
      bogus: { kind: 'gone', reason: 'invalid_token' },
      mismatch: { kind: 'gone', reason: 'sender_id_mismatch' },
      apns: { kind: 'refused', reason: 'third_party_auth' },
      busy: { kind: 'busy', reason: 'quota', retry_after_ms: 60_000 },
      internal: { kind: 'busy', reason: 'internal', retry_after_ms: null },
      cut: { kind: 'unknown', reason: 'broken_off' },
      lost: { kind: 'unknown', reason: 'broken_off' },
    };
    for (const [name, outcome] of Object.entries(expected))
      assert.deepEqual(await send(`${name}-x`), outcome, name);
    const unavailable = { kind: 'busy', reason: 'unavailable', retry_after_ms: 60_000 };
    assert.deepEqual(
      [await send('flaky-x'), await send('flaky-x'), await send('flaky-x')],
      [unavailable, unavailable, { kind: 'sent' }],
    );
    assert.deepEqual(
      stage.fcm.messages.list().map(({ token }) => token),
      ['ok-x', 'lost-x', 'flaky-x'],
      'nothing is sent twice by itself',
    );
  });

  test('a push without an answer in time may have been accepted', async () => {
    const { poster } = stage;
    const send = stage.sender(
      {},
      {
        ...poster,
        post: (request) => poster.post(request.name === 'FCM' ? { ...request, timeout_ms: 60 } : request),
      },
    );
    // It leaves an open connection, since making one may take long on a slow machine.
    await stage.sender()('ok-x');
    assert.deepEqual(await send('silent-x'), { kind: 'unknown', reason: 'no_answer' });
  });

  test('a push to an unreachable service may be sent again', async () => {
    const nowhere = stage.sender({ api_url: `http://127.0.0.1:${await freePort()}` });
    assert.deepEqual(await nowhere('ok-x'), {
      kind: 'busy',
      reason: 'unreachable',
      retry_after_ms: null,
    });
  });

  test('an invalid argument costs a device its place only if the token is at fault', async () => {
    const send = stage.sender();
    const argument = (details: object[]) => ({
      error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT', details },
    });
    const own = {
      '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
      errorCode: 'INVALID_ARGUMENT',
    };
    const fields = (field: string) => ({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description: 'no' }],
    });
    const refused = { kind: 'refused', reason: 'invalid_message' };
    const gone = { kind: 'gone', reason: 'invalid_token' };
    const probes = stage.fcm.calls().validate;
    says(400, argument([own, fields('message.token')]));
    assert.deepEqual(await send('ok-x'), gone);
    says(400, argument([own, fields('message.data[0].value')]));
    assert.deepEqual(await send('ok-x'), refused);
    says(400, argument([]));
    assert.deepEqual(await send('ok-x'), refused, 'an error that is none of FCM');
    assert.equal(stage.fcm.calls().validate, probes);
    // Without a named field, an empty message that is only checked decides.
    says(400, argument([own]));
    assert.deepEqual(await send('ok-x'), refused);
    says(400, argument([own]));
    assert.deepEqual(await send('dead-x'), { kind: 'gone', reason: 'unregistered' });
    assert.deepEqual(await send('never-heard-of'), gone);
    assert.equal(stage.fcm.calls().validate, probes + 3);
    says(400, argument([own]));
    says(503, {}, { 'retry-after': '5' });
    assert.deepEqual(await send('bogus-x'), { kind: 'busy', reason: 'unproven', retry_after_ms: 5_000 });
    assert.deepEqual(stage.fcm.messages.list(), []);
  });

  test('answers of whoever stands in between are not taken for those of Firebase', async () => {
    const send = stage.sender();
    const html = '<title>Not found</title>';
    const google = (status: string) => ({ error: { code: 400, message: 'no', status } });
    const cases: [status: number, body: unknown, outcome: SendOutcome][] = [
      [404, html, { kind: 'misconfigured', reason: 'not_fcm' }],
      [404, google('NOT_FOUND'), { kind: 'refused', reason: 'not_found' }],
      [302, html, { kind: 'misconfigured', reason: 'not_fcm' }],
      [403, google('PERMISSION_DENIED'), { kind: 'misconfigured', reason: 'permission_denied' }],
      [413, html, { kind: 'refused', reason: 'http_413' }],
      [502, html, { kind: 'busy', reason: 'http_502', retry_after_ms: null }],
      [504, html, { kind: 'unknown', reason: 'gateway_timeout' }],
      [200, html, { kind: 'sent' }],
    ];
    for (const [status, body, outcome] of cases) {
      says(status, body);
      assert.deepEqual(await send('ok-x'), outcome, `${status} ${JSON.stringify(body)}`);
    }
    says(429, html, { 'retry-after': 'Sun, 22 Nov 2026 08:00:30 GMT' });
    assert.deepEqual(await send('ok-x'), { kind: 'busy', reason: 'quota', retry_after_ms: 30_000 });
    stage.fcm.faults.add('send', { kind: 'half', times: 2 });
    assert.deepEqual(await send('ok-x'), { kind: 'sent' }, 'the status says so');
    const broken = { kind: 'busy', reason: 'broken_answer', retry_after_ms: null };
    assert.deepEqual(await send('dead-x'), broken, 'which error it was is not known');
  });

  test('a project that is wrong is told from a device that is, and costs no device its place', async () => {
    const send = stage.sender();
    const ios = (token: string) => send(token, {}, { platform: 'ios' });
    const mismatch = { kind: 'refused', reason: 'sender_id_mismatch' };
    for (let times = 0; times < 3; times++) assert.deepEqual(await send('mismatch-1'), mismatch);
    const no_apns = { kind: 'refused', reason: 'third_party_auth' };
    for (let times = 0; times < 3; times++) assert.deepEqual(await ios('apns-1'), no_apns);
    const told = () => stage.logged().map(({ level, platform, reason }) => [level, platform, reason]);
    assert.deepEqual(told(), [
      [50, 'android', 'sender_id_mismatch'],
      [50, 'ios', 'third_party_auth'],
    ]);
    stage.advance(HOUR_MS / 2);
    await send('ok-1');
    assert.deepEqual(await send('mismatch-1'), { ...mismatch, kind: 'gone' }, 'others are taken');
    await ios('apns-1');
    assert.deepEqual(told(), [], 'all of that was said within the hour');
    stage.advance(HOUR_MS / 2);
    await send('mismatch-1');
    assert.deepEqual(await ios('apns-1'), no_apns);
    assert.deepEqual(told(), [[50, 'ios', 'third_party_auth']], 'pushes to Android got through');
    stage.advance(HOUR_MS / 2);
    await send('mismatch-1');
    assert.deepEqual(told(), [[50, 'android', 'sender_id_mismatch']]);
  });

  test('who says stop stops what has not set out, and waits for what has', async () => {
    const send = stage.sender();
    const reason = new Error('the server stops');
    const asked = stage.fcm.calls();
    await assert.rejects(
      send('ok-x', {}, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    assert.deepEqual(stage.fcm.calls(), asked, 'not even for a token');
    const held = Promise.withResolvers<void>();
    stage.fcm.faults.add('token', { kind: 'held', until: held.promise, times: 1 });
    const first = new AbortController();
    const waiting = send('ok-x', {}, { signal: first.signal });
    first.abort(reason);
    held.resolve();
    await assert.rejects(waiting, (error) => error === reason);
    assert.deepEqual(stage.fcm.messages.list(), []);

    const on_the_way = Promise.withResolvers<void>();
    stage.fcm.faults.add('send', { kind: 'held', until: on_the_way.promise, times: 1 });
    const second = new AbortController();
    const sent_before = stage.fcm.calls().send;
    const sending = send('ok-x', {}, { signal: second.signal });
    await until(() => stage.fcm.calls().send > sent_before);
    second.abort(reason);
    on_the_way.resolve();
    assert.deepEqual(await sending, { kind: 'sent' });
  });
});
