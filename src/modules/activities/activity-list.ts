import { type Sql, sql } from '../../infra/db/sql.ts';
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
  const total = totalOf(page, '?');
  const template = prepared(
    'list with total',
    page,
    () => `SELECT NULL AS json, ${total.text} AS total
  UNION ALL
  SELECT ${activityText(page.ceiling)}, NULL FROM (${pageOf(page, '?')}) page`,
  );
  return sql(
    template,
    ...[page.user_id, ...total.values],
    ...[page.user_id, ...rangeValues(page), page.limit, page.offset ?? 0],
  );
}

/** Where the text of an activity, as a list has it, stands in the list: no ceiling withholds that. */
export function placeOfText(json: string): PagePosition {
  const { start_time, id } = JSON.parse(json) as { start_time: string; id: string };
  return { at: new Date(start_time), id };
}

/**
 * The same for a current member with an active account. The settings that hold for the organization come with it, in a row of their own
 * without `json`, and `total` where it is asked for; of everybody else there is no row at all.
 */
export function memberActivityList(page: ActivityPage & { org_id: string; has_total: boolean }): Sql {
  const total = page.has_total ? totalOf(page, '(SELECT user_id FROM member)') : { text: 'NULL', values: [] };
  const template = prepared(
    page.has_total ? 'member list with total' : 'member list',
    page,
    () => `WITH member AS (
    SELECT m.user_id, ${MEMBER_PRIVACY} AS privacy FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ? AND m.user_id = ? AND m.left_at IS NULL AND ${ACCOUNT_IS_ACTIVE}
  )
  SELECT privacy, NULL AS json, ${total.text} AS total FROM member
  UNION ALL
  SELECT NULL, ${activityText(page.ceiling)}, NULL FROM (${pageOf(page, '(SELECT user_id FROM member)')}) page`,
  );
  return sql(
    template,
    ...[page.org_id, page.user_id, ...total.values],
    ...[...rangeValues(page), page.limit, page.offset ?? 0],
  );
}

/** The JSON text of each of some activities that the ceiling shows, in the column `json`, with its `id`. */
export function activityTexts(wanted: {
  ceiling: ActivityCeiling;
  user_ids: readonly string[];
  ids: readonly string[];
}): Sql {
  const { ceiling, user_ids, ids } = wanted;
  const template = prepared(
    'texts',
    { ceiling },
    () => `SELECT id, ${activityText(ceiling)} AS json FROM activities
    WHERE id = ANY(?::uuid[]) AND user_id = ANY(?::uuid[])${['', ...flags(ceiling)].join(' AND ')}`,
  );
  const { sources } = ceiling;
  return sql(template, ids, user_ids, ...(sources.hidden.length === 0 ? [] : [sources.shown]));
}

/** What the activities of some days were, in short, oldest first, for whoever counts them by day. */
export function activityDays(range: ActivityRange & { limit: number }): Sql {
  const template = prepared(
    'days',
    range,
    () => `SELECT id, sport_type, workout_type, is_race, name, start_time, duration_s, moving_time_s, distance_m FROM activities
    WHERE ${conditions(range, '?')} ORDER BY start_time, id LIMIT ?`,
  );
  return sql(template, range.user_id, ...rangeValues(range), range.limit);
}

/** How many activities `activityListWithTotal` would list without a limit. */
export function activityCount(range: ActivityRange): Sql {
  const { text, values } = totalOf(range, '?');
  return sql(
    prepared('count', range, () => `SELECT ${text} AS count`),
    ...[range.user_id, ...values],
  );
}

/**
 * SQL of how many a range has: of all that somebody has they are kept (`activity_counts`), of a part the entries of the index are counted.
 * Of 10,300 they take 1 ms, and 3 ms where most are not shown, as long as the page itself.
 *
 * @returns with the values after the owner
 */
function totalOf(
  { ceiling, start_date_ms, end_date_ms, updated_since_ms, sport_type }: PartOfRange,
  owner: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  const range = { ceiling, start_date_ms, end_date_ms, updated_since_ms, sport_type };
  if (!isWhole(range))
    return {
      text: `(SELECT count(*) FROM activities WHERE ${conditions(range, owner)})`,
      values: rangeValues(range),
    };
  const { sources } = ceiling;
  return {
    text: `(SELECT coalesce(sum(count), 0) FROM activity_counts
    WHERE ${[`user_id = ${owner}`, ...flags(ceiling)].join(' AND ')})`,
    values: sources.hidden.length === 0 ? [] : [sources.shown],
  };
}

function isWhole({ start_date_ms, end_date_ms, updated_since_ms, sport_type }: PartOfRange): boolean {
  return [start_date_ms, end_date_ms, updated_since_ms, sport_type].every((part) => part === undefined);
}

/** From here on a page is cut out of the index alone: half the time of reading all rows at 1,000, a sixth at 10,000. */
const DEEP_OFFSET = 100;

/**
 * The rows of a page. It is cut before its texts are made, so what OFFSET leaves out costs none; and where that is much,
 * it is cut before its rows are read: the index has all that decides. Not always so, since finding each row once more
 * makes a first page a tenth slower.
 *
 * @param owner SQL of the athlete's id
 */
function pageOf(page: ActivityPage, owner: string): string {
  const { offset = 0 } = page;
  const cut = (columns: string): string =>
    `SELECT ${columns} FROM activities WHERE ${conditions(page, owner)}
    ORDER BY start_time DESC, id DESC LIMIT ? OFFSET ?`;
  if (offset < DEEP_OFFSET) return cut('*');
  return `SELECT a.* FROM (${cut('user_id, start_time, id')}) place
    JOIN activities a USING (user_id, start_time, id) ORDER BY start_time DESC, id DESC`;
}

type PartOfRange = Omit<ActivityRange, 'user_id'> & { after?: PagePosition | null };

/**
 * Which rows a ceiling shows. What it does not hide by is not asked: for 10,000 index entries that is a third of the time. The end
 * of the range and the activity that a page comes after are one condition, at which the index begins: of two it might begin at the
 * farther. Where there is no such activity, times are compared without ids, which saves a fifth.
 */
function conditions({ ceiling, updated_since_ms, sport_type, after }: PartOfRange, owner: string): string {
  return [
    `user_id = ${owner} AND start_time >= ?`,
    after == null ? 'start_time <= ?' : '(start_time, id) < (?::timestamptz, ?::uuid)',
    ...flags(ceiling),
    ...(updated_since_ms === undefined ? [] : ['updated_at >= ?']),
    ...(sport_type === undefined ? [] : ['sport_type = ?']),
  ].join(' AND ');
}

/** Whether a ceiling shows an activity, of `activities a`, for who reads what belongs to activities. */
export function isShown({ show_private, show_races, sources }: ActivityCeiling): Sql {
  return sql`((${show_private}::boolean OR NOT a.private) AND (${show_races}::boolean OR NOT a.is_race)
    AND a.source = ANY(${sources.shown}::text[]))`;
}

function flags({ show_private, show_races, sources }: ActivityCeiling): string[] {
  return [
    ...(show_private ? [] : ['NOT private']),
    ...(show_races ? [] : ['NOT is_race']),
    ...(sources.hidden.length === 0 ? [] : ['source = ANY(?)']),
  ];
}

/** The values of `conditions` after the owner. */
function rangeValues(range: PartOfRange): unknown[] {
  const { sources } = range.ceiling;
  const { start_date_ms, end_date_ms, updated_since_ms, sport_type, after = null } = range;
  const [before, before_id] = upperEdge(end_date_ms, after);
  return [
    start_date_ms === undefined ? '-infinity' : new Date(start_date_ms).toISOString(),
    ...(after === null ? [before] : [before, before_id]),
    ...(sources.hidden.length === 0 ? [] : [sources.shown]),
    ...(updated_since_ms === undefined ? [] : [new Date(updated_since_ms).toISOString()]),
    ...(sport_type === undefined ? [] : [sport_type]),
  ];
}

/** Before which time and id all lies that is not after the end of the range and, in the list, after an activity. */
export function upperEdge(
  end_date_ms: number | undefined,
  after: PagePosition | null,
): [at: string, id: string] {
  if (after !== null && (end_date_ms === undefined || after.at.getTime() <= end_date_ms))
    return [after.at.toISOString(), after.id];
  return [end_date_ms === undefined ? 'infinity' : new Date(end_date_ms).toISOString(), HIGHEST_ID];
}

const templates = new Map<string, TemplateStringsArray>();

/**
 * The template of a statement, made once for all ceilings that make the same one: there are few, and each stays prepared
 * on every connection.
 *
 * @param make the text, with `?` for each value
 */
function prepared(
  kind: string,
  range: PartOfRange & { offset?: number },
  make: () => string,
): TemplateStringsArray {
  const { ceiling, updated_since_ms, sport_type, offset = 0, after } = range;
  const { show_private, show_races, sources, privacy_filtered } = ceiling;
  const hides = `${show_private} ${show_races} ${sources.hidden.length === 0} ${privacy_filtered.join()}`;
  const asks = `${isWhole(range)} ${after == null} ${updated_since_ms === undefined} ${sport_type === undefined}`;
  const key = `${kind} ${offset < DEEP_OFFSET} ${asks} ${hides}`;
  let found = templates.get(key);
  if (found === undefined) {
    const chunks = make().split('?');
    found = Object.assign(chunks, { raw: chunks });
    templates.set(key, found);
  }
  return found;
}
