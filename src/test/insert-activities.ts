import type { Queryable } from '../infra/db/queryable.ts';
import { rawSql, sql } from '../infra/db/sql.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from '../modules/activities/activity.ts';
import { onlyKnownMembers } from '../modules/activities/records/activity-record.ts';

const COLUMNS = rawSql(Object.keys(ACTIVITY_COLUMNS).join(', '));
const TYPED_COLUMNS = rawSql(
  Object.entries(ACTIVITY_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** Stores activities, any number of them and of any athletes, in one statement. */
export async function insertActivities(db: Queryable, activities: readonly StoredActivity[]): Promise<void> {
  const rows = JSON.stringify(activities.map((activity) => ({ ...activity, ...onlyKnownMembers(activity) })));
  await db.execute(sql`
    INSERT INTO activities (${COLUMNS})
    SELECT ${COLUMNS} FROM json_to_recordset(${rows}::json) AS given(${TYPED_COLUMNS})`);
}
