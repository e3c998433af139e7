import type { SignedInActor } from '../../http/actor.ts';
import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { invalidAccessToken } from './errors.ts';
import { noteSeen } from './note-seen.ts';
import { requireLiveToken } from './require-live-token.ts';
import { rolesOf } from './roles.ts';

/**
 * Checks a request's access token: its signature, then the account's current row. Roles come from the row, so that grants
 * and suspensions take effect at once.
 */
export function authenticateAccessToken(deps: {
  db: Database;
  clock: Clock;
  tokens: TokenSigner;
}): (token: string) => Promise<SignedInActor> {
  return async (token) => {
    const claims = await deps.tokens.verify(token);
    if (claims === null) throw invalidAccessToken();
    const { user_id, issued_at: token_issued_at, session_id } = claims;
    const account = await requireLiveToken(deps.db, { user_id, token_issued_at, session_id });
    if (session_id !== undefined) await noteSeen(deps, session_id, account);
    return { type: 'user', user_id, roles: rolesOf(account), token_issued_at, session_id };
  };
}
