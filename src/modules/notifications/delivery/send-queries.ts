import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { PushTarget } from '../../../infra/push/index.ts';
import { ACCOUNT_IS_ACTIVE, type User } from '../../users/index.ts';
import { type CampaignAudience, isStillMeant } from './audiences.ts';
import { RANDOM_ADDRESS } from './forget-addresses.ts';
import type { Channel, OutgoingState } from './outgoing.ts';
import { QUIET_HOURS } from './people-queries.ts';
import type { QuietHours } from './quiet-hours.ts';

export type SentMessage = {
  readonly id: string;
  readonly kind: OutgoingState['kind'];
  readonly org_id: string | null;
  readonly org_name: string | null;
  readonly contact_email: string | null;
  readonly topic: string | null;
  readonly audience: CampaignAudience | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly data: Readonly<Record<string, string>>;
  readonly created_at: Date;
};

/** Null when the message was deleted, for instance with its organization. */
export async function findMessage(db: Queryable, id: string): Promise<SentMessage | null> {
  return await db.maybeOne<SentMessage>(sql`
    SELECT o.id, o.kind, o.org_id, g.org_name, g.settings ->> 'contact_email' AS contact_email, o.topic, o.audience, o.title, o.body, o.data, o.created_at
    FROM outgoing_messages o LEFT JOIN organizations g USING (org_id) WHERE o.id = ${id}`);
}

/** A delivery that an attempt has taken, with the present data it needs. Deleted things are null. */
export type TakenDelivery = {
  readonly channel: Channel;
  readonly address_hash: Buffer;
  readonly service: string | null;
  readonly attempts: number;
  readonly user_id: string | null;
  readonly is_active: boolean | null;
  readonly email: string | null;
  readonly is_verified: boolean | null;
  readonly preferences: Partial<User['preferences']> | null;
  readonly notification_settings: Partial<User['notification_settings']> | null;
  readonly quiet_hours: QuietHours | null;
  readonly platform: PushTarget['platform'] | null;
  readonly sealed_token: Buffer | null;
  readonly chat_id: string | null;
  /** Whether the message is still for this person: a member, or somebody who gets the topic. */
  readonly is_still_meant: boolean;
  readonly has_opted_out: boolean;
  readonly notification: {
    readonly id: string;
    readonly type: string;
    readonly category: string;
    readonly title: string;
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly is_read: boolean;
  } | null;
};

export type BatchAt = { readonly outgoing_id: string; readonly batch: number; readonly now: Date };

/** Takes the next due deliveries of a batch, which nobody else can send until their outcome is recorded. A cancelled message has none. */
export async function takeDue(
  db: Queryable,
  { outgoing_id, batch, now }: BatchAt,
  message: SentMessage,
  { claim, limit }: { claim: string; limit: number },
): Promise<TakenDelivery[]> {
  return await db.query<TakenDelivery>(sql`
    WITH due AS (
      SELECT d.channel, d.address_hash FROM deliveries d
      WHERE d.outgoing_id = ${outgoing_id} AND d.batch = ${batch} AND d.state = 'waiting' AND d.due_at <= ${now}
        AND EXISTS (SELECT FROM outgoing_messages o WHERE o.id = ${outgoing_id} AND o.state <> 'cancelled')
      ORDER BY d.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ), taken AS (
      UPDATE deliveries d SET state = 'sending', attempts = d.attempts + 1, claim = ${claim}, claimed_at = ${now}
      FROM due
      WHERE d.outgoing_id = ${outgoing_id} AND d.channel = due.channel AND d.address_hash = due.address_hash
      RETURNING d.*
    )
    SELECT t.channel, t.address_hash, t.service, t.attempts, u.user_id, ${rawSql(ACCOUNT_IS_ACTIVE)} AS is_active,
           u.email, u.is_verified, u.preferences, u.notification_settings, ${QUIET_HOURS} AS quiet_hours, p.platform, p.sealed_token, c.chat_id,
           ${isStillMeant(message, rawSql('t.user_id'))} AS is_still_meant, x.user_id IS NOT NULL AS has_opted_out,
           CASE WHEN n.id IS NULL THEN NULL ELSE jsonb_build_object(
             'id', n.id, 'type', n.type, 'category', n.category, 'title', n.title, 'message', n.message, 'data', n.data,
             'is_read', n.is_read OR n.created_at <= COALESCE(k.read_until, '-infinity')) END AS notification
    FROM taken t
    LEFT JOIN users u ON u.user_id = t.user_id
    LEFT JOIN quiet_hours q ON q.user_id = t.user_id
    LEFT JOIN device_tokens p ON t.channel = 'push' AND p.token_hash = t.address_hash AND p.user_id = t.user_id
    LEFT JOIN chat_accounts c ON t.channel = 'chat' AND c.user_id = t.user_id AND c.service = t.service
    LEFT JOIN campaign_opt_outs x ON x.user_id = t.user_id AND x.org_id = ${message.org_id}::uuid
    LEFT JOIN notifications n ON n.id = t.notification_id AND n.user_id = t.user_id AND n.deleted_at IS NULL
    LEFT JOIN notification_centres k ON k.user_id = n.user_id`);
}

export type Attempted = {
  readonly channel: Channel;
  readonly address_hash: Buffer;
  readonly user_id: string | null;
  readonly state: 'waiting' | 'sent' | 'failed' | 'gone' | 'unknown' | 'cancelled';
  readonly reason: string | null;
  readonly due_at: Date | null;
  /** Whether anything was sent to the other side at all. */
  readonly counts_as_attempt: boolean;
};

/** Keeps a message from being deleted with its organization, whose deletion locks deliveries in another order. */
export async function holdMessage(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM outgoing_messages WHERE id = ${id} FOR KEY SHARE`);
}

/**
 * Records, in one statement, the outcomes of the deliveries that this attempt still holds. The caller holds the people and the message.
 */
export async function recordAttempts(
  tx: Transaction,
  { outgoing_id, claim }: { outgoing_id: string; claim: string },
  attempts: readonly Attempted[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE deliveries d
    SET state = a.state, reason = a.reason, due_at = COALESCE(a.due_at, d.due_at), claim = NULL, claimed_at = NULL,
        attempts = CASE WHEN a.counts THEN d.attempts ELSE d.attempts - 1 END,
        address_hash = CASE WHEN d.user_id IS NULL THEN ${RANDOM_ADDRESS} ELSE d.address_hash END
    FROM unnest(
      ${attempts.map(({ channel }) => channel)}::text[],
      ${attempts.map(({ address_hash }) => address_hash)}::bytea[],
      ${attempts.map(({ state }) => state)}::text[],
      ${attempts.map(({ reason }) => reason)}::text[],
      ${attempts.map(({ due_at }) => due_at)}::timestamptz[],
      ${attempts.map(({ counts_as_attempt }) => counts_as_attempt)}::boolean[]
    ) AS a (channel, address_hash, state, reason, due_at, counts)
    WHERE d.outgoing_id = ${outgoing_id} AND d.channel = a.channel AND d.address_hash = a.address_hash
      AND d.claim = ${claim} AND d.state = 'sending'`);
}

/** Shows that an attempt still works on its deliveries. Locked rows are skipped, since their outcome is being recorded. */
export async function showLife(
  db: Queryable,
  { outgoing_id, batch, now, claim }: BatchAt & { readonly claim: string },
): Promise<void> {
  await db.execute(sql`
    UPDATE deliveries d SET claimed_at = ${now}
    FROM (
      SELECT s.channel, s.address_hash FROM deliveries s
      WHERE s.outgoing_id = ${outgoing_id} AND s.batch = ${batch} AND s.claim = ${claim} AND s.state = 'sending'
      FOR UPDATE SKIP LOCKED
    ) held
    WHERE d.outgoing_id = ${outgoing_id} AND d.channel = held.channel AND d.address_hash = held.address_hash`);
}

/**
 * Ends attempts whose process died without recording an outcome. Their deliveries become `unknown`, since nobody knows whether they
 * went out. Those that the other side recognizes by their id become `waiting` instead, to be sent once more.
 */
export async function settleAbandoned(
  db: Queryable,
  { outgoing_id, batch, now }: BatchAt,
  { silent_since, sent_again }: { silent_since: Date; sent_again: readonly string[] },
): Promise<number> {
  return await db.execute(sql`
    UPDATE deliveries d
    SET state = CASE WHEN COALESCE(d.service, d.channel) = ANY(${sent_again}::text[]) THEN 'waiting' ELSE 'unknown' END,
        due_at = ${now}, reason = 'interrupted', claim = NULL, claimed_at = NULL,
        address_hash = CASE WHEN d.user_id IS NULL THEN ${RANDOM_ADDRESS} ELSE d.address_hash END
    FROM (
      SELECT s.channel, s.address_hash FROM deliveries s
      WHERE s.outgoing_id = ${outgoing_id} AND s.batch = ${batch} AND s.state = 'sending' AND s.claimed_at <= ${silent_since}
      FOR UPDATE SKIP LOCKED
    ) silent
    WHERE d.outgoing_id = ${outgoing_id} AND d.channel = silent.channel AND d.address_hash = silent.address_hash`);
}

/** When a batch needs work next; null when nothing is left. A delivery in `sending` counts as due `silence_ms` after its last sign. */
export async function findNextDue(
  db: Queryable,
  { outgoing_id, batch }: Omit<BatchAt, 'now'>,
  silence_ms: number,
): Promise<Date | null> {
  const { next } = await db.one<{ next: Date | null }>(sql`
    SELECT min(CASE d.state WHEN 'waiting' THEN d.due_at ELSE d.claimed_at + ${silence_ms} * interval '1 millisecond' END) AS next
    FROM deliveries d
    JOIN outgoing_messages o ON o.id = d.outgoing_id
    WHERE d.outgoing_id = ${outgoing_id} AND d.batch = ${batch}
      AND (d.state = 'sending' OR d.state = 'waiting' AND o.state <> 'cancelled')`);
  return next;
}

/** Deletes chats that the service says are gone, unless they were connected again since. */
export async function forgetChats(
  db: Queryable,
  gone: readonly { readonly user_id: string; readonly service: string }[],
  before: Date,
): Promise<void> {
  await db.execute(sql`
    DELETE FROM chat_accounts WHERE (user_id, service) IN (
      SELECT c.user_id, c.service FROM chat_accounts c
      JOIN unnest(${gone.map(({ user_id }) => user_id)}::uuid[], ${gone.map(({ service }) => service)}::text[])
        AS g (user_id, service) USING (user_id, service)
      WHERE c.linked_at <= ${before}
      ORDER BY c.user_id, c.service FOR UPDATE OF c)`);
}
