import { type Route, route } from '../../../http/route.ts';
import {
  EditBody,
  HideBody,
  PageQuery,
  PostParams,
  PostResponse,
  ReadBody,
  ReadResponse,
  ThreadParams,
  VersionsResponse,
} from '../contract.ts';
import {
  noSuchPost,
  noSuchThread,
  notChangeable,
  notYourPost,
  onlyTheHeadCoach,
  postLimit,
} from '../errors.ts';
import { deletePost } from '../posts/delete-post.ts';
import { editPost } from '../posts/edit-post.ts';
import { hidePost } from '../posts/hide-post.ts';
import { markThreadRead } from '../posts/mark-read.ts';
import { readVersions } from '../posts/read-versions.ts';
import type { WritePostDeps } from '../posts/write-post.ts';
import { presentMark, presentPost, presentVersion } from '../present.ts';

const COMMON = { guard: { kind: 'user' }, tag: 'Comments' } as const;

/** Comments and messages by their ids. */
export function postRoutes(deps: WritePostDeps): readonly Route[] {
  return [editRoute(deps), deleteRoute(deps), hideRoute(deps), versionsRoute(deps), readRoute(deps)];
}

const editRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'editPost',
    method: 'PATCH',
    path: '/posts/:post_id',
    summary: 'Change a comment or message',
    description: 'For its author. What it said before is kept, and read by those who read it.',
    params: PostParams,
    body: EditBody,
    takes_write_key: true,
    responses: { 200: PostResponse },
    errors: [noSuchPost, notYourPost, notChangeable, postLimit],
    handler: async ({ actor, params: { post_id }, body: { text, mentions }, write_key }) => {
      const post = await editPost(deps, actor, { post_id, text, mentions, write_key });
      return { status: 200, body: { status: 'ok' as const, data: { post: presentPost(post) } } };
    },
  });

const deleteRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'deletePost',
    method: 'DELETE',
    path: '/posts/:post_id',
    summary: 'Delete a comment or message',
    description:
      'For its author. Its words are gone, those of before too; that there was one stays to be seen. It takes no body.',
    params: PostParams,
    takes_write_key: true,
    responses: { 200: PostResponse },
    errors: [noSuchPost, notYourPost],
    handler: async ({ actor, params: { post_id }, write_key }) => {
      const post = await deletePost(deps, actor, { post_id, write_key });
      return { status: 200, body: { status: 'ok' as const, data: { post: presentPost(post) } } };
    },
  });

const hideRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'hidePost',
    method: 'POST',
    path: '/posts/:post_id/hide',
    summary: 'Hide a comment or message',
    description:
      'For the head coach of the organization. Its author still reads it, and is told why; it cannot be shown again.',
    params: PostParams,
    body: HideBody,
    takes_write_key: true,
    responses: { 200: PostResponse },
    errors: [noSuchPost, onlyTheHeadCoach, notChangeable],
    handler: async ({ actor, params: { post_id }, body: { reason }, write_key }) => {
      const post = await hidePost(deps, actor, { post_id, reason, write_key });
      return { status: 200, body: { status: 'ok' as const, data: { post: presentPost(post) } } };
    },
  });

const versionsRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'listPostVersions',
    method: 'GET',
    path: '/posts/:post_id/versions',
    summary: 'Read what a comment or message said before',
    description: 'For those who read it. There are none of what is deleted, or hidden from you.',
    params: PostParams,
    query: PageQuery,
    responses: { 200: VersionsResponse },
    errors: [noSuchPost],
    handler: async ({ actor, params: { post_id }, query: { cursor, limit } }) => {
      const { rows, next_cursor } = await readVersions(deps, actor, { post_id, page: { cursor, limit } });
      const data = { versions: rows.map(presentVersion), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const readRoute = (deps: WritePostDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'markThreadRead',
    method: 'PUT',
    path: '/threads/:thread_id/read',
    summary: 'Mark a thread as read',
    description:
      'For yourself, up to a post and with it. The others who read the thread see how far you are.',
    params: ThreadParams,
    body: ReadBody,
    takes_write_key: true,
    responses: { 200: ReadResponse },
    errors: [noSuchThread],
    handler: async ({ actor, params: { thread_id }, body: { post_id }, write_key }) => {
      const state = await markThreadRead(deps, actor, { thread_id, post_id, write_key });
      const data = {
        thread_id: state.thread_id,
        unread: state.unread,
        read_by: state.read_by.map(presentMark),
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
