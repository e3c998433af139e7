import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { noUserWithEmail, type UserStatus, updateStatus } from '../users/index.ts';
import { nextTokenTime } from './issue-token.ts';
import { endTokens } from './queries.ts';

/** What the operator may make of an account; `pending` is one that has not come so far yet. */
export const SETTABLE_STATUSES = [
  'active',
  'inactive',
  'suspended',
  'deactivated',
] as const satisfies readonly UserStatus[];

/**
 * Opens or closes an account, from its next request on. Closing ends its access tokens for good: one that was stolen does not
 * come back with the account. For the operator only: no route leads here.
 *
 * @returns the address as it is stored, and what the status was; the same status again changes nothing
 * @throws AppError not_found
 */
export async function setAccountStatus(
  { db, clock }: { db: Database; clock: Clock },
  input: { email: string; status: (typeof SETTABLE_STATUSES)[number] },
): Promise<{ email: string; previous_status: UserStatus }> {
  return await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await updateStatus(tx, { ...input, now });
    if (changed === null) {
      throw noUserWithEmail({ message: `There is no user with the e-mail address ${input.email}.` });
    }
    const { user_id, email, previous_status } = changed;
    const isClosed = input.status !== 'active' && input.status !== previous_status;
    if (isClosed) await endTokens(tx, user_id, nextTokenTime(now));
    return { email, previous_status };
  });
}
