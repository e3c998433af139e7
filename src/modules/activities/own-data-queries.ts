import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import { HIGHEST_ID } from '../../shared/ids.ts';
import { activityText } from './activity-json.ts';

type Page<Row> = { readonly user_id: string; readonly after: Row | null; readonly limit: number };

/** As text: a Date would lose the microseconds that activities of other writers may have. */
export type ActivityPlace = { readonly start: string; readonly id: string };

// Pages go along the index of a person's list of activities. In the order of ids each would be found by reading and sorting
// all of them.
const NEWEST: ActivityPlace = { start: 'infinity', id: HIGHEST_ID };

/** A person's activities as the audience of the ceiling sees them, the newest first, then by id. */
export async function findActivityPage(
  db: Queryable,
  { user_id, ceiling, after, limit }: Page<ActivityPlace> & { readonly ceiling: ActivityCeiling },
): Promise<(ActivityPlace & { json: string })[]> {
  const { start, id } = after ?? NEWEST;
  return await db.query(sql`
    SELECT start_time::text AS start, id, ${rawSql(activityText(ceiling))} AS json FROM activities
    WHERE user_id = ${user_id} AND (start_time, id) < (${start}::timestamptz, ${id}::uuid)
    ORDER BY start_time DESC, id DESC LIMIT ${limit}`);
}

/** Which of a person's activities have streams, the newest first, then by id. */
export async function findStreamPage(
  db: Queryable,
  { user_id, after, limit }: Page<ActivityPlace>,
): Promise<ActivityPlace[]> {
  const { start, id } = after ?? NEWEST;
  return await db.query(sql`
    SELECT a.start_time::text AS start, a.id FROM activities a
    WHERE a.user_id = ${user_id} AND (a.start_time, a.id) < (${start}::timestamptz, ${id}::uuid)
      AND EXISTS (SELECT FROM activity_streams s WHERE s.activity_id = a.id)
    ORDER BY a.start_time DESC, a.id DESC LIMIT ${limit}`);
}

export type OwnFile = {
  readonly id: string;
  readonly sha256: Buffer;
  readonly recording_sha256: Buffer;
  readonly object_key: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly created_at: Date;
  /** Those that are left of it, the earliest first. */
  readonly activity_ids: readonly string[];
};

/** The files a person uploaded, in the order of their recordings' hashes, which is that of an index. */
export async function findFilePage(
  db: Queryable,
  { user_id, after, limit }: Page<OwnFile>,
): Promise<OwnFile[]> {
  return await db.query<OwnFile>(sql`
    SELECT f.id, f.sha256, f.recording_sha256, f.object_key, f.file_name, f.size_bytes, f.created_at,
      ARRAY(SELECT a.id FROM activities a WHERE a.file_id = f.id ORDER BY a.start_time, a.id) AS activity_ids
    FROM activity_files f
    WHERE f.user_id = ${user_id} AND f.recording_sha256 > ${after?.recording_sha256 ?? Buffer.alloc(0)}
    ORDER BY f.recording_sha256 LIMIT ${limit}`);
}

/**
 * Deletes all of a person's workouts. In this order nothing is changed that is about to go: files that go first would be
 * taken out of each of their activities.
 */
export async function deleteAllActivities(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM activities WHERE user_id = ${user_id}`);
  await tx.execute(sql`DELETE FROM activity_files WHERE user_id = ${user_id}`);
}
