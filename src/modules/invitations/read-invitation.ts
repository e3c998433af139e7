import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { endedAs, unknownToken } from './errors.ts';
import { type FoundInvitation, findByToken } from './queries.ts';

/**
 * Where a token leads, for whoever has it. The presenter shows of it what is public of the organization, and nobody's name.
 *
 * @throws unknownToken; invitationEnded
 */
export async function readInvitation(
  deps: { db: Database; clock: Clock },
  token: string,
): Promise<FoundInvitation> {
  const found = await findByToken(deps.db, { token_hash: hashToken(token), now: deps.clock.now() });
  if (found === null) throw unknownToken();
  if (found.status !== 'pending') throw endedAs(found.status);
  return found;
}
