import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import { cleanUpAccounts, cleanUpHandler } from './clean-up.ts';
import { forgetMails, forgetMailsHandler } from './forget-mails.ts';
import { preparePasswordReset, preparePasswordResetHandler } from './prepare-password-reset.ts';
import { emailChangeMailHandler, sendEmailChangeMail } from './send-email-change-mail.ts';
import { emailNoticeHandler, sendEmailNotice } from './send-email-notice.ts';
import { passwordChangedMailHandler, sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { passwordResetMailHandler, sendPasswordResetMail } from './send-password-reset-mail.ts';
import { sendVerificationMail, verificationMailHandler } from './send-verification-mail.ts';

export type AccountJobDeps = Parameters<typeof verificationMailHandler>[0] &
  Parameters<typeof preparePasswordResetHandler>[0] &
  Parameters<typeof passwordResetMailHandler>[0] &
  Parameters<typeof passwordChangedMailHandler>[0] &
  Parameters<typeof emailChangeMailHandler>[0] &
  Parameters<typeof emailNoticeHandler>[0] &
  Parameters<typeof cleanUpHandler>[0];

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
