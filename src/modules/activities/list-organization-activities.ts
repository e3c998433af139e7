import { type Database, type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE, privacyOf } from '../users/index.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from './activity.ts';
import { upperEdge } from './activity-list.ts';
import { type ActivityView, viewStoredActivity } from './present.ts';

export type PageOfOrganization = {
  org_id: string;
  start_date_ms: number | undefined;
  end_date_ms: number | undefined;
  updated_since_ms: number | undefined;
  limit: number;
  offset: number;
  after: PagePosition | null;
};

/** An activity as the organization's keys may see it, whose it is, and where it stands in the list. */
export type ListedActivity = PagePosition & { readonly user_id: string; readonly view: ActivityView };

/** A page of the activities of all athletes of an organization as its keys may see them: newest first, then by id. */
export async function listOrganizationActivities(
  { db, sourcePolicies: policies }: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  page: PageOfOrganization,
): Promise<ListedActivity[]> {
  return await db.transaction(async (tx) => {
    const groups = await findSettings(tx, page.org_id);
    const shown = groups
      .map((group) => ({
        ...group,
        ceiling: activityCeiling({ settings: group.settings, policies, audience: 'organization_api' }),
      }))
      .filter(({ ceiling }) => ceiling.sources.shown.length > 0);
    const rows = await findPage(tx, page, shown);
    const ceilings = new Map(shown.map(({ privacy, ceiling }) => [privacy, ceiling]));
    return rows.flatMap(({ privacy, ...activity }) => {
      const ceiling = ceilings.get(privacy);
      const view = ceiling && viewStoredActivity(ceiling, activity);
      return view ? { at: activity.start_time, id: activity.id, user_id: activity.user_id, view } : [];
    });
  }, SNAPSHOT);
}

/** Athletes with the same settings share a ceiling; `privacy` is the settings' text. */
type Group = { readonly privacy: string; readonly settings: PrivacySettings };

const MEMBERS = rawSql(
  `organization_members m JOIN users u ON u.user_id = m.user_id AND ${ACCOUNT_IS_ACTIVE}`,
);
const PRIVACY = rawSql(MEMBER_PRIVACY);
const COLUMNS = rawSql(
  Object.keys(ACTIVITY_COLUMNS)
    .map((name) => `a.${name}`)
    .join(', '),
);

async function findSettings(db: Queryable, org_id: string): Promise<Group[]> {
  const rows = await db.query<{ privacy: unknown; text: string }>(sql`
    SELECT privacy, privacy::text AS text FROM (
      SELECT DISTINCT ${PRIVACY} AS privacy FROM ${MEMBERS} WHERE m.org_id = ${org_id} AND m.left_at IS NULL
    ) settings`);
  return rows.map(({ privacy, text }) => ({ privacy: text, settings: privacyOf({ privacy }) }));
}

/**
 * Only athletes whose newest activity is among the newest of the page's size can be on the page, so one index entry is
 * read for each athlete and more only for those.
 */
async function findPage(
  db: Queryable,
  { org_id, start_date_ms, end_date_ms, updated_since_ms, limit, offset, after }: PageOfOrganization,
  shown: readonly (Group & { readonly ceiling: ActivityCeiling })[],
): Promise<(StoredActivity & { privacy: string })[]> {
  const [first] = shown;
  if (first === undefined) return [];
  const races = shown.map(({ ceiling }) => ceiling.show_races);
  const sources = first.ceiling.sources.shown;
  const count = limit + offset;
  const from = start_date_ms === undefined ? '-infinity' : new Date(start_date_ms).toISOString();
  const [before, before_id] = upperEdge(end_date_ms, after);
  const own = sql`
    a.user_id = athlete.user_id AND NOT a.private AND (athlete.show_races OR NOT a.is_race)
    AND a.source = ANY(${sources}) AND a.start_time >= ${from}
    AND (a.start_time, a.id) < (${before}::timestamptz, ${before_id}::uuid)`;
  const newest = sql`
    newest AS (
      SELECT athlete.* FROM athlete CROSS JOIN LATERAL (
        SELECT a.start_time, a.id FROM activities a WHERE ${own} ORDER BY a.start_time DESC, a.id DESC LIMIT 1
      ) one
      ORDER BY one.start_time DESC, one.id DESC LIMIT ${count}
    ), place AS (
      SELECT athlete.privacy, one.* FROM newest athlete CROSS JOIN LATERAL (
        SELECT a.user_id, a.start_time, a.id FROM activities a WHERE ${own} ORDER BY a.start_time DESC, a.id DESC LIMIT ${count}
      ) one
      ORDER BY one.start_time DESC, one.id DESC LIMIT ${limit} OFFSET ${offset}
    )`;
  const since = new Date(updated_since_ms ?? 0).toISOString();
  const updated = sql`
    place AS (
      SELECT athlete.privacy, a.user_id, a.start_time, a.id
      FROM athlete JOIN activities a ON ${own} AND a.updated_at >= ${since}
      ORDER BY a.start_time DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}
    )`;
  return await db.query(sql`
    WITH athlete AS MATERIALIZED (
      SELECT m.user_id, settings.privacy::text AS privacy, settings.show_races
      FROM ${MEMBERS}
      JOIN unnest(${shown.map(({ privacy }) => privacy)}::jsonb[], ${races}::boolean[]) AS settings(privacy, show_races)
        ON settings.privacy = ${PRIVACY}
      WHERE m.org_id = ${org_id} AND m.left_at IS NULL
    ), ${updated_since_ms === undefined ? newest : updated}
    SELECT ${COLUMNS}, place.privacy FROM place JOIN activities a USING (user_id, start_time, id)
    ORDER BY a.start_time DESC, a.id DESC`);
}
