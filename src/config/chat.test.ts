import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig, parseConfig } from '../config.ts';

const LINE = {
  LINE_CHANNEL_ACCESS_TOKEN: 'line-access-token+/=0123456789',
  LINE_CHANNEL_SECRET: 'line-secret-0123456789',
  LINE_BOT_ID: '@123abcde',
};
const TELEGRAM = {
  TELEGRAM_BOT_TOKEN: '4711:telegram_token-0123456789',
  TELEGRAM_BOT_NAME: '@riverside_club_bot',
  TELEGRAM_WEBHOOK_SECRET: 'webhook_secret-0123456789',
};

test('without accounts nobody can connect a chat, messages to those connected before go to the outbox, and `ekiden config` says so', () => {
  const config = parseConfig({});
  assert.deepEqual(config.chat, { line: undefined, telegram: undefined });
  const { LINE_CHANNEL_ACCESS_TOKEN, TELEGRAM_BOT_TOKEN, LINE_API_URL } = describeConfig(config);
  for (const shown of [LINE_CHANNEL_ACCESS_TOKEN, TELEGRAM_BOT_TOKEN])
    assert.match(
      `${shown}`,
      /^none: nobody can connect it; messages to chats connected before are files in the outbox$/,
    );
  assert.equal(LINE_API_URL, undefined);
});

test('accounts at both messengers are taken whole, and shown without secrets', () => {
  const config = parseConfig({ ...LINE, ...TELEGRAM, LINE_API_URL: 'http://127.0.0.1:4007/' });
  assert.deepEqual(config.chat, {
    line: {
      channel_access_token: LINE.LINE_CHANNEL_ACCESS_TOKEN,
      channel_secret: LINE.LINE_CHANNEL_SECRET,
      bot_id: '@123abcde',
      api_url: 'http://127.0.0.1:4007',
    },
    telegram: {
      bot_token: TELEGRAM.TELEGRAM_BOT_TOKEN,
      bot_name: 'riverside_club_bot',
      webhook_secret: TELEGRAM.TELEGRAM_WEBHOOK_SECRET,
      api_url: 'https://api.telegram.org',
    },
  });
  const shown = JSON.stringify(describeConfig(config));
  assert.ok(shown.includes('riverside_club_bot') && shown.includes('@123abcde'));
  assert.ok(!shown.includes('0123456789'));
});

test('a setting that is wrong or missing stops the start with one line that quotes no secret', () => {
  const wrong: readonly [object, RegExp][] = [
    [{ ...LINE, LINE_BOT_ID: '' }, /^LINE_BOT_ID must be set, because LINE_CHANNEL_ACCESS_TOKEN is\.$/],
    [{ LINE_CHANNEL_SECRET: 'x' }, /^LINE_CHANNEL_ACCESS_TOKEN must be set/],
    [{ ...LINE, LINE_BOT_ID: '123abcde' }, /^LINE_BOT_ID must be the id of the official account, @ and all/],
    [{ LINE_API_URL: 'http://line.example.org' }, /^LINE_API_URL must be an https address/],
    [{ ...TELEGRAM, TELEGRAM_WEBHOOK_SECRET: '' }, /^TELEGRAM_WEBHOOK_SECRET must be set/],
    [{ ...TELEGRAM, TELEGRAM_WEBHOOK_SECRET: 'short' }, /^TELEGRAM_WEBHOOK_SECRET must be 16 to 255/],
    [{ ...TELEGRAM, TELEGRAM_BOT_TOKEN: 'x/../0123456789' }, /^TELEGRAM_BOT_TOKEN must be the token as/],
    [{ ...TELEGRAM, TELEGRAM_BOT_NAME: 'Our club' }, /^TELEGRAM_BOT_NAME must be the username/],
    [{ ...TELEGRAM, TELEGRAM_BOT_NAME: 'our-club' }, /^TELEGRAM_BOT_NAME must be the username/],
  ];
  for (const [env, says] of wrong) {
    assert.throws(
      () => parseConfig({ ...env }),
      ({ message }: Error) => {
        assert.match(message, says);
        assert.ok(!message.includes('\n') && !message.includes('0123456789'), message);
        return true;
      },
    );
  }
});
