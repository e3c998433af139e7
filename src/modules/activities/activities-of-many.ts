import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import type { ActivityInShort } from './queries.ts';

/** An athlete with what an audience sees of their activities; private ones are never seen. */
export type SeenAthlete = {
  readonly user_id: string;
  readonly ceiling: Pick<ActivityCeiling, 'visible' | 'show_races' | 'sources'>;
};

/** Athletes with visible activities and their ceilings, as rows `m`. */
export function seenRows(athletes: readonly SeenAthlete[]): Sql {
  const seen = athletes.filter(({ ceiling }) => ceiling.visible);
  return sql`unnest(${seen.map(({ user_id }) => user_id)}::uuid[], ${seen.map(({ ceiling }) => ceiling.show_races)}::boolean[],
    ${seen.map(({ ceiling }) => `{${ceiling.sources.shown.join()}}`)}::text[]) AS m (user_id, shows_races, sources)`;
}

/** Which `activities a` show of a row of `seenRows`. */
export const IS_SEEN = rawSql(`a.user_id = m.user_id AND NOT a.private AND (m.shows_races OR NOT a.is_race)
  AND a.source = ANY (m.sources::text[])`);

/** The activities of many athletes that an audience sees, begun from `since` to before `until`, oldest first, at most `most` each; one statement. */
export async function findActivitiesOfMany(
  db: Queryable,
  athletes: readonly SeenAthlete[],
  { since, until, most }: { readonly since: Date; readonly until: Date; readonly most: number },
): Promise<(ActivityInShort & { readonly user_id: string })[]> {
  return await db.query(sql`
    SELECT a.user_id, a.id, a.sport_type, a.workout_type, a.is_race, a.name, a.start_time, a.duration_s, a.moving_time_s, a.distance_m
    FROM ${seenRows(athletes)} CROSS JOIN LATERAL (
      SELECT * FROM activities a WHERE ${IS_SEEN} AND a.start_time >= ${since} AND a.start_time < ${until}
      ORDER BY a.start_time, a.id LIMIT ${most}
    ) a ORDER BY a.user_id, a.start_time, a.id`);
}
