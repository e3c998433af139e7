import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { ACCOUNT_IS_ACTIVE, type Integrations, privacyOf, type Zones } from '../users/index.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns, memberName } from './name-columns.ts';
import { MEMBER_PRIVACY } from './privacy-queries.ts';
import type { MemberStatus } from './types.ts';

/**
 * A current member whose account is active, with what the athlete object shows, before the ceiling: whoever presents it
 * passes it through `viewAthlete` with `privacy`.
 */
export type Athlete = {
  id: string;
  username: string;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  member_level: string | null;
  labels: string[];
  status: MemberStatus;
  joined_at: Date;
  group_ids: string[];
  timezone: string | null;
  unit_system: string | null;
  zones: Zones;
  integrations: Integrations;
  privacy: PrivacySettings;
};

type OrganizationSummary = { id: string; name: string; athlete_count: number };

type AthleteRow = Omit<Athlete, 'display_name' | 'privacy'> & MemberNameColumns;

/** Who is an athlete of the organization to everybody who reads training: `organization_members m`, `users u`. */
const IS_ATHLETE = rawSql(`m.left_at IS NULL AND ${ACCOUNT_IS_ACTIVE}`);

export const IS_AMONG_ATHLETES = rawSql(`m.left_at IS NULL
  AND NOT EXISTS (SELECT FROM users u WHERE u.user_id = m.user_id AND NOT (${ACCOUNT_IS_ACTIVE}))`);

const ATHLETE_COLUMNS = sql`
  m.user_id AS id, ${MEMBER_NAME_COLUMNS}, u.profile_image_url, m.member_level, m.labels, m.status, m.joined_at,
  ARRAY(
    SELECT g.group_id FROM group_members g
    WHERE g.org_id = m.org_id AND g.user_id = m.user_id
    ORDER BY g.added_at, g.group_id
  ) AS group_ids,
  u.preferences ->> 'timezone' AS timezone, u.preferences ->> 'unit_system' AS unit_system, u.zones,
  u.integrations`;

function toAthlete(row: AthleteRow): Athlete {
  return {
    id: row.id,
    username: row.username,
    display_name: memberName(row),
    first_name: row.first_name,
    last_name: row.last_name,
    profile_image_url: row.profile_image_url,
    member_level: row.member_level,
    labels: row.labels,
    status: row.status,
    joined_at: row.joined_at,
    group_ids: row.group_ids,
    timezone: row.timezone,
    unit_system: row.unit_system,
    zones: row.zones,
    integrations: row.integrations,
    privacy: privacyOf(row),
  };
}

/** An organization with the number of its athletes; null when there is none. */
export async function findOrganizationSummary(
  db: Queryable,
  org_id: string,
): Promise<OrganizationSummary | null> {
  return await db.maybeOne<OrganizationSummary>(sql`
    SELECT o.org_id AS id, o.org_name AS name,
           (SELECT count(*)::int FROM organization_members m
            WHERE m.org_id = o.org_id AND ${IS_AMONG_ATHLETES}) AS athlete_count
    FROM organizations o WHERE o.org_id = ${org_id}`);
}

/** Of `organization_members m`: of whom no change was ever noted, the account says when it was. */
function hasChanged(since_ms: number): Sql {
  return sql`coalesce(
    (SELECT c.changed_at FROM athlete_changes c WHERE c.org_id = m.org_id AND c.athlete_id = m.user_id),
    (SELECT greatest(u.updated_at, m.joined_at) FROM users u WHERE u.user_id = m.user_id)
  ) >= ${new Date(since_ms).toISOString()}`;
}

/**
 * One page of the athletes by date of joining, then id, with the number of all: from the first on, or those after an athlete. It is cut before users and groups are
 * joined to it: those whom OFFSET leaves out cost next to nothing.
 */
export async function listAthletes(
  db: Queryable,
  {
    org_id,
    updated_since_ms,
    limit,
    offset = 0,
    after = null,
  }: {
    org_id: string;
    updated_since_ms?: number | undefined;
    limit: number;
    offset?: number;
    after?: PagePosition | null;
  },
): Promise<{ athletes: Athlete[]; total: number }> {
  const isListed =
    updated_since_ms === undefined
      ? IS_AMONG_ATHLETES
      : joinSql([IS_AMONG_ATHLETES, hasChanged(updated_since_ms)], ' AND ');
  const isOnPage =
    after === null
      ? isListed
      : sql`${isListed} AND (m.joined_at, m.user_id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const rows = await db.query<{ total: number } & (AthleteRow | { id: null })>(sql`
    SELECT everybody.total, page.*
    FROM (
      SELECT count(*)::int AS total FROM organization_members m
      WHERE m.org_id = ${org_id} AND ${isListed}
    ) everybody
    LEFT JOIN (
      SELECT ${ATHLETE_COLUMNS}
      FROM (
        SELECT m.* FROM organization_members m
        WHERE m.org_id = ${org_id} AND ${isOnPage}
        ORDER BY m.joined_at, m.user_id
        LIMIT ${limit} OFFSET ${offset}
      ) m
      -- OFFSET 0 keeps the planner, which does not know how small a page is, from reading all users for it.
      JOIN LATERAL (SELECT * FROM users WHERE users.user_id = m.user_id OFFSET 0) u ON true
    ) page ON true
    ORDER BY page.joined_at, page.id`);
  return { athletes: rows.filter((row) => row.id !== null).map(toAthlete), total: rows[0]?.total ?? 0 };
}

/** An athlete of the organization; null for everybody else. */
export async function findAthlete(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<Athlete | null> {
  const row = await db.maybeOne<AthleteRow>(sql`
    SELECT ${ATHLETE_COLUMNS}
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND ${IS_ATHLETE}`);
  return row && toAthlete(row);
}

/** Those of the people who are athletes of the organization, in the order of their ids. */
export async function findAthletes(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<Athlete[]> {
  if (user_ids.length === 0) return [];
  const rows = await db.query<AthleteRow>(sql`
    SELECT ${ATHLETE_COLUMNS}
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY(${user_ids}::uuid[]) AND ${IS_ATHLETE}
    ORDER BY m.user_id`);
  return rows.map(toAthlete);
}

export async function findAthleteIds(
  db: Queryable,
  { org_id, from, limit }: { org_id: string; from: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT m.user_id FROM organization_members m
    WHERE m.org_id = ${org_id} AND m.user_id >= ${from} AND ${IS_AMONG_ATHLETES}
    ORDER BY m.user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

type Membership = { status: MemberStatus; joined_at: Date; privacy: PrivacySettings };

/** An athlete's membership with the settings that hold for it, for whoever reads their training; null for everybody else. */
export async function findMembership(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<Membership | null> {
  const row = await db.maybeOne<Omit<Membership, 'privacy'> & { privacy: unknown }>(sql`
    SELECT m.status, m.joined_at, ${rawSql(MEMBER_PRIVACY)} AS privacy
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND ${IS_ATHLETE}`);
  return row && { ...row, privacy: privacyOf(row) };
}

/** Whether somebody coaches an organization, in any role, that the user is an athlete of. */
export async function coachesAthlete(
  db: Queryable,
  { coach_id, user_id }: { coach_id: string; user_id: string },
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM organization_members m JOIN users u USING (user_id) JOIN organizations o USING (org_id)
      WHERE m.user_id = ${user_id} AND ${IS_ATHLETE} AND (o.head_coach_user_id = ${coach_id} OR EXISTS (
        SELECT FROM organization_coaches c WHERE c.org_id = m.org_id AND c.user_id = ${coach_id}))) AS found`);
  return found;
}

/**
 * The organizations that somebody coaches, in any role, and that the user is an athlete of, held until the transaction ends: in
 * the order of their ids.
 */
export async function holdClubsOfBoth(
  tx: Transaction,
  { coach_id, user_id }: { coach_id: string; user_id: string },
): Promise<string[]> {
  const rows = await tx.query<{ org_id: string }>(sql`
    SELECT o.org_id
    FROM organizations o JOIN organization_members m USING (org_id) JOIN users u ON u.user_id = m.user_id
    WHERE m.user_id = ${user_id} AND ${IS_ATHLETE} AND (o.head_coach_user_id = ${coach_id} OR EXISTS (
      SELECT FROM organization_coaches c WHERE c.org_id = m.org_id AND c.user_id = ${coach_id}))
    ORDER BY o.org_id FOR KEY SHARE OF o`);
  return rows.map(({ org_id }) => org_id);
}
