import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import {
  composeLetter,
  type MailContent,
  type Mailer,
  sendFromJob,
  timeInWords,
} from '../../infra/mail/index.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Language } from '../../shared/languages.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findUser } from '../users/index.ts';
import { openAddress, sealAddress } from './forget-mails.ts';
import { isActiveAccount } from './roles.ts';

type What = 'asked' | 'changed';
type Recipient = 'former' | 'new';

type Payload = {
  readonly user_id: string;
  readonly what: What;
  readonly to: Recipient;
  /** In sealed boxes, in base64. */
  readonly sealed_former: string;
  readonly sealed_new: string;
  readonly at_ms: number;
};

export const sendEmailNotice = defineJob<Payload>({
  name: 'accounts.send-email-notice',
  sends: true,
  payload: readPayload,
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

export function noticeOf(
  secretBox: SecretBox,
  notice: {
    readonly user_id: string;
    readonly former_email: string;
    readonly new_email: string;
    readonly at: Date;
    readonly what: What;
    readonly to: Recipient;
  },
): Payload {
  const { user_id, what, to } = notice;
  const seal = (email: string): string => sealAddress(secretBox, { user_id, email }).sealed_address;
  return {
    user_id,
    what,
    to,
    sealed_former: seal(notice.former_email),
    sealed_new: seal(notice.new_email),
    at_ms: notice.at.getTime(),
  };
}

/** Tells an address of a change of address. */
export function emailNoticeHandler(deps: {
  db: Database;
  mailer: Mailer;
  secretBox: SecretBox;
  baseUrl: string;
}): JobHandler<Payload> {
  return async ({ user_id, what, to, sealed_former, sealed_new, at_ms }, context) => {
    const user = await findUser(deps.db, user_id);
    if (user === null || !isActiveAccount(user)) {
      context.logger.debug('the account is not active: no mail');
      return;
    }
    const open = (sealed_address: string): string => openAddress(deps.secretBox, { user_id, sealed_address });
    const addresses = { former: open(sealed_former), new: open(sealed_new) };
    const { language, timezone } = user.preferences;
    const mail = {
      ...composeEmailNotice({
        language,
        timezone,
        what,
        former_email: addresses.former,
        new_email: addresses.new,
        at: new Date(at_ms),
        base_url: deps.baseUrl,
      }),
      to: { address: addresses[to] },
      message_id: `email-${what}-${to}-${user_id}-${at_ms}`,
    };
    await sendFromJob(deps.mailer, mail, context);
  };
}

function readPayload(value: unknown): Payload {
  const { user_id, what, to, sealed_former, sealed_new, at_ms } = Object(value);
  if (
    typeof user_id === 'string' &&
    isUuid(user_id) &&
    (what === 'asked' || what === 'changed') &&
    (to === 'former' || to === 'new') &&
    typeof sealed_former === 'string' &&
    typeof sealed_new === 'string' &&
    typeof at_ms === 'number'
  ) {
    return { user_id, what, to, sealed_former, sealed_new, at_ms };
  }
  throw new Error('This is not the payload of a notice about a change of address.');
}

/** Tells somebody that another address was requested or set for their account. */
function composeEmailNotice(input: {
  readonly language: Language;
  readonly what: 'asked' | 'changed';
  readonly former_email: string;
  readonly new_email: string;
  readonly at: Date;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, what, base_url } = input;
  const say = phrasesIn(language);
  const time = timeInWords({ ...input, time: input.at });
  return composeLetter({
    language,
    base_url,
    subject: say(`accounts.emailNotice.${what}.subject`),
    heading: say(`accounts.emailNotice.${what}.heading`),
    parts: [
      say(`accounts.emailNotice.${what}.told`, { former: input.former_email, next: input.new_email, time }),
      say(`accounts.emailNotice.${what}.notMe`),
    ],
  });
}
