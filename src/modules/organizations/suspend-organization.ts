import type { Database } from '../../infra/db/database.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchOrganization } from './errors.ts';
import { lockSuspension, updateSuspension } from './queries.ts';

/**
 * Suspends an organization, or lifts that: its API keys do not work while it is suspended. Nothing else changes: its
 * people go on as before. For the operator only: no route calls it. Its log says so.
 * @returns its name, and whether anything changed
 * @throws noSuchOrganization
 */
export async function suspendOrganization(
  deps: { db: Database; clock: Clock },
  { org_id, suspended }: { org_id: string; suspended: boolean },
): Promise<{ org_name: string; changed: boolean }> {
  const unknown = noSuchOrganization({ message: `There is no organization with the id ${org_id}.` });
  if (!isUuid(org_id)) throw unknown;
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const current = await lockSuspension(tx, org_id);
    if (current === null) throw unknown;
    const changed = (current.suspended_at !== null) !== suspended;
    if (changed) {
      await updateSuspension(tx, { org_id, suspended_at: suspended ? now : null, updated_at: now });
      await writeAudit(tx, {
        org_id: current.org_id,
        event_type: 'organization_updated',
        actor: { type: 'system' },
        target_id: current.org_id,
        target_name: current.org_name,
        data: { fields: ['suspended'], suspended },
        now,
      });
    }
    return { org_name: current.org_name, changed };
  });
}
