import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signEvent } from '../../../../../sandbox/strava/send-events.ts';
import { answerHandshake, checkEvent } from './webhook.ts';

const NOW = new Date('2026-07-01T08:00:00Z');
const NOW_S = NOW.getTime() / 1_000;
const SECRET = 'a client secret';

describe("handshake of Strava's webhook", () => {
  const settings = { webhook_verify_token: 'ours' };
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'ours', 'hub.challenge': '15f7d1a91c' };

  test('says back what it is told, and nothing else', () => {
    assert.deepEqual(answerHandshake({ ...right, more: 'x' }, settings), { 'hub.challenge': '15f7d1a91c' });
  });

  test('not to whoever does not know the token, or says something else', () => {
    for (const change of [
      { 'hub.verify_token': 'theirs' },
      { 'hub.verify_token': '' },
      { 'hub.verify_token': undefined },
      { 'hub.verify_token': ['ours'] },
      { 'hub.mode': 'unsubscribe' },
      { 'hub.mode': undefined },
      { 'hub.challenge': undefined },
      { 'hub.challenge': '' },
      { 'hub.challenge': 'two words' },
      { 'hub.challenge': 'x'.repeat(201) },
      { 'hub.challenge': ['a', 'b'] },
    ]) {
      assert.equal(answerHandshake({ ...right, ...change }, settings), null, JSON.stringify(change));
    }
  });

  test('never without a token of ours', () => {
    assert.equal(answerHandshake(right, { webhook_verify_token: null }), null);
    const empty = { ...right, 'hub.verify_token': '' };
    assert.equal(answerHandshake(empty, { webhook_verify_token: '' }), null);
  });
});

describe("signature of Strava's events", () => {
  const text = '{"object_type":"activity","object_id":16000000001}';
  const body = Buffer.from(text);
  const check = (header: string | string[] | undefined, more: { body?: Buffer; required?: boolean } = {}) =>
    vouching(header, more) !== 'refused';
  const vouching = (
    header: string | string[] | undefined,
    more: { body?: Buffer; required?: boolean; bringsKey?: boolean } = {},
  ) =>
    checkEvent(
      { 'x-strava-signature': header },
      more.body ?? body,
      { client_secret: SECRET, signature_required: more.required ?? false },
      { now: NOW, bringsKey: more.bringsKey ?? false },
    );
  const signed = signEvent(text, SECRET, NOW_S);
  const [, digest = ''] = signed.split('v1=');

  test('is right for what was signed, with our secret, now', () => {
    assert.equal(check(signed), true);
    assert.equal(check(signed, { required: true }), true);
    assert.equal(check(`v1=${'0'.repeat(64)}, v1=${digest}, t=${NOW_S}`), true, 'one of several');
    for (const seconds of [-300, 300])
      assert.equal(check(signEvent(text, SECRET, NOW_S + seconds)), true, `${seconds} s`);
  });

  test('an example that was worked out elsewhere', () => {
    const raw =
      '{"aspect_type":"create","event_time":1790001234,"object_id":16000000001,"object_type":"activity","owner_id":134815,"subscription_id":120475,"updates":{}}';
    const settings = {
      client_secret: 'invented_client_secret_0123456789abcdef01',
      signature_required: true,
    };
    const header = 't=1790001235,v1=acf6e02e1374cfb1266a59f52bc692df40a48184b19c08e60013f23d1fd045a5';
    const at = new Date(1_790_001_235_000);
    assert.equal(
      checkEvent({ 'x-strava-signature': header }, Buffer.from(raw), settings, { now: at, bringsKey: false }),
      'vouched_for',
    );
  });

  test('is wrong for another text, secret or time, and for what is none', () => {
    assert.equal(check(signed, { body: Buffer.from(`${text} `) }), false);
    for (const header of [
      signEvent(text, 'another secret', NOW_S),
      signEvent(text, SECRET, NOW_S - 301),
      signEvent(text, SECRET, NOW_S + 301),
      `t=${NOW_S + 1},v1=${digest}`,
      `t=${NOW_S}`,
      `v1=${digest}`,
      `t=${NOW_S},v1=`,
      `t=${NOW_S},v1=${digest.slice(0, -1)}`,
      `t=${NOW_S},v2=${digest}`,
      `t=NaN,v1=${digest}`,
      `t=,v1=${digest}`,
      '',
      'x'.repeat(2_000),
      [signed, signed],
    ]) {
      assert.equal(check(header), false, String(header));
    }
  });

  test('may be missing, unless it is required', () => {
    assert.equal(check(undefined), true);
    assert.equal(check(undefined, { required: true }), false);
  });

  test('or the key of the address vouches for the event, which makes no wrong signature right', () => {
    assert.deepEqual([vouching(undefined), vouching(signed)], ['hint', 'vouched_for']);
    assert.equal(vouching(undefined, { bringsKey: true, required: true }), 'vouched_for');
    assert.equal(vouching('t=1', { bringsKey: true }), 'refused');
  });
});
