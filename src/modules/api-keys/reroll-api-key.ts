import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { KeyLimits } from '../../shared/access.ts';
import { MAX_DATE_MS } from '../../shared/date-range.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, isoOrNull, SECOND_MS } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import { type ApiKey, MAX_ACTIVE_KEYS } from './api-key.ts';
import { keyReplaced, noSuchKey, tooManyReplacedKeys } from './errors.ts';
import { newKeySecret } from './new-key-secret.ts';
import { countActiveKeysForNow, holdActiveKey, insertApiKey, markReplaced } from './queries.ts';
import { readExpiry } from './read-expiry.ts';
import { holdKeyManager, requireKeyManager } from './require-key-manager.ts';

type RerollInput = {
  org_id: string;
  key_id: string;
  /** How long the old key still works; 0 ends it at once. */
  overlap_s: number;
  /** Undefined: the successor gets the old key's lifetime. */
  expires_at: string | null | undefined;
};

/**
 * Replaces a key; the old one works for a while, so that there is no gap. The successor has the same rights and operator
 * limits.
 * @throws notFound; forbidden; featureNotEnabled; noSuchKey for an inactive key; keyReplaced, also for the second of two
 * at once; tooManyReplacedKeys; invalidField for an expiry in the past or no time
 */
export async function rerollApiKey(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, key_id, overlap_s, expires_at }: RerollInput,
): Promise<{ key: ApiKey; secret: string; replaced: ApiKey }> {
  await requireKeyManager(deps.db, org_id, actor);
  const now = deps.clock.now();
  const asked = expires_at === undefined ? undefined : readExpiry(expires_at, now);
  const { secret, prefix, secret_sha256 } = newKeySecret();
  return await deps.db.transaction(async (tx) => {
    const old = await holdReplaceable(tx, { actor, org_id, key_id, overlap_s, now });
    const key: ApiKey & KeyLimits = {
      ...old,
      id: newId(),
      prefix,
      created_at: now,
      expires_at: asked === undefined ? expiryAfterSameLife(old, now) : asked,
      last_used_at: null,
      created_by: actor.user_id,
    };
    await insertApiKey(tx, { ...key, org_id, secret_sha256 });
    const end = new Date(now.getTime() + overlap_s * SECOND_MS);
    const ending = old.expires_at === null || end < old.expires_at ? end : old.expires_at;
    const replaced = { ...old, expires_at: ending, replaced_by: key.id };
    await markReplaced(tx, { ...replaced, org_id, revoked_at: overlap_s === 0 ? now : null });
    await writeRotation(tx, { actor, org_id, key, old, replaced, revoked: overlap_s === 0, now });
    return { key, secret, replaced };
  });
}

/**
 * Locks the key to replace. The successor takes its place in the maximum, so that rotation works at the limit; the number
 * of replaced ones is limited separately.
 */
async function holdReplaceable(
  tx: Transaction,
  input: { actor: UserActor; org_id: string; key_id: string; overlap_s: number; now: Date },
): Promise<ApiKey & KeyLimits> {
  await holdOrganization(tx, input.org_id);
  const { replaced } = await countActiveKeysForNow(tx, input);
  await holdKeyManager(tx, input.org_id, input.actor);
  const key = await holdActiveKey(tx, input);
  if (key === null) throw noSuchKey();
  if (key.replaced_by !== null) throw keyReplaced();
  if (input.overlap_s > 0 && replaced >= MAX_ACTIVE_KEYS) throw tooManyReplacedKeys();
  return key;
}

/** No later than the last day of the wire's calendar. */
function expiryAfterSameLife({ created_at, expires_at }: ApiKey, now: Date): Date | null {
  if (expires_at === null) return null;
  return new Date(Math.min(now.getTime() + (expires_at.getTime() - created_at.getTime()), MAX_DATE_MS));
}

async function writeRotation(
  tx: Transaction,
  rotation: {
    actor: UserActor;
    org_id: string;
    key: ApiKey;
    old: ApiKey;
    replaced: ApiKey;
    revoked: boolean;
    now: Date;
  },
): Promise<void> {
  const { key, old, replaced, revoked, ...common } = rotation;
  await writeAudit(tx, {
    ...common,
    event_type: 'api_key_created',
    target_id: key.id,
    target_name: key.name,
    data: { scopes: key.scopes, expires_at: isoOrNull(key.expires_at), replaces: old.id },
  });
  const ends_earlier = replaced.expires_at?.getTime() !== old.expires_at?.getTime();
  await writeAudit(tx, {
    ...common,
    event_type: revoked ? 'api_key_revoked' : 'api_key_updated',
    target_id: old.id,
    target_name: old.name,
    data: {
      ...(revoked ? {} : { fields: ends_earlier ? ['expires_at'] : [] }),
      expires_at: isoOrNull(replaced.expires_at),
      replaced_by: key.id,
    },
  });
}
