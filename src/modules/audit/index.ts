export { auditData } from './audit-data.ts';
export type { AuditActor, AuditEntry } from './audit-entry.ts';
export { AuditLogEntry } from './contract.ts';
export { AUDIT_EVENTS } from './events.ts';
export { presentAuditEntry } from './present.ts';
export { findAuditEntries } from './queries.ts';
export { verifyAuditLog } from './verify-audit-log.ts';
export { writeAudit, writeAudits } from './write-audit.ts';
