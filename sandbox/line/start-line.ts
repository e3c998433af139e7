import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../src/shared/time.ts';
import { type LoopbackApi, serveApi } from '../loopback/serve-api.ts';
import { answerCalls } from './answer-calls.ts';
import { keepAccount } from './keep-account.ts';

/** A post to the webhook, as it went, and how it was answered. */
export type LinePost = { readonly body: string; readonly signature: string; readonly status: number };

export type LinePerson = {
  readonly user_id: string;
  /** What they have got, oldest first. */
  received(): readonly string[];
  /** Writes to the account: to it alone, or in a group that it is in. */
  says(text: string, place?: 'user' | 'group'): Promise<LinePost>;
  /** Blocks the account: nothing reaches them, and LINE says that they follow no more. */
  blocks(): Promise<LinePost>;
};

export type LineSandbox = Pick<LoopbackApi, 'url' | 'meetWith' | 'calls' | 'clear' | 'stop'> & {
  /** Settings with which a server has this account. */
  env(): Readonly<Record<string, string>>;
  /** Where posts go from now on: the address of a server's webhook. */
  postTo(webhook_url: string): void;
  /** Somebody who has added the account. */
  person(): LinePerson;
  /** Events as they come, signed with the account's secret or with another one. */
  post(events: readonly object[], options?: { readonly secret?: string }): Promise<LinePost>;
  /** What went once goes again, as LINE does where it got no answer. */
  redeliver(post: LinePost): Promise<LinePost>;
};

/** Starts a LINE with one official account on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startLine(
  options: { readonly port?: number; readonly clock?: Clock } = {},
): Promise<LineSandbox> {
  const { clock = systemClock } = options;
  const account = keepAccount(clock);
  const api = await serveApi(answerCalls(account), options);
  let webhook_url = '';
  const send = async (body: string, secret: string): Promise<LinePost> => {
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-line-signature': signature };
    const { status } = await fetch(webhook_url, { method: 'POST', headers, body, redirect: 'error' });
    return { body, signature, status };
  };
  const post: LineSandbox['post'] = (events, { secret = account.channel_secret } = {}) =>
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
      LINE_CHANNEL_ACCESS_TOKEN: account.channel_access_token,
      LINE_CHANNEL_SECRET: account.channel_secret,
      LINE_BOT_ID: account.bot_id,
      LINE_API_URL: api.url,
    }),
    postTo: (url) => {
      webhook_url = url;
    },
    person: () => {
      const user_id = account.addFriend();
      const friend = account.find(user_id);
      return {
        user_id,
        received: () => [...(friend?.received ?? [])],
        says: (text, place = 'user') => {
          const group = place === 'group' ? { groupId: `C${randomBytes(16).toString('hex')}` } : {};
          const message = { type: 'text', id: String(clock.now().getTime()), quoteToken: 'q', text };
          const replyToken = account.newReplyToken(user_id);
          const event = eventOf(
            { type: place, userId: user_id, ...group },
            { type: 'message', message, replyToken },
          );
          return post([event]);
        },
        blocks: () => {
          if (friend !== undefined) friend.has_blocked = true;
          return post([eventOf({ type: 'user', userId: user_id }, { type: 'unfollow' })]);
        },
      };
    },
    post,
    redeliver: ({ body }) =>
      send(body.replaceAll('"isRedelivery":false', '"isRedelivery":true'), account.channel_secret),
  };
}
