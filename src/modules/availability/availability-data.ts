import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { StoredEntry, StoredInjury } from './entry.ts';
import { presentEntry, presentInjury } from './present.ts';
import { findEntryPage, findInjuryPage } from './queries.ts';

const PAGE = 500;

export function availabilityData(deps: { readonly db: Database }): PersonalData {
  const after = (row: StoredEntry | StoredInjury | null) =>
    row === null ? null : { at: row.created_at, id: row.id };
  return {
    name: 'availability',
    columns: ['availability_entries.user_id', 'injuries.user_id'],
    files: {
      'availability.json': 'The days on which you said that you cannot train as usual, and why.',
      'injuries.json': 'The injuries and illnesses that you put down.',
    },
    async *collect(user_id) {
      const entries = pagesOf<StoredEntry>(PAGE, (page) =>
        findEntryPage(deps.db, { user_id, limit: page.limit, after: after(page.after) }),
      );
      yield { name: 'availability.json', records: texts(entries, presentEntry) };
      const injuries = pagesOf<StoredInjury>(PAGE, (page) =>
        findInjuryPage(deps.db, { user_id, limit: page.limit, after: after(page.after) }),
      );
      yield { name: 'injuries.json', records: texts(injuries, presentInjury) };
    },
  };
}

async function* texts<Row>(
  pages: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string[]> {
  for await (const page of pages) yield page.map((row) => JSON.stringify(present(row)));
}
