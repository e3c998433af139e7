import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { ACCOUNT_IS_ACTIVE, privacyOf } from '../users/index.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from './activity.ts';
import {
  type ActivityPage,
  type ActivityRange,
  activityCount,
  activityDays,
  activityList,
  memberActivityList,
} from './activity-list.ts';
import { onlyKnownMembers } from './known-members.ts';
import type { ActivityEdits } from './records/edits.ts';

const COLUMN_NAMES = Object.keys(ACTIVITY_COLUMNS);
const COLUMNS = rawSql(COLUMN_NAMES.join(', '));
const COLUMNS_OF_A = rawSql(COLUMN_NAMES.map((name) => `a.${name}`).join(', '));
const TYPED_COLUMNS = rawSql(
  Object.entries(ACTIVITY_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/**
 * The JSON text of each activity object of a page, newest first, then by id. Made by the database in one statement:
 * equal, value by value, to `viewStoredActivity` of each activity.
 */
export async function listActivitiesJson(db: Queryable, page: ActivityPage): Promise<string[]> {
  if (page.ceiling.sources.shown.length === 0) return [];
  const rows = await db.query<{ json: string }>(activityList(page));
  return rows.map(({ json }) => json);
}

/**
 * The same for a current member of an organization whose account is active, with the settings that hold at that very
 * moment: whoever asked under another ceiling than theirs must not use the list. Null for everybody else.
 */
export async function listMemberActivitiesJson(
  db: Queryable,
  page: ActivityPage & { org_id: string },
): Promise<{ activities: string[]; settings: PrivacySettings } | null> {
  const rows = await db.query<{ privacy: unknown; json: null } | { privacy: null; json: string }>(
    memberActivityList(page),
  );
  let settings: PrivacySettings | null = null;
  const activities: string[] = [];
  for (const row of rows) {
    if (row.json === null) settings = privacyOf(row);
    else activities.push(row.json);
  }
  return settings && { activities, settings };
}

/** An activity in short: members that no ceiling over activities withholds from who may see the activity (`privacy/fields.ts`). */
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

/** How many activities `listActivitiesJson` would list without a limit. */
export async function countActivities(db: Queryable, range: ActivityRange): Promise<number> {
  if (range.ceiling.sources.shown.length === 0) return 0;
  const { count } = await db.one<{ count: number }>(activityCount(range));
  return count;
}

/** An athlete's own activity. */
export async function findActivity(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<StoredActivity | null> {
  return await db.maybeOne<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE id = ${activity_id} AND user_id = ${user_id}`);
}

/** Those of the ids that are an athlete's own activities. */
export async function findActivities(
  db: Queryable,
  { user_id, ids }: { user_id: string; ids: readonly string[] },
): Promise<StoredActivity[]> {
  if (ids.length === 0) return [];
  return await db.query<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE id = ANY(${ids}::uuid[]) AND user_id = ${user_id}
    ORDER BY start_time, id`);
}

/** An activity whose owner is in the organization now, with an active account, and that owner's privacy settings. */
export async function findMemberActivity(
  db: Queryable,
  { org_id, activity_id }: { org_id: string; activity_id: string },
): Promise<{ activity: StoredActivity; settings: PrivacySettings } | null> {
  const row = await db.maybeOne<StoredActivity & { privacy: unknown }>(sql`
    SELECT ${COLUMNS_OF_A}, u.privacy
    FROM activities a
    JOIN organization_members m ON m.user_id = a.user_id AND m.org_id = ${org_id} AND m.left_at IS NULL
    JOIN users u ON u.user_id = a.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    WHERE a.id = ${activity_id}`);
  if (row === null) return null;
  const { privacy, ...activity } = row;
  return { activity, settings: privacyOf({ privacy }) };
}

/** Stores activities, any number of them and of any athletes, in one statement. */
export async function insertActivities(db: Queryable, activities: readonly StoredActivity[]): Promise<void> {
  const rows = JSON.stringify(activities.map((activity) => ({ ...activity, ...onlyKnownMembers(activity) })));
  await db.execute(sql`
    INSERT INTO activities (${COLUMNS})
    SELECT ${COLUMNS} FROM json_to_recordset(${rows}::json) AS given(${TYPED_COLUMNS})`);
}

export type ImportedFile = {
  id: string;
  user_id: string;
  /** Of the bytes as uploaded. */
  sha256: Buffer;
  /** Of the recording in them, unpacked. */
  recording_sha256: Buffer;
  object_key: string;
  file_name: string;
  size_bytes: number;
  created_at: Date;
};

/** @returns false when this athlete's same recording is stored already; waits for one that is just being stored. */
export async function insertFile(tx: Transaction, file: ImportedFile): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO activity_files (id, user_id, sha256, recording_sha256, object_key, file_name, size_bytes, created_at)
    VALUES (${file.id}, ${file.user_id}, ${file.sha256}, ${file.recording_sha256}, ${file.object_key},
      ${file.file_name}, ${file.size_bytes}, ${file.created_at})
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

/**
 * The activities that are left of what the athlete uploaded before, earliest first; none when it is new.
 *
 * @param upload.sha256 of the bytes as they came then, or of the recording in them
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
  // One value for all of them: the driver sends bytes as they are, but a list of bytes as text twice as long.
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

/** The packed streams of an athlete's own activity: null without them, undefined without such an activity. */
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
      edits = ${JSON.stringify(edits)}, updated_at = ${activity.updated_at}
    WHERE id = ${activity.id} AND user_id = ${activity.user_id}`);
}

/**
 * Deletes the rows of those files of a person that no record refers to any more.
 *
 * @returns the keys of the stored objects whose rows are gone
 */
export async function deleteUnusedFiles(
  tx: Transaction,
  { file_ids, user_id }: { file_ids: readonly string[]; user_id: string },
): Promise<string[]> {
  if (file_ids.length === 0) return [];
  const rows = await tx.query<{ object_key: string }>(sql`
    DELETE FROM activity_files f
    WHERE f.id = ANY(${file_ids}::uuid[]) AND f.user_id = ${user_id}
      AND NOT EXISTS (SELECT FROM activity_records r WHERE r.file_id = f.id)
    RETURNING object_key`);
  return rows.map(({ object_key }) => object_key);
}
