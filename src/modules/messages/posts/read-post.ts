import type { UserActor } from '../../../http/actor.ts';
import { noSuchPost } from '../errors.ts';
import type { Post } from '../thread.ts';
import { withSeenAttachments } from './attachments.ts';
import { findPosts } from './queries.ts';
import type { ReadPostDeps } from './read-posts.ts';
import { requirePost } from './require-post.ts';

/** One post as the caller sees it. @throws noSuchPost */
export async function readPost(deps: ReadPostDeps, actor: UserActor, post_id: string): Promise<Post> {
  const { thread, seat } = await requirePost(deps, deps.db, actor, post_id);
  const { reader } = seat;
  const found = (await findPosts(deps.db, [{ id: post_id.toLowerCase(), reader }])).get(
    post_id.toLowerCase(),
  );
  if (found === undefined) throw noSuchPost();
  const { org_id, athlete_id } = thread;
  const [shown] = await withSeenAttachments(deps, deps.db, [
    { post: found, org_id, athlete_id: athlete_id ?? '', reader },
  ]);
  return shown?.post ?? found;
}
