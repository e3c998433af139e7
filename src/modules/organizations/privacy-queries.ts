import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import { type Narrowing, narrowedTo, type PrivacySettings } from '../../privacy/index.ts';
import { privacyOf, shownName, type User } from '../users/index.ts';

type MemberId = { org_id: string; user_id: string };

/**
 * SQL of the settings that hold for one club, of `users u` and `organization_members m`: what `narrowedTo` makes of the two.
 * Whoever reads an athlete for an organization reads these, never `u.privacy` alone.
 */
export const MEMBER_PRIVACY = '(u.privacy || m.narrowed_privacy)';

export const TEAM_PRIVACY = "(u.privacy || coalesce(m.narrowed_privacy, '{}'))";

export type MembershipPrivacy = { readonly settings: PrivacySettings; readonly narrowing: Narrowing };

type Row = { privacy: unknown; narrowing: Narrowing };

const toMembershipPrivacy = ({ narrowing, ...row }: Row): MembershipPrivacy => ({
  settings: privacyOf(row),
  narrowing,
});

/** Of a current member, whatever their status; null for everybody else. */
export async function findMembershipPrivacy(
  db: Queryable,
  { org_id, user_id }: MemberId,
): Promise<MembershipPrivacy | null> {
  const row = await db.maybeOne<Row>(sql`
    SELECT u.privacy, m.narrowed_privacy AS narrowing
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND m.left_at IS NULL`);
  return row && toMembershipPrivacy(row);
}

/** Closes and opens settings of a current member, in one statement, so that of two at once both count; null as above. */
export async function changeNarrowing(
  db: Queryable,
  { org_id, user_id }: MemberId,
  { closed, opened }: { closed: readonly string[]; opened: readonly string[] },
): Promise<MembershipPrivacy | null> {
  const closing = Object.fromEntries(closed.map((setting) => [setting, false]));
  const row = await db.maybeOne<Row>(sql`
    UPDATE organization_members m
    SET narrowed_privacy = (m.narrowed_privacy || ${JSON.stringify(closing)}::jsonb) - ${opened}::text[]
    FROM users u
    WHERE u.user_id = m.user_id AND m.org_id = ${org_id} AND m.user_id = ${user_id} AND m.left_at IS NULL
    RETURNING u.privacy, m.narrowed_privacy AS narrowing`);
  return row && toMembershipPrivacy(row);
}

/** What each of the people closes for a club, by user id, those who have left it included: of others nothing is there. */
export async function findNarrowings(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<Map<string, Narrowing>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db.query<{ user_id: string; narrowing: Narrowing }>(sql`
    SELECT m.user_id, m.narrowed_privacy AS narrowing FROM organization_members m
    WHERE m.org_id = ${org_id} AND m.user_id = ANY(${user_ids}::uuid[])`);
  return new Map(rows.map(({ user_id, narrowing }) => [user_id, narrowing]));
}

/** The name by which a team knows somebody who coaches it or did: what they close for it as a member holds here, too. */
export async function findTeamName(db: Queryable, org_id: string, user: User): Promise<string> {
  const { user_id } = user;
  const narrowing = (await findNarrowings(db, { org_id, user_ids: [user_id] })).get(user_id) ?? {};
  return shownName({ ...user, privacy: narrowedTo(user.privacy, narrowing) }, 'coach');
}
