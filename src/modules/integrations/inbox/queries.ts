import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';
import type { NewDelivery, WaitingDelivery } from './delivery.ts';

/** All in one statement, whose text is the same for any number: the bodies go as one value, cut apart by the database. */
export async function insertDeliveries(db: Queryable, deliveries: readonly NewDelivery[]): Promise<void> {
  const sizes = deliveries.map(({ body }) => body.byteLength);
  let end = 1;
  const starts = sizes.map((size) => {
    end += size;
    return end - size;
  });
  await db.execute(sql`
    INSERT INTO webhook_deliveries (id, provider, received_at, not_before, body)
    SELECT id, provider, received_at, received_at, substring(${Buffer.concat(deliveries.map(({ body }) => body))}::bytea FROM start FOR size)
    FROM unnest(
      ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ provider }) => provider)}::text[],
      ${deliveries.map(({ received_at }) => received_at)}::timestamptz[], ${starts}::int[], ${sizes}::int[]
    ) AS t (id, provider, received_at, start, size)`);
}

type Due = { readonly id: string; readonly provider: PlatformId; readonly bytes: number };

/** What is to be worked off now, in the order in which it came, without the bodies. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<Due[]> {
  return await db.query<Due>(sql`
    SELECT id, provider, octet_length(body) AS bytes FROM webhook_deliveries
    WHERE set_aside_at IS NULL AND not_before <= ${now}
    ORDER BY not_before, id LIMIT ${limit}`);
}

/** Those of them that are still there, in the order of their ids. */
export async function readWaiting(db: Queryable, ids: readonly string[]): Promise<WaitingDelivery[]> {
  return await db.query<WaitingDelivery>(sql`
    SELECT id, provider, body FROM webhook_deliveries
    WHERE id = ANY(${ids}::uuid[]) AND set_aside_at IS NULL ORDER BY id`);
}

export type HeldDelivery = {
  readonly id: string;
  readonly attempts: number;
  readonly applied_to: readonly string[];
};

/** Those of them that still wait and that nobody else is working on: they are this transaction's until it ends. */
export async function holdWaiting(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<HeldDelivery[]> {
  return await tx.query<HeldDelivery>(sql`
    SELECT id, attempts, applied_to FROM webhook_deliveries
    WHERE id = ANY(${ids}::uuid[]) AND set_aside_at IS NULL AND not_before <= ${now}
    ORDER BY id FOR UPDATE SKIP LOCKED`);
}

export async function deleteDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM webhook_deliveries WHERE id = ANY(${ids}::uuid[])`);
}

export async function noteApplied(tx: Transaction, id: string, provider_user_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE webhook_deliveries SET applied_to = applied_to || ${provider_user_id}::text WHERE id = ${id}`);
}

export async function postponeDelivery(
  tx: Transaction,
  { id, attempts, not_before }: { id: string; attempts: number; not_before: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE webhook_deliveries SET attempts = ${attempts}, not_before = ${not_before} WHERE id = ${id}`);
}

export type SettingAside = {
  readonly id: string;
  readonly because: string;
  /** Whose it is, where it is one person's alone. */
  readonly user_id: string | null;
};

export async function setAside(tx: Transaction, ones: readonly SettingAside[], now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE webhook_deliveries d SET set_aside_at = ${now}, set_aside_because = t.because, user_id = t.user_id
    FROM unnest(
      ${ones.map(({ id }) => id)}::uuid[], ${ones.map(({ because }) => because)}::text[],
      ${ones.map(({ user_id }) => user_id)}::uuid[]
    ) AS t (id, because, user_id)
    WHERE d.id = t.id`);
}
