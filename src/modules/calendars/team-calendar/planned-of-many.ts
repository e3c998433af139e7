import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlanCeiling } from '../../../privacy/index.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { type CalendarEntry, sizeOf } from '../athlete-calendar/calendar.ts';

type Whose = {
  readonly org_id: string;
  readonly user_ids: readonly string[];
  readonly from: string;
  readonly to: string;
};

/** A workout in short; its sums show where `shows_computed` of its athlete's ceiling says so. */
export type WorkoutInShort = {
  readonly workout_id: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly duration_s: number;
  readonly distance_m: number;
};
export type PlannedEntry = CalendarEntry<WorkoutInShort>;

/**
 * Planned workouts of people as in their calendars. Whole workouts are read only where sums are hidden or segments
 * needed: a year's plan is half a megabyte.
 */
export async function findEntriesOfMany(
  db: Queryable,
  {
    org_id,
    people,
    from,
    to,
  }: Pick<Whose, 'org_id' | 'from' | 'to'> & {
    readonly people: readonly {
      readonly user_id: string;
      readonly ceiling: PlanCeiling;
      readonly needs_segments: boolean;
    }[];
  },
): Promise<Map<string, PlannedEntry[]>> {
  const idsWhere = (in_short: boolean) =>
    people
      .filter(({ ceiling, needs_segments }) => (ceiling.shows_computed && !needs_segments) === in_short)
      .filter(({ ceiling }) => ceiling.visible)
      .map(({ user_id }) => user_id);
  const known = await findPlannedOfMany(db, { org_id, user_ids: idsWhere(true), from, to });
  const whole = await findWorkoutsOfMany(db, { org_id, user_ids: idsWhere(false), from, to });
  const ceilings = new Map(people.map(({ user_id, ceiling }) => [user_id, ceiling]));
  const entries = [
    ...known.map((one) => ({ ...one, segments: [], view: one })),
    ...whole.flatMap(({ workout, ...one }) => {
      const ceiling = ceilings.get(one.user_id);
      if (ceiling === undefined) return [];
      const size = sizeOf(workout, ceiling);
      const { segments, done_elsewhere: mark, ...planned } = asPlanned(workout);
      const { id: workout_id, title } = ceiling.shows_computed ? workout : planned;
      const done_elsewhere = mark === true;
      return [
        { ...one, ...size, workout_id, segments, done_elsewhere, view: { workout_id, title, ...size } },
      ];
    }),
  ];
  return Map.groupBy(entries, ({ user_id }) => user_id);
}

/** A workout of an athlete's plan in short, with its own sums, which are for the ceiling. */
type PlannedInShort = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly plan_start_date: string;
  readonly workout_id: string;
  readonly date: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly duration_s: number;
  readonly distance_m: number;
  readonly done_elsewhere: boolean;
};

/** What an organization's plans have for many athletes on some days, in the order in which the calendar of one athlete has them. */
async function findPlannedOfMany(
  db: Queryable,
  { org_id, user_ids, from, to }: Whose,
): Promise<PlannedInShort[]> {
  return await db.query<PlannedInShort>(sql`
    SELECT w.user_id, w.assignment_id AS plan_id, a.start_date AS plan_start_date, w.workout_id, w.date, w.workout_type, w.title,
      w.duration_s, w.distance_m, w.done_elsewhere
    FROM assigned_workouts w JOIN plan_assignments a ON a.id = w.assignment_id
    WHERE w.user_id = ANY (${user_ids}::uuid[]) AND w.org_id = ${org_id} AND w.date BETWEEN ${from}::date AND ${to}::date
    ORDER BY w.user_id, a.start_date, a.id, w.place`);
}

/** The same workouts whole, for who is shown none of what was reckoned at the athletes' paces. */
async function findWorkoutsOfMany(
  db: Queryable,
  { org_id, user_ids, from, to }: Whose,
): Promise<
  { readonly user_id: string; plan_id: string; plan_start_date: string; readonly workout: OwnWorkout }[]
> {
  if (user_ids.length === 0) return [];
  return await db.query(sql`
    SELECT a.user_id, a.id AS plan_id, a.start_date AS plan_start_date, w.workout
    FROM plan_assignments a CROSS JOIN LATERAL json_array_elements(a.workouts) WITH ORDINALITY AS w (workout, place)
    WHERE a.user_id = ANY (${user_ids}::uuid[]) AND a.org_id = ${org_id} AND a.ended_at IS NULL
      AND a.start_date <= ${to}::date AND a.end_date >= ${from}::date
      AND w.workout ->> 'date' BETWEEN ${from}::text AND ${to}::text
    ORDER BY a.user_id, a.start_date, a.id, w.place`);
}
