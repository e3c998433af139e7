import type { Clock } from '../../shared/time.ts';
import { PostError, type Poster, readRetryAfter } from '../http-client/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import type { ChatMessage, Messenger } from './chat.ts';
import { readLineAnswer } from './line-answer.ts';
import type { LineAccount } from './settings.ts';
import { trustGone } from './trust-gone.ts';

/** In UTF-16 code units, as LINE counts. */
const MAX_TEXT = 5_000;

/** Sends messages by LINE's Messaging API. Its retry keys make repeated requests one message for 24 hours, longer than any retry. */
export function createLineSender(
  { channel_access_token, api_url }: LineAccount,
  { poster, clock }: { readonly poster: Poster; readonly clock: Clock },
): {
  send(chat_id: string, message: ChatMessage, signal: AbortSignal): Promise<SendOutcome>;
  reply: Messenger['reply'];
} {
  const judge = trustGone();
  const post = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SendOutcome> => {
    const answer = await poster.post({
      url: new URL(`${api_url}${path}`),
      headers: {
        authorization: `Bearer ${channel_access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
      name: 'LINE',
    });
    return readLineAnswer({
      status: answer.status,
      body: answer.body,
      accepted_before: answer.headers['x-line-accepted-request-id'] !== undefined,
      retry_after_ms: readRetryAfter(answer.headers['retry-after'], clock.now()),
    });
  };
  return {
    async send(chat_id, { id, text }, signal) {
      signal.throwIfAborted();
      if (text.length > MAX_TEXT) return { kind: 'refused', reason: 'too_large' };
      const body = { to: chat_id, messages: [{ type: 'text', text }] };
      return judge(await orBusy(post('/v2/bot/message/push', body, { 'x-line-retry-key': id })));
    },
    async reply(reply_token, text, signal) {
      signal.throwIfAborted();
      const body = { replyToken: reply_token, messages: [{ type: 'text', text }] };
      return await orBusy(post('/v2/bot/message/reply', body));
    },
  };
}

/** Sends, and answers busy after an interruption: the message may be sent again either way. */
async function orBusy(sending: Promise<SendOutcome>): Promise<SendOutcome> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    const reason = error.fault === 'timeout' ? 'no_answer' : 'unreachable';
    return { kind: 'busy', reason, retry_after_ms: null };
  }
}
