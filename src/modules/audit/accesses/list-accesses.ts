import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { HIGHEST_ID } from '../../../shared/ids.ts';
import { cursorOf, positionOf } from '../../../shared/page-cursor.ts';
import { type AccessPosition, type AccessRow, findAccesses } from './queries.ts';
import type { ReadLog } from './read-log.ts';

/** Before the newest there can be. */
export const NEWEST: AccessPosition = { at: new Date('9999-12-31T23:59:59.999Z'), id: HIGHEST_ID };

/**
 * A page of who read, took out or changed something of the person's own, newest first.
 *
 * @throws AppError when the cursor is none that a page ended with
 */
export async function listAccesses(
  { db, readLog }: { db: Database; readLog: ReadLog },
  actor: UserActor,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ accesses: AccessRow[]; next_cursor: string | null }> {
  const after = cursor === undefined ? NEWEST : positionOf(cursor);
  // What this process knows already is in the list.
  await readLog.flush();
  const found = await findAccesses(db, { user_id: actor.user_id, after, limit: limit + 1 });
  const accesses = found.slice(0, limit);
  const last = accesses.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { accesses, next_cursor: hasMore ? cursorOf(last) : null };
}
