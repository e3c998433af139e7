import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns } from '../../organizations/index.ts';
import { rosterPage } from '../../roster-metrics/index.ts';
import type { Integrations } from '../../users/index.ts';

/** An athlete of a page. `privacy` is as it is stored, and holds for the organization. */
export type TeamAthlete = MemberNameColumns & {
  readonly user_id: string;
  readonly key: string | Date | null;
  readonly timezone: string | null;
  readonly integrations: Integrations;
};

/** A plan as one athlete of a page follows it. */
export type TeamPlan = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly saved_plan_id: string;
  readonly title: string;
};

/** The plans that an organization gave to people and that reach into some days, by their first day. */
export async function findPlansOfMany(
  db: Queryable,
  of: {
    readonly org_id: string;
    readonly user_ids: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly limit: number;
  },
): Promise<Map<string, TeamPlan[]>> {
  const plans = await db.query<TeamPlan>(sql`
    SELECT person.user_id, a.id AS plan_id, a.plan_id AS saved_plan_id, p.title
    FROM unnest(${of.user_ids}::uuid[]) AS person (user_id) CROSS JOIN LATERAL (
      SELECT id, plan_id, start_date FROM plan_assignments
      WHERE org_id = ${of.org_id} AND user_id = person.user_id AND ended_at IS NULL
        AND start_date <= ${of.to}::date AND end_date >= ${of.from}::date
      ORDER BY start_date, id LIMIT ${of.limit}
    ) a JOIN plans p ON p.org_id = ${of.org_id} AND p.id = a.plan_id
    ORDER BY person.user_id, a.start_date, a.id`);
  return Map.groupBy(plans, ({ user_id }) => user_id);
}

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
