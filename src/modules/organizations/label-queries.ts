import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { LargestUse } from '../../shared/quotas.ts';

/** Whether each of the labels is some member's. Of labels that are, this reads a few rows; `countLabels` reads the roster. */
export async function areKnownLabels(
  tx: Transaction,
  { org_id, labels }: { org_id: string; labels: readonly string[] },
): Promise<boolean> {
  const { unknown } = await tx.one<{ unknown: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM unnest(${labels}::text[]) AS given (label) WHERE NOT EXISTS (
        SELECT FROM organization_members m
        WHERE m.org_id = ${org_id} AND m.left_at IS NULL AND given.label = ANY(m.labels)
      )
    ) AS unknown`);
  return !unknown;
}

/**
 * How many different labels the members have, and would have.
 *
 * @param given.user_id whose labels are replaced by `labels`; null: they come to what there is
 */
export async function countLabels(
  tx: Transaction,
  given: { org_id: string; user_id: string | null; labels: readonly string[] },
): Promise<{ used: number; wanted: number }> {
  // Grouped in one pass: two counts of distinct labels would sort all of them twice.
  return await tx.one(sql`
    SELECT (count(*) FILTER (WHERE is_there))::int AS used, (count(*) FILTER (WHERE will_be))::int AS wanted
    FROM (
      SELECT label, bool_or(is_there) AS is_there, bool_or(will_be) AS will_be
      FROM (
        SELECT label, true AS is_there, m.user_id IS DISTINCT FROM ${given.user_id}::uuid AS will_be
        FROM organization_members m CROSS JOIN unnest(m.labels) AS label
        WHERE m.org_id = ${given.org_id} AND m.left_at IS NULL
        UNION ALL SELECT label, false, true FROM unnest(${given.labels}::text[]) AS label
      ) AS each_time GROUP BY label
    ) AS each_once`);
}

export async function countLabelsOfMember(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<number> {
  const row = await tx.maybeOne<{ count: number }>(sql`
    SELECT cardinality(labels) AS count FROM organization_members
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND left_at IS NULL`);
  return row?.count ?? 0;
}

/** The organizations whose members have most different labels, the largest first. For the operator. */
export async function findMostLabels(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (
      SELECT m.org_id, count(DISTINCT label)::int AS used
      FROM organization_members m CROSS JOIN unnest(m.labels) AS label
      WHERE m.left_at IS NULL GROUP BY m.org_id
      ORDER BY used DESC, org_id LIMIT ${limit}
    ) most JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}

/** The organizations of which one member has most labels, the largest first. For the operator. */
export async function findMostLabelsOfMember(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (
      SELECT org_id, max(cardinality(labels)) AS used FROM organization_members
      WHERE left_at IS NULL AND cardinality(labels) > 0 GROUP BY org_id
      ORDER BY used DESC, org_id LIMIT ${limit}
    ) most JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}
