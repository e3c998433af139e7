import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { NewDelivery, TakenDelivery, Turn } from './delivery.ts';

/**
 * Inserts all deliveries in one statement, whose text is the same for any number: the bodies are one value, which the database cuts
 * apart. The database gives them their positions, in the order of the list.
 */
export async function insertDeliveries(db: Queryable, deliveries: readonly NewDelivery[]): Promise<void> {
  const sizes = deliveries.map(({ body }) => body.byteLength);
  let end = 1;
  const starts = sizes.map((size) => {
    end += size;
    return end - size;
  });
  await db.execute(sql`
    INSERT INTO webhook_deliveries (id, provider, is_hint, received_at, not_before, position, body)
    SELECT id, provider, is_hint, received_at, received_at, coalesce(position, nextval('platform_word_position')),
      substring(${Buffer.concat(deliveries.map(({ body }) => body))}::bytea FROM start FOR size)
    FROM unnest(
      ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ provider }) => provider)}::text[],
      ${deliveries.map(({ is_hint }) => is_hint)}::boolean[], ${deliveries.map(({ received_at }) => received_at)}::timestamptz[],
      ${deliveries.map(({ position }) => position ?? null)}::bigint[],
      ${starts}::int[], ${sizes}::int[]
    ) AS t (id, provider, is_hint, received_at, position, start, size)`);
}

type Due = { readonly id: string; readonly bytes: number; readonly is_fresh: boolean };

/** The due deliveries, in the order in which they came, without their bodies. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<Due[]> {
  return await db.query<Due>(sql`
    SELECT id, octet_length(body) AS bytes, attempts + begun = 0 AS is_fresh FROM webhook_deliveries
    WHERE set_aside_at IS NULL AND not_before <= ${now}
    ORDER BY not_before, id LIMIT ${limit}`);
}

/** Takes the deliveries that nobody else has taken, in the order in which they were accepted. The start is stored before they are read. */
export async function takeDeliveries(
  db: Queryable,
  ids: readonly string[],
  { now, taken_until }: Turn,
): Promise<TakenDelivery[]> {
  return await db.query<TakenDelivery>(sql`
    WITH taken AS (
      UPDATE webhook_deliveries SET begun = begun + 1, not_before = ${taken_until}
      WHERE id IN (
        SELECT id FROM webhook_deliveries
        WHERE id = ANY(${ids}::uuid[]) AND set_aside_at IS NULL AND not_before <= ${now}
        ORDER BY id FOR UPDATE SKIP LOCKED)
      RETURNING id, provider, body, is_hint, begun, position)
    SELECT id, provider, body, is_hint, begun, position FROM taken ORDER BY position, id`);
}

export type HeldDelivery = {
  readonly id: string;
  readonly attempts: number;
  readonly applied_to: readonly string[];
};

/** Locks the deliveries that this turn still has, until the transaction ends. */
export async function holdTaken(
  tx: Transaction,
  ids: readonly string[],
  { taken_until }: Turn,
): Promise<HeldDelivery[]> {
  return await tx.query<HeldDelivery>(sql`
    SELECT id, attempts, applied_to FROM webhook_deliveries
    WHERE id = ANY(${ids}::uuid[]) AND set_aside_at IS NULL AND not_before = ${taken_until}
    ORDER BY id FOR UPDATE SKIP LOCKED`);
}

export async function deleteDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM webhook_deliveries WHERE id = ANY(${ids}::uuid[])`);
}

export async function noteApplied(tx: Transaction, id: string, provider_user_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE webhook_deliveries SET applied_to = applied_to || ${provider_user_id}::text WHERE id = ${id}`);
}

/** Schedules a failed delivery for another attempt. @param attempts failures so far */
export async function postponeDelivery(
  tx: Transaction,
  { id, attempts, not_before }: { id: string; attempts: number; not_before: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE webhook_deliveries SET attempts = ${attempts}, begun = 0, not_before = ${not_before} WHERE id = ${id}`);
}

export type SettingAside = {
  readonly id: string;
  readonly because: string;
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

export async function trimSetAside(
  tx: Transaction,
  is_hint: boolean,
  most: { readonly rows: number; readonly bytes: number },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
          FROM webhook_deliveries WHERE set_aside_at IS NOT NULL AND is_hint = ${is_hint}
          WINDOW newest AS (ORDER BY set_aside_at DESC, id DESC)
        ) AS kept WHERE place > ${most.rows} OR bytes > ${most.bytes})
      ORDER BY id FOR UPDATE SKIP LOCKED)`);
}
