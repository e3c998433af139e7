import type { Static } from 'typebox';
import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { runsOf, stripOf } from '../../../training/planning/day-strip.ts';
import type { FeedDeps } from '../athlete-calendar/read-calendar.ts';
import { type RowDeps, readTeamPage, type TeamPage, type TeamRow } from './read-team-calendar.ts';
import { MOST_PLANS, type RosterWeeks } from './weeks-contract.ts';

type Wire = Static<typeof RosterWeeks>['data'];
type Plan = Wire['athletes'][number]['plans'][number];

const ONE_WEEK = { most: 7, otherwise: 7 } as const;

/**
 * The week of an organization's athletes, a page of them, with the plans that they follow. The number of statements is
 * constant.
 * @throws notFound; forbidden; validationError for an invalid cursor
 */
export async function readRosterWeeks(
  deps: RowDeps & Pick<FeedDeps, 'db' | 'clock'>,
  actor: UserActor,
  asked: TeamPage,
): Promise<Wire> {
  const days = { from: undefined, to: undefined, limits: ONE_WEEK };
  const { from, rows, next_cursor } = await readTeamPage(
    deps,
    actor,
    { ...asked, ...days },
    async (tx, { org_id, rows }) => {
      const plans = await findPlansFollowed(tx, org_id, rows);
      return rows.map((row) => presentWeek(row, plans.get(row.athlete.user_id) ?? []));
    },
  );
  return { week_start: from, athletes: [...rows], next_cursor };
}

function presentWeek({ athlete, view, days }: TeamRow, plans: readonly Plan[]): Wire['athletes'][number] {
  const shows_sums = view.plans.shows_computed;
  return {
    user_id: athlete.user_id,
    days: days.map(({ workouts, activities }) =>
      stripOf(
        workouts.map(({ workout: { workout_type, distance_m }, compliance: { share } }) => ({
          ...{ workout_type, distance_m, share },
        })),
        runsOf(activities),
        shows_sums,
      ),
    ),
    plans: [...plans],
    privacy_filtered: [
      ...(view.activities.visible ? [] : ['days.done_distance_m']),
      ...(shows_sums ? [] : ['days.planned_distance_m']),
    ],
  };
}

/** The plans that the organization gave and that are not over where their athletes live. */
async function findPlansFollowed(
  tx: Transaction,
  org_id: string,
  rows: readonly TeamRow[],
): Promise<Map<string, Plan[]>> {
  const found = await tx.query<{ user_id: string; plans: Plan[] }>(sql`
    SELECT m.user_id, a.plans
    FROM unnest(${rows.map(({ athlete }) => athlete.user_id)}::uuid[], ${rows.map(({ today }) => today)}::date[]) AS m (user_id, today)
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('plan_id', a.plan_id, 'title', a.title)) AS plans FROM (
        SELECT a.plan_id, p.title FROM plan_assignments a JOIN plans p ON p.id = a.plan_id AND p.org_id = a.org_id
        WHERE a.user_id = m.user_id AND a.org_id = ${org_id} AND a.ended_at IS NULL AND a.end_date >= m.today
        ORDER BY a.end_date, a.id LIMIT ${MOST_PLANS}
      ) a
    ) a
    WHERE a.plans IS NOT NULL`);
  return new Map(found.map(({ user_id, plans }) => [user_id, plans]));
}
