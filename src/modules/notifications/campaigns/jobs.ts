import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { startDueCampaigns, startDueHandler } from './start-due-campaigns.ts';

export function campaignJobs(deps: Parameters<typeof startDueHandler>[0]): readonly JobRegistration[] {
  return [handleJob(startDueCampaigns, startDueHandler(deps))];
}
