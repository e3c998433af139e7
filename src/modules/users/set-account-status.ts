import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { updateStatus } from './change-queries.ts';
import { noUserWithEmail } from './errors.ts';
import type { UserStatus } from './user.ts';

/** What the operator may make of an account; `pending` is one that has not come so far yet. */
export const SETTABLE_STATUSES = [
  'active',
  'inactive',
  'suspended',
  'deactivated',
] as const satisfies readonly UserStatus[];

/**
 * Opens or closes an account, from its next request on: access tokens of an account that is not active are refused, and
 * work again once it is, for as long as they are valid. For the operator only: no route leads here.
 *
 * @returns the address as it is stored, and what the status was
 * @throws AppError not_found
 */
export async function setAccountStatus(
  deps: { db: Database; clock: Clock },
  input: { email: string; status: (typeof SETTABLE_STATUSES)[number] },
): Promise<{ email: string; previous_status: UserStatus }> {
  const changed = await updateStatus(deps.db, { ...input, now: deps.clock.now() });
  if (changed === null) {
    throw noUserWithEmail({ message: `There is no user with the e-mail address ${input.email}.` });
  }
  return changed;
}
