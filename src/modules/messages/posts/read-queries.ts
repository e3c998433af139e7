import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import { COACH_IDS, MEMBER_PRIVACY } from '../../organizations/index.ts';
import { IS_OPEN } from '../queries.ts';
import { MAX_READERS, type Place, type Reader, type Side } from '../thread.ts';

const IS_A_COACH = sql`r.user_id = ANY(${COACH_IDS})`;

export async function countAsUnread(
  tx: Transaction,
  {
    thread_id,
    user_ids,
    at,
  }: { readonly thread_id: string; readonly user_ids: readonly string[]; readonly at: Date },
): Promise<void> {
  if (user_ids.length === 0) return;
  await tx.execute(sql`
    INSERT INTO message_reads AS r (user_id, thread_id, unread, unread_since)
    SELECT user_id, ${thread_id}, 1, ${at} FROM unnest(${user_ids}::uuid[]) AS person (user_id) ORDER BY user_id
    ON CONFLICT (user_id, thread_id) DO UPDATE
    SET unread = r.unread + 1, unread_since = coalesce(r.unread_since, excluded.unread_since), is_told = false`);
}

/** Of `message_reads r`: what is later than what was read, by others, and still there. */
const UNREAD = rawSql(`
  FROM message_posts p
  WHERE p.thread_id = r.thread_id AND p.author_id IS DISTINCT FROM r.user_id
    AND p.deleted_at IS NULL AND p.hidden_at IS NULL AND p.created_at > coalesce(r.read_until, '-infinity')
    AND p.created_at >= coalesce(r.unread_since, '-infinity')`);

/** Counts anew what the thread's readers have not read, after something in it is no longer there. The thread must be held. */
export async function recountUnread(tx: Transaction, thread_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE message_reads r SET unread = counted.unread, unread_since = counted.unread_since
    FROM (
      SELECT r.user_id, (SELECT count(*)::int ${UNREAD}) AS unread, (SELECT min(p.created_at) ${UNREAD}) AS unread_since
      FROM message_reads r WHERE r.thread_id = ${thread_id} AND r.unread > 0 ORDER BY r.user_id
    ) counted
    WHERE r.thread_id = ${thread_id} AND r.user_id = counted.user_id`);
}

export async function findWhoHasReadAll(db: Queryable, thread_id: string): Promise<string[]> {
  const found = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM message_reads WHERE thread_id = ${thread_id} AND read_until IS NOT NULL AND unread = 0`);
  return found.map(({ user_id }) => user_id);
}

/**
 * Marks all until a time as read by a person; what was read further stays so. The thread must be held.
 *
 * @returns whether that changed anything
 */
export async function markReadUntil(
  tx: Transaction,
  read: { readonly thread_id: string; readonly user_id: string; readonly until: Date },
): Promise<boolean> {
  const { thread_id, user_id, until } = read;
  const moved = await tx.execute(sql`
    INSERT INTO message_reads AS r (user_id, thread_id, read_until, unread) VALUES (${user_id}, ${thread_id}, ${until}, 0)
    ON CONFLICT (user_id, thread_id) DO UPDATE SET read_until = excluded.read_until
    WHERE r.read_until IS NULL OR r.read_until < excluded.read_until`);
  if (moved === 0) return false;
  await tx.execute(sql`
    UPDATE message_reads r SET unread = (SELECT count(*)::int ${UNREAD}), unread_since = (SELECT min(p.created_at) ${UNREAD})
    WHERE r.thread_id = ${thread_id} AND r.user_id = ${user_id} AND r.unread > 0`);
  return true;
}

export type ReadMark = { readonly user_id: string; readonly read_until: Date };

/**
 * How far who has read a thread, and how much the reader has not. Participants are told of no other participant but of who shares their
 * profile with the club. Of many readers the last.
 */
export async function findReadState(
  db: Queryable,
  { thread_id, reader: { user_id, side } }: { readonly thread_id: string; readonly reader: Reader },
): Promise<{ unread: number; read_by: ReadMark[] }> {
  const { unread, read_by } = await db.one<{
    unread: number;
    read_by: { user_id: string; read_until: string }[];
  }>(sql`
    SELECT coalesce((SELECT unread FROM message_reads WHERE thread_id = ${thread_id} AND user_id = ${user_id}), 0) AS unread,
      coalesce((
        SELECT json_agg(json_build_object('user_id', r.user_id, 'read_until', r.read_until) ORDER BY r.user_id)
        FROM (
          SELECT r.user_id, r.read_until
          FROM message_reads r JOIN message_threads t ON t.id = r.thread_id JOIN organizations o ON o.org_id = t.org_id
          WHERE r.thread_id = ${thread_id} AND r.read_until IS NOT NULL
            AND (${side}::text <> 'participant' OR r.user_id = ${user_id} OR ${IS_A_COACH} OR EXISTS (
              SELECT FROM organization_members m JOIN users u ON u.user_id = m.user_id
              WHERE m.org_id = t.org_id AND m.user_id = r.user_id AND m.left_at IS NULL
                AND ${rawSql(MEMBER_PRIVACY)} -> 'share_profile_info' = 'true'))
          ORDER BY r.read_until DESC LIMIT ${MAX_READERS}
        ) r), '[]') AS read_by`);
  return { unread, read_by: read_by.map((one) => ({ ...one, read_until: new Date(one.read_until) })) };
}

/** A thread in which somebody has not read something, with whom it is unread to and as what they read it. */
export type UnreadThread = Place & {
  readonly id: string;
  readonly last_post_at: Date;
  readonly user_id: string;
  readonly side: Side;
  readonly unread: number;
};

const IS_COACH = rawSql('r.user_id = ANY(o.coach_ids)');

/**
 * Threads that these people have a seat at and have not read all of, the latest first; whether they may know of what each is about, their
 * subject says.
 */
export async function findUnreadThreads(
  db: Queryable,
  page: {
    readonly user_ids: readonly string[];
    readonly thread_ids?: readonly string[];
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<UnreadThread[]> {
  const { user_ids, thread_ids, after, limit } = page;
  const begins =
    after === null ? rawSql('') : sql`AND (t.last_post_at, t.id) < (${after.at}, ${after.id}::uuid)`;
  const [user_id] = user_ids;
  const reads =
    thread_ids === undefined
      ? sql`(SELECT user_id, thread_id, unread FROM message_reads WHERE user_id = ANY(${user_ids}::uuid[]) AND unread > 0)`
      : sql`(SELECT ${user_id ?? ''}::uuid AS user_id, named.thread_id, coalesce(own.unread, 0) AS unread
          FROM unnest(${thread_ids}::uuid[]) AS named (thread_id)
          LEFT JOIN message_reads own ON own.thread_id = named.thread_id AND own.user_id = ${user_id ?? ''})`;
  return await db.query<UnreadThread>(sql`
    SELECT t.id, t.org_id, t.athlete_id, t.kind, t.key, t.last_post_at, r.user_id, r.unread,
      CASE WHEN t.athlete_id = r.user_id THEN 'athlete' WHEN ${IS_COACH} THEN 'coach' ELSE 'participant' END AS side
    FROM ${reads} r JOIN message_threads t ON t.id = r.thread_id
    CROSS JOIN LATERAL (SELECT ${COACH_IDS} AS coach_ids FROM organizations o WHERE o.org_id = t.org_id OFFSET 0) o
    LEFT JOIN organization_members own ON own.org_id = t.org_id AND own.user_id = r.user_id
      AND own.left_at IS NULL AND own.status <> 'suspended'
    WHERE t.closed_at IS NULL AND ${IS_OPEN}
      AND (${IS_COACH} OR (own.user_id IS NOT NULL AND (t.athlete_id = r.user_id OR t.athlete_id IS NULL))) ${begins}
    ORDER BY t.last_post_at DESC, t.id DESC LIMIT ${limit}`);
}
