import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type AuditEntry, findAuditEntries } from '../audit/index.ts';
import { mayReadTeam } from './policy.ts';
import { loadStanding, requireAllowed } from './standing.ts';

/** The newest entries of an organization's audit log, or those before a time. */
export async function listAuditLogs(
  deps: { db: Database },
  actor: Actor,
  filter: Parameters<typeof findAuditEntries>[1],
): Promise<AuditEntry[]> {
  requireAllowed(
    mayReadTeam(await loadStanding(deps.db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its audit log.',
  );
  return await findAuditEntries(deps.db, filter);
}
