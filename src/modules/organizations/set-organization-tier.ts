import type { Database } from '../../infra/db/database.ts';
import type { Tier } from '../../shared/access.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchOrganization } from './errors.ts';
import { lockTier, updateTier } from './queries.ts';

/**
 * Changes what an organization's plan includes, from the next request on. For the operator only: no route calls it.
 * @returns the name of the organization and the tier it had; the same tier again changes nothing
 * @throws noSuchOrganization
 */
export async function setOrganizationTier(
  deps: { db: Database; clock: Clock },
  { org_id, tier }: { org_id: string; tier: Tier },
): Promise<{ org_name: string; previous_tier: Tier }> {
  const unknown = noSuchOrganization({ message: `There is no organization with the id ${org_id}.` });
  if (!isUuid(org_id)) throw unknown;
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const current = await lockTier(tx, org_id);
    if (current === null) throw unknown;
    const { org_name, tier: previous_tier } = current;
    if (tier !== previous_tier) {
      await updateTier(tx, { org_id, tier, updated_at: now });
      await writeAudit(tx, {
        org_id,
        event_type: 'organization_updated',
        actor: { type: 'system' },
        target_id: current.org_id,
        target_name: org_name,
        data: { fields: ['tier'], tier, previous_tier },
        now,
      });
    }
    return { org_name, previous_tier };
  });
}
