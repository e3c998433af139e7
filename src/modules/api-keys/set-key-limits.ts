import type { Database } from '../../infra/db/database.ts';
import type { KeyLimits } from '../../shared/access.ts';
import { notFound } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdLimits, updateLimits } from './queries.ts';

const NAMES = ['requests_per_minute', 'requests_per_hour', 'exports_per_hour'] as const;

/**
 * Changes one key's limits from the next request on. Absent ones stay; null is the server's default. For the operator
 * only: no route leads here. The organization's log records it.
 * @returns the key with all its current limits
 * @throws notFound for an unknown or revoked key
 */
export async function setKeyLimits(
  deps: { db: Database; clock: Clock },
  { key_id, limits }: { key_id: string; limits: Partial<KeyLimits> },
): Promise<{ name: string; prefix: string; limits: KeyLimits }> {
  const unknown = notFound({ message: `There is no active API key with the id ${key_id}.` });
  if (!isUuid(key_id)) throw unknown;
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const held = await holdLimits(tx, key_id);
    if (held === null) throw unknown;
    const { id, org_id, name, prefix, ...current } = held;
    const changed = { ...current, ...limits };
    const fields = NAMES.filter((limit) => changed[limit] !== current[limit]);
    if (fields.length > 0) {
      await updateLimits(tx, id, changed);
      await writeAudit(tx, {
        org_id,
        event_type: 'api_key_updated',
        actor: { type: 'system' },
        target_id: id,
        target_name: name,
        data: { fields, ...Object.fromEntries(fields.map((limit) => [limit, changed[limit]])) },
        now,
      });
    }
    return { name, prefix, limits: changed };
  });
}
