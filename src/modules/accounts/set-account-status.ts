import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { noUserWithEmail, takeTurnToDelete, type UserStatus, updateStatus } from '../users/index.ts';
import { nextTokenTime } from './issue-token.ts';
import { endTokens } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';

/** The statuses that an operator may set; `pending` is an unfinished sign-up. */
export const SETTABLE_STATUSES = [
  'active',
  'inactive',
  'suspended',
  'deactivated',
] as const satisfies readonly UserStatus[];

/** What later modules do in the transaction that closes an account; `app.ts` composes it. */
export type AccountClosing = (
  tx: Transaction,
  closed: { readonly user_id: string; readonly now: Date },
) => Promise<void>;

/**
 * Opens or closes an account. Closing ends its sessions and tokens for good. For the operator only: no route leads here.
 * @returns the stored address and the former status
 * @throws AppError not_found
 */
export async function setAccountStatus(
  { db, clock, onClosing }: { db: Database; clock: Clock; onClosing: AccountClosing },
  input: { email: string; status: (typeof SETTABLE_STATUSES)[number] },
): Promise<{ email: string; previous_status: UserStatus }> {
  return await db.transaction(async (tx) => {
    const now = clock.now();
    // As with a deletion, what follows may touch several organizations.
    await takeTurnToDelete(tx);
    const changed = await updateStatus(tx, { ...input, now });
    if (changed === null) {
      throw noUserWithEmail({ message: `There is no user with the e-mail address ${input.email}.` });
    }
    const { user_id, email, previous_status } = changed;
    const isClosed = input.status !== 'active' && input.status !== previous_status;
    if (isClosed) {
      await endTokens(tx, user_id, nextTokenTime(now));
      await deleteOtherSessions(tx, user_id, undefined);
      await onClosing(tx, { user_id, now });
    }
    return { email, previous_status };
  });
}
