import { given, named, type ProviderEnv, readCredentials } from './read-provider.ts';
import { readBaseAddress } from './web-address.ts';

/** Our official account at LINE (Messaging API). */
export type LineSettings = {
  readonly channel_access_token: string;
  /** What LINE signs its posts with. */
  readonly channel_secret: string;
  /** By which people find the account: `@` and more. */
  readonly bot_id: string;
  /** Without a slash at its end. */
  readonly api_url: string;
};

/** Our bot at Telegram. */
export type TelegramSettings = {
  readonly bot_token: string;
  /** By which people find it, without `@`. */
  readonly bot_name: string;
  /** What Telegram brings with its posts. */
  readonly webhook_secret: string;
  /** Without a slash at its end. */
  readonly api_url: string;
};

/** At which chat messengers we write to people. Undefined: messages there go to the outbox, and nobody can connect one. */
export type ChatSettings = {
  readonly line: LineSettings | undefined;
  readonly telegram: TelegramSettings | undefined;
};

/** @throws Error of one line that names the first setting that is wrong or missing, and quotes none */
export function parseChat(env: ProviderEnv): ChatSettings {
  return { line: parseLine(env), telegram: parseTelegram(env) };
}

function parseLine(env: ProviderEnv): LineSettings | undefined {
  const api_url = named('LINE_API_URL', () =>
    readBaseAddress(given(env, 'LINE_API_URL'), 'https://api.line.me'),
  );
  const found = readCredentials(env, {
    required: ['LINE_CHANNEL_ACCESS_TOKEN', 'LINE_CHANNEL_SECRET', 'LINE_BOT_ID'],
    optional: [],
  });
  if (found === undefined) return undefined;
  const bot_id = requireForm(
    'LINE_BOT_ID',
    found.LINE_BOT_ID,
    /^@[a-z0-9._-]{1,40}$/i,
    'must be the id of the official account, @ and all, such as @123abcde',
  );
  return {
    channel_access_token: found.LINE_CHANNEL_ACCESS_TOKEN,
    channel_secret: found.LINE_CHANNEL_SECRET,
    bot_id,
    api_url,
  };
}

function parseTelegram(env: ProviderEnv): TelegramSettings | undefined {
  const api_url = named('TELEGRAM_API_URL', () =>
    readBaseAddress(given(env, 'TELEGRAM_API_URL'), 'https://api.telegram.org'),
  );
  const found = readCredentials(env, {
    required: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME', 'TELEGRAM_WEBHOOK_SECRET'],
    optional: [],
  });
  if (found === undefined) return undefined;
  const bot_token = requireForm(
    'TELEGRAM_BOT_TOKEN',
    found.TELEGRAM_BOT_TOKEN,
    /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/,
    'must be the token as @BotFather gives it: digits, a colon, letters',
  );
  const bot_name = requireForm(
    'TELEGRAM_BOT_NAME',
    found.TELEGRAM_BOT_NAME.replace(/^@/, ''),
    /^[A-Za-z][A-Za-z0-9_]{3,31}$/,
    'must be the username of the bot, such as riverside_club_bot',
  );
  const webhook_secret = requireForm(
    'TELEGRAM_WEBHOOK_SECRET',
    found.TELEGRAM_WEBHOOK_SECRET,
    /^[A-Za-z0-9_-]{16,255}$/,
    'must be 16 to 255 letters, digits, _ and -, as the webhook was set with',
  );
  return { bot_token, bot_name, webhook_secret, api_url };
}

function requireForm(name: string, value: string, form: RegExp, words: string): string {
  if (!form.test(value)) throw new Error(`${name} ${words}.`);
  return value;
}

const OUTBOX = 'none: nobody can connect it; messages to chats connected before are files in the outbox';

/** What is in force, by the names of the settings, secrets masked. */
export function describeChat({ line, telegram }: ChatSettings): Record<string, string> {
  return {
    ...(line === undefined
      ? { LINE_CHANNEL_ACCESS_TOKEN: OUTBOX }
      : {
          LINE_CHANNEL_ACCESS_TOKEN: '********',
          LINE_CHANNEL_SECRET: '********',
          LINE_BOT_ID: line.bot_id,
          LINE_API_URL: line.api_url,
        }),
    ...(telegram === undefined
      ? { TELEGRAM_BOT_TOKEN: OUTBOX }
      : {
          TELEGRAM_BOT_TOKEN: '********',
          TELEGRAM_BOT_NAME: telegram.bot_name,
          TELEGRAM_WEBHOOK_SECRET: '********',
          TELEGRAM_API_URL: telegram.api_url,
        }),
  };
}
