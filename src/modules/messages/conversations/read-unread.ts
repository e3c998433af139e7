import type { UserActor } from '../../../http/actor.ts';
import type { Database, Queryable } from '../../../infra/db/database.ts';
import { cutPage, type PageAsked, positionOf } from '../../../shared/page-cursor.ts';
import { findUnreadThreads, type UnreadThread } from '../posts/read-queries.ts';
import { onlySeen, type SubjectDeps } from '../subjects/see.ts';

/** Of somebody's threads so many are looked at, the latest: who has more unread reads from there on. */
const MOST_THREADS = 1_000;

export type UnreadCounts = { readonly messages: number; readonly comments: number };

const seen = (deps: SubjectDeps, db: Queryable, threads: readonly UnreadThread[]): Promise<UnreadThread[]> =>
  onlySeen(deps, db, threads, (one) => ({ ...one, reader: { user_id: one.user_id, side: one.side } }));

/** How much each of these people has not read of what they may read at this moment; who has read all is left out. */
export async function countUnread(
  deps: SubjectDeps,
  db: Queryable,
  user_ids: readonly string[],
): Promise<Map<string, UnreadCounts>> {
  const found = await findUnreadThreads(db, { user_ids, after: null, limit: MOST_THREADS * user_ids.length });
  const counts = new Map<string, UnreadCounts>();
  for (const { user_id, kind, unread } of await seen(deps, db, found)) {
    const { messages, comments } = counts.get(user_id) ?? { messages: 0, comments: 0 };
    const isMessage = kind === 'conversation';
    counts.set(user_id, {
      messages: messages + (isMessage ? unread : 0),
      comments: comments + (isMessage ? 0 : unread),
    });
  }
  return counts;
}

/** Those of the threads that a person may read at this moment, with how much of each they have not read. */
export async function findThreadsOf(
  deps: SubjectDeps,
  db: Queryable,
  { user_id, thread_ids }: { readonly user_id: string; readonly thread_ids: readonly string[] },
): Promise<UnreadThread[]> {
  if (thread_ids.length === 0) return [];
  const found = await findUnreadThreads(db, {
    user_ids: [user_id],
    thread_ids,
    after: null,
    limit: thread_ids.length,
  });
  return await seen(deps, db, found);
}

/** What the caller has not read: how much of it, and a page of the threads it is in, the latest first. */
export async function readUnread(
  deps: SubjectDeps & { readonly db: Database },
  { user_id }: UserActor,
  { cursor, limit }: PageAsked,
): Promise<
  UnreadCounts & { readonly threads: readonly UnreadThread[]; readonly next_cursor: string | null }
> {
  const counts = await countUnread(deps, deps.db, [user_id]);
  const after = cursor === undefined ? null : positionOf(cursor);
  const found = await findUnreadThreads(deps.db, { user_ids: [user_id], after, limit: limit + 1 });
  const { rows, next_cursor } = cutPage(found, limit, ({ last_post_at, id }) => ({ at: last_post_at, id }));
  const { messages = 0, comments = 0 } = counts.get(user_id) ?? {};
  return { messages, comments, threads: await seen(deps, deps.db, rows), next_cursor };
}
