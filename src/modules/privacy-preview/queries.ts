import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, Narrowing } from '../../privacy/index.ts';
import { isShown } from '../activities/index.ts';
import type { MemberStatus } from '../organizations/index.ts';

/** What an organization knows of one of its athletes besides the profile, and what the athlete closes for it. */
export type OwnMembership = {
  readonly org_id: string;
  readonly org_name: string;
  readonly nickname: string | null;
  readonly member_level: string | null;
  readonly labels: readonly string[];
  readonly status: MemberStatus;
  readonly joined_at: Date;
  readonly group_ids: readonly string[];
  readonly narrowing: Narrowing;
};

/** The organizations that somebody is an athlete of, the first joined first; or one of them. */
export async function findOwnMemberships(
  db: Queryable,
  { user_id, org_id, limit }: { user_id: string; org_id: string | null; limit: number },
): Promise<OwnMembership[]> {
  return await db.query<OwnMembership>(sql`
    SELECT m.org_id, o.org_name, m.display_name AS nickname, m.member_level, m.labels, m.status, m.joined_at,
      ARRAY(
        SELECT g.group_id FROM group_members g
        WHERE g.org_id = m.org_id AND g.user_id = m.user_id ORDER BY g.added_at, g.group_id
      ) AS group_ids,
      m.narrowed_privacy AS narrowing
    FROM organization_members m JOIN organizations o USING (org_id)
    WHERE m.user_id = ${user_id} AND m.left_at IS NULL AND (${org_id}::uuid IS NULL OR m.org_id = ${org_id})
    ORDER BY m.joined_at, m.org_id LIMIT ${limit}`);
}

/** Sums over activities; null where there is nothing to add up. */
export type Sums = {
  readonly place: number;
  readonly activities: number;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
};

/** What adds up from a time on of what each of the ceilings shows, in their order. */
export async function findSums(
  db: Queryable,
  {
    user_id,
    since,
    now,
    ceilings,
  }: { user_id: string; since: Date; now: Date; ceilings: readonly ActivityCeiling[] },
): Promise<Sums[]> {
  const each = ceilings.map(
    (ceiling, place) => sql`
      SELECT ${place}::int AS place, count(*)::int AS activities, sum(a.distance_m) AS distance_m,
        sum(coalesce(a.moving_time_s, a.duration_s)) AS duration_s
      FROM activities a
      WHERE a.user_id = ${user_id} AND a.start_time >= ${since} AND a.start_time <= ${now} AND ${isShown(ceiling)}`,
  );
  return await db.query<Sums>(sql`${joinSql(each, ' UNION ALL ')} ORDER BY place`);
}
