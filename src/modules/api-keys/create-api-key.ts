import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type Scope, type ScopeAlias, SERVER_LIMITS } from '../../shared/access.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, isoOrNull } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import { type ApiKey, MAX_ACTIVE_KEYS } from './api-key.ts';
import { tooManyKeys } from './errors.ts';
import { newKeySecret } from './new-key-secret.ts';
import { countActiveKeysForNow, insertApiKey } from './queries.ts';
import { readExpiry } from './read-expiry.ts';
import { holdKeyManager, requireKeyManager } from './require-key-manager.ts';

/**
 * Makes a key, whose secret is only in the answer.
 * @throws notFound; forbidden; featureNotEnabled; tooManyKeys; invalidField for an expiry in the past or no time
 */
export async function createApiKey(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  input: {
    org_id: string;
    name: string;
    scopes: readonly (Scope | ScopeAlias)[];
    expires_at: string | null | undefined;
  },
): Promise<{ key: ApiKey; secret: string }> {
  const { org_id } = await requireKeyManager(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const { secret, prefix, secret_sha256 } = newKeySecret();
  const key: ApiKey = {
    id: newId(),
    name: input.name.trim().normalize(),
    prefix,
    scopes: [...new Set(input.scopes)],
    created_at: now,
    expires_at: readExpiry(input.expires_at, now),
    last_used_at: null,
    created_by: actor.user_id,
    replaced_by: null,
  };
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const { unreplaced } = await countActiveKeysForNow(tx, { org_id, now });
    if (unreplaced >= MAX_ACTIVE_KEYS) {
      throw tooManyKeys({
        message: `An organization has at most ${MAX_ACTIVE_KEYS} active API keys. Revoke one first.`,
      });
    }
    await holdKeyManager(tx, org_id, actor);
    await insertApiKey(tx, { ...key, ...SERVER_LIMITS, org_id, secret_sha256 });
    await writeAudit(tx, {
      org_id,
      event_type: 'api_key_created',
      actor,
      target_id: key.id,
      target_name: key.name,
      data: { scopes: key.scopes, expires_at: isoOrNull(key.expires_at) },
      now,
    });
  });
  return { key, secret };
}
