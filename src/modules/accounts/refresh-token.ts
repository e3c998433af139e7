import type { SignedInActor } from '../../http/actor.ts';
import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { invalidAccessToken } from './errors.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';
import { findStanding } from './queries.ts';
import { isInGoodStanding, rolesOf } from './roles.ts';

/**
 * A new access token for whoever holds a valid one, which stays valid until it expires. Whatever ended the old one since the
 * guard looked at it, such as a reset of the password, keeps the new one from being made.
 */
export async function refreshToken(
  deps: { db: Database; clock: Clock; tokens: TokenSigner },
  actor: SignedInActor,
): Promise<IssuedToken> {
  const { user_id } = actor;
  const standing = await findStanding(deps.db, user_id);
  if (
    standing === null ||
    !isInGoodStanding(standing) ||
    actor.token_issued_at < standing.tokens_valid_from
  ) {
    throw invalidAccessToken();
  }
  const { tokens_valid_from } = standing;
  return await issueToken(deps, { user_id, roles: rolesOf(standing), tokens_valid_from });
}
