import type { Route } from '../../../http/route.ts';
import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { CONNECTED_PLATFORMS } from '../provider.ts';
import { cleanUpAttempts, cleanUpHandler } from './clean-up.ts';
import { connectedPageRoute } from './pages/connected-page.ts';
import { resealAll, resealHandler } from './reseal-credentials.ts';
import { revokeConsent, revokeConsentHandler } from './revoke-consent.ts';
import { confirmConnectionRoute } from './routes/confirm-connection.ts';
import { authorizeUrlRoute, callbackRoute } from './routes/connect-platform.ts';
import { disconnectRoute, listIntegrationsRoute } from './routes/connections.ts';
import { startPageRoutes } from './routes/start-page.ts';

export function connectRoutes(
  deps: Parameters<typeof callbackRoute>[0] & Parameters<typeof disconnectRoute>[0],
): readonly Route[] {
  return [
    listIntegrationsRoute(deps),
    confirmConnectionRoute(deps),
    ...CONNECTED_PLATFORMS.flatMap((platform) => [
      authorizeUrlRoute(deps, platform),
      callbackRoute(deps, platform),
      disconnectRoute(deps, platform),
    ]),
  ];
}

/** Outside both APIs. */
export function connectPageRoutes(deps: Parameters<typeof startPageRoutes>[0]): readonly Route[] {
  return [connectedPageRoute(), ...startPageRoutes(deps)];
}

export function connectJobs(
  deps: Parameters<typeof revokeConsentHandler>[0] & Parameters<typeof cleanUpHandler>[0],
): readonly JobRegistration[] {
  return [
    handleJob(revokeConsent, revokeConsentHandler(deps)),
    handleJob(resealAll, resealHandler(deps)),
    handleJob(cleanUpAttempts, cleanUpHandler(deps)),
  ];
}
