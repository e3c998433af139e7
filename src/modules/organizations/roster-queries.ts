import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { ACCOUNT_IS_ACTIVE, privacyOf } from '../users/index.ts';
import { MEMBER_COLUMNS, type MemberRow, toMember } from './member-queries.ts';
import type { ProfileFacts } from './profile-status.ts';
import type { Member, MemberStatus } from './types.ts';

export type MemberFilter = {
  org_id: string;
  status: MemberStatus | undefined;
  level: string | undefined;
  labels: readonly string[];
  coach_id: string | undefined;
};

/** Which of them: those after a place in the list, and of these not the first ones. */
export type RosterPlace = { after: PagePosition | null; limit: number; offset: number };

/** A member with what their profile holds, before the ceiling: nothing unless asked for, and of active accounts alone. */
export type RosterEntry = {
  readonly member: Member;
  readonly profile: ProfileFacts | null;
  readonly privacy: PrivacySettings;
};

/**
 * Of `users u` and `organization_members m`, as JSON. Plans are looked up member by member along an index, whatever the
 * planner thinks: an EXISTS it may turn into one reading of all there are.
 */
const PROFILE_FACTS = sql`(
  SELECT jsonb_build_object(
    'has_strava', u.integrations @> '{"strava": true}',
    'has_garmin', u.integrations @> '{"garmin": true}',
    'has_pace_zones', jsonb_typeof(u.zones -> 'pace') IS NOT DISTINCT FROM 'object',
    'has_hr_zones', jsonb_typeof(u.zones -> 'heartrate') IS NOT DISTINCT FROM 'object',
    'next_race_on', u.next_race ->> 'date',
    'plans_end_on', (
      SELECT max(a.end_date) FROM plan_assignments a
      WHERE a.org_id = m.org_id AND a.user_id = m.user_id AND a.ended_at IS NULL
    ),
    'has_mbti', u.mbti IS NOT NULL,
    'profile_image_url', u.profile_image_url,
    'gender', u.gender,
    'timezone', u.preferences ->> 'timezone')
  WHERE ${rawSql(ACCOUNT_IS_ACTIVE)})`;

/**
 * One page of the roster by date of joining, with the number of all who match. It is cut before users are joined to it:
 * those whom OFFSET leaves out cost next to nothing.
 */
export async function findRoster(
  db: Queryable,
  filter: MemberFilter & RosterPlace,
  { with_profiles }: { with_profiles: boolean },
): Promise<{ entries: RosterEntry[]; count: number }> {
  const matches = membersThatMatch(filter);
  const { after } = filter;
  const beyond =
    after === null ? sql`true` : sql`(m.joined_at, m.user_id) > (${after.at}, ${after.id}::uuid)`;
  type Row = MemberRow & { profile: ProfileFacts | null };
  const rows = await db.query<{ count: number } & (Row | { user_id: null })>(sql`
    SELECT matching.count, page.*
    FROM (SELECT count(*)::int AS count FROM organization_members m WHERE ${matches}) matching
    LEFT JOIN (
      SELECT ${MEMBER_COLUMNS}, ${with_profiles ? PROFILE_FACTS : rawSql('NULL')} AS profile
      FROM (
        SELECT m.* FROM organization_members m WHERE ${matches} AND ${beyond}
        ORDER BY m.joined_at, m.user_id LIMIT ${filter.limit} OFFSET ${filter.offset}
      ) m
      -- OFFSET 0 keeps the planner, which does not know how small a page is, from reading all users for it.
      JOIN LATERAL (SELECT * FROM users WHERE users.user_id = m.user_id OFFSET 0) u ON true
    ) page ON true
    ORDER BY page.joined_at, page.user_id`);
  const found = rows.filter((row) => row.user_id !== null);
  return {
    entries: found.map((row) => ({ member: toMember(row), profile: row.profile, privacy: privacyOf(row) })),
    count: rows[0]?.count ?? 0,
  };
}

function membersThatMatch(filter: MemberFilter): Sql {
  const conditions = [sql`m.org_id = ${filter.org_id} AND m.left_at IS NULL`];
  if (filter.status !== undefined) conditions.push(sql`m.status = ${filter.status}`);
  if (filter.level !== undefined) conditions.push(sql`m.member_level = ${filter.level}`);
  if (filter.labels.length > 0) conditions.push(sql`m.labels @> ${filter.labels}::text[]`);
  if (filter.coach_id !== undefined) conditions.push(sql`m.coach_id = ${filter.coach_id}`);
  return joinSql(conditions, ' AND ');
}
