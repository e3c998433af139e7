import { randomBytes } from 'node:crypto';
import { type Clock, SECOND_MS, systemClock } from '../../src/shared/time.ts';
import { type LoopbackApi, readObject, serveApi } from '../loopback/serve-api.ts';
import { answerCalls, type Chat } from './answer-calls.ts';

/** An update to the webhook, as it went, and how it was answered. */
export type TelegramPost = { readonly body: string; readonly status: number };

export type TelegramPerson = {
  readonly chat_id: string;
  /** What they have got, oldest first, answers to their own words included. */
  received(): readonly string[];
  /** Writes to the bot: to it alone, or in a group that it is in. */
  says(text: string, place?: 'private' | 'group'): Promise<TelegramPost>;
  /** Opens the bot by a link with `?start=`. */
  opens(url: string): Promise<TelegramPost>;
  blocks(): Promise<TelegramPost>;
  /** Deletes their account at Telegram, of which bots are not told. */
  leaves(): void;
};

export type TelegramSandbox = Pick<LoopbackApi, 'url' | 'meetWith' | 'calls' | 'clear' | 'stop'> & {
  /** Settings with which a server has this bot. */
  env(): Readonly<Record<string, string>>;
  /** Sets the webhook, as the operator does by calling the API: with the secret of the settings. */
  setWebhook(url: string): Promise<void>;
  /** Somebody who has opened the bot. */
  person(): TelegramPerson;
  /** An update as it came once, or a made-up one; with the secret of the webhook or another one. */
  post(update: object | string, options?: { readonly secret?: string }): Promise<TelegramPost>;
};

/** Starts a Telegram with one bot on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startTelegram(
  options: { readonly port?: number; readonly clock?: Clock } = {},
): Promise<TelegramSandbox> {
  const { clock = systemClock } = options;
  const bot = {
    token: `${4_700_000_000}:${randomBytes(26).toString('base64url')}`,
    name: 'ekiden_sandbox_bot',
    webhook: { url: '', secret_token: '' },
    chats: new Map<string, Chat>(),
  };
  const webhook_secret = randomBytes(24).toString('base64url');
  const api = await serveApi(answerCalls(bot), options);
  let updates = 0;
  const post: TelegramSandbox['post'] = async (update, { secret = bot.webhook.secret_token } = {}) => {
    const body = typeof update === 'string' ? update : JSON.stringify(update);
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
    const answer = await fetch(bot.webhook.url, { method: 'POST', headers, body, redirect: 'error' });
    doWhatIsSaid(await answer.text(), bot.chats);
    return { body, status: answer.status };
  };
  const next = (more: object): object => ({ update_id: ++updates, ...more });
  const date = (): number => Math.floor(clock.now().getTime() / SECOND_MS);
  return {
    ...api,
    env: () => ({
      TELEGRAM_BOT_TOKEN: bot.token,
      TELEGRAM_BOT_NAME: bot.name,
      TELEGRAM_WEBHOOK_SECRET: webhook_secret,
      TELEGRAM_API_URL: api.url,
    }),
    setWebhook: async (url) => {
      const body = JSON.stringify({ url, secret_token: webhook_secret });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${api.url}/bot${bot.token}/setWebhook`, { method: 'POST', headers, body });
    },
    person: () => {
      const id = 100_000_000 + bot.chats.size;
      const chat: Chat = { received: [], state: 'open' };
      bot.chats.set(String(id), chat);
      const from = { id, is_bot: false, first_name: 'Mei', language_code: 'zh-hant' };
      const own = { id, type: 'private', first_name: 'Mei' };
      const says: TelegramPerson['says'] = (text, place = 'private') => {
        const where = place === 'private' ? own : { id: -id, type: 'group', title: 'Riverside' };
        return post(next({ message: { message_id: updates + 1, from, chat: where, date: date(), text } }));
      };
      return {
        chat_id: String(id),
        received: () => [...chat.received],
        says,
        opens: (url) => says(`/start ${new URL(url).searchParams.get('start') ?? ''}`.trim()),
        blocks: () => {
          chat.state = 'blocked';
          const user = { id: 4_700_000_000, is_bot: true, first_name: 'Ekiden', username: bot.name };
          const changed = {
            old_chat_member: { user, status: 'member' },
            new_chat_member: { user, status: 'kicked', until_date: 0 },
          };
          return post(next({ my_chat_member: { chat: own, from, date: date(), ...changed } }));
        },
        leaves: () => {
          chat.state = 'deactivated';
        },
      };
    },
    post,
  };
}

/** An answer to an update may name a method, which is then carried out; who called is not told what came of it. */
function doWhatIsSaid(answer: string, chats: ReadonlyMap<string, Chat>): void {
  const said = readObject(answer);
  const chat = chats.get(String(said?.chat_id));
  if (said?.method === 'sendMessage' && chat?.state === 'open' && typeof said.text === 'string')
    chat.received.push(said.text);
}
