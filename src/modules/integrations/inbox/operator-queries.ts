import type { Database, Queryable } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';

export type SetAsideDelivery = {
  readonly id: string;
  readonly provider: string;
  readonly received_at: Date;
  readonly set_aside_at: Date;
  readonly because: string;
  readonly bytes: number;
};

const COLUMNS = rawSql(
  'id, provider, received_at, set_aside_at, set_aside_because AS because, octet_length(body) AS bytes',
);

export async function listSetAside(db: Queryable, limit: number): Promise<SetAsideDelivery[]> {
  return await db.query<SetAsideDelivery>(sql`
    SELECT ${COLUMNS}
    FROM webhook_deliveries WHERE set_aside_at IS NOT NULL
    ORDER BY set_aside_at DESC, id DESC LIMIT ${limit}`);
}

export async function findSetAside(
  db: Queryable,
  id: string,
  most_bytes: number,
): Promise<(SetAsideDelivery & { readonly body: Uint8Array }) | null> {
  return await db.maybeOne(sql`
    SELECT ${COLUMNS}, substring(body FROM 1 FOR ${most_bytes}) AS body
    FROM webhook_deliveries WHERE id = ${id} AND set_aside_at IS NOT NULL`);
}

export async function findSetAsideOf(
  db: Queryable,
  user_id: string,
  most_bytes: number,
): Promise<(SetAsideDelivery & { readonly body: Uint8Array })[]> {
  return await db.query(sql`
    SELECT ${COLUMNS}, substring(body FROM 1 FOR ${most_bytes}) AS body
    FROM webhook_deliveries WHERE user_id = ${user_id} AND set_aside_at IS NOT NULL ORDER BY set_aside_at, id`);
}

/** Makes a delivery wait again, with all its attempts. People it was stored for already are skipped. @returns whether there was one */
export async function retrySetAside(db: Database, id: string, now: Date): Promise<boolean> {
  const changed = await db.execute(sql`
    UPDATE webhook_deliveries
    SET set_aside_at = NULL, set_aside_because = NULL, user_id = NULL, attempts = 0, begun = 0, not_before = ${now}
    WHERE id = ${id} AND set_aside_at IS NOT NULL`);
  return changed === 1;
}

export async function discardSetAside(db: Database, id: string): Promise<boolean> {
  return (
    (await db.execute(sql`DELETE FROM webhook_deliveries WHERE id = ${id} AND set_aside_at IS NOT NULL`)) ===
    1
  );
}

export async function removeSetAside(db: Database, before: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM webhook_deliveries WHERE set_aside_at < ${before}`);
}

/** Counts deliveries that were set aside, and those that have been due for a while and still wait. */
export async function countDeliveries(
  db: Queryable,
): Promise<{ readonly set_aside: number; readonly waiting: number; readonly oldest_waiting_s: number }> {
  return await db.one(sql`
    SELECT count(set_aside_at)::int AS set_aside, (count(*) - count(set_aside_at))::int AS waiting,
      coalesce(extract(epoch FROM now() - min(received_at) FILTER (WHERE set_aside_at IS NULL)), 0)::float8
        AS oldest_waiting_s
    FROM webhook_deliveries`);
}
