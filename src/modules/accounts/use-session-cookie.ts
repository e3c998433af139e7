import type { SignedInActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { type Clock, MINUTE_MS } from '../../shared/time.ts';
import { signedOut } from './errors.ts';
import { noteSeen } from './note-seen.ts';
import {
  hashHalf,
  newSalt,
  type RefreshToken,
  readRefreshToken,
  successorOf,
  writeRefreshToken,
} from './refresh-tokens.ts';
import { isActiveAccount, rolesOf } from './roles.ts';
import {
  type Client,
  deleteSession,
  findCookieSession,
  lockSession,
  noteSuccessorUsed,
  postponeRotation,
  type RefreshedSession,
  renewSession,
  rotateToken,
} from './session-queries.ts';
import { idleEnd } from './start-session.ts';

/** The age at which a cookie is rotated. */
const ROTATE_EVERY_MS = 15 * MINUTE_MS;
/** How long the previous cookie is valid after the new one was used, for other tabs and requests under way. */
const OVERLAP_MS = MINUTE_MS;

export type CookieUse = {
  readonly actor: SignedInActor;
  /** What the browser is to keep from now on; null: what it has. */
  readonly cookie: string | null;
};

/**
 * Authenticates a session cookie, which is rotated every quarter of an hour. The previous one stays valid until the new
 * one is used, since an answer may be lost, and a minute more. Any other former cookie was copied: the session ends.
 * @throws AppError unauthenticated
 */
export async function useSessionCookie(
  deps: { readonly db: Database; readonly clock: Clock },
  { cookie, client }: { readonly cookie: string; readonly client: Client },
): Promise<CookieUse> {
  const token = readRefreshToken(cookie);
  if (token === null) throw signedOut();
  const family = hashHalf(token.family);
  const now = deps.clock.now();
  const found = await findCookieSession(deps.db, family);
  if (found === null) throw signedOut();
  const step = nextStep(found, token, now);
  if (step === 'go_on' || step === 'overlap') {
    await noteSeen(deps, found.session_id, found);
    return { actor: actorOf(found, now), cookie: null };
  }
  const use = await deps.db.transaction(async (tx) => {
    const session = await lockSession(tx, family, { is_cookie: true });
    // Not thrown, so that the session's end is committed.
    return session && (await takeStep(tx, session, { token, client, now }));
  });
  if (use === null) throw signedOut();
  return use;
}

export async function isCookieGood(
  deps: { readonly db: Database; readonly clock: Clock },
  cookie: string,
): Promise<boolean> {
  const token = readRefreshToken(cookie);
  const session = token && (await findCookieSession(deps.db, hashHalf(token.family)));
  return token !== null && session !== null && nextStep(session, token, deps.clock.now()) !== 'end';
}

/**
 * - `go_on` the cookie stays - `confirm` it is used for the first time - `rotate` it is old enough - `overlap` it is the
 * previous one, and the browser knows the new one - `repeat` it is the previous one, and the answer with the new one may
 * be lost - `repeat_late` the same so late that the new one would be rotated at once - `end` it was copied
 */
type Step = 'go_on' | 'confirm' | 'rotate' | 'overlap' | 'repeat' | 'repeat_late' | 'end';

function nextStep(session: RefreshedSession, token: RefreshToken, now: Date): Step {
  if (!isActiveAccount(session) || idleEnd(session.last_seen_at) <= now) return 'end';
  const { current_hash, previous_hash, successor_used_at, rotated_at, created_at } = session;
  const sent = hashHalf(token.secret);
  const age = now.getTime() - (rotated_at ?? created_at).getTime();
  const known = successor_used_at === null ? null : now.getTime() - successor_used_at.getTime();
  if (sent.equals(current_hash)) {
    if (previous_hash === null) return age < ROTATE_EVERY_MS ? 'go_on' : 'rotate';
    if (known === null) return 'confirm';
    // The one before is not to lose its minute.
    return age < ROTATE_EVERY_MS || known <= OVERLAP_MS ? 'go_on' : 'rotate';
  }
  if (previous_hash === null || !sent.equals(previous_hash)) return 'end';
  if (known !== null) return known <= OVERLAP_MS ? 'overlap' : 'end';
  return age <= OVERLAP_MS ? 'repeat' : 'repeat_late';
}

type Used = { readonly token: RefreshToken; readonly client: Client; readonly now: Date };

/**
 * Repeats the decision under the lock.
 * @returns null where the session has ended
 */
async function takeStep(
  tx: Transaction,
  session: RefreshedSession,
  { token, client, now }: Used,
): Promise<CookieUse | null> {
  const actor = actorOf(session, now);
  switch (nextStep(session, token, now)) {
    case 'end':
      await deleteSession(tx, session.user_id, session.session_id);
      return null;
    case 'confirm':
      await noteSuccessorUsed(tx, session, now);
      return { actor, cookie: null };
    case 'rotate': {
      const salt = newSalt();
      const successor = successorOf(token, salt);
      await rotateToken(tx, session, { successor_hash: hashHalf(successor.secret), salt, now });
      await renewSession(tx, session, { ...client, now });
      return { actor, cookie: writeRefreshToken(successor) };
    }
    case 'repeat_late':
      await postponeRotation(tx, session, now);
      return { actor, cookie: currentCookie(session, token) };
    case 'repeat':
      return { actor, cookie: currentCookie(session, token) };
    case 'overlap':
    case 'go_on':
      return { actor, cookie: null };
  }
}

/** The current cookie, as it follows from the one before. */
function currentCookie({ successor_salt }: RefreshedSession, previous: RefreshToken): string | null {
  return successor_salt && writeRefreshToken(successorOf(previous, successor_salt));
}

/** The row shows a valid session: ending the account's tokens ends it too. */
function actorOf(session: RefreshedSession, now: Date): SignedInActor {
  const { user_id, session_id, tokens_valid_from } = session;
  const token_issued_at = tokens_valid_from > now ? tokens_valid_from : now;
  return { type: 'user', user_id, roles: rolesOf(session), token_issued_at, session_id };
}
