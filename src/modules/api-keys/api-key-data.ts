import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import { findKeysMadeBy } from './queries.ts';
import { revokeKeysOf } from './revoke-keys-of.ts';

/** A person's API keys. Working ones are revoked when the person leaves, and none names its maker afterwards. */
export function apiKeyData(deps: { db: Database; events: Pick<Events, 'emitAll'> }): PersonalData {
  const readKeys = async (user_id: string): Promise<object[]> => {
    const keys = await findKeysMadeBy(deps.db, user_id);
    return keys.map(({ id, org_id, name, created_at, revoked_at }) => ({
      key_id: id,
      org_id,
      name,
      created_at: created_at.toISOString(),
      revoked_at: isoOrNull(revoked_at),
    }));
  };
  return {
    name: 'api-keys',
    columns: ['api_keys.created_by'],
    files: { 'api_keys.json': 'The API keys you made for organizations, without their secrets.' },
    async *collect(user_id) {
      yield { name: 'api_keys.json', records: fewRecords(() => readKeys(user_id)) };
    },
    async release(tx, { user_id, now }) {
      const actor = { type: 'user', user_id, roles: [] } as const;
      await revokeKeysOf(tx, deps, { user_id, org_id: null, reason: 'account_deleted', actor, now });
    },
  };
}
