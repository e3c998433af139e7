import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { findMembers, type MemberFilter } from './member-queries.ts';
import { mayReadTeam } from './policy.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import type { Member } from './types.ts';

/** A page of the roster, and how many match in all. */
export async function listMembers(
  deps: { db: Database },
  actor: Actor,
  filter: MemberFilter,
): Promise<{ members: Member[]; count: number }> {
  requireAllowed(
    mayReadTeam(await loadStanding(deps.db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its members.',
  );
  return await findMembers(deps.db, filter);
}
