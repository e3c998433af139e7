import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import { NEWEST } from './accesses/list-accesses.ts';
import { presentOwnAccess } from './accesses/present.ts';
import { type AccessRow, findAccesses, findReadsBy } from './accesses/queries.ts';
import type { AuditEntry } from './audit-entry.ts';
import { eraseNames, findEntriesByActor, findEntriesByTarget } from './erase-queries.ts';
import { findLookupsAround } from './lookups/queries.ts';
import { presentOwnPart } from './present.ts';

const PAGE = 500;

/** The audit log's entries of a person. It keeps their id and nothing else: release it after the user. */
export function auditData(deps: { db: Database }): PersonalData {
  const entries = async function* (user_id: string): AsyncGenerator<string[]> {
    for (const find of [findEntriesByActor, findEntriesByTarget]) {
      const pages = pagesOf<AuditEntry>(PAGE, (page) => find(deps.db, { user_id, ...page }));
      for await (const page of pages)
        yield page.map((entry) => JSON.stringify(presentOwnPart(entry, user_id)));
    }
  };
  const accesses = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<AccessRow>(PAGE, ({ after, limit }) =>
      findAccesses(deps.db, { user_id, after: after ?? NEWEST, limit }),
    );
    for await (const page of pages) yield page.map((row) => JSON.stringify(presentOwnAccess(row)));
  };
  const reads = async function* (user_id: string): AsyncGenerator<string[]> {
    type Row = Awaited<ReturnType<typeof findReadsBy>>[number];
    const pages = pagesOf<Row>(PAGE, (page) => findReadsBy(deps.db, { user_id, ...page }));
    for await (const page of pages)
      yield page.map(({ org_id, kind, first_at, last_at, times }) =>
        JSON.stringify({
          org_id,
          data: kind,
          first_at: first_at.toISOString(),
          last_at: last_at.toISOString(),
          times,
        }),
      );
  };
  const lookups = async function* (user_id: string): AsyncGenerator<string[]> {
    type Row = Awaited<ReturnType<typeof findLookupsAround>>[number];
    const pages = pagesOf<Row>(PAGE, (page) => findLookupsAround(deps.db, { user_id, ...page }));
    for await (const page of pages)
      yield page.map(({ listed, filters, shown, shows_them, looked_at, actor_id }) =>
        JSON.stringify({
          listed,
          looked_at: looked_at.toISOString(),
          by_you: actor_id === user_id,
          with_you_in_it: shows_them,
          ...(actor_id === user_id && { filters, shown }),
        }),
      );
  };
  return {
    name: 'audit',
    columns: [
      'audit_log.actor_id',
      'audit_log.target_id',
      'audit_log.target_name',
      'audit_log.data',
      'data_reads.user_id',
      'data_reads.reader_id',
      'admin_lookups.actor_id',
      'admin_lookups.shown_ids',
    ],
    files: {
      'audit_entries.json':
        'What the logs of organizations say that you did, and what was done about you; not whom else it was about.',
      'accesses.json': 'Who read, took out or changed something of yours, the newest first.',
      'reads.json': 'What you read of others, by day; not of whom.',
      'admin_lookups.json':
        'Lists of all accounts or organizations that platform admins were shown: those with you in them, and those you asked for.',
    },
    async *collect(user_id) {
      yield { name: 'audit_entries.json', records: entries(user_id) };
      yield { name: 'accesses.json', records: accesses(user_id) };
      yield { name: 'reads.json', records: reads(user_id) };
      yield { name: 'admin_lookups.json', records: lookups(user_id) };
    },
    release: (tx, { user_id }) => eraseNames(tx, user_id),
  };
}
