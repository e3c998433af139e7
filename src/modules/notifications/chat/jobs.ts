import type { Messenger } from '../../../infra/chat/index.ts';
import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { deleteExpiredCodes } from './queries.ts';
import { replyHandler, replyJob } from './reply-job.ts';

/** Daily: codes that nobody has sent. They have been good for nothing since they ended. */
const expireCodesJob = defineJob<object>({
  name: 'notifications.expire-chat-codes',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '35 4 * * *',
  one_running: true,
});

export function chatJobs(deps: {
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
