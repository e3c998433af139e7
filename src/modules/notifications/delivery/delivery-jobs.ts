import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { cleanUpDeliveryJob, cleanUpHandler, resumeDeliveryJob, resumeHandler } from './clean-up.ts';
import { sendJob, spreadJob } from './jobs.ts';
import { type SendDeps, sendHandler } from './send-batch.ts';
import { spreadHandler } from './spread-outgoing.ts';

/** The work of sending, for the list of `worker.ts`. `campaigns` is what campaigns add to it. */
export function deliveryJobs(deps: SendDeps): readonly JobRegistration[] {
  return [
    handleJob(spreadJob, spreadHandler(deps)),
    handleJob(sendJob, sendHandler(deps)),
    handleJob(resumeDeliveryJob, resumeHandler(deps)),
    handleJob(cleanUpDeliveryJob, cleanUpHandler(deps)),
  ];
}
