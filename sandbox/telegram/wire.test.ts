import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { startServer } from '../kit/server.ts';
import { startTelegram, type TelegramSandbox } from './start-telegram.ts';

describe('the stand-in for Telegram, by its wire', () => {
  let telegram: TelegramSandbox;
  before(async () => {
    telegram = await startTelegram();
  });
  after(() => telegram.stop());

  const call = async (method: string, body: object, token = telegram.env().TELEGRAM_BOT_TOKEN) => {
    const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { ok, description, error_code } = JSON.parse(await response.text());
    assert.equal(error_code ?? 200, response.status);
    return [response.status, ok, description];
  };

  test('sends texts to those who have opened the bot, in the name of the token in the address', async () => {
    const person = telegram.person();
    const to = { chat_id: person.chat_id };
    assert.deepEqual(await call('sendMessage', { ...to, text: 'One' }), [200, true, undefined]);
    assert.deepEqual(await call('sendMessage', { chat_id: Number(person.chat_id), text: 'Two' }), [
      200,
      true,
      undefined,
    ]);
    assert.deepEqual(person.received(), ['One', 'Two']);
    const refused = async (body: object, token?: string) => (await call('sendMessage', body, token)).join();
    assert.equal(await refused({ ...to, text: ' ' }), '400,false,Bad Request: message text is empty');
    assert.match(await refused({ ...to, text: 'x'.repeat(4_097) }), /message is too long$/);
    assert.match(await refused({ chat_id: '1', text: 'One' }), /^400,false,Bad Request: chat not found$/);
    assert.equal(await refused({ ...to, text: 'One' }, '4711:another'), '401,false,Unauthorized');
    assert.equal(await refused({ ...to, text: 'One' }, 'none'), '404,false,Not Found');
    person.leaves();
    assert.equal(await refused({ ...to, text: 'One' }), '403,false,Forbidden: user is deactivated');
    assert.equal((await call('sendPhoto', to))[0], 404);
  });

  test('posts what people say with the secret of the webhook, and carries out what the answer says', async () => {
    const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
    const person = telegram.person();
    const webhook = await startServer('a webhook', 0, async (request, response) => {
      seen.push({ headers: request.headers, body: await text(request) });
      response.end(JSON.stringify({ method: 'sendMessage', chat_id: person.chat_id, text: 'Yes?' }));
    });
    try {
      await telegram.setWebhook(webhook.url);
      await person.opens('https://t.me/somebody?start=abc');
      assert.deepEqual(person.received(), ['Yes?']);
      await person.blocks();
      assert.deepEqual(person.received(), ['Yes?']);
      const secret = telegram.env().TELEGRAM_WEBHOOK_SECRET;
      assert.ok(seen.every(({ headers }) => headers['x-telegram-bot-api-secret-token'] === secret));
      const [said, blocked] = seen.map(({ body }) => JSON.parse(body));
      assert.deepEqual([said.message.text, said.message.chat.type], ['/start abc', 'private']);
      assert.equal(blocked.my_chat_member.new_chat_member.status, 'kicked');
      const refused = await call('sendMessage', { chat_id: person.chat_id, text: 'One' });
      assert.equal(refused[2], 'Forbidden: bot was blocked by the user');
      assert.equal((await call('setWebhook', { url: webhook.url, secret_token: 'a b' }))[0], 400);
    } finally {
      await webhook.stop();
    }
  });
});
