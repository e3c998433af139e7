import type { Database } from '../../infra/db/database.ts';
import { defineJob, handleJob, type JobHandler, type JobRegistration } from '../../infra/jobs/index.ts';
import type { Clock } from '../../shared/time.ts';
import { EMAIL_KEPT_MS } from './invitation.ts';
import { forgetPeople } from './queries.ts';
import {
  type InvitationMailDeps,
  invitationMailHandler,
  sendInvitationMail,
} from './send-invitation-mail.ts';

const cleanUpInvitations = defineJob<Record<never, never>>({
  name: 'invitations.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '35 3 * * *',
});

export function cleanUpHandler(deps: { db: Database; clock: Clock }): JobHandler<Record<never, never>> {
  return async (_payload, { logger }) => {
    const forgotten = await forgetPeople(deps.db, new Date(deps.clock.now().getTime() - EMAIL_KEPT_MS));
    logger.debug({ invitations: forgotten }, 'addresses of ended invitations forgotten');
  };
}

export function invitationJobs(deps: InvitationMailDeps): readonly JobRegistration[] {
  return [
    handleJob(sendInvitationMail, invitationMailHandler(deps)),
    handleJob(cleanUpInvitations, cleanUpHandler(deps)),
  ];
}
