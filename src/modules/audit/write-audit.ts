import type { Transaction } from '../../infra/db/queryable.ts';
import { newId } from '../../shared/ids.ts';
import type { AuditActor, AuditEntry } from './audit-entry.ts';
import type { AuditEvent } from './events.ts';
import { insertAuditEntries, insertAuditEntry } from './queries.ts';

type NewEntry = {
  org_id: string;
  event_type: AuditEvent;
  actor: AuditActor;
  target_id?: string;
  target_name?: string | null;
  /** Ids, field names, roles: coaches read it as it is stored. */
  data?: Readonly<Record<string, unknown>>;
  now: Date;
};

/** Appends to an organization's log in the transaction of the change. */
export async function writeAudit(tx: Transaction, entry: NewEntry): Promise<void> {
  await insertAuditEntry(tx, entryOf(entry, newId()));
}

export async function writeAudits(tx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  // Entries of one moment are listed by id, and ids of one millisecond are unordered.
  const ids = entries.map(newId).toSorted();
  const rows = entries.map((entry, index) => entryOf(entry, ids[index] ?? newId()));
  if (rows.length > 0) await insertAuditEntries(tx, rows);
}

function entryOf(entry: NewEntry, id: string): AuditEntry {
  return {
    id,
    org_id: entry.org_id,
    event_type: entry.event_type,
    actor_type: entry.actor.type,
    actor_id: actorId(entry.actor),
    target_id: entry.target_id ?? null,
    target_name: entry.target_name ?? null,
    data: entry.data ?? {},
    created_at: entry.now,
  };
}

function actorId(actor: AuditActor): string | null {
  switch (actor.type) {
    case 'user':
      return actor.user_id;
    case 'api_key':
      return actor.key_id;
    case 'app':
    case 'system':
      return null;
  }
}
