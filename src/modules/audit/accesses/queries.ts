import type { Queryable } from '../../../infra/db/queryable.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import type { AuditEntry } from '../audit-entry.ts';

/** Kinds of data of an athlete that others read. */
export const READ_KINDS = [
  'profile',
  'activities',
  'streams',
  'files',
  'plans',
  'health',
  'feedback',
  'availability',
  'races',
  'notes',
] as const;
export type ReadKind = (typeof READ_KINDS)[number];

/** Reads of one kind of one athlete by one reader on one day (UTC). */
export type CountedRead = {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly reader_type: 'api_key' | 'user';
  readonly reader_id: string;
  readonly kind: ReadKind;
  readonly first_at: Date;
  last_at: Date;
  times: number;
};

/** Adds to the counts of each day. Deleted people are skipped; the others are locked. */
export async function writeReads(db: Queryable, reads: readonly CountedRead[]): Promise<void> {
  await db.execute(sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(reads)}::json) AS given(id uuid, user_id uuid, org_id uuid,
        reader_type text, reader_id uuid, kind text, first_at timestamptz, last_at timestamptz, times integer)
    ), held AS (
      SELECT user_id FROM users WHERE user_id IN (SELECT user_id FROM given) ORDER BY user_id FOR KEY SHARE
    )
    INSERT INTO data_reads AS known (id, user_id, org_id, reader_type, reader_id, kind, day, first_at, last_at, times)
    SELECT id, user_id, org_id, reader_type, reader_id, kind, (first_at AT TIME ZONE 'UTC')::date, first_at, last_at, times
    FROM given JOIN held USING (user_id)
    ORDER BY user_id, org_id, reader_id, kind, first_at
    ON CONFLICT (user_id, day, org_id, reader_id, kind) DO UPDATE
    SET times = known.times + excluded.times, last_at = greatest(known.last_at, excluded.last_at)`);
}

/** Forgets what was read on days before this one, the oldest first, at most so much. @returns how much that was */
export async function deleteReadsBefore(
  db: Queryable,
  { day, limit }: { day: Date; limit: number },
): Promise<number> {
  return await db.execute(sql`
    DELETE FROM data_reads WHERE id IN (
      SELECT id FROM data_reads WHERE day < (${day}::timestamptz AT TIME ZONE 'UTC')::date
      ORDER BY day LIMIT ${limit} FOR UPDATE SKIP LOCKED)`);
}

export type AccessRow = {
  readonly id: string;
  readonly at: Date;
  readonly event: 'data_read' | 'data_exported' | AuditEntry['event_type'];
  readonly org_id: string;
  readonly org_name: string | null;
  readonly actor_type: AuditEntry['actor_type'];
  readonly actor_id: string | null;
  /** Of a key that there is; whether revoked or not. */
  readonly key: { readonly name: string; readonly prefix: string } | null;
  readonly person: {
    readonly display_name: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly username: string;
    readonly privacy: unknown;
  } | null;
  readonly read: { readonly kind: ReadKind; readonly times: number; readonly last_at: string } | null;
  readonly export: {
    readonly start_date_ms: number | null;
    readonly end_date_ms: number | null;
    readonly format: string;
    readonly downloads: number;
    readonly last_downloaded_at: string | null;
  } | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Where a page begins: after this one. */
export type AccessPosition = { readonly at: Date; readonly id: string };

/** A page of what others read, exported or did with a person's data, newest first: log entries about them, exports that include them, and counted reads. */
export async function findAccesses(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: AccessPosition; limit: number },
): Promise<AccessRow[]> {
  const newest = sql`ORDER BY at DESC, id DESC LIMIT ${limit}`;
  return await db.query<AccessRow>(sql`
    WITH entries AS (
      SELECT id, created_at AS at, event_type AS event, org_id, actor_type, actor_id,
        NULL::jsonb AS read, NULL::jsonb AS export, data
      FROM audit_log
      WHERE target_id = ${user_id} AND actor_id IS DISTINCT FROM ${user_id}
        AND (created_at, id) < (${after.at}, ${after.id}::uuid)
      ${newest}
    ), archives AS (
      SELECT export_id, exported_at AS at FROM export_athletes
      WHERE user_id = ${user_id} AND (exported_at, export_id) < (${after.at}, ${after.id}::uuid)
      ORDER BY exported_at DESC, export_id DESC LIMIT ${limit}
    ), exports AS (
      SELECT a.export_id AS id, a.at, 'data_exported' AS event, asked.org_id, asked.actor_type, asked.actor_id,
        NULL::jsonb AS read,
        asked.data || jsonb_build_object('downloads', fetched.count, 'last_downloaded_at', fetched.last) AS export,
        '{}'::jsonb AS data
      FROM archives a
      CROSS JOIN LATERAL (
        SELECT * FROM audit_log
        WHERE target_id = a.export_id::text AND event_type = 'export_created' ORDER BY id LIMIT 1
      ) asked
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS count, max(created_at) AS last FROM audit_log
        WHERE target_id = a.export_id::text AND event_type = 'export_downloaded'
      ) fetched
    ), reads AS (
      SELECT id, first_at AS at, 'data_read' AS event, org_id, reader_type AS actor_type, reader_id::text AS actor_id,
        jsonb_build_object('kind', kind, 'times', times, 'last_at', last_at) AS read, NULL::jsonb AS export, '{}'::jsonb AS data
      FROM data_reads
      WHERE user_id = ${user_id} AND (first_at, id) < (${after.at}, ${after.id}::uuid)
      ORDER BY first_at DESC, id DESC LIMIT ${limit}
    ), page AS (
      SELECT * FROM entries UNION ALL SELECT * FROM exports UNION ALL SELECT * FROM reads ${newest}
    )
    SELECT page.*, o.org_name, ${rawSql(KEY)} AS key, ${rawSql(PERSON)} AS person
    FROM page
    LEFT JOIN organizations o ON o.org_id = page.org_id
    LEFT JOIN api_keys k ON page.actor_type = 'api_key' AND k.id::text = page.actor_id
    LEFT JOIN users u ON page.actor_type = 'user' AND u.user_id::text = page.actor_id
    LEFT JOIN organization_members m ON m.org_id = page.org_id AND m.user_id = u.user_id
    ORDER BY page.at DESC, page.id DESC`);
}

const KEY = `CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('name', k.name, 'prefix', k.prefix) END`;
const PERSON = `CASE WHEN u.user_id IS NOT NULL THEN jsonb_build_object('display_name', u.display_name,
  'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username,
  'privacy', u.privacy || coalesce(m.narrowed_privacy, '{}')) END`;

export async function findReadsBy(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: { readonly id: string } | null; limit: number },
): Promise<Omit<CountedRead, 'user_id'>[]> {
  return await db.query(sql`
    SELECT id, org_id, reader_type, reader_id, kind, first_at, last_at, times FROM data_reads
    WHERE reader_type = 'user' AND reader_id = ${user_id} AND id > ${after?.id ?? LOWEST_ID} ORDER BY id LIMIT ${limit}`);
}
