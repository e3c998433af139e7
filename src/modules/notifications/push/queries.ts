import type { Queryable } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import { MAX_DEVICES, type SealedDevice } from '../devices/device.ts';
import type { SentPush } from './sent-push.ts';

/** @param valid_after tokens that were registered before it count as invalid */
export async function findPushDevices(
  db: Queryable,
  { user_id, valid_after }: { user_id: string; valid_after: Date },
): Promise<SealedDevice[]> {
  return await db.query<SealedDevice>(sql`
    SELECT token_hash, user_id, platform, sealed_token FROM device_tokens
    WHERE user_id = ${user_id} AND last_active_at > ${valid_after}
    ORDER BY last_active_at DESC LIMIT ${MAX_DEVICES}`);
}

type PushWords = Omit<SentPush, 'outgoing'> & { readonly id: string };

/** A push to a topic; null for an id of something else. The caller checks that the reader may see it. */
export async function findTopicPush(db: Queryable, id: string): Promise<PushWords | null> {
  return await db.maybeOne<PushWords>(sql`
    SELECT id, topic, title, body, org_id, created_by FROM outgoing_messages WHERE id = ${id} AND kind = 'topic'`);
}

export type OwnOutgoing = {
  readonly id: string;
  readonly kind: string;
  readonly org_id: string | null;
  readonly topic: string | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly data: unknown;
  readonly created_at: Date;
  readonly state: string;
};
type Page<Row> = { readonly user_id: string; readonly after: Row | null; readonly limit: number };

export async function findOwnOutgoing(
  db: Queryable,
  { user_id, after, limit }: Page<OwnOutgoing>,
): Promise<OwnOutgoing[]> {
  return await db.query<OwnOutgoing>(sql`
    SELECT id, kind, org_id, topic, title, body, data, created_at, state FROM outgoing_messages
    WHERE created_by = ${user_id} AND id > ${after?.id ?? LOWEST_ID} ORDER BY id LIMIT ${limit}`);
}

export type OwnDelivery = {
  readonly outgoing_id: string;
  readonly kind: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly notification_id: string | null;
  readonly channel: string;
  readonly address_hash: Uint8Array;
  readonly service: string | null;
  readonly state: string;
  readonly due_at: Date;
};

export async function findOwnDeliveries(
  db: Queryable,
  { user_id, after, limit }: Page<OwnDelivery>,
): Promise<OwnDelivery[]> {
  return await db.query<OwnDelivery>(sql`
    SELECT d.outgoing_id, o.kind, o.title, o.body, d.notification_id, d.channel, d.address_hash, d.service, d.state, d.due_at
    FROM deliveries d JOIN outgoing_messages o ON o.id = d.outgoing_id
    WHERE d.user_id = ${user_id} AND (d.outgoing_id, d.channel, d.address_hash) >
      (${after?.outgoing_id ?? LOWEST_ID}, ${after?.channel ?? ''}, ${Buffer.from(after?.address_hash ?? [])})
    ORDER BY d.outgoing_id, d.channel, d.address_hash LIMIT ${limit}`);
}
