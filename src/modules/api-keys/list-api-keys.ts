import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyUsage } from './key-usage.ts';
import { findActiveKeys } from './queries.ts';
import { requireKeyManager } from './require-key-manager.ts';

export async function listApiKeys(
  deps: { db: Database; clock: Clock; keyUsage: KeyUsage },
  actor: UserActor,
  org_id: string,
): Promise<ApiKey[]> {
  await requireKeyManager(deps.db, org_id, actor);
  await deps.keyUsage.flush();
  return await findActiveKeys(deps.db, { org_id, now: deps.clock.now() });
}
