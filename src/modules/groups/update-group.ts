import type { UserActor } from '../../http/actor.ts';
import { type Database, isUniqueViolation } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import { groupNameTaken, noSuchGroup } from './errors.ts';
import type { Group, GroupText } from './group.ts';
import { findGroup, lockGroup, updateGroupText } from './queries.ts';
import { requireGroupManager } from './require-group-manager.ts';

/**
 * Changes what is given and leaves the rest; a null color clears it.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchGroup; groupNameTaken
 */
export async function updateGroup(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, group_id }: { org_id: string; group_id: string },
  changes: { readonly [Field in keyof GroupText]: GroupText[Field] | undefined },
): Promise<Group> {
  await requireGroupManager(deps.db, org_id, actor);
  const now = deps.clock.now();
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  try {
    return await deps.db.transaction(async (tx) => {
      await holdOrganization(tx, org_id);
      const current = await lockGroup(tx, { org_id, group_id }, 'to change');
      if (current === null) throw noSuchGroup();
      const name = changes.name?.trim().normalize() ?? current.name;
      if (fields.length > 0) {
        await updateGroupText(tx, {
          org_id,
          group_id,
          name,
          description: changes.description?.trim() ?? current.description,
          color: changes.color === undefined ? current.color : changes.color,
          updated_at: now,
        });
        await writeAudit(tx, {
          org_id,
          event_type: 'group_updated',
          actor,
          target_id: current.id,
          target_name: name,
          data: { fields },
          now,
        });
      }
      const group = await findGroup(tx, { org_id, group_id });
      if (group === null) throw noSuchGroup();
      return group;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'groups_name_key')) throw groupNameTaken({ cause: error });
    throw error;
  }
}
