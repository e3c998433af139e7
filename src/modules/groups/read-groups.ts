import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { loadOrganizationAccess, mayReadTeam, requireAllowed } from '../organizations/index.ts';
import { noSuchGroup } from './errors.ts';
import type { Group } from './group.ts';
import { findGroup, findGroups } from './queries.ts';

/**
 * A page of the groups of an organization, the oldest first.
 *
 * @throws notFound; forbidden; invalidField for the cursor
 */
export async function readGroups(
  deps: { db: Database },
  actor: Actor,
  { org_id, page }: { org_id: string; page: PageAsked },
): Promise<{ groups: Group[]; next_cursor: string | null }> {
  await requireGroupReader(deps.db, org_id, actor);
  const { rows, next_cursor } = await pageOf(
    page,
    ({ after, limit }) => findGroups(deps.db, { org_id, after: after?.id ?? null, limit }),
    ({ id }) => ({ at: new Date(0), id }),
  );
  return { groups: rows, next_cursor };
}

/** @throws notFound; forbidden; noSuchGroup */
export async function readGroup(
  deps: { db: Database },
  actor: Actor,
  id: { org_id: string; group_id: string },
): Promise<Group> {
  await requireGroupReader(deps.db, id.org_id, actor);
  const group = await findGroup(deps.db, id);
  if (group === null) throw noSuchGroup();
  return group;
}

async function requireGroupReader(db: Database, org_id: string, actor: Actor): Promise<void> {
  requireAllowed(
    mayReadTeam(await loadOrganizationAccess(db, org_id, actor)),
    'Only coaches of the organization and platform admins may read its groups.',
  );
}
