import type { UserActor } from '../../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { writeAudit } from '../../audit/index.ts';
import { findRosterName, holdOrganization } from '../../organizations/index.ts';
import { noSuchPost, notChangeable, onlyTheHeadCoach } from '../errors.ts';
import { holdThread, resetWaiting } from '../queries.ts';
import type { Post } from '../thread.ts';
import { threadChanged } from '../thread-changed.ts';
import { markHidden } from './queries.ts';
import { readPost } from './read-post.ts';
import { recountUnread } from './read-queries.ts';
import { readText } from './read-text.ts';
import { requirePost } from './require-post.ts';
import type { WritePostDeps } from './write-post.ts';

/**
 * Hides what somebody has written from everybody but its author, who is told why. It stays hidden; who did it is in the organization's
 * log, without the words.
 *
 * @throws noSuchPost; onlyTheHeadCoach; notChangeable for what is hidden or deleted already; writeKeyReused
 */
export async function hidePost(
  deps: WritePostDeps,
  actor: UserActor,
  asked: { readonly post_id: string; readonly reason: string; readonly write_key: WriteKey | undefined },
): Promise<Post> {
  const { post_id, write_key } = asked;
  const known = await requirePost(deps, deps.db, actor, post_id);
  if (known.seat.role !== 'head_coach') throw onlyTheHeadCoach();
  const { org_id } = known.thread;
  await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    if ((await holdThread(tx, known.thread.id)) === null) throw noSuchPost();
    const { post, thread, seat } = await requirePost(deps, tx, actor, post_id);
    if (seat.role !== 'head_coach') throw onlyTheHeadCoach();
    const now = deps.clock.now();
    const reason = readText(asked.reason);
    if (!(await markHidden(tx, { id: post.id, by: actor.user_id, reason, now }))) throw notChangeable();
    await recountUnread(tx, thread.id);
    await resetWaiting(tx, thread.id);
    const { author_id } = post;
    const name = author_id === null ? null : await findRosterName(tx, { org_id, user_id: author_id });
    await writeAudit(tx, {
      org_id,
      event_type: 'post_hidden',
      actor,
      target_id: author_id ?? post.id,
      target_name: name ?? '',
      data: { post_id: post.id, thread_id: thread.id, kind: thread.kind },
      now,
    });
    await deps.events.emit(tx, threadChanged, { thread_id: thread.id, post_id: post.id, change: 'hidden' });
    return { post_id };
  });
  return await readPost(deps, actor, post_id);
}
