import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, systemClock } from '../../src/shared/time.ts';
import { type Answer, type Json, json, Refused, readObject } from '../kit/answers.ts';
import { keepExpiring } from '../kit/expiring.ts';
import { route, startStandIn } from '../kit/stand-in.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USER_ID = /^U[0-9a-f]{32}$/;
const MAX_MESSAGES = 5;
const MAX_TEXT = 5_000;
const RETRY_KEY_LIFE_S = 86_400;
const REPLY_TOKEN_LIFE_S = 60;

type Friend = { readonly received: string[]; has_blocked: boolean };
type Asked = { readonly body: Json; readonly headers: IncomingHttpHeaders };
/** A post to the webhook, as it went, and how it was answered. */
type LinePost = { readonly body: string; readonly signature: string; readonly status: number };

export type LineSandbox = Awaited<ReturnType<typeof startLine>>;
export type LinePerson = ReturnType<LineSandbox['person']>;

/** Starts a LINE with one official account on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startLine({ port, clock = systemClock }: { port?: number; clock?: Clock } = {}) {
  const channel_access_token = randomBytes(129).toString('base64');
  const channel_secret = randomBytes(16).toString('hex');
  const friends = new Map<string, Friend>();
  /** By which request a key was taken, and whose a reply token is. */
  const retryKeys = keepExpiring<string>(clock.now);
  const replyTokens = keepExpiring<string>(clock.now);

  const push = ({ body: { to, messages }, headers }: Asked): Answer => {
    const request_id = randomUUID();
    const texts = readTexts(messages);
    if (typeof to !== 'string' || !USER_ID.test(to) || !friends.has(to)) throw badProperty('to');
    const key = headers['x-line-retry-key'];
    if (key !== undefined) {
      if (typeof key !== 'string' || !UUID.test(key))
        throw refusal(400, 'The retry key must be a hexadecimal UUID.');
      const accepted = retryKeys.find(key);
      const ids = { 'x-line-request-id': request_id, 'x-line-accepted-request-id': accepted ?? '' };
      if (accepted !== undefined) return json(409, { message: 'The retry key is already accepted' }, ids);
      retryKeys.put(key, request_id, RETRY_KEY_LIFE_S);
    }
    return deliver(to, texts, request_id);
  };
  const reply = ({ body: { replyToken, messages } }: Asked): Answer => {
    const texts = readTexts(messages);
    const user_id = replyTokens.take(String(replyToken));
    if (user_id === undefined) throw refusal(400, 'Invalid reply token');
    return deliver(user_id, texts, randomUUID());
  };
  /** Whoever has blocked the account gets nothing, and it is not told. */
  const deliver = (user_id: string, texts: readonly string[], request_id: string): Answer => {
    const friend = friends.get(user_id);
    if (friend?.has_blocked === false) friend.received.push(...texts);
    const sentMessages = texts.map((_, index) => ({ id: `${request_id}-${index}`, quoteToken: 'q' }));
    return json(200, { sentMessages }, { 'x-line-request-id': request_id });
  };

  /** The two calls that the server makes, as the Messaging API documents them. */
  const api = await startStandIn({
    name: 'LINE',
    port,
    routes: [
      route('push', 'POST', '/v2/bot/message/push', push),
      route('reply', 'POST', '/v2/bot/message/reply', reply),
    ],
    notFound: json(404, { message: 'Not found' }),
    read: ({ headers, body }): Asked => {
      if (headers.authorization !== `Bearer ${channel_access_token}`)
        throw refusal(
          401,
          'Authentication failed. Confirm that the access token in the authorization header is valid.',
        );
      const asked = readObject(body.toString());
      if (asked === null) throw refusal(400, 'The request body could not be parsed as JSON.');
      return { body: asked, headers };
    },
  });

  let webhook_url = '';
  const send = async (body: string, secret: string): Promise<LinePost> => {
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-line-signature': signature };
    const { status } = await fetch(webhook_url, { method: 'POST', headers, body, redirect: 'error' });
    return { body, signature, status };
  };
  /** Events as they come, signed with the account's secret or with another one. */
  const post = (events: readonly object[], { secret = channel_secret } = {}): Promise<LinePost> =>
    send(JSON.stringify({ destination: `U${'0'.repeat(32)}`, events }), secret);
  const eventOf = (source: object, more: object): object => ({
    mode: 'active',
    timestamp: clock.now().getTime(),
    webhookEventId: randomUUID(),
    deliveryContext: { isRedelivery: false },
    source,
    ...more,
  });

  return {
    ...api,
    env: () => ({
      LINE_CHANNEL_ACCESS_TOKEN: channel_access_token,
      LINE_CHANNEL_SECRET: channel_secret,
      LINE_BOT_ID: '@ekiden-sandbox',
      LINE_API_URL: api.url,
    }),
    /** Where posts go from now on: the address of a server's webhook. */
    postTo: (url: string): void => {
      webhook_url = url;
    },
    /** Somebody who has added the account. */
    person: () => {
      const user_id = `U${randomBytes(16).toString('hex')}`;
      const friend: Friend = { received: [], has_blocked: false };
      friends.set(user_id, friend);
      return {
        user_id,
        /** What they have got, oldest first. */
        received: (): readonly string[] => [...friend.received],
        /** Writes to the account: to it alone, or in a group that it is in. */
        says: (text: string, place: 'user' | 'group' = 'user'): Promise<LinePost> => {
          const group = place === 'group' ? { groupId: `C${randomBytes(16).toString('hex')}` } : {};
          const message = { type: 'text', id: String(clock.now().getTime()), quoteToken: 'q', text };
          const replyToken = randomUUID().replaceAll('-', '');
          replyTokens.put(replyToken, user_id, REPLY_TOKEN_LIFE_S);
          const source = { type: place, userId: user_id, ...group };
          return post([eventOf(source, { type: 'message', message, replyToken })]);
        },
        /** Blocks the account: nothing reaches them, and LINE says that they follow no more. */
        blocks: (): Promise<LinePost> => {
          friend.has_blocked = true;
          return post([eventOf({ type: 'user', userId: user_id }, { type: 'unfollow' })]);
        },
      };
    },
    post,
    /** What went once goes again, as LINE does where it got no answer. */
    redeliver: ({ body }: LinePost): Promise<LinePost> =>
      send(body.replaceAll('"isRedelivery":false', '"isRedelivery":true'), channel_secret),
  };
}

/** Only texts: the server sends nothing else. @throws Refused where they are none */
function readTexts(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_MESSAGES)
    throw badProperty('messages');
  return messages.map((message: unknown) => {
    const { type, text }: Json = Object(message);
    if (type !== 'text' || typeof text !== 'string' || text === '' || text.length > MAX_TEXT)
      throw badProperty('messages');
    return text;
  });
}

function badProperty(name: string): Refused {
  return refusal(400, `The property, '${name}', in the request body is invalid (line: -, column: -)`);
}

function refusal(status: number, message: string): Refused {
  return new Refused(json(status, { message }), message);
}
