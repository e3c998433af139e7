import type { SignedInActor } from '../../http/actor.ts';
import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';
import { requireLiveToken } from './require-live-token.ts';
import { rolesOf } from './roles.ts';

/** A new access token for whoever holds a valid one, which stays valid until it expires. */
export async function refreshToken(
  deps: { db: Database; clock: Clock; tokens: TokenSigner },
  actor: SignedInActor,
): Promise<IssuedToken> {
  const { user_id } = actor;
  const standing = await requireLiveToken(deps.db, actor);
  const { tokens_valid_from } = standing;
  return await issueToken(deps, { user_id, roles: rolesOf(standing), tokens_valid_from });
}
