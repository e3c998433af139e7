import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import {
  type CampaignOptOut,
  MAX_SHOWN_OPT_OUTS,
  type QuietHours,
  type TopicSubscription,
} from './settings.ts';

export async function findQuietHours(db: Queryable, user_id: string): Promise<QuietHours | null> {
  return await db.maybeOne<QuietHours>(sql`
    SELECT to_char(starts, 'HH24:MI') AS start, to_char(ends, 'HH24:MI') AS end FROM quiet_hours
    WHERE user_id = ${user_id}`);
}

export async function upsertQuietHours(
  tx: Transaction,
  { user_id, start, end, now }: QuietHours & { user_id: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO quiet_hours (user_id, starts, ends, updated_at) VALUES (${user_id}, ${start}, ${end}, ${now})
    ON CONFLICT (user_id) DO UPDATE
    SET starts = excluded.starts, ends = excluded.ends, updated_at = excluded.updated_at
    WHERE (quiet_hours.starts, quiet_hours.ends) IS DISTINCT FROM (excluded.starts, excluded.ends)`);
}

export async function deleteQuietHours(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM quiet_hours WHERE user_id = ${user_id}`);
}

export async function findOptOuts(db: Queryable, user_id: string): Promise<CampaignOptOut[]> {
  return await db.query<CampaignOptOut>(sql`
    SELECT c.org_id, o.org_name, c.opted_out_at FROM campaign_opt_outs c JOIN organizations o USING (org_id)
    WHERE c.user_id = ${user_id} ORDER BY c.opted_out_at DESC, c.org_id LIMIT ${MAX_SHOWN_OPT_OUTS}`);
}

type OptOut = { readonly user_id: string; readonly org_id: string };

/** A repeated opt-out keeps its first time. The caller holds the organization and the person. */
export async function insertOptOut(
  tx: Transaction,
  { user_id, org_id, now }: OptOut & { now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at) VALUES (${user_id}, ${org_id}, ${now})
    ON CONFLICT (user_id, org_id) DO NOTHING`);
}

/** @returns whether there was one */
export async function deleteOptOut(db: Queryable, { user_id, org_id }: OptOut): Promise<boolean> {
  const deleted = await db.execute(sql`
    DELETE FROM campaign_opt_outs WHERE user_id = ${user_id} AND org_id = ${org_id}`);
  return deleted > 0;
}

export async function findSubscriptions(db: Queryable, user_id: string): Promise<TopicSubscription[]> {
  return await db.query<TopicSubscription>(sql`
    SELECT topic, subscribed_at FROM topic_subscriptions
    WHERE user_id = ${user_id} ORDER BY topic COLLATE "C"`);
}

/** Locks a user's subscriptions until the transaction ends; false when there is no such user. */
export async function holdSubscriptions(tx: Transaction, user_id: string): Promise<boolean> {
  return (await tx.execute(sql`SELECT 1 FROM users WHERE user_id = ${user_id} FOR NO KEY UPDATE`)) === 1;
}

export async function insertSubscription(
  tx: Transaction,
  { user_id, topic, subscribed_at }: TopicSubscription & { user_id: string },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO topic_subscriptions (user_id, topic, subscribed_at)
    VALUES (${user_id}, ${topic}, ${subscribed_at})`);
}

/** @returns whether there was one */
export async function deleteSubscription(
  db: Queryable,
  { user_id, topic }: { user_id: string; topic: string },
): Promise<boolean> {
  const deleted = await db.execute(sql`
    DELETE FROM topic_subscriptions WHERE user_id = ${user_id} AND topic = ${topic}`);
  return deleted > 0;
}

/** Those of these people who have opted out of an organization's campaigns and pushes. */
export async function findOptedOut(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM campaign_opt_outs WHERE org_id = ${org_id} AND user_id = ANY(${user_ids}::uuid[])`);
  return rows.map(({ user_id }) => user_id);
}
