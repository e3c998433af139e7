import assert from 'node:assert/strict';
import { type LineSandbox, startLine } from '../../sandbox/line/start-line.ts';
import { startTelegram, type TelegramSandbox } from '../../sandbox/telegram/start-telegram.ts';
import { sql } from '../infra/db/sql.ts';
import { atEnd } from './at-end.ts';
import type { TestUser } from './factories.ts';
import { startTestServer, type TestResponse, type TestServer } from './harness.ts';

/** A server with accounts at both messengers, which are stand-ins that follow its clock. */
export type ChatStage = {
  readonly server: TestServer;
  readonly line: LineSandbox;
  readonly telegram: TelegramSandbox;
  /** Below `/notifications/chat`. */
  ask(method: string, path: string, user: TestUser): Promise<TestResponse>;
  linkOf(user: TestUser, service?: 'line' | 'telegram'): Promise<{ code: string; url: string }>;
  /** Which of the messengers somebody has connected. */
  chatsOf(user: TestUser): Promise<string[]>;
  /** Whose a chat is. */
  whoHas(chat_id: string): Promise<string | null>;
  /** All that is stored of chats. */
  everything(): Promise<unknown[]>;
};

let shared: Promise<ChatStage> | undefined;

atEnd(async () => {
  const stage = await shared;
  await stage?.server.stop();
  await Promise.all([stage?.line.stop(), stage?.telegram.stop()]);
});

/** The stage that all tests of chats share. */
export function chatStage(): Promise<ChatStage> {
  shared ??= newStage();
  return shared;
}

async function newStage(): Promise<ChatStage> {
  let server: TestServer | undefined;
  // By the clock of the server, which is not there yet.
  const clock = { now: () => server?.clock.now() ?? new Date() };
  const [line, telegram] = [await startLine({ clock }), await startTelegram({ clock })];
  const started = await startTestServer({ ...line.env(), ...telegram.env() });
  server = started;
  line.postTo(`${started.url}/api/webhooks/line`);
  await telegram.setWebhook(`${started.url}/api/webhooks/telegram`);
  const { db } = started.deps;
  const ask: ChatStage['ask'] = (method, path, { token }) =>
    started.request(method, `/api/v1/notifications/chat${path}`, { token });
  return {
    server: started,
    line,
    telegram,
    ask,
    linkOf: async (user, service = 'telegram') => {
      const { status, body } = await ask('POST', `/${service}/link`, user);
      assert.equal(status, 201, JSON.stringify(body));
      return body.data;
    },
    chatsOf: async (user) => {
      const { body } = await ask('GET', '', user);
      const chats: { service: string; linked_at: string | null }[] = body.data.chats;
      return chats.filter(({ linked_at }) => linked_at !== null).map(({ service }) => service);
    },
    whoHas: async (chat_id) => {
      const found = await db.maybeOne<{ user_id: string }>(sql`
        SELECT user_id FROM chat_accounts WHERE chat_id = ${chat_id}`);
      return found?.user_id ?? null;
    },
    everything: () =>
      db.query(sql`
        SELECT 'chat' AS what, user_id, service, chat_id AS which, linked_at AS at FROM chat_accounts
        UNION ALL SELECT 'code', user_id, service, encode(code_hash, 'hex'), expires_at FROM chat_link_codes
        ORDER BY 1, 2, 3`),
  };
}
