import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { type LinePerson, type LineSandbox, startLine } from '../../../sandbox/line/start-line.ts';
import { parseConfig } from '../../config.ts';
import { DAY_MS } from '../../shared/time.ts';
import { freePort } from '../../test/free-port.ts';
import { createPoster, type Poster } from '../http-client/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { createLineSender } from './line.ts';

describe('messages by LINE', () => {
  let now = Date.parse('2026-11-22T08:00:00Z');
  const clock = { now: () => new Date(now) };
  const poster = createPoster();
  const { signal } = new AbortController();
  let line: LineSandbox;
  let person: LinePerson;
  before(async () => {
    line = await startLine({ clock });
    person = line.person();
  });
  afterEach(() => line.faults.clear());
  after(async () => {
    poster.close();
    await line.stop();
  });

  const account = () => {
    const { line: settings } = parseConfig(line.env()).chat;
    assert.ok(settings);
    return settings;
  };
  const sender = (changes: object = {}, by: Poster = poster) =>
    createLineSender({ ...account(), ...changes }, { poster: by, clock });
  const message = (text = 'Track is closed') => ({ id: randomUUID(), text });
  const says = (status: number, text: string, headers: Record<string, string> = {}) =>
    line.faults.meetWith({ kind: 'says', status, body: JSON.stringify({ message: text }), headers });

  test('arrive as they are, once, however often one is sent', async () => {
    const { send } = sender();
    const text = '今日の練習\n\nNo *markup* <b>here</b> 🏃';
    const one = { id: randomUUID(), text };
    assert.deepEqual(await send(person.user_id, one, signal), { kind: 'sent' });
    assert.deepEqual(await send(person.user_id, one, signal), { kind: 'sent' });
    assert.deepEqual(person.received(), [text]);
    now += DAY_MS;
    await send(person.user_id, one, signal);
    assert.equal(person.received().length, 2, 'LINE remembers a key for a day');
  });

  test('whose answer was lost may be sent again, and come once', async () => {
    const { send } = sender();
    const one = message('Lost and found');
    line.faults.meetWith({ kind: 'drop', after_work: true });
    const again: SendOutcome = { kind: 'busy', reason: 'unreachable', retry_after_ms: null };
    assert.deepEqual(await send(person.user_id, one, signal), again);
    assert.deepEqual(await send(person.user_id, one, signal), { kind: 'sent' });
    assert.equal(person.received().filter((text) => text === one.text).length, 1);
    const hasty: Poster = { ...poster, post: (post) => poster.post({ ...post, timeout_ms: 60 }) };
    line.faults.meetWith({ kind: 'silent' });
    assert.deepEqual(await sender({}, hasty).send(person.user_id, message(), signal), {
      ...again,
      reason: 'no_answer',
    });
    const nowhere = sender({ api_url: `http://127.0.0.1:${await freePort()}` });
    assert.deepEqual(await nowhere.send(person.user_id, message(), signal), again);
  });

  test('each answer of LINE has its outcome', async () => {
    const { send } = sender();
    await send(person.user_id, message(), signal);
    const cases: readonly [number, string, SendOutcome, Record<string, string>?][] = [
      [400, 'A message (messages[0].text) is invalid', { kind: 'refused', reason: 'invalid_message' }],
      [400, 'Failed to send messages', { kind: 'refused', reason: 'not_delivered' }],
      [403, 'Not available', { kind: 'misconfigured', reason: 'permission_denied' }],
      [404, 'Not found', { kind: 'misconfigured', reason: 'not_line' }],
      [302, '', { kind: 'misconfigured', reason: 'not_line' }],
      [409, 'Of something else', { kind: 'refused', reason: 'http_409' }],
      [429, 'You have reached your monthly limit.', { kind: 'misconfigured', reason: 'monthly_limit' }],
      [
        429,
        'The API rate limit has been exceeded. Try again later.',
        { kind: 'busy', reason: 'quota', retry_after_ms: 7_000 },
        { 'retry-after': '7' },
      ],
      [500, 'Internal', { kind: 'busy', reason: 'http_500', retry_after_ms: null }],
    ];
    for (const [status, text, expected, headers] of cases) {
      says(status, text, headers);
      assert.deepEqual(await send(person.user_id, message(), signal), expected, `${status} ${text}`);
    }
    const wrong = sender({ channel_access_token: 'of-somebody-else' });
    assert.deepEqual(await wrong.send(person.user_id, message(), signal), {
      kind: 'misconfigured',
      reason: 'credentials_refused',
    });
  });

  test('whom LINE does not know is gone, unless it may be the account that is the wrong one', async () => {
    const { send } = sender();
    const stranger = `U${'0'.repeat(32)}`;
    assert.deepEqual(await send(stranger, message(), signal), { kind: 'refused', reason: 'unknown_user' });
    await send(person.user_id, message(), signal);
    assert.deepEqual(await send(stranger, message(), signal), { kind: 'gone', reason: 'unknown_user' });
  });

  test('are not sent when they are too long, or nobody wants them any more', async () => {
    const { send } = sender();
    const before_them = line.calls.list().length;
    assert.deepEqual(await send(person.user_id, message('é'.repeat(5_001)), signal), {
      kind: 'refused',
      reason: 'too_large',
    });
    await assert.rejects(send(person.user_id, message(), AbortSignal.abort(new Error('stop'))), /stop/);
    assert.equal(line.calls.list().length, before_them);
    assert.deepEqual(await send(person.user_id, message('é'.repeat(5_000)), signal), { kind: 'sent' });
  });
});
