import type { ChatService } from '../../../infra/chat/index.ts';

/** Where people of this server can be written to, as far as connecting a chat needs it. Undefined: nobody can connect one there. */
export type ChatSettings = {
  readonly line: { readonly channel_secret: string; readonly bot_id: string } | undefined;
  readonly telegram: { readonly bot_name: string; readonly webhook_secret: string } | undefined;
};

export type ConnectedChat = { readonly service: ChatService; readonly linked_at: Date };

/** What came from a chat: who said what, or that somebody wants to hear no more. */
export type ChatEvent = {
  /** Whom the service knows under it. */
  readonly chat_id: string;
  readonly at: Date;
  readonly reply_token: string | null;
} & ({ readonly kind: 'said'; readonly text: string } | { readonly kind: 'blocked' });

/** What a chat is answered: words, and in whose language; of somebody unknown in all of them. */
export type ChatAnswer = {
  readonly chat_id: string;
  readonly reply_token: string | null;
  readonly text: string;
};
