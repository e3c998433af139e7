import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import { cleanUpAccounts, cleanUpHandler } from './clean-up.ts';
import { sendVerificationMail, verificationMailHandler } from './send-verification-mail.ts';

export type AccountJobDeps = Parameters<typeof verificationMailHandler>[0] &
  Parameters<typeof cleanUpHandler>[0];

export function accountJobs(deps: AccountJobDeps): readonly JobRegistration[] {
  return [
    handleJob(sendVerificationMail, verificationMailHandler(deps)),
    handleJob(cleanUpAccounts, cleanUpHandler(deps)),
  ];
}
