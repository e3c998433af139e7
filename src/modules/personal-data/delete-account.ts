import type { SignedInActor } from '../../http/actor.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { type ConfirmDeps, confirmIdentity, proofOf, requireLiveToken } from '../accounts/index.ts';
import { lockLeavingUser, type PersonalData } from '../users/index.ts';

export type DeleteAccountDeps = ConfirmDeps & {
  /** In the order in which they let go of somebody. */
  readonly parts: readonly PersonalData[];
};

/**
 * Deletes an account with all that is kept about its owner, in one transaction: what lies outside the database goes by
 * jobs that commit with it. Whoever refers to the person at that moment is waited for, or finds nobody.
 * @throws AppError forbidden for a wrong proof; rate_limited; conflict for who leads an organization; unauthenticated for
 * the second of two concurrent requests
 */
export async function deleteAccount(
  deps: DeleteAccountDeps,
  actor: SignedInActor,
  input: {
    readonly password: string | undefined;
    readonly id_token: string | undefined;
    readonly client_ip: string;
  },
): Promise<void> {
  await confirmIdentity(deps, actor, { proof: proofOf(input), client_ip: input.client_ip });
  const { user_id } = actor;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const user = await lockLeavingUser(tx, user_id);
    if (user === null) throw unauthenticated({ message: 'This account has been deleted.' });
    // The proof took its time: whatever ended the caller's token meanwhile keeps the account.
    await requireLiveToken(tx, actor);
    for (const part of deps.parts) await part.release?.(tx, { user_id, email: user.email, now });
  });
}
