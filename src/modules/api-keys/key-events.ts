import { defineEvent } from '../../infra/events/index.ts';

/** Why keys ended that nobody revoked by hand. */
const REVOKE_REASONS = ['role_ended', 'account_closed', 'account_deleted'] as const;

type NamedKey = { readonly key_id: string; readonly name: string };

/** Keys were revoked because their maker may no longer make keys. */
export type KeysRevoked = {
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly user_id: string | null;
  readonly reason: (typeof REVOKE_REASONS)[number];
  readonly keys: readonly NamedKey[];
};

export const apiKeysRevoked = defineEvent<KeysRevoked>({
  name: 'api_keys_revoked',
  payload: (value) => {
    const { occurrence_id, org_id, user_id, reason, keys } = value as Partial<KeysRevoked>;
    if (typeof occurrence_id !== 'string') throw new TypeError('the occurrence is missing');
    if (typeof org_id !== 'string') throw new TypeError('the organization is missing');
    if (typeof user_id !== 'string' && user_id !== null) throw new TypeError('who made the keys is missing');
    const known = REVOKE_REASONS.find((one) => one === reason);
    if (known === undefined) throw new TypeError('the reason is missing');
    if (!Array.isArray(keys)) throw new TypeError('the keys are missing');
    return { occurrence_id, org_id, user_id, reason: known, keys };
  },
});

/** A key without expiry has long been unused. */
export type KeyUnused = NamedKey & {
  /** Identifies one period of disuse, so that a later one is notified again. */
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly unused_days: number;
};

export const apiKeyUnused = defineEvent<KeyUnused>({
  name: 'api_key_unused',
  payload: (value) => {
    const { occurrence_id, org_id, key_id, name, unused_days } = value as Partial<KeyUnused>;
    if (typeof occurrence_id !== 'string' || typeof key_id !== 'string' || typeof name !== 'string')
      throw new TypeError('the key is missing');
    if (typeof org_id !== 'string') throw new TypeError('the organization is missing');
    if (typeof unused_days !== 'number') throw new TypeError('the number of days is missing');
    return { occurrence_id, org_id, key_id, name, unused_days };
  },
});
