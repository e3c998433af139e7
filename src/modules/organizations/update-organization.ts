import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { nameError, noSuchOrganization } from './errors.ts';
import { replaceNameKeys } from './name-key-queries.ts';
import { nameKeys } from './name-keys.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { readName } from './organization-name.ts';
import { mayUpdateOrganization } from './policy.ts';
import { lockOrganization, updateOrganizationText } from './queries.ts';
import { type OrganizationView, viewOrganization } from './read-organization.ts';
import { changedSettings, mergeSettings } from './settings.ts';
import type { Settings } from './types.ts';

/**
 * Changes what is given and leaves the rest; settings are merged (see `mergeSettings`). Two updates at once both take
 * effect.
 *
 * @throws notFound; forbidden; orgNameTaken; orgNameLooksAlike; invalidField
 */
export async function updateOrganization(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  org_id: string,
  changes: { name: string | undefined; description: string | undefined; settings: Settings | undefined },
): Promise<OrganizationView> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(
    mayUpdateOrganization(access),
    'Only the head coach, an admin of the organization or a platform admin may change it.',
  );
  const now = deps.clock.now();
  const name = changes.name === undefined ? undefined : readName(changes.name);
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  try {
    await deps.db.transaction(async (tx) => {
      const current = await lockOrganization(tx, org_id);
      if (current === null) throw noSuchOrganization();
      const org_name = name ?? current.org_name;
      if (fields.length > 0) {
        const settings = mergeSettings(current.settings, changes.settings ?? {});
        await updateOrganizationText(tx, {
          org_id,
          org_name,
          description: changes.description?.trim() ?? current.description,
          settings,
          updated_at: now,
        });
        if (org_name !== current.org_name) await replaceNameKeys(tx, { org_id, keys: nameKeys(org_name) });
        await writeAudit(tx, {
          org_id,
          event_type: 'organization_updated',
          actor,
          target_id: current.org_id,
          target_name: org_name,
          data: { fields, settings: changedSettings(current.settings, settings) },
          now,
        });
      }
    });
  } catch (error) {
    throw nameError(error);
  }
  return await viewOrganization(deps.db, access);
}
