import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { TellDeps } from '../centre/tell.ts';
import type { ChatSettings } from './chat.ts';
import { Heard, TelegramAnswer } from './contract.ts';
import { chatNotConfigured, noChatEvent, wrongChatSignature } from './errors.ts';
import { hearChats } from './hear-chats.ts';
import { isSignedByLine, readLinePost } from './line-post.ts';
import { LINE_EXAMPLES, LinePost, TELEGRAM_EXAMPLES, TelegramUpdate } from './platform-contract.ts';
import { replyJob } from './reply-job.ts';
import { bringsSecret, readTelegramUpdate } from './telegram-post.ts';

type Deps = TellDeps & { readonly db: Database; readonly chat: ChatSettings };

/** Several events of a text each, of 5,000 characters at the most. */
const MOST_LINE_BYTES = 1024 * 1024;
const MOST_TELEGRAM_BYTES = 256 * 1024;
const TAG = 'Webhooks';

/** Answered by a job: LINE waits for no more than that its post has come. */
function lineRoute(deps: Deps): Route {
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

function telegramRoute(deps: Deps): Route {
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

/** Outside both APIs, beside the other platforms' webhooks. */
export function chatWebhookRoutes(deps: Deps): readonly Route[] {
  return [lineRoute(deps), telegramRoute(deps)];
}

function required<T>(settings: T | undefined): T {
  if (settings === undefined) throw chatNotConfigured();
  return settings;
}
