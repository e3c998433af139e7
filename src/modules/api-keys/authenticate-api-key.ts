import type { ApiKeyActor } from '../../http/actor.ts';
import { invalidKey, keyExpired, keyRevoked } from '../../http/guard.ts';
import { parseApiKeySecret } from '../../infra/crypto/api-key-secret.ts';
import type { Database } from '../../infra/db/database.ts';
import { expandScopes, featuresOf } from '../../shared/access.ts';
import type { Clock } from '../../shared/time.ts';
import type { KeyUsage } from './key-usage.ts';
import { findKeyBySecret } from './queries.ts';

const SUSPENDED =
  'The organization of this API key is suspended, or the account of its head coach is. The key works again when that is lifted.';

export function authenticateApiKey(deps: {
  db: Database;
  clock: Clock;
  keyUsage: KeyUsage;
}): (secret: string) => Promise<ApiKeyActor> {
  const { db, clock, keyUsage } = deps;
  return async (secret) => {
    const parsed = parseApiKeySecret(secret);
    if (parsed === null) throw invalidKey();
    const key = await findKeyBySecret(db, parsed.secret_sha256);
    if (key === null) throw invalidKey();
    const now = clock.now();
    if (key.revoked_at !== null) throw keyRevoked();
    if (key.is_suspended) throw keyRevoked({ message: SUSPENDED });
    if (key.expires_at !== null && key.expires_at <= now) throw keyExpired();
    keyUsage.record(key.id, now);
    return {
      type: 'api_key',
      key_id: key.id,
      org_id: key.org_id,
      scopes: expandScopes(key.scopes),
      features: featuresOf(key.tier),
      limits: {
        requests_per_minute: key.requests_per_minute,
        requests_per_hour: key.requests_per_hour,
        exports_per_hour: key.exports_per_hour,
      },
    };
  };
}
