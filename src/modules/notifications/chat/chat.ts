import type { ChatService } from '../../../infra/chat/index.ts';

/** What connecting a chat needs to know of the operator's accounts at messengers. Undefined: nobody can connect a chat of that service. */
export type ChatSettings = {
  readonly line: { readonly channel_secret: string; readonly bot_id: string } | undefined;
  readonly telegram: { readonly bot_name: string; readonly webhook_secret: string } | undefined;
};

export type ConnectedChat = { readonly service: ChatService; readonly linked_at: Date };

/** An event from a chat: somebody wrote a text, or blocked our account. */
export type ChatEvent = {
  /** The service's id of the chat with this person. */
  readonly chat_id: string;
  readonly at: Date;
  readonly reply_token: string | null;
} & ({ readonly kind: 'said'; readonly text: string } | { readonly kind: 'blocked' });

/** What is answered in a chat, in the person's language; to an unknown person in all languages. */
export type ChatAnswer = {
  readonly chat_id: string;
  readonly reply_token: string | null;
  readonly text: string;
};
