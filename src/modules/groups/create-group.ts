import type { UserActor } from '../../http/actor.ts';
import { type Database, isUniqueViolation } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import { type Quotas, requireQuota } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganizationAlone } from '../organizations/index.ts';
import { groupNameTaken, tooManyGroups } from './errors.ts';
import { type Group, MAX_GROUPS } from './group.ts';
import { countGroups, insertGroup } from './queries.ts';
import { requireGroupManager } from './require-group-manager.ts';

/**
 * Makes an empty group.
 *
 * @throws notFound; forbidden; featureNotEnabled; groupNameTaken, also when two do so at once; tooManyGroups
 */
export async function createGroup(
  deps: { db: Database; clock: Clock; quotas: Pick<Quotas, 'groups'> },
  actor: UserActor,
  input: { org_id: string; name: string; description: string | undefined; color: string | null | undefined },
): Promise<Group> {
  const { org_id } = await requireGroupManager(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const group = {
    id: newId(),
    org_id,
    name: input.name.trim().normalize(),
    description: input.description?.trim() ?? '',
    color: input.color ?? null,
    created_at: now,
  };
  try {
    await deps.db.transaction(async (tx) => {
      await holdOrganizationAlone(tx, org_id);
      const limit = Math.min(deps.quotas.groups, MAX_GROUPS);
      requireQuota(tooManyGroups, { used: await countGroups(tx, org_id), limit });
      await insertGroup(tx, group);
      await writeAudit(tx, {
        org_id,
        event_type: 'group_created',
        actor,
        target_id: group.id,
        target_name: group.name,
        now,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'groups_name_key')) throw groupNameTaken({ cause: error });
    throw error;
  }
  return { ...group, updated_at: now, member_count: 0, members: [] };
}
