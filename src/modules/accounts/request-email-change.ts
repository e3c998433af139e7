import type { SignedInActor } from '../../http/actor.ts';
import { sealToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import type { Transaction } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { invalidField } from '../../shared/errors.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { findUser, holdUser } from '../users/index.ts';
import { type ConfirmDeps, confirmIdentity, type IdentityProof } from './confirm-identity.ts';
import { findEmailChangeTimes, insertEmailChange } from './email-changes.ts';
import { emailChangeLimit, invalidAccessToken } from './errors.ts';
import { countMailRequest, type MailRequestDeps } from './limit-mail-requests.ts';
import { lockEmail } from './queries.ts';
import { requireLiveToken } from './require-live-token.ts';
import { sendEmailChangeMail } from './send-email-change-mail.ts';
import { noticeOf, sendEmailNotice } from './send-email-notice.ts';

const LIFETIME_MS = DAY_MS;
export const EMAIL_CHANGE_LIFETIME_S = LIFETIME_MS / SECOND_MS;
const MAX_AN_HOUR = 3;

export type EmailChangeDeps = ConfirmDeps &
  MailRequestDeps & { readonly jobs: Pick<Jobs, 'enqueue'>; readonly secretBox: SecretBox };

/**
 * Mails a link to the desired address and a notice to the current one. A job later checks whether the desired address is
 * taken, so that neither answer nor time tells.
 * @throws AppError forbidden for a wrong proof; rate_limited; validation_error for the current address; unauthenticated
 */
export async function requestEmailChange(
  deps: EmailChangeDeps,
  actor: SignedInActor,
  input: { readonly proof: IdentityProof; readonly new_email: string; readonly client_ip: string },
): Promise<void> {
  const { user_id } = actor;
  const { new_email, client_ip } = input;
  await confirmIdentity(deps, actor, input);
  await countMailRequest(deps, client_ip);
  const token = newToken();
  const sealed = sealToken(deps.secretBox, 'email change', token);
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, new_email);
    const user = (await holdUser(tx, user_id)) ? await findUser(tx, user_id) : null;
    if (user === null) throw invalidAccessToken();
    await requireLiveToken(tx, actor);
    if (user.email.toLowerCase() === new_email.toLowerCase()) {
      throw invalidField('new_email', 'is the address of the account already');
    }
    const now = deps.clock.now();
    await requireChangeLeft(tx, { user_id, new_email, now });
    const expires_at = new Date(now.getTime() + LIFETIME_MS);
    await insertEmailChange(tx, {
      token_hash: hashToken(token),
      user_id,
      new_email,
      created_at: now,
      expires_at,
    });
    await deps.jobs.enqueue(tx, sendEmailChangeMail, sealed);
    const notice = { user_id, former_email: user.email, new_email, at: now };
    await deps.jobs.enqueue(
      tx,
      sendEmailNotice,
      noticeOf(deps.secretBox, { ...notice, what: 'asked', to: 'former' }),
    );
  });
}

async function requireChangeLeft(
  tx: Transaction,
  { now, ...whose }: { user_id: string; new_email: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const { by_user, to_address } = await findEmailChangeTimes(tx, { ...whose, since });
  const counted = [by_user, to_address].flatMap((times) => times[MAX_AN_HOUR - 1] ?? []);
  if (counted.length === 0) return;
  const wait_ms = Math.max(...counted.map((time) => time.getTime())) + HOUR_MS - now.getTime();
  throw emailChangeLimit({ headers: { 'Retry-After': String(Math.max(Math.ceil(wait_ms / SECOND_MS), 1)) } });
}
