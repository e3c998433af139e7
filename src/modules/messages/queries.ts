import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { COACH_IDS } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { Place, Side, Thread } from './thread.ts';

const COLUMNS = rawSql(
  't.id, t.org_id, t.athlete_id, t.kind, t.key, t.last_post_id, t.last_post_at, t.waiting_since',
);

/**
 * Of `message_threads t`: whose athlete is in the organization as when it began, with an active account. The thread of an earlier membership is read by nobody.
 */
export const IS_OPEN = rawSql(`(t.athlete_id IS NULL OR EXISTS (
  SELECT FROM organization_members m JOIN users u USING (user_id)
  WHERE m.org_id = t.org_id AND m.user_id = t.athlete_id AND m.left_at IS NULL AND m.joined_at = t.member_since
    AND ${ACCOUNT_IS_ACTIVE}))`);

/** `joined_at` of the membership that the place is of. */
const memberSince = ({ org_id, athlete_id }: Pick<Place, 'org_id' | 'athlete_id'>): Sql => sql`(
  SELECT joined_at FROM organization_members WHERE org_id = ${org_id} AND user_id = ${athlete_id} AND left_at IS NULL)`;

/** The coaches of an organization, and the athlete, unless they have left it, are suspended there or their account is not active. */
export async function findStaffAndAthlete(
  db: Queryable,
  { org_id, athlete_id }: Pick<Place, 'org_id' | 'athlete_id'>,
): Promise<{ athlete: string | null; coach_ids: string[] }> {
  const found = await db.maybeOne<{ athlete: string | null; coach_ids: string[] }>(sql`
    SELECT ${COACH_IDS} AS coach_ids, (
      SELECT m.user_id FROM organization_members m JOIN users u USING (user_id)
      WHERE m.org_id = o.org_id AND m.user_id = ${athlete_id} AND m.left_at IS NULL AND m.status <> 'suspended'
        AND ${rawSql(ACCOUNT_IS_ACTIVE)}) AS athlete
    FROM organizations o WHERE o.org_id = ${org_id}`);
  return found ?? { athlete: null, coach_ids: [] };
}

/** Of what is nobody's own: who has written there, and who was spoken to by name. */
export async function findVoices(
  db: Queryable,
  { org_id, kind, key }: Pick<Place, 'org_id' | 'kind' | 'key'>,
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    WITH posts AS (
      SELECT p.id, p.author_id FROM message_threads t JOIN message_posts p ON p.thread_id = t.id
      WHERE t.org_id = ${org_id} AND t.athlete_id IS NULL AND t.kind = ${kind} AND t.key = ${key})
    SELECT author_id AS user_id FROM posts WHERE author_id IS NOT NULL
    UNION SELECT x.user_id FROM posts JOIN message_mentions x ON x.post_id = posts.id ORDER BY user_id`);
  return rows.map(({ user_id }) => user_id);
}

/** What is said about something, in the membership of today; null where nobody has written yet. */
export async function findThreadOf(db: Queryable, place: Place): Promise<Thread | null> {
  const { org_id, athlete_id, kind, key } = place;
  const whose =
    athlete_id === null
      ? sql`t.athlete_id IS NULL`
      : sql`t.athlete_id = ${athlete_id} AND t.member_since = ${memberSince(place)}`;
  return await db.maybeOne<Thread>(sql`
    SELECT ${COLUMNS} FROM message_threads t
    WHERE t.org_id = ${org_id} AND ${whose} AND t.kind = ${kind} AND t.key = ${key}`);
}

export async function findThread(db: Queryable, thread_id: string): Promise<Thread | null> {
  return await db.maybeOne<Thread>(sql`
    SELECT ${COLUMNS} FROM message_threads t WHERE t.id = ${thread_id} AND ${IS_OPEN}`);
}

/** The same, locked until the transaction ends. Whoever changes what is in a thread holds it first. */
export async function holdThread(tx: Transaction, thread_id: string): Promise<Thread | null> {
  return await tx.maybeOne<Thread>(sql`
    SELECT ${COLUMNS} FROM message_threads t WHERE t.id = ${thread_id} AND ${IS_OPEN} FOR NO KEY UPDATE OF t`);
}

/**
 * Begins a thread, or holds the one there is, for a post that comes now: no two of a thread are of the same millisecond, so that what is
 * read until one of them is exactly what came before it.
 */
export async function openThread(
  tx: Transaction,
  place: Place,
  post: { readonly id: string; readonly thread_id: string; readonly side: Side; readonly now: Date },
): Promise<{ id: string; last_post_at: Date }> {
  const { now } = post;
  const waits = place.kind === 'conversation' && post.side === 'athlete';
  return await tx.one<{ id: string; last_post_at: Date }>(sql`
    INSERT INTO message_threads AS t (id, org_id, athlete_id, member_since, kind, key, created_at, last_post_id,
      last_post_at, waiting_since)
    VALUES (${post.thread_id}, ${place.org_id}, ${place.athlete_id}, ${memberSince(place)}, ${place.kind}, ${place.key},
      ${now}, ${post.id}, ${now}, CASE WHEN ${waits}::boolean THEN ${now}::timestamptz END)
    ON CONFLICT (org_id, athlete_id, member_since, kind, key) DO UPDATE SET
      last_post_id = excluded.last_post_id,
      last_post_at = greatest(excluded.last_post_at, t.last_post_at + interval '1 millisecond'),
      waiting_since = CASE WHEN ${waits}::boolean THEN coalesce(t.waiting_since, excluded.waiting_since) END
    RETURNING id, last_post_at`);
}

/** Of a conversation, since when it waits for an answer, once something in it is no longer there. The thread must be held. */
export async function resetWaiting(tx: Transaction, thread_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE message_threads t SET waiting_since = (
      SELECT min(p.created_at) FROM message_posts p
      WHERE p.thread_id = t.id AND p.author_role = 'athlete' AND p.deleted_at IS NULL AND p.hidden_at IS NULL
        AND p.created_at > coalesce((
          SELECT max(answer.created_at) FROM message_posts answer
          WHERE answer.thread_id = t.id AND answer.author_role = 'coach'), '-infinity'))
    WHERE t.id = ${thread_id} AND t.kind = 'conversation'`);
}

/** Ends the threads of memberships that are over; what coaches have not read of them counts no more. */
export async function closeThreads(
  tx: Transaction,
  { org_id, user_id, now }: { readonly org_id: string; readonly user_id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    WITH closed AS (
      UPDATE message_threads t SET closed_at = ${now}, waiting_since = NULL
      WHERE t.org_id = ${org_id} AND t.athlete_id = ${user_id} AND t.closed_at IS NULL AND NOT ${isOfToday}
      RETURNING id
    )
    DELETE FROM message_reads r USING closed WHERE r.thread_id = closed.id`);
}

/** Of `message_threads t`: whether the membership it began in goes on. */
const isOfToday = rawSql(`EXISTS (
  SELECT FROM organization_members m
  WHERE m.org_id = t.org_id AND m.user_id = t.athlete_id AND m.left_at IS NULL AND m.joined_at = t.member_since)`);

/** Forgets what was said about workouts that are no more. */
export async function deleteActivityThreads(
  tx: Transaction,
  { user_id, activity_ids }: { readonly user_id: string; readonly activity_ids: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM message_threads
    WHERE athlete_id = ${user_id} AND kind = 'activity' AND key = ANY(${activity_ids}::text[])`);
}

/** Forgets what was said about sessions of the club that are no more. */
export async function deleteSessionThreads(
  tx: Transaction,
  { org_id, session_ids }: { readonly org_id: string; readonly session_ids: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM message_threads
    WHERE org_id = ${org_id} AND athlete_id IS NULL AND kind = 'session' AND key = ANY(${session_ids}::text[])`);
}

/** Forgets how far somebody who is no member any more has read what is the club's. */
export async function deleteReadsOfPast(
  tx: Transaction,
  { org_id, user_id }: { readonly org_id: string; readonly user_id: string },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM message_reads r USING message_threads t, organizations o
    WHERE r.user_id = ${user_id} AND t.id = r.thread_id AND t.org_id = ${org_id} AND t.athlete_id IS NULL
      AND o.org_id = t.org_id AND NOT r.user_id = ANY(${COACH_IDS}) AND NOT EXISTS (
        SELECT FROM organization_members m
        WHERE m.org_id = t.org_id AND m.user_id = r.user_id AND m.left_at IS NULL)`);
}

export type InboxRow = Thread & { readonly unread: number };

/** The threads of an organization that coaches write with athletes in, the latest first. */
export async function findInbox(
  db: Queryable,
  page: {
    readonly org_id: string;
    readonly user_id: string;
    readonly unread_only: boolean;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<InboxRow[]> {
  const { org_id, user_id, unread_only, after, limit } = page;
  const begins =
    after === null ? rawSql('') : sql`AND (t.last_post_at, t.id) < (${after.at}, ${after.id}::uuid)`;
  const isUnread = unread_only ? rawSql('AND r.unread > 0') : rawSql('');
  return await db.query<InboxRow>(sql`
    SELECT ${COLUMNS}, coalesce(r.unread, 0) AS unread
    FROM message_threads t LEFT JOIN message_reads r ON r.thread_id = t.id AND r.user_id = ${user_id}
    WHERE t.org_id = ${org_id} AND t.kind = 'conversation' AND t.closed_at IS NULL AND ${IS_OPEN} ${begins} ${isUnread}
    ORDER BY t.last_post_at DESC, t.id DESC LIMIT ${limit}`);
}

export type OwnConversation = InboxRow & { readonly org_name: string };

/** The conversations of an athlete, one for each organization they are in and not suspended from, the latest first. */
export async function findOwnConversations(
  db: Queryable,
  page: { readonly user_id: string; readonly after: PagePosition | null; readonly limit: number },
): Promise<OwnConversation[]> {
  const { user_id, after, limit } = page;
  const begins =
    after === null ? rawSql('') : sql`AND (t.last_post_at, t.id) < (${after.at}, ${after.id}::uuid)`;
  return await db.query<OwnConversation>(sql`
    SELECT ${COLUMNS}, o.org_name, coalesce(r.unread, 0) AS unread
    FROM organization_members m JOIN organizations o USING (org_id)
    JOIN message_threads t ON t.org_id = m.org_id AND t.athlete_id = m.user_id AND t.member_since = m.joined_at
      AND t.kind = 'conversation' AND t.key = ''
    LEFT JOIN message_reads r ON r.thread_id = t.id AND r.user_id = m.user_id
    WHERE m.user_id = ${user_id} AND m.left_at IS NULL AND m.status <> 'suspended' ${begins}
    ORDER BY t.last_post_at DESC, t.id DESC LIMIT ${limit}`);
}

export type WaitingConversation = {
  readonly thread_id: string;
  readonly athlete_id: string;
  readonly waiting_since: Date;
};

/** Conversations of these athletes in which no coach has answered what they wrote. */
export async function findWaitingConversations(
  db: Queryable,
  { org_id, athlete_ids }: { readonly org_id: string; readonly athlete_ids: readonly string[] },
): Promise<WaitingConversation[]> {
  return await db.query<WaitingConversation>(sql`
    SELECT t.id AS thread_id, t.athlete_id, t.waiting_since FROM message_threads t
    WHERE t.org_id = ${org_id} AND t.athlete_id = ANY (${athlete_ids}::uuid[]) AND t.waiting_since IS NOT NULL
      AND t.closed_at IS NULL AND ${IS_OPEN}`);
}

export type OwnMessage = {
  readonly user_id: string;
  readonly conversation_id: string;
  readonly text: string;
  readonly said_at: Date;
  /** Whether it waits for an answer. */
  readonly is_waiting: boolean;
};

/** The latest messages of each of the athletes, the newest first; what was deleted or hidden is none. In one statement. */
export async function findLatestMessages(
  db: Queryable,
  {
    org_id,
    athlete_ids,
    since,
    most,
  }: {
    readonly org_id: string;
    readonly athlete_ids: readonly string[];
    readonly since: Date;
    readonly most: number;
  },
): Promise<OwnMessage[]> {
  return await db.query<OwnMessage>(sql`
    SELECT t.athlete_id AS user_id, t.id AS conversation_id, p.text, p.created_at AS said_at,
      coalesce(p.created_at >= t.waiting_since, false) AS is_waiting
    FROM message_threads t CROSS JOIN LATERAL (
      SELECT p.text, p.created_at FROM message_posts p
      WHERE p.thread_id = t.id AND p.created_at >= ${since} AND p.author_id = t.athlete_id AND p.author_role = 'athlete'
        AND p.deleted_at IS NULL AND p.hidden_at IS NULL
      ORDER BY p.created_at DESC LIMIT ${most}
    ) p
    WHERE t.org_id = ${org_id} AND t.athlete_id = ANY (${athlete_ids}::uuid[]) AND t.kind = 'conversation'
      AND t.closed_at IS NULL AND ${IS_OPEN}
    ORDER BY t.athlete_id, p.created_at DESC`);
}

export async function findThreadClub(db: Queryable, org_id: string): Promise<string | null> {
  const row = await db.maybeOne<{ org_name: string }>(
    sql`SELECT org_name FROM organizations WHERE org_id = ${org_id}`,
  );
  return row?.org_name ?? null;
}

/** Who has written in a thread, the coach who is assigned to its athlete, and who has read it until a time or further. */
export async function findInvolved(
  db: Queryable,
  { thread_id, at }: { readonly thread_id: string; readonly at: Date },
): Promise<{ writers: string[]; own_coach: string | null; up_to_date: string[] }> {
  return await db.one(sql`
    SELECT ARRAY(
        SELECT DISTINCT p.author_id FROM message_posts p WHERE p.thread_id = t.id AND p.author_id IS NOT NULL) AS writers,
      ARRAY(SELECT r.user_id FROM message_reads r WHERE r.thread_id = t.id AND r.read_until >= ${at}) AS up_to_date,
      (SELECT m.coach_id FROM organization_members m
       WHERE m.org_id = t.org_id AND m.user_id = t.athlete_id AND m.left_at IS NULL) AS own_coach
    FROM message_threads t WHERE t.id = ${thread_id}`);
}
