import type { SignedInActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/database.ts';
import { invalidAccessToken } from './errors.ts';
import { type AccountState, findAccountState } from './queries.ts';
import { isActiveAccount } from './roles.ts';

/**
 * Checks an access token against the current rows of account and session. The guard calls it for each request, and long
 * operations call it again before they commit.
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
