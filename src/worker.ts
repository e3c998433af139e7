import { eventJobs, type Listener, on } from './infra/events/index.ts';
import type { JobRegistration } from './infra/jobs/index.ts';
import { accountJobs } from './modules/accounts/index.ts';
import { activityJobs, askToReckon } from './modules/activities/index.ts';
import { athletesExported, exportJobs } from './modules/exports/index.ts';
import {
  connectionLost,
  connectJobs,
  healthJobs,
  inboxJobs,
  type SyncDeps,
  syncJobs,
} from './modules/integrations/index.ts';
import { invitationJobs } from './modules/invitations/index.ts';
import {
  tellExportedAthletes,
  tellOfJoining,
  tellOfLeaving,
  tellOfLostConnection,
} from './modules/notifications/index.ts';
import { memberJoined, memberLeft } from './modules/organizations/index.ts';
import { trainingZonesChanged } from './modules/users/index.ts';

/** What all listeners together need. */
type ListenerDeps = Parameters<typeof tellExportedAthletes>[0] & Parameters<typeof askToReckon>[0];

/** What all modules' jobs together need; `createDeps` provides it. */
type WorkerDeps = Parameters<typeof accountJobs>[0] &
  Parameters<typeof activityJobs>[0] &
  Parameters<typeof exportJobs>[0] &
  Parameters<typeof invitationJobs>[0] &
  SyncDeps &
  Parameters<typeof connectJobs>[0] &
  Parameters<typeof inboxJobs>[0] &
  Parameters<typeof healthJobs>[0] &
  Parameters<typeof eventJobs>[0] &
  ListenerDeps;

/** The explicit list of who hears what. */
function listeners(deps: ListenerDeps): readonly Listener[] {
  return [
    on(athletesExported, 'notifications', (event) => tellExportedAthletes(deps, event)),
    on(memberJoined, 'notifications', (event) => tellOfJoining(deps, event)),
    on(connectionLost, 'notifications', (event) => tellOfLostConnection(deps, event)),
    on(memberLeft, 'notifications', (event) => tellOfLeaving(deps, event)),
    on(trainingZonesChanged, 'activities', (event) => askToReckon(deps, event)),
  ];
}

/** The explicit list of the background work. */
export function jobRegistrations(deps: WorkerDeps): readonly JobRegistration[] {
  return [
    ...accountJobs(deps),
    ...activityJobs(deps),
    ...exportJobs(deps),
    ...invitationJobs(deps),
    ...connectJobs(deps),
    ...syncJobs(deps),
    ...inboxJobs(deps),
    ...healthJobs(deps),
    ...eventJobs(deps, listeners(deps)),
  ];
}
