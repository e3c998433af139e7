import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { HIGHEST_ID } from '../../../shared/ids.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';

/** What platform admins list of the whole server. */
export const LOOKUP_LISTS = ['users', 'organizations'] as const;

/** A list that a platform admin was shown. */
export type Lookup = {
  readonly id: string;
  readonly actor_id: string;
  readonly listed: (typeof LOOKUP_LISTS)[number];
  /** The filters' names, sorted. Their values, often addresses, are not kept. */
  readonly filters: readonly string[];
  /** Of the users or organizations on the page. */
  readonly shown_ids: readonly string[];
  readonly looked_at: Date;
};

export async function insertLookup(tx: Transaction, lookup: Lookup): Promise<void> {
  await tx.execute(sql`
    INSERT INTO admin_lookups (id, actor_id, listed, filters, shown_ids, looked_at)
    VALUES (${lookup.id}, ${lookup.actor_id}, ${lookup.listed}, ${lookup.filters}::text[], ${lookup.shown_ids}::uuid[],
      ${lookup.looked_at})`);
}

const BEFORE_ALL: PagePosition = { at: new Date('9999-12-31T23:59:59.999Z'), id: HIGHEST_ID };

/** A page of all of them, newest first. */
export async function findLookups(
  db: Queryable,
  { after, limit }: { after: PagePosition | null; limit: number },
): Promise<Lookup[]> {
  const { at, id } = after ?? BEFORE_ALL;
  return await db.query<Lookup>(sql`
    SELECT id, actor_id, listed, filters, shown_ids, looked_at FROM admin_lookups
    WHERE (looked_at, id) < (${at}, ${id}::uuid) ORDER BY looked_at DESC, id DESC LIMIT ${limit}`);
}

/** A page of look-ups that a person made or appears in, newest first, without others in them. */
export async function findLookupsAround(
  db: Queryable,
  {
    user_id,
    after,
    limit,
  }: { user_id: string; after: { readonly looked_at: Date; readonly id: string } | null; limit: number },
): Promise<(Omit<Lookup, 'shown_ids'> & { readonly shown: number; readonly shows_them: boolean })[]> {
  const { looked_at, id } = after ?? { looked_at: BEFORE_ALL.at, id: BEFORE_ALL.id };
  return await db.query(sql`
    SELECT id, actor_id, listed, filters, cardinality(shown_ids) AS shown, ${user_id}::uuid = ANY(shown_ids) AS shows_them,
      looked_at
    FROM admin_lookups
    WHERE (actor_id = ${user_id} OR shown_ids @> ARRAY[${user_id}]::uuid[]) AND (looked_at, id) < (${looked_at}, ${id}::uuid)
    ORDER BY looked_at DESC, id DESC LIMIT ${limit}`);
}
