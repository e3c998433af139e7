import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling, Source } from '../../privacy/index.ts';
import { HIGHEST_ID, LOWEST_ID } from '../../shared/ids.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { IS_SEEN, isShown, type SeenAthlete, seenRows } from '../activities/index.ts';
import type { Feedback, PlannedWorkoutPlace, Said, SaidAt } from './feedback.ts';

type Row = Said & {
  readonly id: string;
  readonly user_id: string;
  readonly activity_id: string | null;
  readonly org_id: string | null;
  readonly saved_plan_id: string | null;
  readonly plan_id: string | null;
  readonly workout_id: string | null;
  readonly workout_date: string | null;
  readonly said_at: SaidAt;
  readonly seconds: number | null;
};

const COLUMNS =
  rawSql(`f.id, f.user_id, f.activity_id, f.org_id, f.saved_plan_id, f.plan_id, f.workout_id, f.workout_date,
  f.rpe, f.feel, f.note, f.pain, f.skipped, f.said_at, coalesce(a.moving_time_s, a.duration_s) AS seconds`);
const FEEDBACK = rawSql(
  'feedback f LEFT JOIN activities a ON a.id = f.activity_id AND a.user_id = f.user_id',
);

function toFeedback({ org_id, saved_plan_id, plan_id, workout_id, workout_date, ...row }: Row): Feedback {
  const isPlanned =
    saved_plan_id !== null && plan_id !== null && workout_id !== null && workout_date !== null;
  const workout = isPlanned ? { org_id, saved_plan_id, plan_id, workout_id, date: workout_date } : null;
  return { ...row, workout };
}

/** Of what somebody says something: one of their activities, or a workout of their plans. */
export type Target =
  | { readonly activity_id: string; readonly workout: null }
  | { readonly activity_id: null; readonly workout: PlannedWorkoutPlace };

function isOf({ activity_id, workout }: Target): Sql {
  return workout === null
    ? sql`f.activity_id = ${activity_id}`
    : sql`f.saved_plan_id = ${workout.saved_plan_id} AND f.workout_id = ${workout.workout_id}`;
}

export async function findFeedback(
  db: Queryable,
  { user_id, target }: { user_id: string; target: Target },
): Promise<Feedback | null> {
  const row = await db.maybeOne<Row>(
    sql`SELECT ${COLUMNS} FROM ${FEEDBACK} WHERE f.user_id = ${user_id} AND ${isOf(target)}`,
  );
  return row && toFeedback(row);
}

/** Holds somebody's feedback on a workout until the transaction ends, and makes an empty one where there is none. */
export async function holdFeedback(
  tx: Transaction,
  { user_id, target, now }: { user_id: string; target: Target; now: Date },
): Promise<Feedback> {
  const { activity_id, workout } = target;
  await tx.execute(sql`
    INSERT INTO feedback (user_id, activity_id, org_id, saved_plan_id, plan_id, workout_id, workout_date, said_at, created_at, updated_at)
    VALUES (${user_id}, ${activity_id}, ${workout?.org_id ?? null}, ${workout?.saved_plan_id ?? null}, ${workout?.plan_id ?? null},
      ${workout?.workout_id ?? null}, ${workout?.date ?? null}::date, '{}', ${now}, ${now})
    ON CONFLICT DO NOTHING`);
  const row = await tx.one<Row>(
    sql`SELECT ${COLUMNS} FROM ${FEEDBACK} WHERE f.user_id = ${user_id} AND ${isOf(target)} FOR UPDATE OF f`,
  );
  return toFeedback(row);
}

export async function saveFeedback(
  tx: Transaction,
  feedback: Feedback,
  times: { readonly told_at: Date | null; readonly last_at: Date | null; readonly now: Date },
): Promise<void> {
  const { id, user_id, workout, pain, skipped } = feedback;
  await tx.execute(sql`
    UPDATE feedback SET rpe = ${feedback.rpe}, feel = ${feedback.feel}, note = ${feedback.note},
      pain = ${pain && JSON.stringify(pain)}::jsonb, skipped = ${skipped && JSON.stringify(skipped)}::jsonb,
      said_at = ${JSON.stringify(feedback.said_at)}::jsonb, told_at = ${times.told_at}, last_at = ${times.last_at},
      plan_id = ${workout?.plan_id ?? null}, workout_date = ${workout?.date ?? null}::date, updated_at = ${times.now}
    WHERE id = ${id} AND user_id = ${user_id}`);
}

export type Sight = {
  readonly user_id: string;
  readonly activities: ActivityCeiling;
  /** For which organization, which sees only planned workouts of its own; null: they themselves. */
  readonly org_id: string | null;
  readonly sees_pain: boolean;
};

/** When the latest of what shows was said. What only tells of pain has no time for who does not see that, and is not found. */
const timeOf = (sees_pain: boolean): Sql => rawSql(sees_pain ? 'f.last_at' : 'f.told_at');

/**
 * Of a workout of a plan that the organization gave since the athlete is in it: who has left and come back shows nothing of what they
 * said of earlier plans, as these are not back either.
 */
export const isOfOrganization = (
  org_id: string,
): Sql => sql`f.workout_id IS NOT NULL AND f.org_id = ${org_id} AND EXISTS (
  SELECT FROM organization_members m
  WHERE m.org_id = f.org_id AND m.user_id = f.user_id AND m.joined_at <= f.created_at)`;

function shows({ activities, org_id }: Pick<Sight, 'activities' | 'org_id'>): Sql {
  const planned = org_id === null ? sql`f.workout_id IS NOT NULL` : isOfOrganization(org_id);
  return sql`((${planned}) OR (a.id IS NOT NULL AND ${isShown(activities)}))`;
}

export type FeedbackPlace = Feedback & { readonly at: Date };

/** One page of what shows of somebody's feedback, the last said first, then by id. */
export async function findFeedbackPage(
  db: Queryable,
  page: Sight & {
    readonly start_date_ms: number | undefined;
    readonly end_date_ms: number | undefined;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<FeedbackPlace[]> {
  const { start_date_ms: from, end_date_ms: until } = page;
  const time = timeOf(page.sees_pain);
  const rows = await db.query<Row & { at: Date }>(sql`
    SELECT ${COLUMNS}, ${time} AS at FROM ${FEEDBACK}
    WHERE f.user_id = ${page.user_id} AND ${time} >= ${from === undefined ? '-infinity' : new Date(from).toISOString()}::timestamptz
      AND ${time} <= ${until === undefined ? 'infinity' : new Date(until).toISOString()}::timestamptz
      AND (${time}, f.id) < (${page.after?.at.toISOString() ?? 'infinity'}::timestamptz, ${page.after?.id ?? HIGHEST_ID}::uuid)
      AND ${shows(page)}
    ORDER BY ${time} DESC, f.id DESC LIMIT ${page.limit}`);
  return rows.map(({ at, ...row }) => ({ ...toFeedback(row), at }));
}

export type LatestNote = {
  readonly user_id: string;
  readonly activity_id: string | null;
  readonly workout_id: string | null;
  readonly text: string;
  readonly said_at: Date;
};

/** The latest notes of each athlete, the newest first, of those whose notes an audience sees: in one statement, however many they are. */
export async function findLatestNotes(
  db: Queryable,
  {
    org_id,
    athletes,
    since,
    most,
  }: {
    readonly org_id: string;
    readonly athletes: readonly SeenAthlete[];
    readonly since: Date;
    readonly most: number;
  },
): Promise<LatestNote[]> {
  if (athletes.length === 0) return [];
  return await db.query<LatestNote>(sql`
    SELECT one.user_id, n.activity_id, n.workout_id, n.note AS text, n.noted_at AS said_at
    FROM unnest(${athletes.map(({ user_id }) => user_id)}::uuid[]) AS one (user_id)
    LEFT JOIN ${seenRows(athletes)} ON m.user_id = one.user_id
    CROSS JOIN LATERAL (
      SELECT f.id, f.activity_id, f.workout_id, f.note, (f.said_at ->> 'note')::timestamptz AS noted_at
      FROM ${FEEDBACK}
      WHERE f.user_id = one.user_id AND f.told_at >= ${since} AND f.note IS NOT NULL
        AND (f.said_at ->> 'note')::timestamptz >= ${since}
        AND ((${isOfOrganization(org_id)}) OR (a.id IS NOT NULL AND ${IS_SEEN}))
      ORDER BY noted_at DESC, f.id DESC LIMIT ${most}
    ) n ORDER BY one.user_id, n.noted_at DESC, n.id DESC`);
}

/** With what decides whether a ceiling shows the activity it is on; null: it is on a planned workout. */
export type ToldFeedback = Feedback & {
  readonly activity: { readonly source: Source; readonly is_race: boolean } | null;
};
type ToldRow = Row & { readonly source: Source | null; readonly is_race: boolean | null };
const TOLD = rawSql('a.source, a.is_race');

function toTold({ source, is_race, ...row }: ToldRow): ToldFeedback {
  return { ...toFeedback(row), activity: source === null ? null : { source, is_race: is_race ?? true } };
}

/** Whatever an organization may be told of: nothing on private activities, on workouts of others' plans, and nothing empty. */
const mayBeTold = (org_id: string): Sql => sql`f.last_at IS NOT NULL
  AND ((${isOfOrganization(org_id)}) OR (a.id IS NOT NULL AND NOT a.private))`;

export async function findToldFeedback(
  db: Queryable,
  { org_id, user_ids, ids }: { org_id: string; user_ids: readonly string[]; ids: readonly string[] },
): Promise<ToldFeedback[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<ToldRow>(sql`
    SELECT ${COLUMNS}, ${TOLD} FROM ${FEEDBACK}
    WHERE f.id = ANY(${ids}::uuid[]) AND f.user_id = ANY(${user_ids}::uuid[]) AND ${mayBeTold(org_id)}`);
  return rows.map(toTold);
}

/** Feedback of the athletes, by the athlete, then by id; of the first athlete, that after one. */
export async function findToldFeedbackAfter(
  db: Queryable,
  page: {
    readonly org_id: string;
    readonly user_ids: readonly string[];
    readonly after: { readonly user_id: string; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<ToldFeedback[]> {
  if (page.user_ids.length === 0) return [];
  const { user_id, id } = page.after ?? { user_id: LOWEST_ID, id: LOWEST_ID };
  const rows = await db.query<ToldRow>(sql`
    SELECT ${COLUMNS}, ${TOLD} FROM ${FEEDBACK}
    WHERE f.user_id = ANY(${page.user_ids}::uuid[]) AND (f.user_id, f.id) > (${user_id}::uuid, ${id}::uuid)
      AND ${mayBeTold(page.org_id)}
    ORDER BY f.user_id, f.id LIMIT ${page.limit}`);
  return rows.map(toTold);
}

/** A rated activity that has no training load: of which of the days it is, from 1, and what its session load follows from. */
export type RatedWorkout = { readonly place: number; readonly rpe: number; readonly seconds: number };

/** @param range.begins when each day began, rising, and at the end when the last one was over; at least two */
export async function findRatedWorkouts(
  db: Queryable,
  { user_id, ceiling, begins }: { user_id: string; ceiling: ActivityCeiling; begins: readonly Date[] },
): Promise<RatedWorkout[]> {
  return await db.query<RatedWorkout>(sql`
    SELECT width_bucket(a.start_time, ${begins}::timestamptz[]) AS place, f.rpe, coalesce(a.moving_time_s, a.duration_s) AS seconds
    FROM feedback f JOIN activities a ON a.id = f.activity_id AND a.user_id = f.user_id
    WHERE f.user_id = ${user_id} AND f.rpe IS NOT NULL AND a.training_load IS NULL
      AND a.start_time >= ${begins.at(0)} AND a.start_time < ${begins.at(-1)} AND ${isShown(ceiling)}`);
}

export async function findOwnFeedback(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: { readonly id: string } | null; limit: number },
): Promise<Feedback[]> {
  const rows = await db.query<Row>(sql`
    SELECT ${COLUMNS} FROM ${FEEDBACK}
    WHERE f.user_id = ${user_id} AND f.id > ${after?.id ?? LOWEST_ID}::uuid AND f.last_at IS NOT NULL
    ORDER BY f.id LIMIT ${limit}`);
  return rows.map(toFeedback);
}
