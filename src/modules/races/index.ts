import type { Route } from '../../http/route.ts';
import { athleteRaceRoutes } from './routes/athlete-races.ts';
import { ownRaceRoutes } from './routes/own-races.ts';

export { raceData } from './race-data.ts';
export { findUpcomingRaces } from './upcoming-races.ts';
export { createRace } from './write-race.ts';

export function raceRoutes(deps: Parameters<typeof athleteRaceRoutes>[0]): readonly Route[] {
  return [...ownRaceRoutes(deps), ...athleteRaceRoutes(deps)];
}
