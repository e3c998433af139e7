import type { UserActor } from '../../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { noSuchPost, notYourPost } from '../errors.ts';
import { holdThread, resetWaiting } from '../queries.ts';
import type { Post } from '../thread.ts';
import { threadChanged } from '../thread-changed.ts';
import { emptyPost } from './queries.ts';
import { readPost } from './read-post.ts';
import { recountUnread } from './read-queries.ts';
import { requirePost } from './require-post.ts';
import type { WritePostDeps } from './write-post.ts';

/**
 * Deletes what one has written, with what it said before; a mark stays where it was. Doing it again changes nothing.
 *
 * @throws noSuchPost; notYourPost; writeKeyReused
 */
export async function deletePost(
  deps: WritePostDeps,
  actor: UserActor,
  { post_id, write_key }: { readonly post_id: string; readonly write_key: WriteKey | undefined },
): Promise<Post> {
  const { post, thread } = await requirePost(deps, deps.db, actor, post_id);
  if (post.author_id !== actor.user_id) throw notYourPost();
  await writeOnce(deps, write_key, async (tx) => {
    if ((await holdThread(tx, thread.id)) === null) throw noSuchPost();
    const current = await requirePost(deps, tx, actor, post_id);
    if (current.post.author_id !== actor.user_id) throw notYourPost();
    if (current.post.deleted_at !== null) return { post_id };
    await emptyPost(tx, { id: post.id, now: deps.clock.now() });
    await recountUnread(tx, thread.id);
    await resetWaiting(tx, thread.id);
    await deps.events.emit(tx, threadChanged, { thread_id: thread.id, post_id: post.id, change: 'deleted' });
    return { post_id };
  });
  return await readPost(deps, actor, post_id);
}
