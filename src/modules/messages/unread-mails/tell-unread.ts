import type { Database, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { defineEvent, type Events } from '../../../infra/events/index.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../../shared/time.ts';

/** What has been unread for so long is told of by mail, as the app was not opened: */
const WAITED_MS = 6 * HOUR_MS;
/** once a day at most, an hour less, so that it does not come later each day. */
const APART_MS = DAY_MS - HOUR_MS;
/** People in one event: of ids some 8 KB. */
const AT_ONCE = 200;

/** These people have something unread that has waited for hours, and have not been told so for a day. */
export type UnreadWaiting = {
  readonly found_at: string;
  readonly user_ids: readonly string[];
};

export const unreadWaiting = defineEvent<UnreadWaiting>({
  name: 'unread_waiting',
  payload: (value) => {
    const { found_at, user_ids } = value as Partial<UnreadWaiting>;
    if (typeof found_at !== 'string') throw new TypeError('the time is missing');
    if (!Array.isArray(user_ids) || user_ids.length > AT_ONCE)
      throw new TypeError(`the people are missing, or more than ${AT_ONCE}`);
    return { found_at, user_ids };
  },
});

const tellUnreadJob = defineJob<object>({
  name: 'messages.tell-unread',
  sends: true,
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '20 * * * *',
  one_running: true,
});

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
};

/** Looks each hour for people who have left something unread for long. */
export function messageJobs(deps: Deps): readonly JobRegistration[] {
  return [handleJob(tellUnreadJob, (_payload, { signal }) => tellUnread(deps, signal))];
}

/** Page by page, each in a transaction: who was found, that they are told, and the event go together. */
export async function tellUnread({ db, clock, events }: Deps, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  for (let found = AT_ONCE; found === AT_ONCE && !signal.aborted; ) {
    found = await db.transaction(async (tx) => {
      const user_ids = await takeWaiting(tx, now);
      if (user_ids.length > 0)
        await events.emit(tx, unreadWaiting, { found_at: now.toISOString(), user_ids });
      return user_ids.length;
    });
  }
}

async function takeWaiting(tx: Transaction, now: Date): Promise<string[]> {
  const told_before = new Date(now.getTime() - APART_MS);
  const rows = await tx.query<{ user_id: string }>(sql`
    INSERT INTO message_digests AS d (user_id, told_at)
    SELECT user_id, ${now} FROM (
      SELECT DISTINCT r.user_id FROM message_reads r
      WHERE r.unread > 0 AND NOT r.is_told AND r.unread_since < ${new Date(now.getTime() - WAITED_MS)}
        AND NOT EXISTS (SELECT FROM message_digests t WHERE t.user_id = r.user_id AND t.told_at > ${told_before})
      ORDER BY r.user_id LIMIT ${AT_ONCE}
    ) waiting
    ON CONFLICT (user_id) DO UPDATE SET told_at = excluded.told_at WHERE d.told_at <= ${told_before}
    RETURNING user_id`);
  const user_ids = rows.map(({ user_id }) => user_id);
  await tx.execute(sql`
    UPDATE message_reads SET is_told = true WHERE user_id = ANY(${user_ids}::uuid[]) AND unread > 0 AND NOT is_told`);
  return user_ids;
}
