import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';

/** How long a chain is, and the hash it ends with. */
export type ChainEnd = { readonly length: number; readonly hash: Buffer };

/** Null for an organization without a log. */
export async function findChainEnd(db: Queryable, org_id: string): Promise<ChainEnd | null> {
  return await db.maybeOne<ChainEnd>(sql`
    SELECT length::float8 AS length, hash FROM audit_chains WHERE org_id = ${org_id}`);
}

export type Link = {
  readonly id: string;
  readonly seq: number;
  /** What is hashed after the hash before it; no names of people. */
  readonly text: string;
  readonly hash: Buffer;
};

/** A part of a chain in its order. */
export async function findLinks(
  db: Queryable,
  page: { org_id: string; after: number; up_to: number; limit: number },
): Promise<Link[]> {
  return await db.query<Link>(sql`
    SELECT a.id, a.seq::float8 AS seq, audit_entry_text(a) AS text, a.hash FROM audit_log a
    WHERE a.org_id = ${page.org_id} AND a.seq > ${page.after} AND a.seq <= ${page.up_to}
    ORDER BY a.seq LIMIT ${page.limit}`);
}

/** Entries that no chain holds: the database gives each its place when it is written. */
export async function countOutsideChain(db: Queryable, org_id: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM audit_log WHERE org_id = ${org_id} AND seq IS NULL`);
  return count;
}
