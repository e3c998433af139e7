import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import { cleanUpHandler, cleanUpInvitations } from './clean-up.ts';
import { invitationMailHandler, sendInvitationMail } from './send-invitation-mail.ts';

export function invitationJobs(
  deps: Parameters<typeof invitationMailHandler>[0] & Parameters<typeof cleanUpHandler>[0],
): readonly JobRegistration[] {
  return [
    handleJob(sendInvitationMail, invitationMailHandler(deps)),
    handleJob(cleanUpInvitations, cleanUpHandler(deps)),
  ];
}
