import type { UserActor } from '../../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { newId } from '../../../shared/ids.ts';
import { holdUser } from '../../users/index.ts';
import { countPost } from '../count-post.ts';
import { noSuchPost, notChangeable, notYourPost } from '../errors.ts';
import { findAudience } from '../find-audience.ts';
import { holdThread } from '../queries.ts';
import type { Post } from '../thread.ts';
import { threadChanged } from '../thread-changed.ts';
import { rewritePost } from './queries.ts';
import { readPost } from './read-post.ts';
import { readText } from './read-text.ts';
import { requirePost } from './require-post.ts';
import { requireMentionsOf, type WritePostDeps } from './write-post.ts';

/**
 * Changes what one has written; what it said before is kept, and read by those who read the post. A change that changes nothing leaves
 * it as it is.
 *
 * @throws noSuchPost; notYourPost; notChangeable; postLimit; writeKeyReused; invalidField for a mention
 */
export async function editPost(
  deps: WritePostDeps,
  actor: UserActor,
  change: {
    readonly write_key: WriteKey | undefined;
    readonly post_id: string;
    readonly text: string;
    readonly mentions: readonly string[] | undefined;
  },
): Promise<Post> {
  const { post_id, write_key } = change;
  const text = readText(change.text);
  const known = await requirePost(deps, deps.db, actor, post_id);
  if (known.post.author_id !== actor.user_id) throw notYourPost();
  await countPost(deps, actor.user_id);
  const now = deps.clock.now();
  await writeOnce(deps, write_key, async (tx) => {
    if (!(await holdUser(tx, actor.user_id))) throw noSuchPost();
    if ((await holdThread(tx, known.thread.id)) === null) throw noSuchPost();
    const { post, thread } = await requirePost(deps, tx, actor, post_id);
    if (post.author_id !== actor.user_id) throw notYourPost();
    if (post.text === null || post.hidden_at !== null) throw notChangeable();
    if (change.mentions !== undefined)
      await requireMentionsOf(await findAudience(deps, tx, thread, change.mentions), change.mentions);
    if (text === post.text && change.mentions === undefined) return { post_id };
    const mentions = change.mentions?.map((one) => one.toLowerCase());
    await rewritePost(tx, { id: post.id, version_id: newId(), text, mentions, now });
    await deps.events.emit(tx, threadChanged, { thread_id: thread.id, post_id: post.id, change: 'edited' });
    return { post_id };
  });
  return await readPost(deps, actor, post_id);
}
