import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import { noSuchGroup } from './errors.ts';
import { deleteGroupRow } from './queries.ts';
import { requireGroupManager } from './require-group-manager.ts';

/**
 * Deletes a group; the people in it stay members of the organization.
 * @throws notFound; forbidden; featureNotEnabled; noSuchGroup, also for the second of two concurrent requests
 */
export async function deleteGroup(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, group_id }: { org_id: string; group_id: string },
): Promise<void> {
  await requireGroupManager(deps.db, org_id, actor);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const deleted = await deleteGroupRow(tx, { org_id, group_id });
    if (deleted === null) throw noSuchGroup();
    await writeAudit(tx, {
      org_id,
      event_type: 'group_deleted',
      actor,
      target_id: deleted.id,
      target_name: deleted.name,
      now,
    });
  });
}
