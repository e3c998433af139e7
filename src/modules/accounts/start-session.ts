import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Transaction } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import type { User } from '../users/index.ts';
import { issueToken } from './issue-token.ts';
import { noteNetwork } from './known-networks.ts';
import { hashHalf, newRefreshToken, writeRefreshToken } from './refresh-tokens.ts';
import { rolesOf } from './roles.ts';
import type { Session } from './session.ts';
import {
  type Client,
  deleteSessionsBeyond,
  insertSession,
  type ProvenCredentials,
} from './session-queries.ts';

/** How long an unused session lasts. */
const IDLE_DAYS = 60;
const IDLE_MS = IDLE_DAYS * DAY_MS;
/** The maximum per person. A program that signs in repeatedly ends its own oldest sessions. */
export const MAX_SESSIONS = 100;

/** When a session ends that is not used again. */
export const idleEnd = (lastSeen: Date): Date => new Date(lastSeen.getTime() + IDLE_MS);
/** Since when a session must have been used to last still. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

/** A session that was stored, before its access token is signed. */
export type StartedSession = {
  readonly session_id: string;
  /** The first refresh token; for a cookie session, the cookie's value. */
  readonly refresh_token: string;
  readonly refresh_expires_at: Date;
};

type NewSignIn = {
  readonly user_id: string;
  readonly client: Client;
  readonly now: Date;
  /** Whether the token is a cookie, which cannot be exchanged for access tokens. */
  readonly is_cookie?: boolean;
};

/**
 * Stores a sign-in after the transaction's other locks of the person.
 * @returns null when the credentials have changed meanwhile
 */
export async function startSession(
  tx: Transaction,
  { user_id, client, now, is_cookie = false }: NewSignIn,
  proven: ProvenCredentials,
): Promise<StartedSession | null> {
  const session_id = newId();
  const token = newRefreshToken();
  const hashes = { family_hash: hashHalf(token.family), current_hash: hashHalf(token.secret) };
  if (!(await insertSession(tx, { ...client, ...hashes, session_id, user_id, now, is_cookie }, proven)))
    return null;
  await deleteSessionsBeyond(tx, user_id, MAX_SESSIONS);
  await noteNetwork(tx, { user_id, address: client.address, now });
  return { session_id, refresh_token: writeRefreshToken(token), refresh_expires_at: idleEnd(now) };
}

/** What signing up or in gives, once its transaction has committed. */
export async function openSession(
  deps: { tokens: TokenSigner; clock: Clock },
  user: User,
  started: StartedSession,
  tokens_valid_from: Date,
): Promise<Session> {
  const { session_id, refresh_token, refresh_expires_at } = started;
  const roles = rolesOf(user);
  const token = await issueToken(deps, { user_id: user.user_id, roles, tokens_valid_from, session_id });
  return { user, token, refresh_token, refresh_expires_at };
}
