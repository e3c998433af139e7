import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { loadStanding, mayReadTeam, requireAllowed } from '../organizations/index.ts';
import { noSuchGroup } from './errors.ts';
import type { Group } from './group.ts';
import { findGroup, findGroups } from './queries.ts';

/** A page of the groups of an organization, and how many there are in all. */
export async function readGroups(
  deps: { db: Database },
  actor: Actor,
  page: { org_id: string; limit: number; offset: number },
): Promise<{ groups: Group[]; count: number }> {
  await requireGroupReader(deps.db, page.org_id, actor);
  return await findGroups(deps.db, page);
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
    mayReadTeam(await loadStanding(db, org_id, actor)),
    'Only coaches of the organization and platform admins may read its groups.',
  );
}
