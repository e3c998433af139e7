import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { type Clock, MINUTE_MS } from '../../shared/time.ts';
import { invalidRefreshToken } from './errors.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';
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
  lockSession,
  type RefreshedSession,
  renewSession,
  rotateToken,
} from './session-queries.ts';
import { idleEnd } from './start-session.ts';

/** How long the previous token is answered with the current one, for concurrent requests and lost answers. */
const REPEAT_MS = MINUTE_MS;

export type Refreshed = {
  readonly token: IssuedToken;
  readonly refresh_token: string;
  readonly refresh_expires_at: Date;
};

/**
 * Exchanges a refresh token, once. Repeated within a minute it returns the same successor while that is unused; later use
 * means that the token was copied, and the session ends.
 * @throws AppError unauthenticated
 */
export async function useRefreshToken(
  deps: { db: Database; clock: Clock; tokens: TokenSigner },
  input: { readonly refresh_token: string; readonly client: Client },
): Promise<Refreshed> {
  const token = readRefreshToken(input.refresh_token);
  if (token === null) throw invalidRefreshToken();
  const now = deps.clock.now();
  const used = await deps.db.transaction(async (tx) => {
    const session = await lockSession(tx, hashHalf(token.family), { is_cookie: false });
    if (session === null) return null;
    const successor = isActiveAccount(session) ? await exchange(tx, session, token, now) : null;
    // Not thrown, so that the session's end is committed.
    if (successor === null) await deleteSession(tx, session.user_id, session.session_id);
    else await renewSession(tx, session, { ...input.client, now });
    return successor && { session, successor };
  });
  if (used === null) throw invalidRefreshToken();
  const { session, successor } = used;
  return {
    token: await issueToken(deps, { ...session, roles: rolesOf(session) }),
    refresh_token: writeRefreshToken(successor),
    refresh_expires_at: idleEnd(now),
  };
}

/** @returns the next token; null when the session is to end */
async function exchange(
  tx: Transaction,
  session: RefreshedSession,
  token: RefreshToken,
  now: Date,
): Promise<RefreshToken | null> {
  if (idleEnd(session.last_seen_at) <= now) return null;
  const { current_hash, previous_hash, successor_salt, rotated_at } = session;
  const sent = hashHalf(token.secret);
  if (sent.equals(current_hash)) {
    const salt = newSalt();
    const successor = successorOf(token, salt);
    await rotateToken(tx, session, { successor_hash: hashHalf(successor.secret), salt, now });
    return successor;
  }
  if (previous_hash === null || successor_salt === null || rotated_at === null) return null;
  const isRepeated = sent.equals(previous_hash) && now.getTime() - rotated_at.getTime() <= REPEAT_MS;
  return isRepeated ? successorOf(token, successor_salt) : null;
}
