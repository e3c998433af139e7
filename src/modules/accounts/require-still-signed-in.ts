import type { SignedInActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/database.ts';
import { invalidAccessToken } from './errors.ts';
import { findStanding, type Standing } from './queries.ts';
import { isInGoodStanding } from './roles.ts';

/**
 * Looks once more, just before something that outlasts the request, whether what let its caller in still holds: a reset or
 * a suspension may have come since the guard looked.
 *
 * @returns the account as it is now
 * @throws AppError unauthenticated
 */
export async function requireStillSignedIn(db: Queryable, actor: SignedInActor): Promise<Standing> {
  const standing = await findStanding(db, actor.user_id);
  if (
    standing === null ||
    !isInGoodStanding(standing) ||
    actor.token_issued_at < standing.tokens_valid_from
  ) {
    throw invalidAccessToken();
  }
  return standing;
}
