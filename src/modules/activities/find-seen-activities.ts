import type { Queryable } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { type ActivityFlags, activityCeiling, admits, type SourcePolicies } from '../../privacy/index.ts';
import { MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE, privacyOf } from '../users/index.ts';

/** An activity as requested by its athlete or by coaches of one of their organizations. */
export type AskedActivity = {
  readonly org_id: string;
  readonly user_id: string;
  readonly activity_id: string;
  readonly audience: 'self' | 'coach';
};

export async function findSeenActivities(
  db: Queryable,
  policies: SourcePolicies,
  asked: readonly AskedActivity[],
): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const rows = await db.query<ActivityFlags & { place: number; privacy: unknown }>(sql`
    SELECT asked.place::int AS place, a.source, a.private, a.is_race,
      CASE WHEN m.user_id IS NOT NULL AND ${rawSql(ACCOUNT_IS_ACTIVE)} THEN ${rawSql(MEMBER_PRIVACY)} END AS privacy
    FROM unnest(${asked.map(({ org_id }) => org_id)}::uuid[], ${asked.map(({ user_id }) => user_id)}::uuid[],
      ${asked.map(({ activity_id }) => activity_id)}::uuid[]) WITH ORDINALITY AS asked (org_id, user_id, activity_id, place)
    JOIN activities a ON a.id = asked.activity_id AND a.user_id = asked.user_id
    JOIN users u ON u.user_id = asked.user_id
    LEFT JOIN organization_members m
      ON m.org_id = asked.org_id AND m.user_id = asked.user_id AND m.left_at IS NULL`);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map(({ audience }, index) => {
    const row = found.get(index + 1);
    if (row === undefined || audience === 'self') return row !== undefined;
    if (row.privacy === null) return false;
    const { privacy, ...flags } = row;
    return admits(activityCeiling({ settings: privacyOf({ privacy }), policies, audience }), flags);
  });
}

/**
 * Locks an activity until the transaction ends.
 * @returns false where it is gone
 */
export async function holdActivity(
  tx: Queryable,
  { user_id, activity_id }: Pick<AskedActivity, 'user_id' | 'activity_id'>,
): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM activities WHERE id = ${activity_id} AND user_id = ${user_id} FOR KEY SHARE`);
  return held === 1;
}
