import type { UserActor } from '../../../http/actor.ts';
import type { Database, Queryable } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { findAthletes, mayWriteToAthletes, requireRight } from '../../organizations/index.ts';
import { type AttachmentDeps, withSeenAttachments } from '../posts/attachments.ts';
import { findPosts } from '../posts/queries.ts';
import { findInbox, findOwnConversations, type InboxRow } from '../queries.ts';
import type { Post, Side } from '../thread.ts';

type Deps = AttachmentDeps & { readonly db: Database };

const placeOf = ({ last_post_at, id }: InboxRow) => ({ at: last_post_at, id });

async function findLastPosts(
  deps: AttachmentDeps,
  db: Queryable,
  threads: readonly InboxRow[],
  { user_id, side }: { readonly user_id: string; readonly side: Side },
): Promise<Map<string, Post>> {
  const reader = { user_id, side };
  const wanted = threads.flatMap(({ last_post_id }) =>
    last_post_id === null ? [] : [{ id: last_post_id, reader }],
  );
  const found = await findPosts(db, wanted);
  const posts = threads.flatMap(({ last_post_id, org_id, athlete_id }) => {
    const post = found.get(last_post_id ?? '');
    return post === undefined ? [] : [{ post, org_id, athlete_id: athlete_id ?? '', reader }];
  });
  const shown = await withSeenAttachments(deps, db, posts);
  return new Map(shown.map(({ post }) => [post.thread_id, post]));
}

export type InboxEntry = {
  readonly thread: InboxRow;
  readonly athlete_name: string;
  readonly last_post: Post;
};

/**
 * The conversations of an organization with its athletes, the latest first.
 *
 * @throws noSuchOrganization; forbidden for everybody but its coaches
 */
export async function readInbox(
  deps: Deps,
  actor: UserActor,
  asked: { readonly org_id: string; readonly unread_only: boolean; readonly page: PageAsked },
): Promise<{ entries: InboxEntry[]; next_cursor: string | null }> {
  const { db } = deps;
  const { org_id } = await requireRight(db, asked.org_id, actor, {
    may: mayWriteToAthletes,
    whose: 'Only coaches of the organization may read its conversations.',
  });
  const { user_id } = actor;
  const { unread_only } = asked;
  const { rows, next_cursor } = await pageOf(
    asked.page,
    (part) => findInbox(db, { org_id, user_id, unread_only, ...part }),
    placeOf,
  );
  const posts = await findLastPosts(deps, db, rows, { user_id, side: 'coach' });
  const user_ids = rows.flatMap(({ athlete_id }) => athlete_id ?? []);
  const athletes = await findAthletes(db, { org_id, user_ids });
  const names = new Map(athletes.map(({ id, display_name }) => [id, display_name]));
  const entries = rows.flatMap((thread) => {
    const athlete_name = names.get(thread.athlete_id ?? '');
    const last_post = posts.get(thread.id);
    // Who has left between the two statements is left out.
    return athlete_name === undefined || last_post === undefined ? [] : [{ thread, athlete_name, last_post }];
  });
  return { entries, next_cursor };
}

export type OwnEntry = {
  readonly thread: InboxRow & { readonly org_name: string };
  readonly last_post: Post;
};

export async function readOwnConversations(
  deps: Deps,
  { user_id }: UserActor,
  page: PageAsked,
): Promise<{ entries: OwnEntry[]; next_cursor: string | null }> {
  const { db } = deps;
  const { rows, next_cursor } = await pageOf(
    page,
    (part) => findOwnConversations(db, { user_id, ...part }),
    placeOf,
  );
  const posts = await findLastPosts(deps, db, rows, { user_id, side: 'athlete' });
  return {
    entries: rows.flatMap((thread) => {
      const last_post = posts.get(thread.id);
      return last_post === undefined ? [] : [{ thread, last_post }];
    }),
    next_cursor,
  };
}
