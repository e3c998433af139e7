import { type Answer, type Call, readObject } from '../loopback/serve-api.ts';

/** Somebody's chat with the bot. */
export type Chat = { readonly received: string[]; state: 'open' | 'blocked' | 'deactivated' };

export type Bot = {
  readonly token: string;
  readonly name: string;
  webhook: { url: string; secret_token: string };
  readonly chats: ReadonlyMap<string, Chat>;
};

const MAX_TEXT = 4_096;

/** The calls that the server and its operator make, as the Bot API documents them. */
export function answerCalls(bot: Bot): (call: Call) => Answer {
  return ({ method, path, headers, body }) => {
    const [, token = '', name = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(path) ?? [];
    // The real one does not look at a token that cannot be one.
    if (!/^\d+:[\w-]+$/.test(token)) return error(404, 'Not Found');
    if (token !== bot.token) return error(401, 'Unauthorized');
    const asked = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      ? Object.fromEntries(new URLSearchParams(body))
      : readObject(body === '' ? '{}' : body);
    if (asked === null) return error(400, 'Bad Request: object expected as request body');
    switch (method === 'POST' ? name.toLowerCase() : '') {
      case 'sendmessage':
        return sendMessage(bot, asked);
      case 'setwebhook':
        return setWebhook(bot, asked);
      default:
        return error(404, 'Not Found');
    }
  };
}

function sendMessage({ chats }: Bot, { chat_id, text }: Readonly<Record<string, unknown>>): Answer {
  if (typeof text !== 'string' || text.trim() === '') return error(400, 'Bad Request: message text is empty');
  if (text.length > MAX_TEXT) return error(400, 'Bad Request: message is too long');
  const chat = chats.get(String(chat_id));
  if (chat === undefined) return error(400, 'Bad Request: chat not found');
  if (chat.state === 'blocked') return error(403, 'Forbidden: bot was blocked by the user');
  if (chat.state === 'deactivated') return error(403, 'Forbidden: user is deactivated');
  chat.received.push(text);
  const result = { message_id: chat.received.length, chat: { id: Number(chat_id), type: 'private' }, text };
  return { status: 200, body: { ok: true, result } };
}

/** Real ones take https only. */
function setWebhook(bot: Bot, { url, secret_token = '' }: Readonly<Record<string, unknown>>): Answer {
  if (typeof url !== 'string' || !URL.canParse(url)) return error(400, 'Bad Request: bad webhook');
  if (typeof secret_token !== 'string' || !/^[\w-]{0,256}$/.test(secret_token))
    return error(400, 'Bad Request: secret token contains unallowed characters');
  bot.webhook = { url, secret_token };
  return { status: 200, body: { ok: true, result: true, description: 'Webhook was set' } };
}

/** As the Bot API writes errors. */
export function error(error_code: number, description: string, parameters?: object): Answer {
  const more = parameters === undefined ? {} : { parameters };
  return { status: error_code, body: { ok: false, error_code, description, ...more } };
}
