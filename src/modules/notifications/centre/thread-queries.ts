import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';

/** Lets the event streams of these people know that a thread has changed. The caller holds their centres. */
export async function noteThread(
  tx: Transaction,
  { thread_id, user_ids }: { readonly thread_id: string; readonly user_ids: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    WITH watched AS (
      UPDATE notification_centres SET version = version + 1 WHERE user_id = ANY(${user_ids}::uuid[])
      RETURNING user_id, version
    )
    INSERT INTO thread_news (user_id, thread_id, version)
    SELECT user_id, ${thread_id}, version FROM watched ORDER BY user_id
    ON CONFLICT (user_id, thread_id) DO UPDATE SET version = excluded.version`);
}

/** SQL over `n`, a notification, and `c`, its centre. */
const IS_UNREAD = rawSql(
  'n.deleted_at IS NULL AND NOT n.is_read AND (c.read_until IS NULL OR n.created_at > c.read_until)',
);

/** Marks these people's notifications of a thread as read, since they have read the thread itself. The caller holds their centres. */
export async function markReadOfThread(
  tx: Transaction,
  of: {
    readonly thread_id: string;
    readonly user_ids: readonly string[];
    readonly types: readonly string[];
  },
): Promise<void> {
  const { thread_id, user_ids, types } = of;
  await tx.execute(sql`
    WITH marked AS (
      UPDATE notifications n SET is_read = true FROM notification_centres c
      WHERE c.user_id = n.user_id AND c.user_id = ANY(${user_ids}::uuid[]) AND c.unread > 0
        AND n.type = ANY(${types}::text[]) AND n.data ->> 'thread_id' = ${thread_id} AND ${IS_UNREAD}
      RETURNING n.user_id
    ), sums AS (
      SELECT user_id, count(*)::int AS read FROM marked GROUP BY user_id
    )
    UPDATE notification_centres c SET unread = c.unread - sums.read, version = c.version + 1
    FROM sums WHERE c.user_id = sums.user_id`);
}

/** Threads whose latest change for a person is after one version of their centre and not after another, the oldest change first. */
export async function findThreadsWithNews(
  db: Queryable,
  page: { readonly user_id: string; readonly after: number; readonly until: number; readonly limit: number },
): Promise<{ thread_id: string; version: number }[]> {
  return await db.query(sql`
    SELECT thread_id, version FROM thread_news
    WHERE user_id = ${page.user_id} AND version > ${page.after} AND version <= ${page.until}
    ORDER BY version LIMIT ${page.limit}`);
}
