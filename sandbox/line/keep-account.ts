import { randomBytes, randomUUID } from 'node:crypto';
import { type Clock, DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';

/** Somebody at LINE, as the account knows them. */
type Friend = { readonly received: string[]; has_blocked: boolean };

/** What the official account's side of LINE remembers. */
export type LineAccountState = {
  readonly channel_access_token: string;
  readonly channel_secret: string;
  readonly bot_id: string;
  addFriend(): string;
  find(user_id: string): Friend | undefined;
  /** @returns by which request the key was taken before; null: it is new, and taken now */
  takeRetryKey(key: string, request_id: string): string | null;
  newReplyToken(user_id: string): string;
  /** @returns whose it is; null: used, over or none */
  takeReplyToken(token: string): string | null;
};

const RETRY_KEY_LIFE_MS = DAY_MS;
const REPLY_TOKEN_LIFE_MS = MINUTE_MS;

export function keepAccount(clock: Clock): LineAccountState {
  const friends = new Map<string, Friend>();
  const retryKeys = new Map<string, { readonly request_id: string; readonly until: number }>();
  const replyTokens = new Map<string, { readonly user_id: string; readonly until: number }>();
  return {
    channel_access_token: randomBytes(129).toString('base64'),
    channel_secret: randomBytes(16).toString('hex'),
    bot_id: '@ekiden-sandbox',
    addFriend: () => {
      const user_id = `U${randomBytes(16).toString('hex')}`;
      friends.set(user_id, { received: [], has_blocked: false });
      return user_id;
    },
    find: (user_id) => friends.get(user_id),
    takeRetryKey: (key, request_id) => {
      const now = clock.now().getTime();
      const taken = retryKeys.get(key);
      if (taken !== undefined && taken.until > now) return taken.request_id;
      retryKeys.set(key, { request_id, until: now + RETRY_KEY_LIFE_MS });
      return null;
    },
    newReplyToken: (user_id) => {
      const token = randomUUID().replaceAll('-', '');
      replyTokens.set(token, { user_id, until: clock.now().getTime() + REPLY_TOKEN_LIFE_MS });
      return token;
    },
    takeReplyToken: (token) => {
      const found = replyTokens.get(token);
      replyTokens.delete(token);
      return found !== undefined && found.until > clock.now().getTime() ? found.user_id : null;
    },
  };
}
