import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { pino } from 'pino';
import {
  error,
  startTelegram,
  type TelegramPerson,
  type TelegramSandbox,
} from '../../../sandbox/telegram/start-telegram.ts';
import { parseConfig } from '../../config.ts';
import { freePort } from '../../test/free-port.ts';
import { createPoster, type Poster } from '../http-client/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { createMessenger } from './index.ts';
import { createPace } from './pace.ts';
import { createTelegramSender } from './telegram.ts';

const clock = { now: () => new Date('2026-11-22T08:00:00Z') };

describe('messages by Telegram', () => {
  const poster = createPoster();
  const { signal } = new AbortController();
  let telegram: TelegramSandbox;
  let person: TelegramPerson;
  before(async () => {
    telegram = await startTelegram();
    person = telegram.person();
  });
  afterEach(() => telegram.faults.clear());
  after(async () => {
    poster.close();
    await telegram.stop();
  });

  const account = () => {
    const { telegram: settings } = parseConfig(telegram.env()).chat;
    assert.ok(settings);
    return settings;
  };
  const sender = (changes: object = {}, by: Poster = poster) =>
    createTelegramSender({ ...account(), ...changes }, { poster: by, takeTurn: async () => undefined });
  const message = (text = 'Track is closed') => ({ id: randomUUID(), text });

  test('messages arrive unchanged', async () => {
    const { send } = sender();
    const text = '今日の練習\n\nNo *markup* <b>here</b> 🏃';
    assert.deepEqual(await send(person.chat_id, message(text), signal), { kind: 'sent' });
    assert.deepEqual(person.received(), [text]);
  });

  test('each answer of Telegram has its outcome', async () => {
    const { send } = sender();
    await send(person.chat_id, message(), signal);
    const later = error(429, 'Too Many Requests: retry after 8', { retry_after: 8 });
    const cases: readonly [{ status: number; body: string }, SendOutcome][] = [
      [later, { kind: 'busy', reason: 'quota', retry_after_ms: 8_000 }],
      [error(429, 'Too Many Requests'), { kind: 'busy', reason: 'quota', retry_after_ms: null }],
      [error(400, 'Bad Request: message is too long'), { kind: 'refused', reason: 'http_400' }],
      // It has said this of people who could be written to a minute later.
      [error(403, "Forbidden: bot can't send messages to the user"), { kind: 'refused', reason: 'http_403' }],
      [error(500, 'Internal Server Error'), { kind: 'busy', reason: 'http_500', retry_after_ms: null }],
      [
        { status: 502, body: '<h1>Bad Gateway</h1>' },
        { kind: 'unknown', reason: 'gateway' },
      ],
      [
        { status: 200, body: '<h1>Hotel</h1>' },
        { kind: 'misconfigured', reason: 'not_telegram' },
      ],
      [
        { status: 302, body: '' },
        { kind: 'misconfigured', reason: 'not_telegram' },
      ],
    ];
    for (const [answer, expected] of cases) {
      telegram.faults.meetWith({ kind: 'says', ...answer });
      const name = JSON.stringify(answer.body);
      assert.deepEqual(await send(person.chat_id, message(), signal), expected, name);
    }
    const refused = { kind: 'misconfigured', reason: 'credentials_refused' };
    for (const bot_token of ['4711:of-somebody-else-0123456789', 'none'])
      assert.deepEqual(await sender({ bot_token }).send(person.chat_id, message(), signal), refused);
  });

  test('who has blocked the bot or left is gone; whom it does not know, unless it may be the wrong bot', async () => {
    const { send } = sender();
    const [blocking, leaving] = [telegram.person(), telegram.person()];
    await telegram.setWebhook(`${telegram.url}/nowhere`);
    await blocking.blocks();
    leaving.leaves();
    assert.deepEqual(await send(blocking.chat_id, message(), signal), { kind: 'gone', reason: 'blocked' });
    assert.deepEqual(await send(leaving.chat_id, message(), signal), { kind: 'gone', reason: 'deactivated' });
    const unknown = { kind: 'refused', reason: 'unknown_chat' };
    assert.deepEqual(await send('4711', message(), signal), unknown);
    await send(person.chat_id, message(), signal);
    assert.deepEqual(await send('4711', message(), signal), { ...unknown, kind: 'gone' });
  });

  test('that nobody has answered may be there: they are not sent again, and nothing says the token', async () => {
    const { send } = sender();
    await send(person.chat_id, message(), signal);
    telegram.faults.meetWith({ kind: 'drop', after_work: true });
    const lost = await send(person.chat_id, message('Once'), signal);
    assert.deepEqual(lost, { kind: 'unknown', reason: 'broken_off' });
    assert.equal(person.received().at(-1), 'Once');
    const nowhere = sender({ api_url: `http://127.0.0.1:${await freePort()}` });
    const unreachable = await nowhere.send(person.chat_id, message(), signal);
    assert.deepEqual(unreachable, { kind: 'busy', reason: 'unreachable', retry_after_ms: null });

    const secret = account().bot_token.split(':')[1] ?? '';
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const watched: Poster = {
      ...poster,
      post: (request) =>
        poster.post(request).catch((failure: unknown) => {
          log.error({ err: failure }, 'as any is logged');
          throw failure;
        }),
    };
    const api_url = `http://127.0.0.1:${await freePort()}`;
    const outcome = await sender({ api_url }, watched).send(person.chat_id, message(), signal);
    const said = `${lines.join()} ${JSON.stringify(outcome)}`;
    assert.ok(said.includes('Telegram does not answer') && secret.length > 20 && !said.includes(secret));
  });

  test('are not sent when they are too long, or nobody wants them any more', async () => {
    const { send } = sender();
    const before_them = telegram.calls.list().length;
    assert.deepEqual(await send(person.chat_id, message('x'.repeat(4_097)), signal), {
      kind: 'refused',
      reason: 'too_large',
    });
    await assert.rejects(send(person.chat_id, message(), AbortSignal.abort(new Error('stop'))), /stop/);
    assert.equal(telegram.calls.list().length, before_them);
  });

  test('go out one after the other, so many in a second, and no more once nobody waits', async () => {
    let now = 1_000;
    const waited: number[] = [];
    const wait = async (ms: number) => {
      waited.push(ms);
    };
    const takeTurn = createPace(25, { now: () => now, wait });
    for (let turn = 0; turn < 4; turn++) await takeTurn(signal);
    assert.deepEqual(waited, [40, 80, 120]);
    now += 10_000;
    await takeTurn(signal);
    assert.equal(waited.length, 3, 'who comes later does not wait, nor gets more at once for it');
    await takeTurn(signal);
    assert.deepEqual(waited.slice(3), [40]);
    const stopping = new AbortController();
    const real = createPace(0.001);
    await real(stopping.signal);
    const waiting = real(stopping.signal);
    stopping.abort(new Error('stop'));
    await assert.rejects(waiting, /^Error: stop$/);
  });

  test('go to files where there is no account, and to the messenger where there is one', async () => {
    const data_dir = await mkdtemp(join(tmpdir(), 'ekiden-chat-'));
    const settings = { line: undefined, telegram: account() };
    const messenger = createMessenger({ ...settings, data_dir, logger: pino({ level: 'silent' }), clock });
    try {
      const sent = { kind: 'sent' };
      const to = person.chat_id;
      assert.deepEqual(
        await messenger.send({ service: 'telegram', chat_id: to }, message('By bot'), signal),
        sent,
      );
      assert.equal(person.received().at(-1), 'By bot');
      assert.deepEqual(await messenger.send({ service: 'line', chat_id: 'U1' }, message(), signal), sent);
      const files = await readdir(join(data_dir, 'outbox'));
      assert.deepEqual(files.length, 1);
      assert.equal((await messenger.reply('token', 'text', signal)).kind, 'misconfigured');
    } finally {
      await messenger.close();
      await rm(data_dir, { recursive: true });
    }
  });
});
