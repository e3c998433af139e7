import type { Queryable } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { OutgoingState } from './outgoing.ts';

/** Batches that seem to have no worker: some of their deliveries have been due, or without news, since a given time. At most `limit`. */
export async function findStuckBatches(
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<{ outgoing_id: string; batch: number }[]> {
  return await db.query<{ outgoing_id: string; batch: number }>(sql`
    SELECT DISTINCT d.outgoing_id, d.batch FROM outgoing_messages o JOIN deliveries d ON d.outgoing_id = o.id
    WHERE o.counts IS NULL
      AND (d.state = 'waiting' AND d.due_at < ${since} AND o.state <> 'cancelled' OR d.state = 'sending' AND d.claimed_at < ${since})
    ORDER BY d.outgoing_id, d.batch LIMIT ${limit}`);
}

/** Messages older than a given time that are still being spread, or that only have to be marked as ended. */
export async function findUnfinished(
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<{ id: string; state: OutgoingState['state'] }[]> {
  return await db.query<{ id: string; state: OutgoingState['state'] }>(sql`
    SELECT o.id, o.state FROM outgoing_messages o
    WHERE o.counts IS NULL AND o.created_at < ${since} AND (o.state = 'spreading' OR NOT EXISTS (
      SELECT FROM deliveries d WHERE d.outgoing_id = o.id AND ${rawSql(OPEN)}))
    ORDER BY o.created_at LIMIT ${limit}`);
}

const OPEN = "(d.state = 'sending' OR d.state = 'waiting' AND o.state <> 'cancelled')";

/** Deletes deliveries of messages that ended before a given time, at most `limit`. Their counts are kept. @returns how many */
export async function deleteOldDeliveries(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return await db.execute(sql`
    DELETE FROM deliveries WHERE (outgoing_id, channel, address_hash) IN (
      SELECT d.outgoing_id, d.channel, d.address_hash FROM outgoing_messages o JOIN deliveries d ON d.outgoing_id = o.id
      WHERE o.counts IS NOT NULL AND o.finished_at < ${before}
      LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED)`);
}

/** Deletes messages of one kind that ended before a given time, at most `limit`. @returns how many */
export async function deleteOldMessages(
  db: Queryable,
  { kind, before, limit }: { kind: OutgoingState['kind']; before: Date; limit: number },
): Promise<number> {
  return await db.execute(sql`
    DELETE FROM outgoing_messages WHERE id IN (
      SELECT id FROM outgoing_messages
      WHERE counts IS NOT NULL AND finished_at < ${before} AND kind = ${kind}
        AND NOT EXISTS (SELECT FROM deliveries d WHERE d.outgoing_id = outgoing_messages.id)
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`);
}
