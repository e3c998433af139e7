import type { UserActor } from '../../../http/actor.ts';
import type { Queryable } from '../../../infra/db/database.ts';
import { AppError } from '../../../shared/errors.ts';
import { noSuchPost, noSuchThread } from '../errors.ts';
import { findThread } from '../queries.ts';
import type { Seat } from '../require-seat.ts';
import type { SubjectDeps } from '../subjects/see.ts';
import type { Thread } from '../thread.ts';
import { findStoredPost, type StoredPost } from './queries.ts';
import { requirePlace } from './read-posts.ts';

/** A thread that the caller reads. @throws noSuchThread for everything else, whatever the reason */
export async function requireThread(
  deps: SubjectDeps,
  db: Queryable,
  actor: UserActor,
  thread_id: string,
): Promise<{ readonly thread: Thread; readonly seat: Seat }> {
  const thread = await findThread(db, thread_id);
  if (thread === null) throw noSuchThread();
  try {
    const { org_id, athlete_id, kind, key } = thread;
    return { thread, seat: await requirePlace(deps, db, actor, { org_id, athlete_id, kind, key }) };
  } catch (error) {
    // An id alone tells nobody that there is a thread, nor why it is not theirs.
    if (error instanceof AppError && [403, 404].includes(error.status)) throw noSuchThread();
    throw error;
  }
}

/** A post in a thread that the caller reads. @throws noSuchPost for everything else */
export async function requirePost(
  deps: SubjectDeps,
  db: Queryable,
  actor: UserActor,
  post_id: string,
): Promise<{ readonly post: StoredPost; readonly thread: Thread; readonly seat: Seat }> {
  const post = await findStoredPost(db, post_id);
  if (post === null) throw noSuchPost();
  try {
    return { post, ...(await requireThread(deps, db, actor, post.thread_id)) };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw noSuchPost();
    throw error;
  }
}
