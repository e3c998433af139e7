import type { JobRegistration } from '../../infra/jobs/index.ts';
import { campaignHooks } from './campaigns/campaign-hooks.ts';
import { campaignJobs } from './campaigns/jobs.ts';
import { chatJobs } from './chat/jobs.ts';
import { deliveryJobs } from './delivery/delivery-jobs.ts';
import { stopSummaries } from './summary-mails/summary-links.ts';
import { changedWeeksJobs } from './telling/tell-of-changed-weeks.ts';

type NotificationJobDeps = Omit<Parameters<typeof deliveryJobs>[0], 'campaigns' | 'stopSummaries'> &
  Parameters<typeof campaignHooks>[0] &
  Parameters<typeof campaignJobs>[0] &
  Parameters<typeof chatJobs>[0] &
  Parameters<typeof changedWeeksJobs>[0];

/** The work of this module, for the list of `worker.ts`. */
export function notificationJobs(deps: NotificationJobDeps): readonly JobRegistration[] {
  return [
    ...deliveryJobs({ ...deps, campaigns: campaignHooks(deps), stopSummaries: stopSummaries(deps) }),
    ...campaignJobs(deps),
    ...chatJobs(deps),
    ...changedWeeksJobs(deps),
  ];
}
