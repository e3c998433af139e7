import type { Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { addDays } from '../../../shared/calendar.ts';
import { calendarDay } from '../../../shared/time.ts';
import { IS_AMONG_ATHLETES, MEMBER_NAME_COLUMNS, memberName } from '../../organizations/index.ts';
import type { TeamAthlete } from './queries.ts';
import { type RowDeps, rowsOf } from './read-team-calendar.ts';

/** An athlete at this moment: which day it is where they live, and what of it their coaches see as done. */
export type Person = {
  readonly name: string;
  readonly today: string;
  readonly done: ReadonlySet<string>;
};

/** Those of the people who are athletes of the organization now. The number of statements does not depend on that of people. */
export async function findPeople(
  tx: Transaction,
  deps: RowDeps,
  of: {
    readonly org_id: string;
    readonly user_ids: readonly string[];
    readonly now: Date;
  },
): Promise<Map<string, Person>> {
  const athletes = await tx.query<TeamAthlete>(sql`
    SELECT m.user_id, NULL AS key, ${MEMBER_NAME_COLUMNS}, u.preferences ->> 'timezone' AS timezone, u.integrations
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${of.org_id} AND m.user_id = ANY (${of.user_ids}::uuid[]) AND ${IS_AMONG_ATHLETES}`);
  const today = calendarDay(of.now, 'UTC');
  const range = { from: addDays(today, -1), to: addDays(today, 1) };
  const rows = await rowsOf(tx, deps, { ...of, athletes, range });
  return new Map(
    rows.map(({ athlete, today: day, days }) => {
      const workouts = days.flatMap((one) => one.workouts);
      const done = workouts.filter(({ compliance: { status } }) => status === 'done' || status === 'partly');
      const ids = new Set(done.map(({ workout }) => workout.workout_id));
      return [athlete.user_id, { name: memberName(athlete), today: day, done: ids }];
    }),
  );
}
