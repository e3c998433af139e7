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

/** How long a cookie is used before it becomes another. */
const ROTATE_EVERY_MS = 15 * MINUTE_MS;
/** How long the one before still holds, once the new one has come back: other tabs, and requests under way. */
const OVERLAP_MS = MINUTE_MS;

export type CookieUse = {
  readonly actor: SignedInActor;
  /** What the browser is to keep from now on; null: what it has. */
  readonly cookie: string | null;
};

/**
 * Who comes with a session cookie. Every quarter of an hour the cookie becomes another. The one before holds until the new one
 * has come back, since the answer that brought it may be lost, and for a minute more. Anything else that was ever a cookie of the
 * session has been copied: the session ends.
 *
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
    // Not thrown: the end of the session is to be kept.
    return session && (await takeStep(tx, session, { token, client, now }));
  });
  if (use === null) throw signedOut();
  return use;
}

/** Whether a cookie would be taken now. Nothing comes of asking. */
export async function isCookieGood(
  deps: { readonly db: Database; readonly clock: Clock },
  cookie: string,
): Promise<boolean> {
  const token = readRefreshToken(cookie);
  const session = token && (await findCookieSession(deps.db, hashHalf(token.family)));
  return token !== null && session !== null && nextStep(session, token, deps.clock.now()) !== 'end';
}

/**
 * - `go_on` the cookie stays as it is
 * - `confirm` it has come for the first time
 * - `rotate` it has been used for long enough
 * - `overlap` it is the one before, and the new one is known to the browser
 * - `repeat` it is the one before, and the answer that brought the new one may be lost
 * - `repeat_late` the same, so long after that the new one would be exchanged at once
 * - `end` it is one that nobody should have
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

/** Once more, now that nobody else exchanges it. @returns null where the session has ended */
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

/** The row has just said that the session holds: whoever ends all tokens of the account ends it as well. */
function actorOf(session: RefreshedSession, now: Date): SignedInActor {
  const { user_id, session_id, tokens_valid_from } = session;
  const token_issued_at = tokens_valid_from > now ? tokens_valid_from : now;
  return { type: 'user', user_id, roles: rolesOf(session), token_issued_at, session_id };
}
