import type { AuditEntry } from './audit-entry.ts';
import type { AuditLogEntry } from './contract.ts';

export function presentAuditEntry(entry: AuditEntry): AuditLogEntry {
  return {
    id: entry.id,
    org_id: entry.org_id,
    event_type: entry.event_type,
    actor_type: entry.actor_type,
    actor_id: entry.actor_id,
    target_id: entry.target_id,
    target_name: entry.target_name,
    data: entry.data,
    created_at: entry.created_at.toISOString(),
  };
}

/** The part of an entry about a person: their own action without its target, or what was done to them without by whom. */
export function presentOwnPart(entry: AuditEntry, user_id: string) {
  const isTarget = entry.target_id === user_id;
  return {
    id: entry.id,
    org_id: entry.org_id,
    event_type: entry.event_type,
    you_acted: entry.actor_id === user_id,
    about_you: isTarget,
    name_given: isTarget ? entry.target_name : null,
    data: isTarget ? entry.data : {},
    created_at: entry.created_at.toISOString(),
  };
}
