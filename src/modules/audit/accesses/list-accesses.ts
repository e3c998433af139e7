import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { HIGHEST_ID } from '../../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { type AccessPosition, type AccessRow, findAccesses } from './queries.ts';
import type { ReadLog } from './read-log.ts';

/** Before the newest there can be. */
export const NEWEST: AccessPosition = { at: new Date('9999-12-31T23:59:59.999Z'), id: HIGHEST_ID };

/**
 * A page of who read, exported or changed the person's data, newest first.
 * @throws AppError for an invalid cursor
 */
export async function listAccesses(
  { db, readLog }: { db: Database; readLog: ReadLog },
  actor: UserActor,
  page: PageAsked,
): Promise<{ accesses: AccessRow[]; next_cursor: string | null }> {
  await readLog.flush();
  const { rows, next_cursor } = await pageOf(
    page,
    ({ after, limit }) => findAccesses(db, { user_id: actor.user_id, after: after ?? NEWEST, limit }),
    ({ at, id }) => ({ at, id }),
  );
  return { accesses: rows, next_cursor };
}
