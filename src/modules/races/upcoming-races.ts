import type { Queryable } from '../../infra/db/queryable.ts';
import { type Audience, type PrivacySettings, raceCeiling } from '../../privacy/index.ts';
import type { UpcomingRace } from '../../training/availability/told.ts';
import { findRacesOfDays } from './queries.ts';
import { isPast } from './race.ts';

/** The races to come of some days, as an audience sees them: for a plan of these days. */
export async function findUpcomingRaces(
  db: Queryable,
  asked: {
    readonly user_id: string;
    readonly from: string;
    readonly to: string;
    readonly settings: PrivacySettings;
    readonly audience: Audience;
    readonly today: string;
  },
): Promise<{ readonly races: UpcomingRace[]; readonly privacy_filtered: readonly 'races'[] }> {
  if (!raceCeiling(asked).parts.shown.includes('upcoming')) return { races: [], privacy_filtered: ['races'] };
  const found = await findRacesOfDays(db, asked);
  const races = found.filter((race) => !isPast(race, asked.today));
  return {
    races: races.map(({ id, date, distance_m, priority, target_time_s }) => ({
      id,
      date,
      distance_m,
      priority,
      target_time_s,
    })),
    privacy_filtered: [],
  };
}
