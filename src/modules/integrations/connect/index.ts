import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { cleanUpAttempts, cleanUpHandler } from './clean-up.ts';
import { resealAll, resealHandler } from './reseal-credentials.ts';
import { type RevokeDeps, revokeConsent, revokeConsentHandler } from './revoke-consent.ts';

export { connectPageRoutes, connectRoutes } from './routes.ts';

export function connectJobs(deps: RevokeDeps): readonly JobRegistration[] {
  return [
    handleJob(revokeConsent, revokeConsentHandler(deps)),
    handleJob(resealAll, resealHandler(deps)),
    handleJob(cleanUpAttempts, cleanUpHandler(deps)),
  ];
}
