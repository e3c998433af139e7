import { isoOrNull } from '../../shared/time.ts';
import type { ApiKey } from './api-key.ts';
import type * as wire from './contract.ts';

export function presentApiKey(key: ApiKey): wire.ApiKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_at: key.created_at.toISOString(),
    expires_at: isoOrNull(key.expires_at),
    last_used_at: isoOrNull(key.last_used_at),
    created_by: key.created_by,
    replaced_by: key.replaced_by,
  };
}
