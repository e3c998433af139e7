import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { eraseNames, findEntriesByActor, findEntriesByTarget } from './erase-queries.ts';
import { presentOwnPart } from './present.ts';

const PAGE = 500;

/** What the log says of a person. It keeps their id and nothing else of who has left: to be released after the user. */
export function auditData(deps: { db: Database }): PersonalData {
  const entries = async function* (user_id: string): AsyncGenerator<string[]> {
    for (const find of [findEntriesByActor, findEntriesByTarget]) {
      const pages = pagesOf<AuditEntry>(PAGE, (page) => find(deps.db, { user_id, ...page }));
      for await (const page of pages)
        yield page.map((entry) => JSON.stringify(presentOwnPart(entry, user_id)));
    }
  };
  return {
    name: 'audit',
    columns: ['audit_log.actor_id', 'audit_log.target_id', 'audit_log.target_name', 'audit_log.data'],
    files: {
      'audit_entries.json':
        'What the logs of organizations say that you did, and what was done about you; not whom else it was about.',
    },
    async *collect(user_id) {
      yield { name: 'audit_entries.json', records: entries(user_id) };
    },
    release: (tx, { user_id }) => eraseNames(tx, user_id),
  };
}
