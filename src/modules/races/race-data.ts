import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import { presentRace } from './present.ts';
import { findRacePage } from './queries.ts';
import type { StoredRace } from './race.ts';

const PAGE = 500;

/** Somebody's calendar of races. It goes with them, by cascade. */
export function raceData(deps: { readonly db: Database }): PersonalData {
  const all = { from: null, to: null, today: '9999-12-31', shows_past: true, shows_upcoming: true };
  return {
    name: 'races',
    columns: ['races.user_id'],
    files: { 'races.json': 'Your races: what you aimed at, and what came of them.' },
    async *collect(user_id) {
      const pages = pagesOf<StoredRace>(PAGE, ({ after, limit }) => {
        const place = after && { at: new Date(`${after.date}T00:00:00Z`), id: after.id };
        return findRacePage(deps.db, { user_id, ...all, after: place, limit });
      });
      yield { name: 'races.json', records: texts(pages) };
    },
  };
}

async function* texts(pages: AsyncIterable<StoredRace[]>): AsyncGenerator<string[]> {
  for await (const page of pages) yield page.map((race) => JSON.stringify(presentRace(race)));
}
