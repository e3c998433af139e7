import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, ActivityFlags, PrivacySettings, Source } from '../../privacy/index.ts';
import { HIGHEST_ID, LOWEST_ID } from '../../shared/ids.ts';
import { MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE, privacyOf } from '../users/index.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from './activity.ts';
import {
  type ActivityPage,
  type ActivityRange,
  activityCount,
  activityDays,
  activityListWithTotal,
  activityTexts,
  memberActivityList,
} from './activity-list.ts';
import type { ActivityEdits } from './records/edits.ts';
import { takeTurn } from './records/queries.ts';

const COLUMN_NAMES = Object.keys(ACTIVITY_COLUMNS);
const COLUMNS = rawSql(COLUMN_NAMES.join(', '));
const COLUMNS_OF_A = rawSql(COLUMN_NAMES.map((name) => `a.${name}`).join(', '));

/** The JSON texts of a page of activity objects, newest first, then by id, with the total; equal to `viewStoredActivity` of each. One statement. */
export async function listActivitiesWithTotal(
  db: Queryable,
  page: ActivityPage,
): Promise<{ activities: string[]; total: number }> {
  if (page.ceiling.sources.shown.length === 0) return { activities: [], total: 0 };
  const rows = await db.query<{ json: null; total: number } | { json: string; total: null }>(
    activityListWithTotal(page),
  );
  return {
    activities: rows.flatMap(({ json }) => json ?? []),
    total: rows.find(({ json }) => json === null)?.total ?? 0,
  };
}

/** The settings that apply between a current, active member and an organization; null for others. */
export async function findMemberSettings(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<PrivacySettings | null> {
  const member = await db.maybeOne<{ privacy: unknown }>(sql`
    SELECT ${rawSql(MEMBER_PRIVACY)} AS privacy FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND m.left_at IS NULL AND ${rawSql(ACCOUNT_IS_ACTIVE)}`);
  return member && privacyOf(member);
}

/** The same list for a current, active member, with the settings of that moment: a caller with another ceiling must discard the list. Null for others. */
export async function listMemberActivitiesJson(
  db: Queryable,
  page: ActivityPage & { org_id: string; has_total: boolean },
): Promise<{ activities: string[]; settings: PrivacySettings; total: number | null } | null> {
  const rows = await db.query<
    { privacy: unknown; json: null; total: number | null } | { privacy: null; json: string; total: null }
  >(memberActivityList(page));
  let found: { settings: PrivacySettings; total: number | null } | null = null;
  const activities: string[] = [];
  for (const row of rows) {
    if (row.json === null) found = { settings: privacyOf(row), total: row.total };
    else activities.push(row.json);
  }
  return found && { activities, ...found };
}

/** Activity members that no ceiling withholds from whoever may see the activity (`privacy/fields.ts`). */
export type ActivityInShort = Pick<
  StoredActivity,
  | 'id'
  | 'sport_type'
  | 'workout_type'
  | 'is_race'
  | 'name'
  | 'start_time'
  | 'duration_s'
  | 'moving_time_s'
  | 'distance_m'
>;

/** An athlete's activities of some days under a ceiling, oldest first, `limit` at the most. */
export async function findActivitiesInShort(
  db: Queryable,
  range: ActivityRange & { limit: number },
): Promise<ActivityInShort[]> {
  if (range.ceiling.sources.shown.length === 0) return [];
  return await db.query<ActivityInShort>(activityDays(range));
}

export async function countActivities(db: Queryable, range: ActivityRange): Promise<number> {
  if (range.ceiling.sources.shown.length === 0) return 0;
  const { count } = await db.one<{ count: number }>(activityCount(range));
  return count;
}

export async function findActivity(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<StoredActivity | null> {
  return await db.maybeOne<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE id = ${activity_id} AND user_id = ${user_id}`);
}

/** The latest activity that began by a given time; null where there is none. */
export async function findNewestActivity(
  db: Queryable,
  { user_id, now }: { user_id: string; now: Date },
): Promise<StoredActivity | null> {
  return await db.maybeOne<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE user_id = ${user_id} AND start_time <= ${now}
    ORDER BY start_time DESC, id DESC LIMIT 1`);
}

/**
 * The own activity that an id means: that with it, or the one it was merged into. It is locked until the transaction
 * ends, since merging and deleting take the same lock.
 */
export async function holdOwnActivity(
  tx: Transaction,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<string | null> {
  await takeTurn(tx, user_id);
  return await findOwnActivityId(tx, { activity_id, user_id });
}

export async function findOwnActivityId(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<string | null> {
  const row = await db.maybeOne<{ id: string }>(sql`
    SELECT id FROM activities WHERE user_id = ${user_id} AND id = coalesce(
      (SELECT heir_id FROM activity_heirs WHERE activity_id = ${activity_id} AND user_id = ${user_id}), ${activity_id}::uuid)`);
  return row?.id ?? null;
}

/** The workout type for the athlete alone; null where the activity has one that all may see. */
export async function findToldWorkoutType(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<StoredActivity['workout_type']> {
  const row = await db.maybeOne<{ told_workout_type: StoredActivity['workout_type'] }>(sql`
    SELECT told_workout_type FROM activities WHERE id = ${activity_id} AND user_id = ${user_id}`);
  return row?.told_workout_type ?? null;
}

export async function findActivities(
  db: Queryable,
  { user_id, ids }: { user_id: string; ids: readonly string[] },
): Promise<StoredActivity[]> {
  if (ids.length === 0) return [];
  return await db.query<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE id = ANY(${ids}::uuid[]) AND user_id = ${user_id}
    ORDER BY start_time, id`);
}

/** An activity of a current, active member with the settings that apply; optionally of one athlete only. */
export async function findMemberActivity(
  db: Queryable,
  { org_id, user_id = null, activity_id }: { org_id: string; user_id?: string | null; activity_id: string },
): Promise<{ activity: StoredActivity; settings: PrivacySettings } | null> {
  const row = await db.maybeOne<StoredActivity & { privacy: unknown }>(sql`
    SELECT ${COLUMNS_OF_A}, ${rawSql(MEMBER_PRIVACY)} AS privacy
    FROM activities a
    JOIN organization_members m ON m.user_id = a.user_id AND m.org_id = ${org_id} AND m.left_at IS NULL
    JOIN users u ON u.user_id = a.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    WHERE a.id = ${activity_id} AND a.user_id = coalesce(${user_id}::uuid, a.user_id)`);
  if (row === null) return null;
  const { privacy, ...activity } = row;
  return { activity, settings: privacyOf({ privacy }) };
}

/** An activity's list position and what decides whether a ceiling shows it; never a private one. */
export type ActivityPlace = Pick<StoredActivity, 'id' | 'user_id' | 'start_time' | 'source' | 'is_race'>;

export async function findActivityPlaces(
  db: Queryable,
  { user_ids, ids }: { user_ids: readonly string[]; ids: readonly string[] },
): Promise<ActivityPlace[]> {
  if (ids.length === 0) return [];
  return await db.query<ActivityPlace>(sql`
    SELECT id, user_id, start_time, source, is_race FROM activities
    WHERE id = ANY(${ids}::uuid[]) AND user_id = ANY(${user_ids}::uuid[]) AND NOT private`);
}

/** Non-private activities of athletes, by athlete, newest first; of the first athlete, those after the last one read. */
export async function findActivityPlacesAfter(
  db: Queryable,
  page: {
    user_ids: readonly string[];
    after: { user_id: string; start_time: string; id: string } | null;
    limit: number;
  },
): Promise<ActivityPlace[]> {
  if (page.user_ids.length === 0) return [];
  const { user_id, start_time, id } = page.after ?? {
    user_id: LOWEST_ID,
    start_time: 'infinity',
    id: HIGHEST_ID,
  };
  // Reads the index athlete by athlete up to the limit, then the rows.
  return await db.query<ActivityPlace>(sql`
    SELECT a.id, a.user_id, a.start_time, a.source, a.is_race FROM (
      SELECT own.user_id, own.start_time, own.id
      FROM (SELECT athlete_id FROM unnest(${page.user_ids}::uuid[]) AS athlete_id ORDER BY athlete_id) athlete
      CROSS JOIN LATERAL (
        SELECT user_id, start_time, id FROM activities
        WHERE user_id = athlete_id AND NOT private AND start_time <= CASE WHEN athlete_id = ${user_id} THEN ${start_time}::timestamptz ELSE 'infinity' END
          AND (athlete_id <> ${user_id} OR (start_time, id) < (${start_time}::timestamptz, ${id}::uuid))
        ORDER BY start_time DESC, id DESC LIMIT ${page.limit}
      ) own
      ORDER BY athlete_id, own.start_time DESC, own.id DESC LIMIT ${page.limit}
    ) place
    JOIN activities a USING (user_id, start_time, id)
    ORDER BY a.user_id, a.start_time DESC, a.id DESC`);
}

/** The JSON texts of athletes' activities under a ceiling, by id; made as in `listActivitiesWithTotal`. */
export async function findActivityTexts(
  db: Queryable,
  wanted: { ceiling: ActivityCeiling; user_ids: readonly string[]; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (wanted.ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; json: string }>(activityTexts(wanted));
  return new Map(rows.map(({ id, json }) => [id, json]));
}

export type ImportedFile = {
  id: string;
  user_id: string;
  sha256: Buffer;
  recording_sha256: Buffer;
  object_key: string;
  file_name: string;
  size_bytes: number;
  created_at: Date;
  activity_count: number;
};

/** @returns false when the athlete's same recording is already stored; waits for one that is being stored. */
export async function insertFile(tx: Transaction, file: ImportedFile): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO activity_files (id, user_id, sha256, recording_sha256, object_key, file_name, size_bytes, created_at,
      activity_count)
    VALUES (${file.id}, ${file.user_id}, ${file.sha256}, ${file.recording_sha256}, ${file.object_key},
      ${file.file_name}, ${file.size_bytes}, ${file.created_at}, ${file.activity_count})
    ON CONFLICT (user_id, recording_sha256) DO NOTHING`);
  return inserted === 1;
}

/** Which of the ids are those of files, of any athletes. */
export async function findFileIds(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT id FROM activity_files WHERE id = ANY(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What an uploaded file's object is checked against. */
export type StoredFile = Pick<ImportedFile, 'id' | 'object_key' | 'size_bytes' | 'sha256' | 'created_at'>;

const STORED_FILE = rawSql('id, object_key, size_bytes, sha256, created_at');

export async function findStoredFiles(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<StoredFile[]> {
  return await db.query<StoredFile>(
    sql`SELECT ${STORED_FILE} FROM activity_files WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
}

export async function findNewestFiles(db: Queryable, limit: number): Promise<StoredFile[]> {
  return await db.query<StoredFile>(
    sql`SELECT ${STORED_FILE} FROM activity_files ORDER BY id DESC LIMIT ${limit}`,
  );
}

/**
 * Remaining activities of an earlier upload, earliest first; empty for a new one.
 * @param upload.sha256 of the uploaded bytes, or of the recording in them
 */
export async function findActivitiesOfFile(
  db: Queryable,
  { user_id, sha256 }: { user_id: string; sha256: Buffer },
): Promise<StoredActivity[]> {
  return await db.query<StoredActivity>(sql`
    SELECT ${COLUMNS_OF_A} FROM activities a
    WHERE a.user_id = ${user_id} AND a.id IN (
      SELECT r.activity_id FROM activity_files f JOIN activity_records r ON r.file_id = f.id
      WHERE f.user_id = ${user_id} AND (f.sha256 = ${sha256} OR f.recording_sha256 = ${sha256})
    )
    ORDER BY a.start_time, a.id`);
}

export type PackedStreams = { record_id: string; user_id: string; data: Uint8Array };

/** Stores the samples of records, in place of those there are. @see packStreams */
export async function insertStreams(tx: Transaction, streams: readonly PackedStreams[]): Promise<void> {
  if (streams.length === 0) return;
  // One value for all: the driver sends bytes unchanged, but a list of bytes as text twice as long.
  const all = Buffer.concat(streams.map(({ data }) => data));
  const sizes = streams.map(({ data }) => data.byteLength);
  await tx.execute(sql`
    INSERT INTO activity_streams (record_id, user_id, data)
    SELECT record_id, user_id, substring(${all}::bytea FROM 1 + before::int FOR size)
    FROM (
      SELECT *, sum(size) OVER (ORDER BY position) - size AS before
      FROM unnest(${streams.map((one) => one.record_id)}::uuid[], ${streams.map((one) => one.user_id)}::uuid[],
        ${sizes}::int[]) WITH ORDINALITY AS given(record_id, user_id, size, position)
    ) one
    ON CONFLICT (record_id) DO UPDATE SET data = excluded.data WHERE activity_streams.data <> excluded.data`);
}

/** An own activity's packed streams: null without streams, undefined without the activity. */
export async function findStreams(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<Buffer | null | undefined> {
  const row = await db.maybeOne<{ data: Buffer | null }>(sql`
    SELECT s.data FROM activities a
    LEFT JOIN activity_streams s ON s.record_id = a.streams_of AND s.user_id = ${user_id}
    WHERE a.id = ${activity_id} AND a.user_id = ${user_id}`);
  return row?.data;
}

/** The packed streams of an athlete's activity, and who told them; null without them. */
export async function findStreamsWithSource(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<{ data: Buffer; source: Source } | null> {
  return await db.maybeOne<{ data: Buffer; source: Source }>(sql`
    SELECT s.data, r.source FROM activities a
    JOIN activity_records r ON r.id = a.streams_of AND r.user_id = ${user_id}
    JOIN activity_streams s ON s.record_id = r.id AND s.user_id = ${user_id}
    WHERE a.id = ${activity_id} AND a.user_id = ${user_id}`);
}

export async function findStreamsOfActivities(
  db: Queryable,
  { user_id, ids }: { user_id: string; ids: readonly string[] },
): Promise<{ activity_id: string; data: Buffer; source: Source }[]> {
  if (ids.length === 0) return [];
  return await db.query<{ activity_id: string; data: Buffer; source: Source }>(sql`
    SELECT a.id AS activity_id, s.data, r.source FROM activities a
    JOIN activity_records r ON r.id = a.streams_of AND r.user_id = ${user_id}
    JOIN activity_streams s ON s.record_id = r.id AND s.user_id = ${user_id}
    WHERE a.id = ANY(${ids}::uuid[]) AND a.user_id = ${user_id}`);
}

/** A file of an activity with the activities that remain of it. */
export type FileOfActivity = Pick<
  ImportedFile,
  'id' | 'sha256' | 'object_key' | 'file_name' | 'size_bytes'
> & {
  /** Whether nothing of it was deleted since; false where unknown. */
  readonly is_whole: boolean;
  readonly activities: readonly ActivityFlags[];
};

/** An activity's files: first that of the shown samples, then by upload time. */
export async function findFilesOfActivity(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<FileOfActivity[]> {
  return await db.query<FileOfActivity>(sql`
    SELECT f.id, f.sha256, f.object_key, f.file_name, f.size_bytes,
      coalesce(f.activity_count = read.count, false) AS is_whole, read.activities
    FROM activities a
    JOIN activity_records r ON r.activity_id = a.id AND r.user_id = ${user_id}
    JOIN activity_files f ON f.id = r.file_id AND f.user_id = ${user_id}
    CROSS JOIN LATERAL (
      SELECT count(*) AS count,
        json_agg(json_build_object('source', b.source, 'private', b.private, 'is_race', b.is_race)) AS activities
      FROM activity_records q JOIN activities b ON b.id = q.activity_id AND b.user_id = ${user_id}
      WHERE q.file_id = f.id
    ) read
    WHERE a.id = ${activity_id} AND a.user_id = ${user_id}
    ORDER BY (r.id = a.streams_of) IS TRUE DESC, f.created_at, f.id`);
}

/** What the athlete set of an activity by hand; null without such an activity. */
export async function findEdits(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<ActivityEdits | null> {
  const row = await db.maybeOne<{ edits: ActivityEdits }>(
    sql`SELECT edits FROM activities WHERE id = ${activity_id} AND user_id = ${user_id}`,
  );
  return row?.edits ?? null;
}

/** Stores what an athlete changed of an activity. */
export async function updateActivity(
  tx: Transaction,
  { activity, edits }: { activity: StoredActivity; edits: ActivityEdits },
): Promise<void> {
  await tx.execute(sql`
    UPDATE activities SET name = ${activity.name}, description = ${activity.description},
      private = ${activity.private}, is_race = ${activity.is_race}, workout_type = ${activity.workout_type},
      vdot = ${activity.vdot},
      told_workout_type = CASE WHEN ${edits.workout_type !== undefined}::boolean THEN NULL ELSE told_workout_type END,
      edits = ${JSON.stringify(edits)}, updated_at = ${activity.updated_at}
    WHERE id = ${activity.id} AND user_id = ${activity.user_id}`);
}

/**
 * Deletes file rows without a record.
 * @returns the keys of their objects and their total size
 */
export async function deleteUnusedFiles(
  tx: Transaction,
  { file_ids, user_id }: { file_ids: readonly string[]; user_id: string },
): Promise<{ object_keys: string[]; size_bytes: number }> {
  if (file_ids.length === 0) return { object_keys: [], size_bytes: 0 };
  const rows = await tx.query<{ object_key: string; size_bytes: number }>(sql`
    DELETE FROM activity_files f
    WHERE f.id = ANY(${file_ids}::uuid[]) AND f.user_id = ${user_id}
      AND NOT EXISTS (SELECT FROM activity_records r WHERE r.file_id = f.id)
    RETURNING object_key, size_bytes`);
  const size_bytes = rows.reduce((sum, row) => sum + row.size_bytes, 0);
  return { object_keys: rows.map(({ object_key }) => object_key), size_bytes };
}
