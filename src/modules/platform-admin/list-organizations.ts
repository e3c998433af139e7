import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { noteLookup } from '../audit/index.ts';
import {
  findOrganizationPage,
  type ListedOrganization,
  type OrganizationFilter,
} from '../organizations/index.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * A page of all organizations, newest first, for a platform admin. It is noted.
 *
 * @throws forbidden; invalidField for the cursor
 */
export async function listOrganizations(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { filter, page }: { filter: OrganizationFilter; page: PageAsked },
): Promise<{ organizations: ListedOrganization[]; next_cursor: string | null }> {
  requireAdmin(actor);
  return await deps.db.transaction(async (tx) => {
    const { rows, next_cursor } = await findOrganizationsOnPage(tx, { filter, page });
    const shown_ids = rows.map(({ org_id }) => org_id);
    await noteLookup(tx, actor, {
      listed: 'organizations',
      asked: filter,
      shown_ids,
      now: deps.clock.now(),
    });
    return { organizations: rows, next_cursor };
  });
}

export async function findOrganizationsOnPage(
  db: Queryable,
  { filter, page }: { filter: OrganizationFilter; page: PageAsked },
): Promise<{ rows: ListedOrganization[]; next_cursor: string | null }> {
  return await pageOf(
    page,
    (place) => findOrganizationPage(db, { ...filter, ...place }),
    ({ created_at, org_id }) => ({ at: created_at, id: org_id }),
  );
}
