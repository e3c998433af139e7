import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { joinSql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditEvent } from './events.ts';

export async function insertAuditEntry(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.execute(sql`
    INSERT INTO audit_log (id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at)
    VALUES (${entry.id}, ${entry.org_id}, ${entry.event_type}, ${entry.actor_type}, ${entry.actor_id},
            ${entry.target_id}, ${entry.target_name}, ${JSON.stringify(entry.data)}, ${entry.created_at})`);
}

export async function insertAuditEntries(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO audit_log (id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at)
    SELECT id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at
    FROM json_to_recordset(${JSON.stringify(entries)}::json) AS given(id uuid, org_id uuid, event_type text,
      actor_type text, actor_id uuid, target_id uuid, target_name text, data jsonb, created_at timestamptz)
    ORDER BY id`);
}

export type AuditFilter = {
  org_id: string;
  event_type: AuditEvent | undefined;
  actor_id: string | undefined;
  target_id: string | undefined;
  before: Date | undefined;
  after: PagePosition | null;
  limit: number;
};

export async function findAuditEntries(db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> {
  const conditions = [sql`org_id = ${filter.org_id}`];
  if (filter.event_type !== undefined) conditions.push(sql`event_type = ${filter.event_type}`);
  if (filter.actor_id !== undefined) conditions.push(sql`actor_id = ${filter.actor_id.toLowerCase()}`);
  if (filter.target_id !== undefined) conditions.push(sql`target_id = ${filter.target_id.toLowerCase()}`);
  if (filter.before !== undefined) conditions.push(sql`created_at < ${filter.before}`);
  if (filter.after !== null)
    conditions.push(sql`(created_at, id) < (${filter.after.at}, ${filter.after.id}::uuid)`);
  return await db.query<AuditEntry>(sql`
    SELECT id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at
    FROM audit_log
    WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY created_at DESC, id DESC
    LIMIT ${filter.limit}`);
}
