import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { MessageBody, PageQuery, PostResponse, ThreadResponse } from '../contract.ts';
import {
  InboxQuery,
  InboxResponse,
  OwnConversationsResponse,
  UnreadResponse,
} from '../conversations/contract.ts';
import { readInbox, readOwnConversations } from '../conversations/list-conversations.ts';
import { readUnread } from '../conversations/read-unread.ts';
import { postLimit } from '../errors.ts';
import { readPosts } from '../posts/read-posts.ts';
import { type WritePostDeps, writePost } from '../posts/write-post.ts';
import {
  presentInboxEntry,
  presentOwnEntry,
  presentPost,
  presentThread,
  presentUnreadThread,
  readAttachment,
} from '../present.ts';
import type { Place } from '../thread.ts';

const COMMON = { guard: { kind: 'user' }, tag: 'Messages' } as const;
const params = idParams('org_id', 'user_id');
const errors = [forbidden, noSuchOrganization, noSuchMember];

export function conversationRoutes(deps: WritePostDeps): readonly Route[] {
  return [inboxRoute(deps), ownRoute(deps), readRoute(deps), writeRoute(deps), unreadRoute(deps)];
}

const conversationOf = ({ org_id, user_id }: { org_id: string; user_id: string }): Place => ({
  org_id: org_id.toLowerCase(),
  athlete_id: user_id.toLowerCase(),
  kind: 'conversation',
  key: '',
});

const readRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'listMessages',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/messages',
    summary: 'Read the conversation of an athlete with their coaches',
    description:
      'For the athlete, and for the coaches of the organization, who all write in it, each by name. Reading here marks nothing as read.',
    params,
    query: PageQuery,
    responses: { 200: ThreadResponse },
    errors,
    handler: async ({ actor, params: ids, query: { cursor, limit } }) => {
      const page = await readPosts(deps, actor, { ...conversationOf(ids), page: { cursor, limit } });
      return { status: 200, body: { status: 'ok' as const, data: presentThread(deps, page) } };
    },
  });

const writeRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'writeMessage',
    method: 'POST',
    path: '/organizations/:org_id/athletes/:user_id/messages',
    summary: 'Write to an athlete, or as the athlete to the coaches',
    description:
      'One conversation of an athlete with the coaches of an organization. Text is plain; workouts and plans are attached as links, if ' +
      'both sides see them.',
    params,
    body: MessageBody,
    takes_write_key: true,
    responses: { 201: PostResponse },
    errors: [...errors, postLimit],
    handler: async ({ actor, params: ids, body, write_key }) => {
      const { text, mentions = [], attachments = [] } = body;
      const written = { text, mentions, attachments: attachments.map(readAttachment), place: null };
      const post = await writePost(deps, actor, { write_key, about: conversationOf(ids), written });
      return { status: 201, body: { status: 'ok' as const, data: { post: presentPost(post) } } };
    },
  });

const inboxRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'listConversations',
    method: 'GET',
    path: '/organizations/:org_id/conversations',
    summary: 'Read the inbox of the coaches',
    description: 'For coaches of the organization: its conversations with athletes, the latest first.',
    params: idParams('org_id'),
    query: InboxQuery,
    responses: { 200: InboxResponse },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, query: { cursor, limit, unread } }) => {
      const page = { cursor, limit };
      const found = await readInbox(deps, actor, { org_id, unread_only: unread === true, page });
      const data = {
        conversations: found.entries.map(presentInboxEntry),
        next_cursor: found.next_cursor,
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const ownRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'listOwnConversations',
    method: 'GET',
    path: '/users/me/conversations',
    summary: 'List your conversations with coaches',
    description: 'As an athlete: one for each organization that you are in, once somebody has written in it.',
    query: PageQuery,
    responses: { 200: OwnConversationsResponse },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const found = await readOwnConversations(deps, actor, { cursor, limit });
      const data = { conversations: found.entries.map(presentOwnEntry), next_cursor: found.next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const unreadRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'listUnread',
    method: 'GET',
    path: '/messages/unread',
    summary: 'Count what you have not read',
    description:
      'Messages and comments, as athlete and as coach, with the threads they are in. What you may not read any more does not count.',
    query: PageQuery,
    responses: { 200: UnreadResponse },
    handler: async ({ actor, query: { cursor, limit } }) => {
      const found = await readUnread(deps, actor, { cursor, limit });
      const data = {
        unread_messages: found.messages,
        unread_comments: found.comments,
        threads: found.threads.map((one) => presentUnreadThread(deps, one)),
        next_cursor: found.next_cursor,
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
