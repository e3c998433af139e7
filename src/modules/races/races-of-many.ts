import type { Queryable } from '../../infra/db/queryable.ts';
import { type RaceCeiling, viewRace } from '../../privacy/index.ts';
import type { DayRange } from '../../shared/day-range.ts';
import { findRacesOfPeople } from './queries.ts';
import { isPast, type StoredRace } from './race.ts';

type Person = { readonly user_id: string; readonly today: string; readonly ceiling: RaceCeiling };

/**
 * The races of some days of many people, by person and then by day, as far as each ceiling lets them through; who has none that shows is left
 * out. Whether a recording shows, whoever presents them has to find out. One statement at the most.
 */
export async function findRacesOfMany(
  db: Queryable,
  { people, ...range }: DayRange & { readonly people: readonly Person[] },
): Promise<Map<string, StoredRace[]>> {
  const shows = ({ ceiling: { parts } }: Person) =>
    parts.shown.includes('past') || parts.shown.includes('upcoming');
  const known = new Map(people.filter(shows).map((person) => [person.user_id, person]));
  const found = await findRacesOfPeople(db, { user_ids: [...known.keys()], ...range });
  const seen = found.flatMap((race) => {
    const person = known.get(race.user_id);
    const view =
      person === undefined ? null : viewRace(person.ceiling, race, { is_past: isPast(race, person.today) });
    return view === null ? [] : [view];
  });
  return Map.groupBy(seen, ({ user_id }) => user_id);
}
