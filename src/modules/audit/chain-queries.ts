import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import { EVENTS_ABOUT_A_PERSON } from './events.ts';

/** An organization's number of entries, with its chain's length and last hash, if any. */
export type ChainState = {
  readonly entries: number;
  readonly length: number | null;
  readonly hash: Buffer | null;
};

export async function findChainState(db: Queryable, org_id: string): Promise<ChainState> {
  return await db.one<ChainState>(sql`
    SELECT counted.entries, c.length::float8 AS length, c.hash
    FROM (SELECT count(*)::float8 AS entries FROM audit_log WHERE org_id = ${org_id}) counted
    LEFT JOIN audit_chains c ON c.org_id = ${org_id}`);
}

export type Link = {
  readonly id: string;
  readonly seq: number;
  readonly text: string;
  readonly hash: Buffer;
};

/** Part of a chain in order. The text is built here because a manipulator could change `audit_entry_text`. */
export async function findLinks(
  db: Queryable,
  page: { org_id: string; after: number; up_to: number; limit: number },
): Promise<Link[]> {
  return await db.query<Link>(sql`
    SELECT id, seq::float8 AS seq, hash,
      jsonb_build_array(seq, id, org_id, event_type, actor_type, actor_id, target_id,
        CASE WHEN event_type = ANY(${EVENTS_ABOUT_A_PERSON}) THEN NULL ELSE target_name END,
        CASE WHEN event_type = 'organization_created' THEN data - 'head_coach_name' ELSE data END,
        (extract(epoch FROM created_at) * 1000)::bigint)::text AS text
    FROM audit_log
    WHERE org_id = ${page.org_id} AND seq > ${page.after} AND seq <= ${page.up_to}
    ORDER BY seq LIMIT ${page.limit}`);
}
