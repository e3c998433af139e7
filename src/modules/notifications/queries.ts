import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { Announcement } from './notification.ts';

/**
 * Keeps everybody else from telling these people something until the transaction ends, or two at once would take the
 * same millisecond. In the order of their ids, so that nobody waits in a circle.
 */
export async function holdCentres(tx: Transaction, user_ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    SELECT 1 FROM users WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY user_id FOR NO KEY UPDATE`);
}

/**
 * Tells these people something, each in their language, except who was told already and whose account is not active.
 * Their centres must be held.
 *
 * @param now the time of it, unless that person has a notification of this millisecond, or a later one, already: then
 *   the millisecond after
 */
export async function insertNotifications(
  tx: Transaction,
  recipients: readonly { readonly id: string; readonly user_id: string }[],
  { category, type, subject, texts, data }: Announcement,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO notifications (id, user_id, category, type, subject, title, message, data, created_at)
    SELECT recipient.id, u.user_id, ${category}, ${type}, ${subject}, said.text ->> 'title', said.text ->> 'message',
      ${JSON.stringify(data)}::jsonb, greatest(${now}::timestamptz, newest.created_at + interval '1 millisecond')
    FROM unnest(${recipients.map(({ id }) => id)}::uuid[], ${recipients.map(({ user_id }) => user_id)}::uuid[])
      AS recipient (id, user_id)
    JOIN users u ON u.user_id = recipient.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    CROSS JOIN (SELECT ${JSON.stringify(texts)}::jsonb AS by_language) AS texts
    CROSS JOIN LATERAL (
      SELECT COALESCE(texts.by_language -> (u.preferences ->> 'language'), texts.by_language -> 'en') AS text
    ) AS said
    CROSS JOIN LATERAL (
      SELECT max(n.created_at) AS created_at FROM notifications n WHERE n.user_id = u.user_id
    ) AS newest
    ON CONFLICT (user_id, type, subject) DO NOTHING`);
}

/** Takes back from other people's centres what names this person. */
export async function deleteNotificationsAbout(
  tx: Transaction,
  { user_id, types }: { user_id: string; types: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM notifications
    WHERE data ? 'user_id' AND data ->> 'user_id' = ${user_id} AND type = ANY(${types}::text[])`);
}

export type StoredNotification = Pick<Announcement, 'category' | 'type' | 'data'> & {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly is_read: boolean;
  readonly created_at: Date;
};

/** A page of a person's centre, the newest first. */
export async function findOwnNotifications(
  db: Queryable,
  page: { user_id: string; after: StoredNotification | null; limit: number },
): Promise<StoredNotification[]> {
  return await db.query<StoredNotification>(sql`
    SELECT id, category, type, title, message, data, is_read, created_at FROM notifications
    WHERE user_id = ${page.user_id} AND created_at < ${page.after?.created_at ?? 'infinity'}
    ORDER BY created_at DESC LIMIT ${page.limit}`);
}
