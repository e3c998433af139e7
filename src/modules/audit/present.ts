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
