import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchKey } from './errors.ts';
import { markRevoked } from './queries.ts';
import { requireKeyManager } from './require-key-manager.ts';

/**
 * Revokes a key from the next request on.
 * @throws notFound; forbidden; featureNotEnabled; noSuchKey, also for the second of two at once
 */
export async function revokeApiKey(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, key_id }: { org_id: string; key_id: string },
): Promise<void> {
  await requireKeyManager(deps.db, org_id, actor);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const revoked = await markRevoked(tx, { org_id, key_id, revoked_at: now });
    if (revoked === null) throw noSuchKey();
    await writeAudit(tx, {
      org_id,
      event_type: 'api_key_revoked',
      actor,
      target_id: revoked.id,
      target_name: revoked.name,
      now,
    });
  });
}
