import type { UserActor } from '../../../http/actor.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { findVersions, type PostVersion } from './queries.ts';
import type { ReadPostDeps } from './read-posts.ts';
import { requirePost } from './require-post.ts';

/** What a post said before, the latest first, to those who read it: nothing of what is deleted, and of what is hidden nothing but to its author. @throws noSuchPost */
export async function readVersions(
  deps: ReadPostDeps,
  actor: UserActor,
  { post_id, page }: { readonly post_id: string; readonly page: PageAsked },
): Promise<{ rows: PostVersion[]; next_cursor: string | null }> {
  const { post } = await requirePost(deps, deps.db, actor, post_id);
  const isClosed = post.hidden_at !== null && post.author_id !== actor.user_id;
  return await pageOf(
    page,
    async (part) => (isClosed ? [] : await findVersions(deps.db, { post_id: post.id, ...part })),
    ({ written_at, id }) => ({ at: written_at, id }),
  );
}
