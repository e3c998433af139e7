import type { Route } from '../../http/route.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { ReadDeps } from './read-races.ts';
import { athleteRaceRoutes } from './routes/athlete-races.ts';
import { ownRaceRoutes } from './routes/own-races.ts';

export { Race } from './contract.ts';
export { presentRace } from './present.ts';
export type { StoredRace } from './race.ts';
export { raceData } from './race-data.ts';
export { findRacesOfMany } from './races-of-many.ts';
export { findUpcomingRaces } from './upcoming-races.ts';
export { createRace } from './write-race.ts';

export function raceRoutes(deps: ReadDeps & NoteDeps): readonly Route[] {
  return [...ownRaceRoutes(deps), ...athleteRaceRoutes(deps)];
}
