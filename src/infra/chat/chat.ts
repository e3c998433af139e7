import type { SendOutcome } from '../send-outcome.ts';

export const CHAT_SERVICES = ['line', 'telegram'] as const;
export type ChatService = (typeof CHAT_SERVICES)[number];

export const CHAT_NAMES: Readonly<Record<ChatService, string>> = { line: 'LINE', telegram: 'Telegram' };

export type ChatMessage = {
  /** A UUID that stays the same when the message is sent again. */
  readonly id: string;
  readonly text: string;
};

export type Messenger = {
  /**
   * Sends one message to a chat.
   * @param chat_id the service's id of the chat
   * @throws only the signal's reason, before anything was sent
   */
  send(
    target: { readonly service: ChatService; readonly chat_id: string },
    message: ChatMessage,
    signal: AbortSignal,
  ): Promise<SendOutcome>;
  /**
   * Answers an incoming message at LINE, which is free and possible once, within a minute. Telegram takes answers with
   * the response to its webhook.
   * @throws only the signal's reason, before anything was sent
   */
  reply(reply_token: string, text: string, signal: AbortSignal): Promise<SendOutcome>;
  close(): Promise<void>;
};
