import type { Queryable } from '../../../infra/db/database.ts';
import { type Sql, sql } from '../../../infra/db/sql.ts';
import type { Parted } from './mixing-rules.ts';

/** The outdated rules by which some activities were merged. */
export async function findOlderRules(db: Queryable, rules: string): Promise<string[]> {
  const rows = await db.query<{ merged_under: string }>(
    sql`SELECT DISTINCT merged_under FROM activities WHERE ${isOlder(rules)} ORDER BY merged_under`,
  );
  return rows.map(({ merged_under }) => merged_under);
}

/** Along the index: usually there are none. */
function isOlder(rules: string): Sql {
  return sql`(merged_under < ${rules} OR merged_under > ${rules})`;
}

/** Activities to merge again: those of other rules, or only those that may mix what must not be mixed. */
export type Stale = { readonly rules: string; readonly parted: readonly Parted[] | null };

function isStale({ rules, parted }: Stale): Sql {
  if (parted === null) return isOlder(rules);
  return sql`${isOlder(rules)} AND EXISTS (
    SELECT FROM unnest(${parted.map(({ older }) => older)}::text[], ${parted.map(({ a }) => a)}::text[],
      ${parted.map(({ b }) => b)}::text[]) AS parted(older, a, b)
    JOIN activity_records one ON one.activity_id = activities.id AND one.source = parted.a
    JOIN activity_records other ON other.activity_id = activities.id AND other.source = parted.b
    WHERE parted.older = activities.merged_under)`;
}

/** Whose activities, in the order of their ids. */
export async function findPeopleWithStale(
  db: Queryable,
  { stale, after, limit }: { stale: Stale; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT DISTINCT user_id FROM activities
    WHERE ${isStale(stale)} AND (${after}::uuid IS NULL OR user_id > ${after}::uuid)
    ORDER BY user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

export async function findStaleIds(
  db: Queryable,
  { user_id, stale, limit }: { user_id: string; stale: Stale; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id FROM activities WHERE user_id = ${user_id} AND ${isStale(stale)} ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
