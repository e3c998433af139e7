import type { Queryable } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, PrivacySettings } from '../../privacy/index.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from './activity.ts';
import { activityListTemplate } from './activity-json.ts';

const COLUMN_NAMES = Object.keys(ACTIVITY_COLUMNS);
const COLUMNS = rawSql(COLUMN_NAMES.join(', '));
const COLUMNS_OF_A = rawSql(COLUMN_NAMES.map((name) => `a.${name}`).join(', '));
const TYPED_COLUMNS = rawSql(
  Object.entries(ACTIVITY_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** One athlete's activities as one audience sees them, in a range of start times: epoch ms, both ends inclusive. */
export type ActivityRange = {
  user_id: string;
  ceiling: ActivityCeiling;
  start_date_ms?: number | undefined;
  end_date_ms?: number | undefined;
};

/**
 * The JSON text of an array of activity objects, newest first, then by id. Made by the database in one statement:
 * equal, value by value, to `viewStoredActivity` of each activity.
 */
export async function listActivitiesJson(
  db: Queryable,
  page: ActivityRange & { limit: number; offset: number },
): Promise<string> {
  const { ceiling } = page;
  if (ceiling.sources.shown.length === 0) return '[]';
  const statement = sql(
    activityListTemplate(ceiling),
    page.user_id,
    instantOr('-infinity', page.start_date_ms),
    instantOr('infinity', page.end_date_ms),
    ceiling.sources.shown,
    ceiling.show_private,
    ceiling.show_races,
    page.limit,
    page.offset,
  );
  const { json } = await db.one<{ json: string }>(statement);
  return json;
}

/** How many activities `listActivitiesJson` would list without a limit. */
export async function countActivities(db: Queryable, range: ActivityRange): Promise<number> {
  const { ceiling } = range;
  if (ceiling.sources.shown.length === 0) return 0;
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*) AS count FROM activities
    WHERE user_id = ${range.user_id}
      AND start_time >= ${instantOr('-infinity', range.start_date_ms)}
      AND start_time <= ${instantOr('infinity', range.end_date_ms)}
      AND source = ANY(${ceiling.sources.shown})
      AND (NOT private OR ${ceiling.show_private}::boolean) AND (NOT is_race OR ${ceiling.show_races}::boolean)`);
  return count;
}

function instantOr(open: '-infinity' | 'infinity', ms: number | undefined): string {
  return ms === undefined ? open : new Date(ms).toISOString();
}

/** An athlete's own activity. */
export async function findActivity(
  db: Queryable,
  { activity_id, user_id }: { activity_id: string; user_id: string },
): Promise<StoredActivity | null> {
  return await db.maybeOne<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE id = ${activity_id} AND user_id = ${user_id}`);
}

/** An activity whose owner is in the organization now, and that owner's privacy settings. */
export async function findMemberActivity(
  db: Queryable,
  { org_id, activity_id }: { org_id: string; activity_id: string },
): Promise<{ activity: StoredActivity; settings: PrivacySettings } | null> {
  const row = await db.maybeOne<StoredActivity & { settings: PrivacySettings }>(sql`
    SELECT ${COLUMNS_OF_A}, u.privacy AS settings
    FROM activities a
    JOIN organization_members m ON m.user_id = a.user_id AND m.org_id = ${org_id} AND m.left_at IS NULL
    JOIN users u ON u.user_id = a.user_id
    WHERE a.id = ${activity_id}`);
  if (row === null) return null;
  const { settings, ...activity } = row;
  return { activity, settings };
}

/** The activities read from one file, in the order of its sessions. */
export async function findFileActivities(
  db: Queryable,
  { file_id, user_id }: { file_id: string; user_id: string },
): Promise<StoredActivity[]> {
  return await db.query<StoredActivity>(sql`
    SELECT ${COLUMNS} FROM activities WHERE file_id = ${file_id} AND user_id = ${user_id} ORDER BY start_time, id`);
}

/** Stores activities, any number of them and of any athletes, in one statement. */
export async function insertActivities(db: Queryable, activities: readonly StoredActivity[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO activities (${COLUMNS})
    SELECT ${COLUMNS} FROM json_to_recordset(${JSON.stringify(activities)}::json) AS given(${TYPED_COLUMNS})`);
}
