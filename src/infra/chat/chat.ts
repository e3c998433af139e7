import type { SendOutcome } from '../send-outcome.ts';

export const CHAT_SERVICES = ['line', 'telegram'] as const;
export type ChatService = (typeof CHAT_SERVICES)[number];

/** By these people know them. */
export const CHAT_NAMES: Readonly<Record<ChatService, string>> = { line: 'LINE', telegram: 'Telegram' };

export type ChatMessage = {
  /** A UUID, the same whenever the same message is sent again. */
  readonly id: string;
  readonly text: string;
};

export type Messenger = {
  /**
   * Hands one message to a chat, once.
   *
   * @param chat_id whom the service knows under it
   * @throws only the signal's reason, before anything was sent
   */
  send(
    target: { readonly service: ChatService; readonly chat_id: string },
    message: ChatMessage,
    signal: AbortSignal,
  ): Promise<SendOutcome>;
  /**
   * Answers what somebody has said at LINE, which costs nothing and can be done once, within a minute. Telegram takes answers with
   * the response to its webhook.
   *
   * @throws only the signal's reason, before anything was sent
   */
  reply(reply_token: string, text: string, signal: AbortSignal): Promise<SendOutcome>;
  close(): Promise<void>;
};
