import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { type AppError, invalidField } from '../../shared/errors.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { changeEmail, emailTaken, findUser, findUserByEmail, holdUser } from '../users/index.ts';
import { deleteTracesOf } from './account-data-queries.ts';
import { findEmailChange, takeEmailChange } from './email-changes.ts';
import { forgetMails, sealAddress } from './forget-mails.ts';
import { endResets } from './password-resets.ts';
import { deleteVerificationsOf, lockEmail } from './queries.ts';
import { isActiveAccount } from './roles.ts';
import { noticeOf, sendEmailNotice } from './send-email-notice.ts';

const FORMER_MAILS_MS = 7 * DAY_MS;

/**
 * Gives an account the address that a mail's token proves. Reset tokens sent to the former address end, and both
 * addresses are notified.
 * @throws AppError validation_error for the token; conflict when the address is taken meanwhile
 */
export async function confirmEmailChange(
  deps: { db: Database; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; secretBox: SecretBox },
  input: { readonly token: string },
): Promise<void> {
  const { db, clock, jobs, secretBox } = deps;
  const token_hash = hashToken(input.token);
  const change = await findEmailChange(db, token_hash);
  const asker = change && (await findUser(db, change.user_id));
  if (change === null || asker === null || !isActiveAccount(asker) || change.expires_at <= clock.now()) {
    throw uselessToken();
  }
  const { user_id, new_email } = change;
  await db.transaction(async (tx) => {
    const addresses = [asker.email, new_email].toSorted((one, other) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : 1,
    );
    for (const address of addresses) await lockEmail(tx, address);
    const now = clock.now();
    const user = (await holdUser(tx, user_id)) ? await findUser(tx, user_id) : null;
    if (user === null || !(await takeEmailChange(tx, { token_hash, user_id, now }))) throw uselessToken();
    if ((await findUserByEmail(tx, new_email)) !== null) throw emailTaken();
    await changeEmail(tx, user_id, new_email, now);
    await endResets(tx, user_id, now);
    await deleteVerificationsOf(tx, new_email);
    await deleteTracesOf(tx, user.email);
    const notice = { user_id, former_email: user.email, new_email, at: now, what: 'changed' as const };
    await jobs.enqueue(tx, sendEmailNotice, noticeOf(secretBox, { ...notice, to: 'former' }));
    await jobs.enqueue(tx, sendEmailNotice, noticeOf(secretBox, { ...notice, to: 'new' }));
    const later = new Date(now.getTime() + FORMER_MAILS_MS);
    const whose = sealAddress(secretBox, { user_id, email: user.email });
    await jobs.enqueue(tx, forgetMails, { ...whose, before_ms: later.getTime() }, { start_after: later });
  });
}

function uselessToken(): AppError {
  return invalidField(
    'token',
    'This token cannot be used: it was used already, is over a day old, or was copied incompletely. Ask for the change again.',
  );
}
