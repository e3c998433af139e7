import type { SignedInActor } from '../../http/actor.ts';
import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { holdUser } from '../users/index.ts';
import { invalidAccessToken } from './errors.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';
import { findProvenCredentials } from './queries.ts';
import { requireLiveToken } from './require-live-token.ts';
import { rolesOf } from './roles.ts';
import { type Client, renewSession } from './session-queries.ts';
import { startSession } from './start-session.ts';

/** Exchanges a valid access token for a new one of the same session; a token from before sessions existed begins one. */
export async function refreshToken(
  deps: { db: Database; clock: Clock; tokens: TokenSigner },
  actor: SignedInActor,
  client: Client,
): Promise<IssuedToken> {
  const { user_id } = actor;
  const account = await requireLiveToken(deps.db, actor);
  const session_id = await renewedSession(deps, actor, client);
  const { tokens_valid_from } = account;
  return await issueToken(deps, { user_id, roles: rolesOf(account), tokens_valid_from, session_id });
}

async function renewedSession(
  { db, clock }: { db: Database; clock: Clock },
  actor: SignedInActor,
  client: Client,
): Promise<string> {
  const now = clock.now();
  const { user_id, session_id } = actor;
  if (session_id !== undefined) {
    if (await renewSession(db, { session_id, user_id }, { ...client, now })) return session_id;
    throw invalidAccessToken();
  }
  return await db.transaction(async (tx) => {
    const proven = (await holdUser(tx, user_id)) ? await findProvenCredentials(tx, user_id) : null;
    const started = proven && (await startSession(tx, { user_id, client, now }, proven));
    if (started === null) throw invalidAccessToken();
    // Concurrent revocations wait for this transaction or have come before it.
    await requireLiveToken(tx, actor);
    return started.session_id;
  });
}
