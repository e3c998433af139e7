import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { Integrations } from '../../users/index.ts';

export type OwnConnection = {
  readonly provider: keyof Integrations;
  readonly provider_user_id: string | null;
  readonly connected_at: Date;
  readonly last_sync_at: Date | null;
  readonly token_expired_at: Date | null;
  readonly scopes: readonly string[];
  readonly backfill: OwnBackfill | null;
};

type OwnBackfill = {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly imported: number;
  readonly reason: string | null;
  readonly from_time: string;
  readonly until_time: string;
};

/** A person's connections, by platform, without their credentials. */
export async function findOwnConnections(db: Queryable, user_id: string): Promise<OwnConnection[]> {
  return await db.query<OwnConnection>(sql`
    SELECT c.provider, c.provider_user_id, c.connected_at, c.last_sync_at, c.token_expired_at, c.scopes,
      CASE WHEN b.state IS NOT NULL THEN json_build_object('state', b.state, 'imported', b.imported, 'reason', b.reason,
        'from_time', b.from_time, 'until_time', b.until_time) END AS backfill
    FROM platform_connections c LEFT JOIN backfills b ON b.user_id = c.user_id AND b.provider = c.provider
    WHERE c.user_id = ${user_id} ORDER BY c.provider`);
}
