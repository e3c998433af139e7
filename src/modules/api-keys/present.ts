import { DAY_MS, isoOrNull } from '../../shared/time.ts';
import { type ApiKey, UNUSED_DAYS } from './api-key.ts';
import type * as wire from './contract.ts';

export function presentApiKey(key: ApiKey, now: Date): wire.ApiKey {
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
    never_expires: key.expires_at === null,
    unused_since: isoOrNull(unusedSince(key, now)),
  };
}

function unusedSince({ last_used_at, created_at }: ApiKey, now: Date): Date | null {
  const since = last_used_at ?? created_at;
  return now.getTime() - since.getTime() >= UNUSED_DAYS * DAY_MS ? since : null;
}
