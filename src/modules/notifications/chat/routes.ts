import { type Route, route } from '../../../http/route.ts';
import { CHAT_SERVICES } from '../../../infra/chat/index.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import type { TellDeps } from '../centre/tell.ts';
import type { ChatSettings, ConnectedChat } from './chat.ts';
import type * as wire from './contract.ts';
import {
  ChatEndedResponse,
  ChatLinkResponse,
  ChatListResponse,
  ChatParams,
  Heard,
  TelegramAnswer,
} from './contract.ts';
import { endChat } from './end-chat.ts';
import { chatNotConfigured, noChatEvent, noSuchChat, wrongChatSignature } from './errors.ts';
import { hearChats } from './hear-chats.ts';
import { isSignedByLine, readLinePost } from './line-post.ts';
import { LINE_EXAMPLES, LinePost, TELEGRAM_EXAMPLES, TelegramUpdate } from './platform-contract.ts';
import { findChats } from './queries.ts';
import { replyJob } from './reply-job.ts';
import { startLinking } from './start-linking.ts';
import { bringsSecret, readTelegramUpdate } from './telegram-post.ts';

type ChatDeps = { readonly db: Database; readonly clock: Clock; readonly chat: ChatSettings };

const listChatsRoute = (deps: ChatDeps): Route =>
  route({
    operation_id: 'listChats',
    method: 'GET',
    path: '/notifications/chat',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'The messengers that the caller has connected',
    description: 'And those that could be. Which chat it is there, only the messenger knows.',
    responses: { 200: ChatListResponse },
    handler: async ({ actor }) => {
      const chats = presentChats(await findChats(deps.db, actor.user_id), deps.chat);
      return { status: 200, body: { status: 'ok' as const, data: { chats } } };
    },
  });

const startLinkingRoute = (deps: ChatDeps): Route =>
  route({
    operation_id: 'startLinkingChat',
    holds_secret: true,
    method: 'POST',
    path: '/notifications/chat/:service/link',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Connect a messenger',
    description:
      'Answers with a code, good for ten minutes and once. Whoever sends it to the account of this server at the messenger has ' +
      'connected the chat that they send it from: open `url` on the phone, or show it as a QR code. A chat belongs to one user, and ' +
      'a user has one chat at each messenger; connecting moves it. A new code ends the one before. `GET /notifications/chat` tells ' +
      'when it has worked.',
    params: ChatParams,
    responses: { 201: ChatLinkResponse },
    errors: [chatNotConfigured],
    handler: async ({ actor, params }) => {
      const link = await startLinking(deps, actor, params.service);
      return { status: 201, body: { status: 'ok' as const, data: presentLink(link) } };
    },
  });

const endChatRoute = (deps: ChatDeps): Route =>
  route({
    operation_id: 'disconnectChat',
    method: 'DELETE',
    path: '/notifications/chat/:service',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'Disconnect a messenger',
    description:
      'A code for it that is under way connects nothing any more. In the chat itself, `stop` does the same.',
    params: ChatParams,
    responses: { 200: ChatEndedResponse },
    errors: [noSuchChat],
    handler: async ({ actor, params }) => {
      await endChat(deps, actor, params.service);
      const message = 'Nothing more comes to you by this messenger.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });

export function chatRoutes(deps: ChatDeps): readonly Route[] {
  return [listChatsRoute(deps), startLinkingRoute(deps), endChatRoute(deps)];
}

type ChatWebhookDeps = TellDeps & { readonly db: Database; readonly chat: ChatSettings };

/** Room for several events with a text of at most 5,000 characters each. */
const MOST_LINE_BYTES = 1024 * 1024;
const MOST_TELEGRAM_BYTES = 256 * 1024;
const TAG = 'Webhooks';

/** A job sends the answer: LINE expects an immediate response to its post. */
function lineRoute(deps: ChatWebhookDeps): Route {
  return route({
    operation_id: 'receiveLinePost',
    method: 'POST',
    path: '/api/webhooks/line',
    guard: {
      kind: 'platform',
      scheme: 'lineSignature',
      admit: (headers) => {
        required(deps.chat.line);
        if (headers['x-line-signature'] === undefined) throw wrongChatSignature();
      },
    },
    tag: TAG,
    summary: 'Receive what people have said to the official account at LINE',
    description:
      'Called by LINE. Only chats with one person are listened to. Answers go out afterwards, by `replyToken`.',
    bytes: {
      max_bytes: MOST_LINE_BYTES,
      description: 'Events, as LINE describes them.',
      schema: LinePost,
      examples: LINE_EXAMPLES,
    },
    responses: { 200: Heard },
    errors: [chatNotConfigured, wrongChatSignature, noChatEvent],
    handler: async ({ headers, bytes }) => {
      const { channel_secret } = required(deps.chat.line);
      if (!isSignedByLine(headers['x-line-signature'], bytes, channel_secret)) throw wrongChatSignature();
      const events = readLinePost(bytes);
      if (events === null) throw noChatEvent();
      await hearChats(deps, { service: 'line', events }, async (tx, answers) => {
        const replies = answers.flatMap(({ reply_token, text }) =>
          reply_token === null ? [] : [{ payload: { reply_token, text } }],
        );
        await deps.jobs.enqueueAll(tx, replyJob, replies);
      });
      return { status: 200, body: { status: 'ok' as const } };
    },
  });
}

function telegramRoute(deps: ChatWebhookDeps): Route {
  return route({
    operation_id: 'receiveTelegramUpdate',
    method: 'POST',
    path: '/api/webhooks/telegram',
    guard: {
      kind: 'platform',
      scheme: 'telegramSecret',
      admit: (headers) => {
        const { webhook_secret } = required(deps.chat.telegram);
        if (!bringsSecret(headers['x-telegram-bot-api-secret-token'], webhook_secret))
          throw unauthenticated();
      },
    },
    tag: TAG,
    summary: 'Receive what people have said to the bot at Telegram',
    description:
      'Called by Telegram. Only chats with one person are listened to. What there is to answer is in the answer.',
    bytes: {
      max_bytes: MOST_TELEGRAM_BYTES,
      description: 'An update, as Telegram describes it.',
      schema: TelegramUpdate,
      examples: TELEGRAM_EXAMPLES,
    },
    responses: { 200: TelegramAnswer },
    errors: [chatNotConfigured, noChatEvent],
    handler: async ({ bytes }) => {
      const events = readTelegramUpdate(bytes);
      if (events === null) throw noChatEvent();
      const [answer] = await hearChats(deps, { service: 'telegram', events });
      const said =
        answer === undefined
          ? {}
          : { method: 'sendMessage' as const, chat_id: answer.chat_id, text: answer.text };
      return { status: 200, body: { status: 'ok' as const, ...said } };
    },
  });
}

export function chatWebhookRoutes(deps: ChatWebhookDeps): readonly Route[] {
  return [lineRoute(deps), telegramRoute(deps)];
}

function required<T>(settings: T | undefined): T {
  if (settings === undefined) throw chatNotConfigured();
  return settings;
}

function presentChats(connected: readonly ConnectedChat[], settings: ChatSettings): wire.Chat[] {
  return CHAT_SERVICES.map((service) => ({
    service,
    available: settings[service] !== undefined,
    linked_at: connected.find((one) => one.service === service)?.linked_at.toISOString() ?? null,
  }));
}

function presentLink(link: { code: string; url: string; expires_at: Date }): wire.ChatLink {
  return { code: link.code, url: link.url, expires_at: link.expires_at.toISOString() };
}
