export { AuditLogEntry } from './contract.ts';
export { AUDIT_EVENTS, type AuditEvent } from './events.ts';
export { presentAuditEntry } from './present.ts';
export { type AuditEntry, findAuditEntries } from './queries.ts';
export { type AuditActor, writeAudit } from './write-audit.ts';
