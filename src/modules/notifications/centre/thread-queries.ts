import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';

/** Says to the streams of these people that something in a thread is other than it was. Their centres must be held. */
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

/** Threads with news for a person: those later than one version of their centre and not later than another, the oldest news first. */
export async function findThreadsWithNews(
  db: Queryable,
  page: { readonly user_id: string; readonly after: number; readonly until: number; readonly limit: number },
): Promise<{ thread_id: string; version: number }[]> {
  return await db.query(sql`
    SELECT thread_id, version FROM thread_news
    WHERE user_id = ${page.user_id} AND version > ${page.after} AND version <= ${page.until}
    ORDER BY version LIMIT ${page.limit}`);
}
