import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { MAX_RACES } from './limits.ts';
import type { StoredRace } from './race.ts';

const COLUMNS = rawSql(`id, user_id, race_day AS date, name, distance_m, priority, target_time_s,
  CASE WHEN result_time_s IS NULL THEN NULL
    ELSE json_build_object('time_s', result_time_s, 'place', result_place, 'conditions', result_conditions) END AS result,
  activity_id, created_at, updated_at`);

type OwnId = { readonly user_id: string; readonly id: string };

export type RaceFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly today: string;
  readonly shows_past: boolean;
  readonly shows_upcoming: boolean;
};

/** As `isPast` says it. */
const IS_RUN = rawSql('(result_time_s IS NOT NULL OR activity_id IS NOT NULL)');

export async function findRacePage(
  db: Queryable,
  page: RaceFilter & {
    readonly user_id: string;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<StoredRace[]> {
  const { after } = page;
  const day = after === null ? null : after.at.toISOString().slice(0, 10);
  return await db.query<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races
    WHERE user_id = ${page.user_id} AND race_day >= ${page.from ?? '-infinity'}::date
      AND race_day <= ${page.to ?? 'infinity'}::date
      AND CASE WHEN race_day < ${page.today}::date OR ${IS_RUN} THEN ${page.shows_past}::boolean
        ELSE ${page.shows_upcoming}::boolean END
      AND (${after === null}::boolean OR (race_day, id) < (${day}::date, ${after?.id ?? null}::uuid))
    ORDER BY race_day DESC, id DESC LIMIT ${page.limit}`);
}

export async function findRacesOfDays(
  db: Queryable,
  { user_id, from, to }: { readonly user_id: string; readonly from: string; readonly to: string },
): Promise<StoredRace[]> {
  return await db.query<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races
    WHERE user_id = ${user_id} AND race_day BETWEEN ${from}::date AND ${to}::date
    ORDER BY race_day, id LIMIT ${MAX_RACES}`);
}

export async function findRacesOfPeople(
  db: Queryable,
  {
    user_ids,
    from,
    to,
  }: { readonly user_ids: readonly string[]; readonly from: string; readonly to: string },
): Promise<StoredRace[]> {
  if (user_ids.length === 0) return [];
  return await db.query<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races
    WHERE user_id = ANY (${user_ids}::uuid[]) AND race_day BETWEEN ${from}::date AND ${to}::date
    ORDER BY user_id, race_day, id`);
}

export async function findResults(db: Queryable, user_id: string): Promise<StoredRace[]> {
  return await db.query<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races WHERE user_id = ${user_id} AND result_time_s IS NOT NULL
    ORDER BY race_day, id LIMIT ${MAX_RACES}`);
}

export async function findRace(db: Queryable, { user_id, id }: OwnId): Promise<StoredRace | null> {
  return await db.maybeOne<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races WHERE user_id = ${user_id} AND id = ${id}`);
}

export async function lockRace(tx: Transaction, { user_id, id }: OwnId): Promise<StoredRace | null> {
  return await tx.maybeOne<StoredRace>(sql`
    SELECT ${COLUMNS} FROM races WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE`);
}

/** How many there are, with nobody adding one meanwhile: of two at once the second waits. */
export async function countRacesForNow(tx: Transaction, user_id: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('races'), hashtext(${user_id}))`);
  const { count } = await tx.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM races WHERE user_id = ${user_id}`,
  );
  return count;
}

export async function insertRace(tx: Transaction, race: StoredRace): Promise<void> {
  const { result } = race;
  await tx.execute(sql`
    INSERT INTO races (id, user_id, race_day, name, distance_m, priority, target_time_s, result_time_s, result_place,
      result_conditions, activity_id, created_at, updated_at)
    VALUES (${race.id}, ${race.user_id}, ${race.date}, ${race.name}, ${race.distance_m}, ${race.priority}, ${race.target_time_s},
      ${result?.time_s ?? null}, ${result?.place ?? null}, ${result?.conditions ?? null}, ${race.activity_id},
      ${race.created_at}, ${race.updated_at})`);
}

export async function updateRaceRow(tx: Transaction, race: StoredRace): Promise<void> {
  const { result } = race;
  await tx.execute(sql`
    UPDATE races SET race_day = ${race.date}, name = ${race.name}, distance_m = ${race.distance_m}, priority = ${race.priority},
      target_time_s = ${race.target_time_s}, result_time_s = ${result?.time_s ?? null}, result_place = ${result?.place ?? null},
      result_conditions = ${result?.conditions ?? null}, activity_id = ${race.activity_id}, updated_at = ${race.updated_at}
    WHERE user_id = ${race.user_id} AND id = ${race.id}`);
}

export async function deleteRaceRow(tx: Transaction, { user_id, id }: OwnId): Promise<boolean> {
  return (await tx.execute(sql`DELETE FROM races WHERE user_id = ${user_id} AND id = ${id}`)) === 1;
}
