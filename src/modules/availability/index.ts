import type { Route } from '../../http/route.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { ReadDeps } from './read-days.ts';
import { athleteConstraintsRoute, ownConstraintsRoute } from './routes/constraints.ts';
import { athleteDaysRoute, ownDaysRoute } from './routes/days.ts';
import { ownEntryRoutes } from './routes/own-entries.ts';
import { ownInjuryRoutes } from './routes/own-injuries.ts';

export { availabilityInArchives, injuriesInArchives } from './archive-queries.ts';
export { availabilityData } from './availability-data.ts';
export { ATHLETE_DAYS, DaysQuery, InjuryOfDays, ToldDay } from './contract.ts';
export { findSharedAvailability, type SharedAvailability, sharedParts } from './find-shared.ts';
export { findTold, findToldOfMany, hiddenParts, NOTHING_TOLD, viewTold } from './find-told.ts';
export { presentDays, presentEntriesOfDay } from './present.ts';
export { findToldConstraints } from './read-constraints.ts';
export { readMemberDays } from './read-days.ts';
export { AvailabilityObject } from './shared-contract.ts';
export { createEntry } from './write-entry.ts';
export { createInjury } from './write-injury.ts';

export function availabilityRoutes(deps: ReadDeps & NoteDeps): readonly Route[] {
  return [
    ...ownEntryRoutes(deps),
    ...ownInjuryRoutes(deps),
    ownDaysRoute(deps),
    athleteDaysRoute(deps),
    ownConstraintsRoute(deps),
    athleteConstraintsRoute(deps),
  ];
}
