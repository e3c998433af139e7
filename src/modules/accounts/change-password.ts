import type { SignedInActor } from '../../http/actor.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { holdUser } from '../users/index.ts';
import { type ConfirmDeps, confirmIdentity, type IdentityProof } from './confirm-identity.ts';
import { invalidAccessToken, passwordChangedMeanwhile } from './errors.ts';
import { endResets } from './password-resets.ts';
import { changePasswordHash, findProvenCredentials, lockCredentials } from './queries.ts';
import { requireLiveToken } from './require-live-token.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { deleteOtherSessions } from './session-queries.ts';

/**
 * Sets the password of a signed-in user, also the first one of somebody who signs in with an ID token. Their session
 * stays; all others and password reset tokens end.
 * @throws AppError forbidden for a wrong proof; rate_limited; conflict for the second of two at once; unauthenticated
 */
export async function changePassword(
  deps: ConfirmDeps & { readonly jobs: Pick<Jobs, 'enqueue'> },
  actor: SignedInActor,
  input: { readonly proof: IdentityProof; readonly new_password: string; readonly client_ip: string },
): Promise<void> {
  const { user_id } = actor;
  const before = await findProvenCredentials(deps.db, user_id);
  await confirmIdentity(deps, actor, input);
  const password_hash = await deps.passwords.hashPassword(input.new_password);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const credentials = (await holdUser(tx, user_id)) ? await lockCredentials(tx, user_id) : null;
    if (before === null || credentials === null) throw invalidAccessToken();
    await requireLiveToken(tx, actor);
    // The proven credentials must not have changed meanwhile.
    if (before.password_changed_at?.getTime() !== credentials.password_changed_at?.getTime()) {
      throw passwordChangedMeanwhile();
    }
    await changePasswordHash(tx, user_id, { password_hash, now });
    await endResets(tx, user_id, now);
    await deleteOtherSessions(tx, user_id, actor.session_id);
    const mail = { user_id, changed_at_ms: now.getTime(), is_signed_in: true };
    await deps.jobs.enqueue(tx, sendPasswordChangedMail, mail);
  });
}
