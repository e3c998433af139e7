import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { handleJob, type JobRegistration, type Jobs } from '../../infra/jobs/index.ts';
import type { Mailer } from '../../infra/mail/index.ts';
import type { Clock } from '../../shared/time.ts';
import { cleanUpAccounts, cleanUpHandler } from './clean-up.ts';
import { forgetMails, forgetMailsHandler } from './forget-mails.ts';
import { preparePasswordReset, preparePasswordResetHandler } from './prepare-password-reset.ts';
import { emailChangeMailHandler, sendEmailChangeMail } from './send-email-change-mail.ts';
import { emailNoticeHandler, sendEmailNotice } from './send-email-notice.ts';
import { passwordChangedMailHandler, sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { passwordResetMailHandler, sendPasswordResetMail } from './send-password-reset-mail.ts';
import { sendVerificationMail, verificationMailHandler } from './send-verification-mail.ts';

export type AccountJobDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly baseUrl: string;
};

export function accountJobs(deps: AccountJobDeps): readonly JobRegistration[] {
  return [
    handleJob(sendVerificationMail, verificationMailHandler(deps)),
    handleJob(preparePasswordReset, preparePasswordResetHandler(deps)),
    handleJob(sendPasswordResetMail, passwordResetMailHandler(deps)),
    handleJob(sendPasswordChangedMail, passwordChangedMailHandler(deps)),
    handleJob(sendEmailChangeMail, emailChangeMailHandler(deps)),
    handleJob(sendEmailNotice, emailNoticeHandler(deps)),
    handleJob(forgetMails, forgetMailsHandler(deps)),
    handleJob(cleanUpAccounts, cleanUpHandler(deps)),
  ];
}
