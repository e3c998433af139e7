import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { CampaignAudience } from './audiences.ts';
import type { Channel, NewOutgoing, OutgoingState } from './outgoing.ts';
import type { PlannedDelivery, Skipped } from './planned-delivery.ts';

type OutgoingRow = Omit<NewOutgoing, 'kind' | 'title' | 'body' | 'data' | 'audience'> & {
  readonly kind: OutgoingState['kind'];
  readonly audience: CampaignAudience | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly state: OutgoingState['state'];
  readonly batches: number;
  readonly skipped: Skipped;
};

/** SQL over a message `o`. All people who have deleted their accounts count as one person. */
const TALLIES = rawSql(`
  SELECT COALESCE(jsonb_agg(jsonb_build_array(t.channel, t.state, t.number, t.people)), '[]') AS tallies
  FROM (SELECT d.channel, d.state, count(*) AS number,
               count(DISTINCT COALESCE(d.user_id, '00000000-0000-0000-0000-000000000000')) AS people
        FROM deliveries d WHERE d.outgoing_id = o.id GROUP BY GROUPING SETS ((d.channel, d.state), (d.channel))) t`);

/** Whether nothing of `o` will change any more. Waiting deliveries of a cancelled message are never sent. */
const IS_OVER = rawSql(`o.state IN ('sending', 'cancelled') AND o.counts IS NULL AND NOT EXISTS (
  SELECT FROM deliveries d
  WHERE d.outgoing_id = o.id AND (d.state = 'sending' OR d.state = 'waiting' AND o.state <> 'cancelled'))`);

export async function insertOutgoing(tx: Transaction, row: OutgoingRow): Promise<void> {
  await tx.execute(sql`
    INSERT INTO outgoing_messages (id, kind, org_id, topic, audience, channels, title, body, data, created_by, created_at,
                                   state, batches, skipped)
    VALUES (${row.id}, ${row.kind}, ${row.org_id}, ${row.topic}, ${row.audience === null ? null : JSON.stringify(row.audience)},
            ${row.channels}, ${row.title}, ${row.body}, ${JSON.stringify(row.data)}, ${row.created_by}, ${row.now},
            ${row.state}, ${row.batches}, ${JSON.stringify(row.skipped)})`);
}

export async function markCancelled(
  tx: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const cancelled = await tx.execute(sql`
    UPDATE outgoing_messages SET state = 'cancelled', finished_at = ${now}
    WHERE id = ${id} AND state IN ('spreading', 'sending')`);
  return cancelled === 1;
}

type CountedRow = Omit<OutgoingState, 'counts'> & {
  readonly channels: readonly Channel[];
  readonly skipped: Skipped;
  /** Channel, state (null for all), number of deliveries, number of people: the stored counts, or else those of the present deliveries. */
  readonly tallies: readonly (readonly [Channel, string | null, number, number])[];
};

export async function findOutgoing(db: Queryable, ids: readonly string[]): Promise<CountedRow[]> {
  return await db.query<CountedRow>(sql`
    SELECT o.id, o.kind, o.org_id, o.topic, o.created_by, o.created_at, o.state, o.finished_at, o.channels, o.skipped,
           COALESCE(o.counts, counted.tallies, '[]') AS tallies
    FROM outgoing_messages o
    LEFT JOIN LATERAL (${TALLIES}) counted ON o.counts IS NULL
    WHERE o.id = ANY(${ids}::uuid[])`);
}

/** What spreading needs to know of a message; null when it was deleted or its spreading has ended. */
export async function findSpreading(db: Queryable, id: string): Promise<SpreadingRow | null> {
  return await db.maybeOne<SpreadingRow>(sql`
    SELECT id, kind, org_id, topic, audience, channels, spread_after, batches, skipped FROM outgoing_messages
    WHERE id = ${id} AND state = 'spreading'`);
}

export type SpreadingRow = Pick<
  OutgoingRow,
  'id' | 'kind' | 'org_id' | 'topic' | 'audience' | 'channels' | 'batches' | 'skipped'
> & {
  readonly spread_after: string | null;
};

/**
 * Records that a page of people was spread.
 *
 * @returns false when somebody else has done it meanwhile, or the message was cancelled
 */
export async function recordSpread(
  tx: Transaction,
  before: Pick<SpreadingRow, 'id' | 'spread_after'>,
  after: { readonly spread_after: string | null; readonly batches: number; readonly skipped: Skipped },
): Promise<boolean> {
  const recorded = await tx.execute(sql`
    UPDATE outgoing_messages
    SET spread_after = ${after.spread_after}, batches = ${after.batches}, skipped = ${JSON.stringify(after.skipped)},
        state = CASE WHEN ${after.spread_after}::uuid IS NULL THEN 'sending' ELSE state END
    WHERE id = ${before.id} AND state = 'spreading' AND spread_after IS NOT DISTINCT FROM ${before.spread_after}`);
  return recorded === 1;
}

/** Stores batches of deliveries. An address that the message has already is left as it is. */
export async function insertDeliveries(
  tx: Transaction,
  outgoing_id: string,
  deliveries: readonly (PlannedDelivery & { readonly batch: number })[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO deliveries (outgoing_id, channel, address_hash, user_id, service, notification_id, batch, due_at)
    SELECT ${outgoing_id}, d.* FROM unnest(
      ${deliveries.map(({ channel }) => channel)}::text[],
      ${deliveries.map(({ address_hash }) => address_hash)}::bytea[],
      ${deliveries.map(({ user_id }) => user_id)}::uuid[],
      ${deliveries.map(({ service }) => service)}::text[],
      ${deliveries.map(({ notification_id }) => notification_id)}::uuid[],
      ${deliveries.map(({ batch }) => batch)}::int[],
      ${deliveries.map(({ due_at }) => due_at)}::timestamptz[]) d
    ON CONFLICT DO NOTHING`);
}

/** A message that only has to be marked as ended; null for all others. */
export async function findOver(
  db: Queryable,
  id: string,
): Promise<Pick<OutgoingState, 'kind' | 'state'> | null> {
  return await db.maybeOne<Pick<OutgoingState, 'kind' | 'state'>>(sql`
    SELECT o.kind, o.state FROM outgoing_messages o WHERE o.id = ${id} AND ${IS_OVER}`);
}

/**
 * Stores what became of a message of which nothing is left to send.
 *
 * @returns false when something is left after all, or somebody else has stored it
 */
export async function recordEnd(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const ended = await tx.execute(sql`
    UPDATE outgoing_messages o
    SET state = CASE WHEN o.state = 'sending' THEN 'done' ELSE o.state END,
        finished_at = COALESCE(o.finished_at, ${now}),
        counts = (${TALLIES})
    WHERE o.id = ${id} AND ${IS_OVER}`);
  return ended === 1;
}
