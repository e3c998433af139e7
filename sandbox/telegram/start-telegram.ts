import { randomBytes } from 'node:crypto';
import { type Clock, SECOND_MS, systemClock } from '../../src/shared/time.ts';
import { type Answer, type Json, json, Refused, readObject } from '../kit/answers.ts';
import { newSecret } from '../kit/expiring.ts';
import { type RawCall, route, startStandIn } from '../kit/stand-in.ts';

type Chat = { readonly received: string[]; state: 'open' | 'blocked' | 'deactivated' };
/** An update to the webhook, as it went, and how it was answered. */
type TelegramPost = { readonly body: string; readonly status: number };

const MAX_TEXT = 4_096;
const BOT_ID = 4_700_000_000;

export type TelegramSandbox = Awaited<ReturnType<typeof startTelegram>>;
export type TelegramPerson = ReturnType<TelegramSandbox['person']>;

/** Starts a Telegram with one bot on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startTelegram({ port, clock = systemClock }: { port?: number; clock?: Clock } = {}) {
  const token = `${BOT_ID}:${randomBytes(26).toString('base64url')}`;
  const username = 'ekiden_sandbox_bot';
  const webhook_secret = newSecret(24);
  const chats = new Map<string, Chat>();
  let webhook = { url: '', secret_token: '' };
  let updates = 0;

  const sendMessage = ({ chat_id, text }: Json): Answer => {
    if (typeof text !== 'string' || text.trim() === '')
      return error(400, 'Bad Request: message text is empty');
    if (text.length > MAX_TEXT) return error(400, 'Bad Request: message is too long');
    const chat = chats.get(String(chat_id));
    if (chat === undefined) return error(400, 'Bad Request: chat not found');
    if (chat.state === 'blocked') return error(403, 'Forbidden: bot was blocked by the user');
    if (chat.state === 'deactivated') return error(403, 'Forbidden: user is deactivated');
    chat.received.push(text);
    const sent = { message_id: chat.received.length, chat: { id: Number(chat_id), type: 'private' }, text };
    return json(200, { ok: true, result: sent });
  };
  /** Real ones take https only. */
  const setWebhook = ({ url, secret_token = '' }: Json): Answer => {
    if (typeof url !== 'string' || !URL.canParse(url)) return error(400, 'Bad Request: bad webhook');
    if (typeof secret_token !== 'string' || !/^[\w-]{0,256}$/.test(secret_token))
      return error(400, 'Bad Request: secret token contains unallowed characters');
    webhook = { url, secret_token };
    return json(200, { ok: true, result: true, description: 'Webhook was set' });
  };

  /** The calls that the server and its operator make, as the Bot API documents them. */
  const api = await startStandIn({
    name: 'Telegram',
    port,
    routes: [
      route('sendMessage', 'POST', '/bot/:id/sendMessage', sendMessage),
      route('setWebhook', 'POST', '/bot/:id/setWebhook', setWebhook),
    ].map((one) => ({ ...one, path: new RegExp(`^/bot[^/]*/${one.call}$`, 'i') })),
    notFound: error(404, 'Not Found'),
    read: (call) => {
      const [, given = ''] = /^\/bot([^/]*)\/\w+$/.exec(call.path) ?? [];
      // The real one does not look at a token that cannot be one.
      if (!/^\d+:[\w-]+$/.test(given)) throw new Refused(error(404, 'Not Found'));
      if (given !== token) throw new Refused(error(401, 'Unauthorized'));
      return readBody(call);
    },
  });

  /** An update as it came once, or a made-up one; with the secret of the webhook or another one. */
  const post = async (
    update: object | string,
    { secret = webhook.secret_token }: { secret?: string } = {},
  ): Promise<TelegramPost> => {
    const body = typeof update === 'string' ? update : JSON.stringify(update);
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
    const answer = await fetch(webhook.url, { method: 'POST', headers, body, redirect: 'error' });
    doWhatIsSaid(await answer.text(), chats);
    return { body, status: answer.status };
  };
  const next = (more: object): object => ({ update_id: ++updates, ...more });
  const date = (): number => Math.floor(clock.now().getTime() / SECOND_MS);

  return {
    ...api,
    env: () => ({
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_BOT_NAME: username,
      TELEGRAM_WEBHOOK_SECRET: webhook_secret,
      TELEGRAM_API_URL: api.url,
    }),
    /** Sets the webhook, as the operator does by calling the API: with the secret of the settings. */
    setWebhook: async (url: string): Promise<void> => {
      const body = JSON.stringify({ url, secret_token: webhook_secret });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${api.url}/bot${token}/setWebhook`, { method: 'POST', headers, body });
    },
    /** Somebody who has opened the bot. */
    person: () => {
      const id = 100_000_000 + chats.size;
      const chat: Chat = { received: [], state: 'open' };
      chats.set(String(id), chat);
      const from = { id, is_bot: false, first_name: 'Mei', language_code: 'zh-hant' };
      const own = { id, type: 'private', first_name: 'Mei' };
      /** Writes to the bot: to it alone, or in a group that it is in. */
      const says = (text: string, place: 'private' | 'group' = 'private'): Promise<TelegramPost> => {
        const where = place === 'private' ? own : { id: -id, type: 'group', title: 'Riverside' };
        return post(next({ message: { message_id: updates + 1, from, chat: where, date: date(), text } }));
      };
      return {
        chat_id: String(id),
        /** What they have got, oldest first, answers to their own words included. */
        received: (): readonly string[] => [...chat.received],
        says,
        /** Opens the bot by a link with `?start=`. */
        opens: (url: string) => says(`/start ${new URL(url).searchParams.get('start') ?? ''}`.trim()),
        blocks: (): Promise<TelegramPost> => {
          chat.state = 'blocked';
          const user = { id: BOT_ID, is_bot: true, first_name: 'Ekiden', username };
          const changed = {
            old_chat_member: { user, status: 'member' },
            new_chat_member: { user, status: 'kicked', until_date: 0 },
          };
          return post(next({ my_chat_member: { chat: own, from, date: date(), ...changed } }));
        },
        /** Deletes their account at Telegram, of which bots are not told. */
        leaves: (): void => {
          chat.state = 'deactivated';
        },
      };
    },
    post,
  };
}

function readBody({ headers, body }: RawCall): Json {
  const text = body.toString();
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  const asked = readObject(text === '' ? '{}' : text);
  if (asked === null) throw new Refused(error(400, 'Bad Request: object expected as request body'));
  return asked;
}

/** An answer to an update may name a method, which is then carried out; who called is not told what came of it. */
function doWhatIsSaid(answer: string, chats: ReadonlyMap<string, Chat>): void {
  const said = readObject(answer);
  const chat = chats.get(String(said?.chat_id));
  if (said?.method === 'sendMessage' && chat?.state === 'open' && typeof said.text === 'string')
    chat.received.push(said.text);
}

export function error(error_code: number, description: string, parameters?: object) {
  const more = parameters === undefined ? {} : { parameters };
  return json(error_code, { ok: false, error_code, description, ...more });
}
