import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ChatSettings } from './chat.ts';
import { ChatEndedResponse, ChatLinkResponse, ChatListResponse, ChatParams } from './contract.ts';
import { endChat } from './end-chat.ts';
import { chatNotConfigured, noSuchChat } from './errors.ts';
import { presentChats, presentLink } from './present.ts';
import { findChats } from './queries.ts';
import { startLinking } from './start-linking.ts';

type Deps = { readonly db: Database; readonly clock: Clock; readonly chat: ChatSettings };

const listChatsRoute = (deps: Deps): Route =>
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

const startLinkingRoute = (deps: Deps): Route =>
  route({
    operation_id: 'startLinkingChat',
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

const endChatRoute = (deps: Deps): Route =>
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

/** Connecting chats to people, as the people do it. */
export function chatRoutes(deps: Deps): readonly Route[] {
  return [listChatsRoute(deps), startLinkingRoute(deps), endChatRoute(deps)];
}
