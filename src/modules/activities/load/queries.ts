import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../../privacy/index.ts';

/** Ids of an athlete's activities since a time, after one of them; optionally only those without a load. */
export async function findReckonableIds(
  db: Queryable,
  page: {
    readonly user_id: string;
    readonly since: Date | null;
    readonly missing: boolean;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id FROM activities
    WHERE user_id = ${page.user_id}
      AND (${page.since}::timestamptz IS NULL OR start_time >= ${page.since}::timestamptz)
      AND (NOT ${page.missing}::boolean OR training_load IS NULL)
      AND (${page.after}::uuid IS NULL OR id > ${page.after}::uuid)
    ORDER BY id LIMIT ${page.limit}`);
  return rows.map(({ id }) => id);
}

export async function findPeopleToFill(
  db: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM loads_to_fill WHERE ${after}::uuid IS NULL OR user_id > ${after}::uuid
    ORDER BY user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

export async function markFilled(db: Queryable, user_id: string): Promise<void> {
  await db.execute(sql`DELETE FROM loads_to_fill WHERE user_id = ${user_id}`);
}

export type Reckoned = {
  readonly id: string;
  readonly training_load: number | null;
  readonly vdot: number | null;
};

/** Stores computed loads; unchanged rows stay untouched. */
export async function updateReckoned(
  tx: Transaction,
  {
    user_id,
    reckoned,
    now,
  }: { readonly user_id: string; readonly reckoned: readonly Reckoned[]; readonly now: Date },
): Promise<void> {
  if (reckoned.length === 0) return;
  await tx.execute(sql`
    UPDATE activities a SET training_load = given.training_load, vdot = given.vdot, updated_at = ${now}
    FROM json_to_recordset(${JSON.stringify(reckoned)}::json)
      AS given(id uuid, training_load double precision, vdot double precision)
    WHERE a.id = given.id AND a.user_id = ${user_id}
      AND (a.training_load, a.vdot) IS DISTINCT FROM (given.training_load, given.vdot)`);
}

export type LoadSum = {
  readonly place: number;
  readonly load: number;
  readonly activities_without_load: number;
};

/**
 * An athlete's training per day, as far as the ceiling shows it; days without any are left out. It is one pass over the
 * list index with a binary search for the day.
 * @param range.begins when each day began, rising, and the end of the last; at least two
 */
export async function sumLoads(
  db: Queryable,
  { user_id, ceiling, begins }: { user_id: string; ceiling: ActivityCeiling; begins: readonly Date[] },
): Promise<LoadSum[]> {
  const { show_private, show_races, sources } = ceiling;
  if (sources.shown.length === 0) return [];
  return await db.query<LoadSum>(sql`
    SELECT width_bucket(start_time, ${begins}::timestamptz[]) AS place, coalesce(sum(training_load), 0) AS load,
      (count(*) - count(training_load))::int AS activities_without_load
    FROM activities
    WHERE user_id = ${user_id} AND start_time >= ${begins.at(0)} AND start_time < ${begins.at(-1)}
      AND (${show_private}::boolean OR NOT private) AND (${show_races}::boolean OR NOT is_race)
      AND source = ANY (${sources.shown}::text[])
    GROUP BY 1`);
}
