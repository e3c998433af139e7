import type { Queryable } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ActivityCeiling } from '../../privacy/index.ts';
import type { StoredActivity } from './activity.ts';
import { isShown } from './activity-list.ts';

/** The activities of the same person beside one, in the order of lists; null where the list ends. */
export type Neighbours = { readonly earlier_id: string | null; readonly later_id: string | null };

/** The neighbours of an activity in a list under the ceiling. */
export async function findNeighbours(
  db: Queryable,
  { user_id, start_time, id }: Pick<StoredActivity, 'user_id' | 'start_time' | 'id'>,
  ceiling: ActivityCeiling,
): Promise<Neighbours> {
  const shown = sql`a.user_id = ${user_id} AND ${isShown(ceiling)}`;
  const place = sql`(${start_time}::timestamptz, ${id}::uuid)`;
  return await db.one<Neighbours>(sql`
    SELECT
      (SELECT a.id FROM activities a WHERE ${shown} AND (a.start_time, a.id) < ${place}
        ORDER BY a.start_time DESC, a.id DESC LIMIT 1) AS earlier_id,
      (SELECT a.id FROM activities a WHERE ${shown} AND (a.start_time, a.id) > ${place}
        ORDER BY a.start_time, a.id LIMIT 1) AS later_id`);
}
