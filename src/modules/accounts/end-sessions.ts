import type { SignedInActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidAccessToken, noSuchSession } from './errors.ts';
import { lockCredentials } from './queries.ts';
import { hashHalf, readRefreshToken } from './refresh-tokens.ts';
import { requireLiveToken } from './require-live-token.ts';
import { deleteCookieSession, deleteOtherSessions, deleteSession } from './session-queries.ts';

/**
 * Ends one session, also the caller's own, with its tokens.
 * @throws AppError not_found, also for another person's session
 */
export async function endSession(
  { db }: { db: Database },
  { user_id }: SignedInActor,
  session_id: string,
): Promise<void> {
  if (!(await deleteSession(db, user_id, session_id))) throw noSuchSession();
}

/** Ends a browser's session; has no effect on an ended one. */
export async function endCookieSession({ db }: { db: Database }, cookie: string): Promise<void> {
  const token = readRefreshToken(cookie);
  if (token !== null) await deleteCookieSession(db, hashHalf(token.family));
}

/**
 * Ends all sessions but the caller's. Of two that end each other at once, one is left.
 * @returns how many it ended
 * @throws AppError unauthenticated for the second of two
 */
export async function endOtherSessions({ db }: { db: Database }, actor: SignedInActor): Promise<number> {
  return await db.transaction(async (tx) => {
    if ((await lockCredentials(tx, actor.user_id)) === null) throw invalidAccessToken();
    await requireLiveToken(tx, actor);
    return await deleteOtherSessions(tx, actor.user_id, actor.session_id);
  });
}
