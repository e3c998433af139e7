import type { Database } from '../../infra/db/database.ts';
import type { KeyLimits } from '../../shared/access.ts';
import { notFound } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { holdLimits, updateLimits } from './queries.ts';

/**
 * Changes what one key may do, from its next request on. What is not named stays as it is; null is the server's limit.
 * For the operator only, whose server the limits protect: no route leads here.
 *
 * @returns the key with all its limits as they are now
 * @throws notFound for an unknown or revoked key
 */
export async function setKeyLimits(
  db: Database,
  { key_id, limits }: { key_id: string; limits: Partial<KeyLimits> },
): Promise<{ name: string; prefix: string; limits: KeyLimits }> {
  const unknown = notFound({ message: `There is no active API key with the id ${key_id}.` });
  if (!isUuid(key_id)) throw unknown;
  return await db.transaction(async (tx) => {
    const held = await holdLimits(tx, key_id);
    if (held === null) throw unknown;
    const { name, prefix, ...current } = held;
    const changed = { ...current, ...limits };
    if (Object.keys(limits).length > 0) await updateLimits(tx, key_id, changed);
    return { name, prefix, limits: changed };
  });
}
