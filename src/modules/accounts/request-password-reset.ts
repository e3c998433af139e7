import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { newId } from '../../shared/ids.ts';
import { countMailRequest, type MailRequestDeps } from './limit-mail-requests.ts';
import { preparePasswordReset, sealEmail } from './prepare-password-reset.ts';
import type { ResetOrigin } from './reset-origin.ts';

export type RequestPasswordResetDeps = MailRequestDeps & {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly secretBox: SecretBox;
};

/**
 * Records a password reset request; a job does the rest, so that the time is the same for every address.
 * @throws AppError rate_limited after too many requests from the client's network
 */
export async function requestPasswordReset(
  deps: RequestPasswordResetDeps,
  input: { readonly email: string; readonly origin: ResetOrigin; readonly client_ip: string },
): Promise<void> {
  await countMailRequest(deps, input.client_ip);
  const request_id = newId();
  const sealed_email = sealEmail(deps.secretBox, request_id, input.email);
  await deps.db.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, preparePasswordReset, { request_id, sealed_email, origin: input.origin });
  });
}
