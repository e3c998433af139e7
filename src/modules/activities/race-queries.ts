import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import { isRunning, SPORT_TYPES } from '../../training/sport.ts';

const RUNNING = rawSql(`a.sport_type = ANY ('{${SPORT_TYPES.filter(isRunning).join()}}')`);

/** The fastest stretch of a standard distance with its run. */
export type FoundEffort = {
  readonly activity_id: string;
  readonly start_time: Date;
  readonly distance_m: number;
  readonly duration_s: number;
};

/** This many efforts per distance are read, since some may be replaced by race results. */
const OF_EACH = 20;

/** The fastest efforts of each standard distance that a ceiling shows, the fastest first. */
export async function findBestEfforts(
  db: Queryable,
  { user_id, ceiling }: { readonly user_id: string; readonly ceiling: ActivityCeiling },
): Promise<FoundEffort[]> {
  if (!ceiling.visible || !ceiling.shows.best_efforts) return [];
  return await db.query<FoundEffort>(sql`
    SELECT activity_id, start_time, distance_m, duration_s FROM (
      SELECT a.id AS activity_id, a.start_time, (e ->> 'distance_m')::float8 AS distance_m,
        (e ->> 'duration_s')::float8 AS duration_s,
        row_number() OVER (PARTITION BY (e ->> 'distance_m')::float8
          ORDER BY (e ->> 'duration_s')::float8, a.start_time, a.id) AS place
      FROM activities a CROSS JOIN LATERAL json_array_elements(a.best_efforts) e
      WHERE a.user_id = ${user_id} AND ${RUNNING} AND ${isShown(ceiling)}
    ) efforts WHERE place <= ${OF_EACH} ORDER BY distance_m, place`);
}

/** Those of the ids that are the athlete's activities and that a ceiling shows. */
export async function findShownIds(
  db: Queryable,
  { user_id, ids, ceiling }: { user_id: string; ids: readonly string[]; ceiling: ActivityCeiling },
): Promise<Set<string>> {
  if (ids.length === 0 || !ceiling.visible) return new Set();
  const rows = await db.query<{ id: string }>(sql`
    SELECT a.id FROM activities a WHERE a.user_id = ${user_id} AND a.id = ANY(${ids}::uuid[]) AND ${isShown(ceiling)}`);
  return new Set(rows.map(({ id }) => id));
}

function isShown({ show_private, show_races, sources }: ActivityCeiling) {
  return sql`(${show_private}::boolean OR NOT a.private) AND (${show_races}::boolean OR NOT a.is_race)
    AND a.source = ANY (${sources.shown}::text[])`;
}
