import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import type { Mailer } from '../../infra/mail/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';

type Payload = {
  readonly user_id: string;
  /** A sealed box in base64, so that the queue names nobody who has left; it opens for this id alone. */
  readonly sealed_address: string;
  /** Epoch milliseconds: later mails belong to the address's next owner. */
  readonly before_ms: number;
};

/** Deletes outbox files of mails to somebody who has left, on a server without SMTP. */
export const forgetMails = defineJob<Payload>({
  name: 'accounts.forget-mails',
  payload: (value) => {
    const { user_id, sealed_address, before_ms } = value as Partial<Payload>;
    if (typeof user_id !== 'string' || typeof sealed_address !== 'string' || typeof before_ms !== 'number')
      throw new TypeError('the person, the address or the time is missing');
    return { user_id, sealed_address, before_ms };
  },
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 600,
});

export function sealAddress(
  secretBox: SecretBox,
  { user_id, email }: { user_id: string; email: string },
): Pick<Payload, 'user_id' | 'sealed_address'> {
  return {
    user_id,
    sealed_address: secretBox.seal(purposeOf(user_id), Buffer.from(email)).toString('base64'),
  };
}

export function openAddress(
  secretBox: SecretBox,
  { user_id, sealed_address }: Pick<Payload, 'user_id' | 'sealed_address'>,
): string {
  return secretBox.open(purposeOf(user_id), Buffer.from(sealed_address, 'base64')).toString();
}

export function forgetMailsHandler(deps: { mailer: Mailer; secretBox: SecretBox }): JobHandler<Payload> {
  return async ({ user_id, sealed_address, before_ms }) => {
    const address = openAddress(deps.secretBox, { user_id, sealed_address });
    await deps.mailer.forget(address, new Date(before_ms));
  };
}

const purposeOf = (user_id: string): string => `address of ${user_id}`;
