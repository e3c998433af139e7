import type { SignedInActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { HIGHEST_ID } from '../../shared/ids.ts';
import { cursorOf, positionOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { findSessions, type SessionRow } from './session-queries.ts';
import { idleSince } from './start-session.ts';

/** Before the newest there can be. */
const NEWEST = { at: new Date('9999-12-31T23:59:59.999Z'), id: HIGHEST_ID };

/**
 * A page of where somebody is signed in, newest sign-in first.
 *
 * @throws AppError when the cursor is none that a page ended with
 */
export async function listSessions(
  { db, clock }: { db: Database; clock: Clock },
  { user_id }: SignedInActor,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ sessions: SessionRow[]; next_cursor: string | null }> {
  const after = cursor === undefined ? NEWEST : positionOf(cursor);
  const seen_since = idleSince(clock.now());
  const found = await findSessions(db, { user_id, seen_since, after, limit: limit + 1 });
  const sessions = found.slice(0, limit);
  const last = found.length > limit ? sessions.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursorOf({ at: last.created_at, id: last.session_id });
  return { sessions, next_cursor };
}
