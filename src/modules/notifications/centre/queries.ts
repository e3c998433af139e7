import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE, type User } from '../../users/index.ts';
import type { Announcement, Category, Counts, Notification } from './notification.ts';

/*
 * The stored counts are always exact. Whoever changes a centre first locks its row in `notification_centres` in a separate statement,
 * so that the change sees all that was committed by then. Several rows are locked in the order of their ids.
 */

/** SQL over `n`, a notification, and `c`, its centre. */
const IS_READ = '(n.is_read OR n.created_at <= c.read_until)';
const COLUMNS = `n.id, n.category, n.type, n.title, n.message, n.data, ${IS_READ} AS is_read, n.created_at`;

/**
 * Keeps everybody else from telling these people something until the transaction ends; otherwise two transactions would take the same
 * millisecond. People are locked in the order of their ids to avoid deadlocks, and all of them before the first of the centres.
 */
export async function holdCentres(tx: Transaction, user_ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    SELECT 1 FROM users WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY user_id FOR NO KEY UPDATE`);
  // Creates missing centres and locks the others: ON CONFLICT locks a row even where it updates nothing.
  await tx.execute(sql`
    INSERT INTO notification_centres (user_id, total, unread)
    SELECT user_id, 0, 0 FROM users WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET version = excluded.version WHERE false`);
}

/** Keeps everybody else from changing a person's centre. A person who was never told anything has no centre. */
export async function holdOwnCentre(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM notification_centres WHERE user_id = ${user_id} FOR UPDATE`);
}

/**
 * Tells these people something, each in their language and with their coach's words. It leaves out people who were told already, whose
 * account is not active, or who have turned off one of the settings. The caller holds their centres.
 *
 * @param options.now the time of the notification, or one millisecond after the person's newest one where that is later
 * @param options.settings a setting is on unless the person turned it off
 * @returns those who were told
 */
export async function insertNotifications(
  tx: Transaction,
  said: readonly { readonly id: string; readonly user_id: string; readonly announcement: Announcement }[],
  {
    type,
    now,
    settings,
  }: { type: string; now: Date; settings: readonly (keyof User['notification_settings'])[] },
): Promise<{ id: string; user_id: string }[]> {
  const announcements = [...new Set(said.map(({ announcement }) => announcement))];
  const places = new Map(announcements.map((announcement, place) => [announcement, place]));
  const recipients = said.map(({ id, user_id, announcement }) => ({
    id,
    user_id,
    place: places.get(announcement),
  }));
  return await tx.query<{ id: string; user_id: string }>(sql`
    WITH told AS (
      INSERT INTO notifications (id, user_id, category, type, subject, title, message, data, created_at)
      SELECT recipient.id, u.user_id, one.said ->> 'category', ${type}, one.said ->> 'subject', said.text ->> 'title',
        said.text ->> 'message', one.said -> 'data',
        greatest(${now}::timestamptz, newest.created_at + interval '1 millisecond')
      FROM jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) AS recipient (id uuid, user_id uuid, place int)
      JOIN users u ON u.user_id = recipient.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
      JOIN (
        SELECT said, place - 1 AS place, said -> 'texts' AS texts
        FROM jsonb_array_elements(${JSON.stringify(announcements)}::jsonb) WITH ORDINALITY AS given (said, place)
      ) AS one ON one.place = recipient.place
      CROSS JOIN LATERAL (
        SELECT COALESCE(one.texts -> (u.preferences ->> 'coach_persona'), one.texts -> 'rex', one.texts) AS by_language
      ) AS voice
      CROSS JOIN LATERAL (
        SELECT COALESCE(voice.by_language -> (u.preferences ->> 'language'), voice.by_language -> 'en') AS text
      ) AS said
      CROSS JOIN LATERAL (
        SELECT max(n.created_at) AS created_at FROM notifications n WHERE n.user_id = u.user_id
      ) AS newest
      WHERE NOT EXISTS (
        SELECT FROM unnest(${settings}::text[]) AS setting (name)
        WHERE u.notification_settings -> setting.name = 'false'::jsonb)
      ON CONFLICT (user_id, type, subject) DO NOTHING
      RETURNING id, user_id
    )
    UPDATE notification_centres c SET total = c.total + 1, unread = c.unread + 1, version = c.version + 1
    FROM told WHERE c.user_id = told.user_id
    RETURNING told.id, told.user_id`);
}

/** Removes from other people's centres the notifications that name this person, whom the caller holds. */
export async function deleteNotificationsAbout(
  tx: Transaction,
  { user_id, types }: { user_id: string; types: readonly string[] },
): Promise<void> {
  const about = sql`data ? 'user_id' AND data ->> 'user_id' = ${user_id} AND type = ANY(${types}::text[])`;
  // The person's own centre is locked too: it is deleted with them, so other changes of it have to be finished.
  await tx.execute(sql`
    SELECT 1 FROM notification_centres
    WHERE user_id IN (SELECT ${user_id}::uuid UNION SELECT n.user_id FROM notifications n WHERE ${about})
    ORDER BY user_id FOR UPDATE`);
  await tx.execute(sql`
    WITH gone AS (DELETE FROM notifications WHERE ${about} RETURNING user_id, is_read, created_at, deleted_at),
    sums AS (
      SELECT n.user_id, count(*) AS total, count(*) FILTER (WHERE NOT ${rawSql(IS_READ)}) AS unread
      FROM gone n JOIN notification_centres c USING (user_id) WHERE n.deleted_at IS NULL GROUP BY n.user_id
    )
    UPDATE notification_centres c
    SET total = c.total - sums.total, unread = c.unread - sums.unread, version = c.version + 1
    FROM sums WHERE c.user_id = sums.user_id`);
}

export type PageOfNotifications = {
  readonly user_id: string;
  readonly before: Date | null;
  readonly category: Category | null;
  readonly limit: number;
};

export async function findNotifications(
  db: Queryable,
  { user_id, before, category, limit }: PageOfNotifications,
): Promise<Notification[]> {
  const ofCategory = category === null ? rawSql('') : sql`AND n.category = ${category}`;
  return await db.query<Notification>(sql`
    SELECT ${rawSql(COLUMNS)} FROM notifications n JOIN notification_centres c USING (user_id)
    WHERE n.user_id = ${user_id} AND n.deleted_at IS NULL AND n.created_at < ${before ?? 'infinity'} ${ofCategory}
    ORDER BY n.created_at DESC LIMIT ${limit}`);
}

export async function findNewerNotifications(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: Date; limit: number },
): Promise<Notification[]> {
  return await db.query<Notification>(sql`
    SELECT ${rawSql(COLUMNS)} FROM notifications n JOIN notification_centres c USING (user_id)
    WHERE n.user_id = ${user_id} AND n.deleted_at IS NULL AND n.created_at > ${after}
    ORDER BY n.created_at LIMIT ${limit}`);
}

export type CentreState = Counts & {
  /** It grows with every change; 0 where there is no centre. */
  readonly version: number;
  readonly newest_at: Date | null;
};

export async function findCentre(db: Queryable, user_id: string): Promise<CentreState> {
  const found = await db.maybeOne<CentreState>(sql`
    SELECT c.unread, c.total, c.version,
      (SELECT max(n.created_at) FROM notifications n WHERE n.user_id = c.user_id) AS newest_at
    FROM notification_centres c WHERE c.user_id = ${user_id}`);
  return found ?? { unread: 0, total: 0, version: 0, newest_at: null };
}

export async function findCounts(db: Queryable, user_id: string): Promise<Counts> {
  const found = await db.maybeOne<Counts>(
    sql`SELECT unread, total FROM notification_centres WHERE user_id = ${user_id}`,
  );
  return found ?? { unread: 0, total: 0 };
}

export async function findCentreVersions(
  db: Queryable,
  user_ids: readonly string[],
): Promise<{ user_id: string; version: number }[]> {
  return await db.query(
    sql`SELECT user_id, version FROM notification_centres WHERE user_id = ANY(${user_ids}::uuid[])`,
  );
}

type OwnNotification = { readonly user_id: string; readonly id: string };

/** The caller holds the centre. @returns whether the notification exists, which is read by now */
export async function markOwnRead(tx: Transaction, { user_id, id }: OwnNotification): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    WITH one AS (
      SELECT n.id, ${rawSql(IS_READ)} AS was_read FROM notifications n JOIN notification_centres c USING (user_id)
      WHERE n.id = ${id} AND n.user_id = ${user_id} AND n.deleted_at IS NULL
    ), marked AS (
      UPDATE notifications n SET is_read = true FROM one WHERE n.id = one.id AND NOT one.was_read
    ), counted AS (
      UPDATE notification_centres c SET unread = c.unread - 1, version = c.version + 1
      FROM one WHERE c.user_id = ${user_id} AND NOT one.was_read
    )
    SELECT EXISTS (SELECT FROM one) AS found`);
  return found;
}

export async function markAllOwnRead(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE notification_centres c SET unread = 0, version = c.version + 1,
      read_until = (SELECT max(n.created_at) FROM notifications n WHERE n.user_id = c.user_id)
    WHERE c.user_id = ${user_id} AND c.unread > 0`);
}

/**
 * Deletes the text and keeps the row, so that nobody is told the same twice. The caller holds the centre. @returns whether there was
 * one
 */
export async function deleteOwn(
  tx: Transaction,
  { user_id, id, now }: OwnNotification & { readonly now: Date },
): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    WITH one AS (
      SELECT n.id, ${rawSql(IS_READ)} AS was_read FROM notifications n JOIN notification_centres c USING (user_id)
      WHERE n.id = ${id} AND n.user_id = ${user_id} AND n.deleted_at IS NULL
    ), emptied AS (
      UPDATE notifications n SET deleted_at = ${now}, title = '', message = '', data = '{}'
      FROM one WHERE n.id = one.id
    ), counted AS (
      UPDATE notification_centres c SET total = c.total - 1, unread = c.unread - (NOT one.was_read)::int,
        version = c.version + 1
      FROM one WHERE c.user_id = ${user_id}
    )
    SELECT EXISTS (SELECT FROM one) AS found`);
  return found;
}

/** The same for all notifications of a type that are about one subject. The caller holds the centre. @returns how many there were */
export async function deleteOwnAbout(
  tx: Transaction,
  about: {
    readonly user_id: string;
    readonly type: string;
    readonly subjects: readonly string[];
    readonly now: Date;
  },
): Promise<number> {
  const { user_id, type, subjects, now } = about;
  const { count } = await tx.one<{ count: number }>(sql`
    WITH gone AS (
      SELECT n.id, ${rawSql(IS_READ)} AS was_read FROM notifications n JOIN notification_centres c USING (user_id)
      WHERE n.user_id = ${user_id} AND n.type = ${type} AND n.subject = ANY(${subjects}::text[]) AND n.deleted_at IS NULL
    ), emptied AS (
      UPDATE notifications n SET deleted_at = ${now}, title = '', message = '', data = '{}'
      FROM gone WHERE n.id = gone.id
    ), counted AS (
      UPDATE notification_centres c SET total = c.total - sums.total, unread = c.unread - sums.unread,
        version = c.version + 1
      FROM (SELECT count(*) AS total, count(*) FILTER (WHERE NOT was_read) AS unread FROM gone) sums
      WHERE c.user_id = ${user_id} AND sums.total > 0
    )
    SELECT count(*)::int AS count FROM gone`);
  return count;
}
