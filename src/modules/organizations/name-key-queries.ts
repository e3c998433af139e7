import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

export type NameKey = { readonly org_id: string; readonly key: Buffer };

/**
 * Gives an organization the keys of its name, in place of those of the name before. The organization must be held.
 *
 * @throws a violation of organization_name_keys_pkey where another organization has one of them
 */
export async function replaceNameKeys(
  tx: Transaction,
  { org_id, keys }: { org_id: string; keys: readonly Buffer[] },
): Promise<void> {
  await tx.execute(sql`DELETE FROM organization_name_keys WHERE org_id = ${org_id}`);
  await tx.execute(sql`
    INSERT INTO organization_name_keys (key, org_id)
    SELECT k.key, ${org_id} FROM unnest(${keys}::bytea[]) WITH ORDINALITY AS k (key, place) ORDER BY k.place`);
}

/** The next organizations whose names have no keys, the oldest first, locked until the transaction ends. */
export async function holdWithoutKeys(
  tx: Transaction,
  { after, limit }: { after: Place | null; limit: number },
): Promise<(Place & { readonly org_name: string })[]> {
  return await tx.query<Place & { readonly org_name: string }>(sql`
    SELECT o.org_id, o.org_name, o.created_at FROM organizations o
    WHERE NOT EXISTS (SELECT FROM organization_name_keys k WHERE k.org_id = o.org_id)
      AND (o.created_at, o.org_id) > (${after?.created_at ?? '-infinity'}::timestamptz, ${after?.org_id ?? NO_ORGANIZATION}::uuid)
    ORDER BY o.created_at, o.org_id LIMIT ${limit} FOR NO KEY UPDATE OF o`);
}

export type Place = { readonly org_id: string; readonly created_at: Date };

const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Those that nobody has yet, in the order given. @returns how many */
export async function insertFreeKeys(db: Queryable, keys: readonly NameKey[]): Promise<number> {
  return await db.execute(sql`
    INSERT INTO organization_name_keys (key, org_id)
    SELECT k.key, k.org_id
    FROM unnest(${keys.map(({ key }) => key)}::bytea[], ${keys.map(({ org_id }) => org_id)}::uuid[])
      WITH ORDINALITY AS k (key, org_id, place)
    ORDER BY k.place
    ON CONFLICT DO NOTHING`);
}
