import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';

export type OwnConnection = {
  readonly provider: string;
  readonly provider_user_id: string | null;
  readonly connected_at: Date;
  readonly last_sync_at: Date | null;
  readonly token_expired_at: Date | null;
};

/** A person's connections to platforms, by platform. */
export async function findOwnConnections(db: Queryable, user_id: string): Promise<OwnConnection[]> {
  return await db.query<OwnConnection>(sql`
    SELECT provider, provider_user_id, connected_at, last_sync_at, token_expired_at FROM platform_connections
    WHERE user_id = ${user_id} ORDER BY provider`);
}
