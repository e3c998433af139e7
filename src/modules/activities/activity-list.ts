import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import { HIGHEST_ID } from '../../shared/ids.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { SportType } from '../../training/sport.ts';
import { MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import { activityText } from './activity-json.ts';

/** One athlete's activities as one audience sees them, in a range of start times: epoch ms, both ends inclusive. */
export type ActivityRange = {
  user_id: string;
  ceiling: ActivityCeiling;
  start_date_ms?: number | undefined;
  end_date_ms?: number | undefined;
  /** Only those that were changed at that time or later. */
  updated_since_ms?: number | undefined;
  sport_type?: SportType | undefined;
};

/** The first of a range, those after an activity, or, where the specification counts so, what is left without the first. */
export type ActivityPage = ActivityRange & { limit: number; offset?: number; after?: PagePosition | null };

/**
 * The JSON text of each activity of a page, newest first, then by id, in the column `json`, behind a row that has `total` alone: how many
 * there are on all pages, at that moment.
 */
export function activityListWithTotal(page: ActivityPage): Sql {
  const owner = sql`${page.user_id}`;
  return sql`
    SELECT NULL AS json, ${totalOf(page, owner)} AS total
    UNION ALL
    SELECT ${activityText(page.ceiling)}, NULL FROM (${rowsOf(page, owner)}) page`;
}

/** Where the text of an activity, as a list has it, stands in the list: no ceiling withholds that. */
export function placeOfText(json: string): PagePosition {
  const { start_time, id } = JSON.parse(json) as { start_time: string; id: string };
  return { at: new Date(start_time), id };
}

const PRIVACY = rawSql(MEMBER_PRIVACY);
const IS_ACTIVE = rawSql(ACCOUNT_IS_ACTIVE);

/**
 * The same for a current member with an active account. The settings that hold for the organization come with it, in a row of their own
 * without `json`, and `total` where it is asked for; of everybody else there is no row at all.
 */
export function memberActivityList(page: ActivityPage & { org_id: string; has_total: boolean }): Sql {
  const owner = sql`(SELECT user_id FROM member)`;
  return sql`
    WITH member AS (
      SELECT m.user_id, ${PRIVACY} AS privacy FROM organization_members m JOIN users u USING (user_id)
      WHERE m.org_id = ${page.org_id} AND m.user_id = ${page.user_id} AND m.left_at IS NULL AND ${IS_ACTIVE}
    )
    SELECT privacy, NULL AS json, ${page.has_total ? totalOf(page, owner) : sql`NULL`} AS total FROM member
    UNION ALL
    SELECT NULL, ${activityText(page.ceiling)}, NULL FROM (${rowsOf(page, owner)}) page`;
}

/** The JSON text of each of some activities that the ceiling shows, in the column `json`, with its `id`. */
export function activityTexts(wanted: {
  ceiling: ActivityCeiling;
  user_ids: readonly string[];
  ids: readonly string[];
}): Sql {
  const { ceiling, user_ids, ids } = wanted;
  const shown = [sql`id = ANY(${ids}::uuid[]) AND user_id = ANY(${user_ids}::uuid[])`, ...flags(ceiling)];
  return sql`SELECT id, ${activityText(ceiling)} AS json FROM activities WHERE ${joinSql(shown, ' AND ')}`;
}

/** What the activities of some days were, in short, oldest first, for whoever counts them by day. */
export function activityDays(range: ActivityRange & { limit: number }): Sql {
  return sql`
    SELECT id, sport_type, workout_type, is_race, name, start_time, duration_s, moving_time_s, distance_m FROM activities
    WHERE ${conditions(range, sql`${range.user_id}`)} ORDER BY start_time, id LIMIT ${range.limit}`;
}

/** How many activities `activityListWithTotal` would list without a limit. */
export function activityCount(range: ActivityRange): Sql {
  return sql`SELECT ${totalOf(range, sql`${range.user_id}`)} AS count`;
}

/**
 * How many a range has: of all that somebody has they are kept (`activity_counts`), of a part the entries of the index are counted.
 * Of 10,300 they take 1 ms, and 3 ms where most are not shown, as long as the page itself.
 */
function totalOf(range: PartOfRange, owner: Sql): Sql {
  const { ceiling, start_date_ms, end_date_ms, updated_since_ms, sport_type } = range;
  const narrowedBy = [start_date_ms, end_date_ms, updated_since_ms, sport_type];
  if (narrowedBy.some((part) => part !== undefined))
    // Where a page begins says nothing of how many there are.
    return sql`(SELECT count(*) FROM activities WHERE ${conditions({ ...range, after: null }, owner)})`;
  const counted = joinSql([sql`user_id = ${owner}`, ...flags(ceiling)], ' AND ');
  return sql`(SELECT coalesce(sum(count), 0) FROM activity_counts WHERE ${counted})`;
}

/** From here on a page is cut out of the index alone: half the time of reading all rows at 1,000, a sixth at 10,000. */
const DEEP_OFFSET = 100;

/**
 * The rows of a page. It is cut before its texts are made, so what OFFSET leaves out costs none; and where that is much,
 * it is cut before its rows are read: the index has all that decides. Not always so, since finding each row once more
 * makes a first page a tenth slower.
 */
function rowsOf(page: ActivityPage, owner: Sql): Sql {
  const { limit, offset = 0 } = page;
  const cut = sql`
    FROM activities WHERE ${conditions(page, owner)}
    ORDER BY start_time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`;
  if (offset < DEEP_OFFSET) return sql`SELECT * ${cut}`;
  return sql`SELECT a.* FROM (SELECT user_id, start_time, id ${cut}) place
    JOIN activities a USING (user_id, start_time, id) ORDER BY start_time DESC, id DESC`;
}

type PartOfRange = Omit<ActivityRange, 'user_id'> & { after?: PagePosition | null };

/**
 * Which rows a ceiling shows. What it does not hide by is not asked: for 10,000 index entries that is a third of the time. The end
 * of the range and the activity that a page comes after are one condition, at which the index begins: of two it might begin at the
 * farther. Where there is no such activity, times are compared without ids, which saves a fifth.
 */
function conditions(range: PartOfRange, owner: Sql): Sql {
  const { ceiling, start_date_ms, end_date_ms, updated_since_ms, sport_type, after = null } = range;
  const [before, before_id] = upperEdge(end_date_ms, after);
  const all = [
    sql`user_id = ${owner}`,
    sql`start_time >= ${start_date_ms === undefined ? '-infinity' : isoOf(start_date_ms)}`,
    after === null
      ? sql`start_time <= ${before}`
      : sql`(start_time, id) < (${before}::timestamptz, ${before_id}::uuid)`,
    ...flags(ceiling),
    ...(updated_since_ms === undefined ? [] : [sql`updated_at >= ${isoOf(updated_since_ms)}`]),
    ...(sport_type === undefined ? [] : [sql`sport_type = ${sport_type}`]),
  ];
  return joinSql(all, ' AND ');
}

/** Whether a ceiling shows an activity, of `activities a`, for who reads what belongs to activities. */
export function isShown({ show_private, show_races, sources }: ActivityCeiling): Sql {
  return sql`((${show_private}::boolean OR NOT a.private) AND (${show_races}::boolean OR NOT a.is_race)
    AND a.source = ANY(${sources.shown}::text[]))`;
}

function flags({ show_private, show_races, sources }: ActivityCeiling): Sql[] {
  return [
    ...(show_private ? [] : [sql`NOT private`]),
    ...(show_races ? [] : [sql`NOT is_race`]),
    ...(sources.hidden.length === 0 ? [] : [sql`source = ANY(${sources.shown})`]),
  ];
}

/** Before which time and id all lies that is not after the end of the range and, in the list, after an activity. */
export function upperEdge(
  end_date_ms: number | undefined,
  after: PagePosition | null,
): [at: string, id: string] {
  if (after !== null && (end_date_ms === undefined || after.at.getTime() <= end_date_ms))
    return [after.at.toISOString(), after.id];
  return [end_date_ms === undefined ? 'infinity' : isoOf(end_date_ms), HIGHEST_ID];
}

const isoOf = (time_ms: number): string => new Date(time_ms).toISOString();
