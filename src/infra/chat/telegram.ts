import type { Poster } from '../http-client/index.ts';
import { outcomeOfNoAnswer } from '../no-answer.ts';
import type { SendOutcome } from '../send-outcome.ts';
import type { ChatMessage } from './chat.ts';
import { createPace } from './pace.ts';
import type { TelegramAccount } from './settings.ts';
import { readTelegramAnswer } from './telegram-answer.ts';
import { trustGone } from './trust-gone.ts';

/** In UTF-16 code units, as Telegram counts. */
const MAX_TEXT = 4_096;
/** Telegram allows a bot some 30 messages a second to different people and slows down senders of more. */
const PER_SECOND = 25;

/**
 * Sends messages by Telegram's Bot API, which cannot recognize a repeated message, so an unanswered one is not sent
 * again. Texts are sent without markup or link previews.
 */
export function createTelegramSender(
  { bot_token, api_url }: TelegramAccount,
  {
    poster,
    takeTurn = createPace(PER_SECOND),
  }: { readonly poster: Poster; readonly takeTurn?: (signal: AbortSignal) => Promise<void> },
): { send(chat_id: string, message: ChatMessage, signal: AbortSignal): Promise<SendOutcome> } {
  const judge = trustGone();
  const url = new URL(`${api_url}/bot${bot_token}/sendMessage`);
  return {
    async send(chat_id, { text }, signal) {
      signal.throwIfAborted();
      if (text.length > MAX_TEXT) return { kind: 'refused', reason: 'too_large' };
      const body = JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } });
      await takeTurn(signal);
      try {
        const headers = { 'content-type': 'application/json' };
        return judge(readTelegramAnswer(await poster.post({ url, headers, body, name: 'Telegram' })));
      } catch (error) {
        return outcomeOfNoAnswer(error);
      }
    },
  };
}
