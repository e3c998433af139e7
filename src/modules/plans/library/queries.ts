import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../../infra/db/sql.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import { type LargestUse, QUOTAS } from '../../../shared/quotas.ts';
import type { WorkoutText } from '../../../training/plan-input/read-workout.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { LibraryWorkout } from '../../planning/index.ts';
import { findMostUsed, type WrittenRow } from '../queries.ts';

export type StoredWorkout = WorkoutText & {
  readonly id: string;
  readonly org_id: string;
  /** Null once the account is deleted. */
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

type WorkoutId = { readonly org_id: string; readonly workout_id: string };

const COLUMNS =
  rawSql(`w.id, w.org_id, w.title, w.description, w.workout_type, w.segments, w.labels, w.created_by,
  w.created_at, w.updated_at`);

export type WorkoutFilter = {
  readonly org_id: string;
  readonly workout_type: WorkoutType | undefined;
  readonly labels: readonly string[];
  readonly text: string | undefined;
};

export async function findWorkouts(
  db: Queryable,
  filter: WorkoutFilter,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<StoredWorkout[]> {
  return await db.query<StoredWorkout>(sql`
    SELECT ${COLUMNS} FROM library_workouts w WHERE ${conditionsOf(filter, after)}
    ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit}`);
}

function conditionsOf(
  { org_id, workout_type, labels, text }: WorkoutFilter,
  after: PagePosition | null,
): Sql {
  const conditions = [sql`w.org_id = ${org_id}`];
  if (after !== null) conditions.push(sql`(w.created_at, w.id) < (${after.at}, ${after.id}::uuid)`);
  if (workout_type !== undefined) conditions.push(sql`w.workout_type = ${workout_type}`);
  if (labels.length > 0) conditions.push(sql`w.labels @> ${labels}::text[]`);
  if (text !== undefined) {
    conditions.push(sql`position(lower(${text}) IN lower(w.title || chr(10) || w.description)) > 0`);
  }
  return joinSql(conditions, ' AND ');
}

/** The bytes of a workout that count towards the quota `library_bytes`, as in `bytesOfWorkout`. */
const BYTES = rawSql('octet_length(w.title) + octet_length(w.description) + octet_length(w.segments::text)');

/**
 * The library for making a plan, the oldest workout first, so that the same request makes the same plan. It is read completely and handed
 * to a thread, so a library that is larger than today's quota is cut to it.
 */
export async function findLibrary(db: Queryable, org_id: string): Promise<LibraryWorkout[]> {
  return await db.query<LibraryWorkout>(sql`
    SELECT id, workout_type, title, description, segments
    FROM (
      SELECT w.id, w.workout_type, w.title, w.description, w.segments, w.created_at,
        sum(${BYTES}) OVER (ORDER BY w.created_at, w.id) AS bytes_so_far
      FROM library_workouts w WHERE w.org_id = ${org_id}
    ) whole
    WHERE bytes_so_far <= ${QUOTAS.library_bytes.most}::bigint ORDER BY created_at, id`);
}

export async function findKnownWorkouts(
  db: Queryable,
  { org_id, workout_ids }: { org_id: string; workout_ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (workout_ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(sql`
    SELECT w.id FROM library_workouts w WHERE w.org_id = ${org_id} AND w.id = ANY(${workout_ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export async function findWorkout(
  db: Queryable,
  { org_id, workout_id }: WorkoutId,
): Promise<StoredWorkout | null> {
  return await db.maybeOne<StoredWorkout>(sql`
    SELECT ${COLUMNS} FROM library_workouts w WHERE w.org_id = ${org_id} AND w.id = ${workout_id}`);
}

export async function lockWorkout(
  tx: Transaction,
  { org_id, workout_id }: WorkoutId,
): Promise<StoredWorkout | null> {
  return await tx.maybeOne<StoredWorkout>(sql`
    SELECT ${COLUMNS} FROM library_workouts w WHERE w.org_id = ${org_id} AND w.id = ${workout_id}
    FOR NO KEY UPDATE`);
}

/** The number and bytes of a library's workouts; a lock keeps others from adding to it until the transaction ends. */
export async function measureLibraryForNow(
  tx: Transaction,
  org_id: string,
): Promise<{ count: number; bytes: number }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('plans.library'), hashtext(${org_id}))`);
  return await tx.one<{ count: number; bytes: number }>(sql`
    SELECT count(*)::int AS count, coalesce(sum(${BYTES}), 0)::float8 AS bytes
    FROM library_workouts w WHERE w.org_id = ${org_id}`);
}

export async function insertWorkout(tx: Transaction, row: StoredWorkout): Promise<void> {
  await tx.execute(sql`
    INSERT INTO library_workouts (id, org_id, title, description, workout_type, segments, labels, created_by, created_at,
      updated_at)
    VALUES (${row.id}, ${row.org_id}, ${row.title}, ${row.description}, ${row.workout_type},
      ${JSON.stringify(row.segments)}, ${row.labels}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`);
}

export async function updateWorkoutText(
  tx: Transaction,
  row: WorkoutText & WorkoutId & { readonly updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE library_workouts
    SET title = ${row.title}, description = ${row.description}, workout_type = ${row.workout_type},
        segments = ${JSON.stringify(row.segments)}, labels = ${row.labels}, updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id} AND id = ${row.workout_id}`);
}

/** @returns whether the workout existed */
export async function deleteWorkoutRow(tx: Transaction, { org_id, workout_id }: WorkoutId): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM library_workouts WHERE org_id = ${org_id} AND id = ${workout_id}`);
  return deleted > 0;
}

export async function findWorkoutsWrittenBy(db: Queryable, user_id: string): Promise<WrittenRow[]> {
  return await db.query<WrittenRow>(sql`
    SELECT id, org_id, title, created_at FROM library_workouts WHERE created_by = ${user_id} ORDER BY created_at, id`);
}

export async function findLargestLibraries(db: Queryable, limit: number): Promise<LargestUse[]> {
  const used = sql`SELECT org_id, count(*)::int AS used FROM library_workouts GROUP BY org_id`;
  return await findMostUsed(db, used, limit);
}

export async function findLongestLibraries(db: Queryable, limit: number): Promise<LargestUse[]> {
  const used = sql`SELECT w.org_id, sum(${BYTES})::float8 AS used FROM library_workouts w GROUP BY w.org_id`;
  return await findMostUsed(db, used, limit);
}
