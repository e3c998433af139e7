import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, Source } from '../../privacy/index.ts';
import { HIGHEST_ID } from '../../shared/ids.ts';
import { activityText } from './activity-json.ts';
import type { StartIs } from './records/report.ts';

type Page<Row> = { readonly user_id: string; readonly after: Row | null; readonly limit: number };

/** As text: a Date would lose the microseconds that activities of other writers may have. */
export type ActivityPlace = { readonly start: string; readonly id: string };

// Pages follow the index of a person's activity list; by id each page would read and sort all.
const NEWEST: ActivityPlace = { start: 'infinity', id: HIGHEST_ID };

/** A page of a person's activities under the ceiling, newest first, then by id. */
export async function findActivityPage(
  db: Queryable,
  { user_id, ceiling, after, limit }: Page<ActivityPlace> & { readonly ceiling: ActivityCeiling },
): Promise<(ActivityPlace & { json: string })[]> {
  const { start, id } = after ?? NEWEST;
  return await db.query(sql`
    SELECT start_time::text AS start, id, ${activityText(ceiling)} AS json FROM activities
    WHERE user_id = ${user_id} AND (start_time, id) < (${start}::timestamptz, ${id}::uuid)
    ORDER BY start_time DESC, id DESC LIMIT ${limit}`);
}

export type OwnStreams = ActivityPlace & { readonly activity_id: string; readonly is_shown: boolean };

/** A person's records with samples, newest first, then by id. */
export async function findStreamPage(
  db: Queryable,
  { user_id, after, limit }: Page<ActivityPlace>,
): Promise<OwnStreams[]> {
  const { start, id } = after ?? NEWEST;
  return await db.query(sql`
    SELECT r.start_time::text AS start, r.id, r.activity_id, a.streams_of = r.id AS is_shown
    FROM activity_records r JOIN activities a ON a.id = r.activity_id
    WHERE r.user_id = ${user_id} AND (r.start_time, r.id) < (${start}::timestamptz, ${id}::uuid)
      AND EXISTS (SELECT FROM activity_streams s WHERE s.record_id = r.id)
    ORDER BY r.start_time DESC, r.id DESC LIMIT ${limit}`);
}

export type OwnRecord = ActivityPlace & {
  readonly activity_id: string | null;
  readonly source: Source;
  readonly external_id: string | null;
  readonly file_id: string | null;
  readonly start_time: Date;
  readonly start_is: StartIs;
  readonly timezone: string | null;
  readonly sport_type: string;
  readonly duration_s: number;
  readonly distance_m: number | null;
  readonly told: object | null;
  readonly edits: object | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Since when only its name is kept; the other columns are then placeholders. */
  readonly expired_at: Date | null;
};

/** What each source reported about a person's activities, newest first, then by id. */
export async function findRecordPage(
  db: Queryable,
  { user_id, after, limit }: Page<ActivityPlace>,
): Promise<OwnRecord[]> {
  const { start, id } = after ?? NEWEST;
  return await db.query<OwnRecord>(sql`
    SELECT start_time::text AS start, id, activity_id, source, external_id, file_id, start_time, start_is, timezone,
      sport_type, duration_s, distance_m, told, edits, created_at, updated_at, expired_at
    FROM activity_records
    WHERE user_id = ${user_id} AND (start_time, id) < (${start}::timestamptz, ${id}::uuid)
    ORDER BY start_time DESC, id DESC LIMIT ${limit}`);
}

export async function findRecordStreams(
  db: Queryable,
  { user_id, record_id }: { user_id: string; record_id: string },
): Promise<Buffer | null> {
  const row = await db.maybeOne<{ data: Buffer }>(
    sql`SELECT data FROM activity_streams WHERE record_id = ${record_id} AND user_id = ${user_id}`,
  );
  return row?.data ?? null;
}

/** A person's own decisions on which records are one activity. */
export async function findOwnRulings(db: Queryable, user_id: string): Promise<object[]> {
  return await db.query(sql`
    SELECT record_a, record_b, same, ruled_at FROM activity_rulings WHERE user_id = ${user_id}
    ORDER BY ruled_at, record_a, record_b`);
}

export type OwnFile = {
  readonly id: string;
  readonly sha256: Buffer;
  readonly recording_sha256: Buffer;
  readonly object_key: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly created_at: Date;
  readonly activity_ids: readonly string[];
};

/** A person's uploaded files in the order of their recording hashes, which is an index. */
export async function findFilePage(
  db: Queryable,
  { user_id, after, limit }: Page<OwnFile>,
): Promise<OwnFile[]> {
  return await db.query<OwnFile>(sql`
    SELECT f.id, f.sha256, f.recording_sha256, f.object_key, f.file_name, f.size_bytes, f.created_at,
      ARRAY(SELECT a.id FROM activities a
        WHERE a.id IN (SELECT r.activity_id FROM activity_records r WHERE r.file_id = f.id)
        ORDER BY a.start_time, a.id) AS activity_ids
    FROM activity_files f
    WHERE f.user_id = ${user_id} AND f.recording_sha256 > ${after?.recording_sha256 ?? Buffer.alloc(0)}
    ORDER BY f.recording_sha256 LIMIT ${limit}`);
}

export async function deleteAllActivities(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM activity_records WHERE user_id = ${user_id}`);
  await tx.execute(sql`DELETE FROM activities WHERE user_id = ${user_id}`);
  await tx.execute(sql`DELETE FROM activity_files WHERE user_id = ${user_id}`);
}
