import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns } from '../../organizations/index.ts';
import { rosterPage } from '../../roster-metrics/index.ts';
import type { Integrations } from '../../users/index.ts';

/** An athlete of a page. `privacy` is as it is stored, and holds for the organization. */
export type TeamAthlete = MemberNameColumns & {
  readonly user_id: string;
  /** What the page is ordered by. */
  readonly key: string | Date | null;
  readonly timezone: string | null;
  readonly integrations: Integrations;
};

export async function findTeamAthletes(
  db: Queryable,
  ...page: Parameters<typeof rosterPage>
): Promise<TeamAthlete[]> {
  return await db.query<TeamAthlete>(sql`
    SELECT m.user_id, m.key, ${MEMBER_NAME_COLUMNS}, u.preferences ->> 'timezone' AS timezone, u.integrations
    FROM (${rosterPage(...page)}) m
    -- One by one: a plan that is made for any LIMIT would rather read all the users that there are.
    JOIN LATERAL (SELECT * FROM users u WHERE u.user_id = m.user_id OFFSET 0) u ON true
    ORDER BY m.place`);
}
