import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdMember, holdOrganization } from '../organizations/index.ts';
import { noSuchGroup, notInGroup } from './errors.ts';
import type { Group } from './group.ts';
import { deleteGroupMember, findGroup, lockGroup } from './queries.ts';
import { requireGroupManager } from './require-group-manager.ts';

/**
 * Takes a member out of a group.
 * @throws notFound; forbidden; featureNotEnabled; noSuchGroup; notInGroup, also for the second of two concurrent requests
 */
export async function removeGroupMember(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, group_id, user_id }: { org_id: string; group_id: string; user_id: string },
): Promise<Group> {
  await requireGroupManager(deps.db, org_id, actor);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const group = await lockGroup(tx, { org_id, group_id }, 'to use');
    if (group === null) throw noSuchGroup();
    const member = await holdMember(tx, { org_id, user_id });
    if (member === null || !(await deleteGroupMember(tx, { org_id, group_id, user_id }))) throw notInGroup();
    await writeAudit(tx, {
      org_id,
      event_type: 'group_member_removed',
      actor,
      target_id: member.user_id,
      target_name: member.display_name,
      data: { group_id: group.id, group_name: group.name },
      now,
    });
    const changed = await findGroup(tx, { org_id, group_id });
    if (changed === null) throw noSuchGroup();
    return changed;
  });
}
