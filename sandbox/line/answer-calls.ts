import { randomUUID } from 'node:crypto';
import { type Answer, type Call, readObject } from '../loopback/serve-api.ts';
import type { LineAccountState } from './keep-account.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USER_ID = /^U[0-9a-f]{32}$/;
const MAX_MESSAGES = 5;
const MAX_TEXT = 5_000;

/** The two calls that the server makes, as the Messaging API documents them. */
export function answerCalls(account: LineAccountState): (call: Call) => Answer {
  return ({ method, path, headers, body }) => {
    const request_id = randomUUID();
    if (headers.authorization !== `Bearer ${account.channel_access_token}`)
      return error(
        401,
        'Authentication failed. Confirm that the access token in the authorization header is valid.',
      );
    const asked = readObject(body);
    if (asked === null) return error(400, 'The request body could not be parsed as JSON.');
    switch (`${method} ${path}`) {
      case 'POST /v2/bot/message/push':
        return push(account, asked, { request_id, key: headers['x-line-retry-key'] });
      case 'POST /v2/bot/message/reply':
        return reply(account, asked, request_id);
      default:
        return error(404, 'Not found');
    }
  };
}

type Json = Readonly<Record<string, unknown>>;

function push(
  account: LineAccountState,
  { to, messages }: Json,
  { request_id, key }: { request_id: string; key: string | string[] | undefined },
): Answer {
  const texts = readTexts(messages);
  if (texts === null) return badProperty('messages');
  if (typeof to !== 'string' || !USER_ID.test(to) || account.find(to) === undefined) return badProperty('to');
  if (key !== undefined) {
    if (typeof key !== 'string' || !UUID.test(key))
      return error(400, 'The retry key must be a hexadecimal UUID.');
    const accepted = account.takeRetryKey(key, request_id);
    const headers = { 'x-line-request-id': request_id, 'x-line-accepted-request-id': accepted ?? '' };
    if (accepted !== null) return { ...error(409, 'The retry key is already accepted'), headers };
  }
  return deliver(account, { user_id: to, texts, request_id });
}

function reply(account: LineAccountState, { replyToken, messages }: Json, request_id: string): Answer {
  const texts = readTexts(messages);
  if (texts === null) return badProperty('messages');
  const user_id = account.takeReplyToken(String(replyToken));
  if (user_id === null) return error(400, 'Invalid reply token');
  return deliver(account, { user_id, texts, request_id });
}

/** Whoever has blocked the account gets nothing, and it is not told. */
function deliver(
  account: LineAccountState,
  { user_id, texts, request_id }: { user_id: string; texts: readonly string[]; request_id: string },
): Answer {
  const friend = account.find(user_id);
  if (friend !== undefined && !friend.has_blocked) friend.received.push(...texts);
  const sentMessages = texts.map((_, index) => ({ id: `${request_id}-${index}`, quoteToken: 'q' }));
  return { status: 200, headers: { 'x-line-request-id': request_id }, body: { sentMessages } };
}

/** Null where they are none. Only texts: the server sends nothing else. */
function readTexts(messages: unknown): string[] | null {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_MESSAGES) return null;
  const texts = messages.flatMap((message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message) || !('text' in message))
      return [];
    const { type, text } = message;
    return type === 'text' && typeof text === 'string' && text !== '' && text.length <= MAX_TEXT
      ? [text]
      : [];
  });
  return texts.length === messages.length ? texts : null;
}

function badProperty(name: string): Answer {
  return error(400, `The property, '${name}', in the request body is invalid (line: -, column: -)`);
}

function error(status: number, message: string): Answer {
  return { status, body: { message } };
}
