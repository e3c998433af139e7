import type { SignedInActor } from '../../http/actor.ts';
import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidAccessToken } from './errors.ts';
import { findStanding } from './queries.ts';
import { isInGoodStanding, rolesOf } from './roles.ts';

/**
 * How a request's access token is checked: the signature, then what the account's row says at this moment. Roles come
 * from the row, not from the token, so that neither a grant nor a suspension waits for a new one.
 */
export function authenticateAccessToken(deps: {
  db: Database;
  tokens: TokenSigner;
}): (token: string) => Promise<SignedInActor> {
  return async (token) => {
    const claims = await deps.tokens.verify(token);
    if (claims === null) throw invalidAccessToken();
    const { user_id } = claims;
    const standing = await findStanding(deps.db, user_id);
    if (standing === null || !isInGoodStanding(standing) || claims.issued_at < standing.tokens_valid_from) {
      throw invalidAccessToken();
    }
    return { type: 'user', user_id, roles: rolesOf(standing), token_issued_at: claims.issued_at };
  };
}
