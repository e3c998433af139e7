import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import type { AuditEntry } from './audit-entry.ts';
import { EVENTS_ABOUT_A_PERSON } from './events.ts';

type Page = { readonly user_id: string; readonly after: AuditEntry | null; readonly limit: number };

export async function findEntriesByActor(
  db: Queryable,
  { user_id, after, limit }: Page,
): Promise<AuditEntry[]> {
  return await db.query<AuditEntry>(sql`
    SELECT id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at FROM audit_log
    WHERE actor_id = ${user_id} AND id > ${after?.id ?? LOWEST_ID} ORDER BY id LIMIT ${limit}`);
}

export async function findEntriesByTarget(
  db: Queryable,
  { user_id, after, limit }: Page,
): Promise<AuditEntry[]> {
  return await db.query<AuditEntry>(sql`
    SELECT id, org_id, event_type, actor_type, actor_id, target_id, target_name, data, created_at FROM audit_log
    WHERE target_id = ${user_id} AND actor_id IS DISTINCT FROM ${user_id} AND id > ${after?.id ?? LOWEST_ID}
    ORDER BY id LIMIT ${limit}`);
}

/** Removes a person's name from every entry. The database permits it only once the user is gone. */
export async function eraseNames(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE audit_log SET target_name = NULL
    WHERE target_id = ${user_id} AND target_name IS NOT NULL AND event_type = ANY(${EVENTS_ABOUT_A_PERSON})`);
  await tx.execute(sql`
    UPDATE audit_log SET data = data - 'head_coach_name'
    WHERE event_type = 'organization_created' AND data ->> 'head_coach_user_id' = ${user_id}
      AND data -> 'head_coach_name' IS NOT NULL`);
}
