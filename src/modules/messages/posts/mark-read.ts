import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { invalidField } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdUser } from '../../users/index.ts';
import { noSuchThread } from '../errors.ts';
import { holdThread } from '../queries.ts';
import type { SubjectDeps } from '../subjects/see.ts';
import { threadChanged } from '../thread-changed.ts';
import { findStoredPost } from './queries.ts';
import { findReadState, markReadUntil, type ReadMark } from './read-queries.ts';
import { requireThread } from './require-post.ts';

type Deps = SubjectDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
};

/**
 * Marks a thread as read by the caller, up to a post of it and with that. What was read further stays read.
 *
 * @throws noSuchThread; invalidField for a post that is not of this thread; writeKeyReused
 */
export async function markThreadRead(
  deps: Deps,
  actor: UserActor,
  asked: { readonly thread_id: string; readonly post_id: string; readonly write_key: WriteKey | undefined },
): Promise<{ readonly thread_id: string; readonly unread: number; readonly read_by: readonly ReadMark[] }> {
  const { user_id } = actor;
  const { thread, seat } = await requireThread(deps, deps.db, actor, asked.thread_id);
  const thread_id = thread.id;
  await writeOnce(deps, asked.write_key, async (tx) => {
    if (!(await holdUser(tx, user_id)) || (await holdThread(tx, thread_id)) === null) throw noSuchThread();
    const post = await findStoredPost(tx, asked.post_id);
    if (post === null || post.thread_id !== thread_id)
      throw invalidField('post_id', 'must be the id of a post of this thread');
    if (await markReadUntil(tx, { thread_id, user_id, until: post.created_at }))
      await deps.events.emit(tx, threadChanged, { thread_id, post_id: null, change: 'read' });
    return { thread_id };
  });
  return { thread_id, ...(await findReadState(deps.db, { thread_id, reader: seat.reader })) };
}
