import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { cutPage, type PageAsked, placeAfter } from '../../shared/page-cursor.ts';
import { type AuditEntry, type AuditFilter, findAuditEntries } from '../audit/index.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { mayReadTeam } from './policy.ts';

/**
 * A page of an organization's audit log, newest first, or of what is before a time.
 *
 * @throws notFound; forbidden; invalidField for the cursor
 */
export async function listAuditLogs(
  deps: { db: Database },
  actor: Actor,
  { page, ...filter }: Omit<AuditFilter, 'after' | 'limit'> & { page: PageAsked },
): Promise<{ entries: AuditEntry[]; next_cursor: string | null }> {
  requireAllowed(
    mayReadTeam(await loadOrganizationAccess(deps.db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its audit log.',
  );
  const place = { after: placeAfter(page.cursor), limit: page.limit + 1 };
  const found = await findAuditEntries(deps.db, { ...filter, ...place });
  const { rows, next_cursor } = cutPage(found, page.limit, ({ created_at, id }) => ({ at: created_at, id }));
  return { entries: rows, next_cursor };
}
