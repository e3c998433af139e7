import type { JobRegistration } from '../../infra/jobs/index.ts';
import { campaignHooks } from './campaigns/campaign-hooks.ts';
import { campaignJobs } from './campaigns/jobs.ts';
import { chatJobs } from './chat/jobs.ts';
import { deliveryJobs } from './delivery/delivery-jobs.ts';

type NotificationJobDeps = Omit<Parameters<typeof deliveryJobs>[0], 'campaigns'> &
  Parameters<typeof campaignHooks>[0] &
  Parameters<typeof campaignJobs>[0] &
  Parameters<typeof chatJobs>[0];

/** The work of this module, for the list of `worker.ts`. */
export function notificationJobs(deps: NotificationJobDeps): readonly JobRegistration[] {
  return [
    ...deliveryJobs({ ...deps, campaigns: campaignHooks(deps) }),
    ...campaignJobs(deps),
    ...chatJobs(deps),
  ];
}
