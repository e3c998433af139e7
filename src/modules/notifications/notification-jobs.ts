import type { Messenger } from '../../infra/chat/index.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { Clock } from '../../shared/time.ts';
import { campaignHooks } from './campaigns/campaign-hooks.ts';
import { startDueCampaigns, startDueHandler } from './campaigns/start-due-campaigns.ts';
import type { TellDeps } from './centre/tell.ts';
import { deleteExpiredCodes } from './chat/queries.ts';
import { replyHandler, replyJob } from './chat/reply-job.ts';
import { cleanUpDeliveryJob, cleanUpHandler, resumeDeliveryJob, resumeHandler } from './delivery/clean-up.ts';
import { sendJob, spreadJob } from './delivery/jobs.ts';
import { type SendDeps, sendHandler } from './delivery/send-batch.ts';
import { spreadHandler } from './delivery/spread-outgoing.ts';
import { changedWeeksJobs } from './listeners/notify-of-changed-weeks.ts';
import { stopSummaries } from './summary-mails/summary-links.ts';

/** Runs daily and deletes codes that have expired unused. */
const expireCodesJob = defineJob<object>({
  name: 'notifications.expire-chat-codes',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '35 4 * * *',
  one_running: true,
});

function chatJobs(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly messenger: Pick<Messenger, 'reply'>;
}): readonly JobRegistration[] {
  return [
    handleJob(replyJob, replyHandler(deps)),
    handleJob(expireCodesJob, async (_payload, { logger }) => {
      const codes = await deleteExpiredCodes(deps.db, deps.clock.now());
      logger.debug({ codes }, 'expired codes of chats removed');
    }),
  ];
}

type NotificationJobDeps = Omit<SendDeps, 'campaigns' | 'stopSummaries'> &
  TellDeps & {
    readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
    readonly messenger: Pick<Messenger, 'reply'>;
  };

export function notificationJobs(deps: NotificationJobDeps): readonly JobRegistration[] {
  return [
    ...deliveryJobs({ ...deps, campaigns: campaignHooks(deps), stopSummaries: stopSummaries(deps) }),
    handleJob(startDueCampaigns, startDueHandler(deps)),
    ...chatJobs(deps),
    ...changedWeeksJobs(deps),
  ];
}

/** `campaigns` is what the campaigns add to sending. */
function deliveryJobs(deps: SendDeps): readonly JobRegistration[] {
  return [
    handleJob(spreadJob, spreadHandler(deps)),
    handleJob(sendJob, sendHandler(deps)),
    handleJob(resumeDeliveryJob, resumeHandler(deps)),
    handleJob(cleanUpDeliveryJob, cleanUpHandler(deps)),
  ];
}
