import type { SignedInActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/database.ts';
import { invalidAccessToken } from './errors.ts';
import { type AccountState, findAccountState } from './queries.ts';
import { isActiveAccount } from './roles.ts';

/**
 * Whether an access token holds, by what the rows of its account and its session say at this moment. The guard asks it of each request; whatever
 * outlasts the request asks once more just before, since a reset, a suspension or the end of the session may have come since.
 *
 * @returns the account as it is now
 * @throws AppError unauthenticated
 */
export async function requireLiveToken(
  db: Queryable,
  { user_id, token_issued_at, session_id }: Pick<SignedInActor, 'user_id' | 'token_issued_at' | 'session_id'>,
): Promise<AccountState> {
  const account = await findAccountState(db, user_id, session_id ?? null);
  if (account === null || !isActiveAccount(account) || token_issued_at < account.tokens_valid_from) {
    throw invalidAccessToken();
  }
  const isOpen = session_id === undefined ? !account.needs_session : account.last_seen_at !== null;
  if (!isOpen) throw invalidAccessToken();
  return account;
}
