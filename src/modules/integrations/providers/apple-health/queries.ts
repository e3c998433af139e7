import type { Queryable, Transaction } from '../../../../infra/db/queryable.ts';
import { sql } from '../../../../infra/db/sql.ts';

/** Another platform that the person has connected, and how far its past has come. */
export type OtherConnection = {
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly connected_at: Date;
  readonly token_expired_at: Date | null;
  /** The backfill of the past and its state; the time is written as the database writes it into JSON. */
  readonly backfill: {
    readonly state: 'waiting' | 'running' | 'done' | 'failed';
    readonly from_time: string;
    readonly reason: string | null;
  } | null;
};

export async function findOtherConnections(db: Queryable, user_id: string): Promise<OtherConnection[]> {
  return await db.query<OtherConnection>(sql`
    SELECT c.provider, c.scopes, c.connected_at, c.token_expired_at,
      CASE WHEN b.state IS NOT NULL
        THEN json_build_object('state', b.state, 'from_time', b.from_time, 'reason', b.reason) END AS backfill
    FROM platform_connections c LEFT JOIN backfills b USING (user_id, provider)
    WHERE c.user_id = ${user_id} AND c.provider <> 'apple_health'`);
}

/** Records that a person's phone has sent something. @returns whether it is the first time */
export async function noteSync(tx: Transaction, user_id: string, now: Date): Promise<boolean> {
  const { is_first } = await tx.one<{ is_first: boolean }>(sql`
    INSERT INTO platform_connections AS c (user_id, provider, connected_at, last_sync_at)
    VALUES (${user_id}, 'apple_health', ${now}, ${now})
    ON CONFLICT (user_id, provider) DO UPDATE SET last_sync_at = greatest(c.last_sync_at, excluded.last_sync_at)
    RETURNING c.xmax = 0 AS is_first`);
  return is_first;
}
