import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { startServer } from '../kit/server.ts';
import { type LineSandbox, startLine } from './start-line.ts';

describe('the stand-in for LINE, by its wire', () => {
  let now = Date.parse('2026-11-22T08:00:00Z');
  let line: LineSandbox;
  before(async () => {
    line = await startLine({ clock: { now: () => new Date(now) } });
  });
  after(() => line.stop());

  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${line.env().LINE_CHANNEL_ACCESS_TOKEN}`;
    const response = await fetch(`${line.url}/v2/bot/message/${path}`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body: JSON.stringify(body),
    });
    const { message } = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, message };
  };
  const texts = (...all: string[]) => all.map((said) => ({ type: 'text', text: said }));

  test('takes a push of texts to somebody it knows, with the token of the channel', async () => {
    const person = line.person();
    const to = person.user_id;
    assert.equal((await call('push', { to, messages: texts('One', 'Two') })).status, 200);
    assert.deepEqual(person.received(), ['One', 'Two']);
    const stranger = await call('push', { to: `U${'0'.repeat(32)}`, messages: texts('One') });
    assert.deepEqual([stranger.status, stranger.message.includes("'to'")], [400, true]);
    for (const messages of [[], texts(''), texts('x'.repeat(5_001)), texts(...'123456'), [{ type: 'text' }]])
      assert.equal((await call('push', { to, messages })).status, 400, JSON.stringify(messages).slice(0, 60));
    const unknown = await call('push', { to, messages: texts('One') }, { authorization: 'Bearer another' });
    assert.equal(unknown.status, 401);
    assert.equal((await call('multicast', { to, messages: texts('One') })).status, 404);
    assert.equal(person.received().length, 2);
  });

  test('the server accepts a retry key once a day', async () => {
    const person = line.person();
    const body = { to: person.user_id, messages: texts('One') };
    const key = { 'x-line-retry-key': randomUUID() };
    const first = await call('push', body, key);
    const second = await call('push', body, key);
    assert.equal(second.status, 409);
    assert.equal(second.headers.get('x-line-accepted-request-id'), first.headers.get('x-line-request-id'));
    now += DAY_MS;
    assert.equal((await call('push', body, key)).status, 200);
    assert.equal(person.received().length, 2);
    assert.equal((await call('push', body, { 'x-line-retry-key': 'seven' })).status, 400);
  });

  test('posts what people say with a token for one answer within a minute, and says who is gone', async () => {
    const seen: { replyToken?: string; type: string }[] = [];
    const webhook = await startServer('a webhook', 0, async (request, response) => {
      seen.push(...JSON.parse(await text(request)).events);
      response.end();
    });
    try {
      line.postTo(webhook.url);
      const person = line.person();
      const replyTo = (at: number) =>
        call('reply', { replyToken: seen[at]?.replyToken, messages: texts('Yes?') });
      await person.says('Hello');
      assert.deepEqual([(await replyTo(0)).status, (await replyTo(0)).status], [200, 400]);
      await person.says('Hello again');
      now += MINUTE_MS;
      assert.equal((await replyTo(1)).status, 400);
      assert.deepEqual(person.received(), ['Yes?']);
      await person.blocks();
      assert.equal(seen[2]?.type, 'unfollow');
      assert.equal((await call('push', { to: person.user_id, messages: texts('One') })).status, 200);
      assert.deepEqual(person.received(), ['Yes?'], 'it is not told that this reaches nobody');
    } finally {
      await webhook.stop();
    }
  });
});
