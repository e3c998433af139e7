import type { Queryable } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { mayBeTold, SOURCES, type Source, type SourcePolicies } from '../../../privacy/index.ts';
import { placesOf } from './mixing-rules.ts';

function isMixed(one: Source, shown: Source, policies: SourcePolicies): boolean {
  return placesOf(one, policies).join() === placesOf(shown, policies).join();
}

/** When the activities with figures of these records began; deleted or absorbed records have none. */
export async function findShownWith(
  db: Queryable,
  policies: SourcePolicies,
  { user_id, record_ids }: { user_id: string; record_ids: readonly string[] },
): Promise<Date[]> {
  const rows = await db.query<{ source: Source; shown: Source; start_time: Date }>(sql`
    SELECT r.source, a.source AS shown, a.start_time
    FROM activity_records r JOIN activities a ON a.id = r.activity_id
    WHERE r.user_id = ${user_id} AND a.user_id = ${user_id} AND r.id = ANY(${record_ids}::uuid[])`);
  return rows
    .filter(({ source, shown }) => isMixed(source, shown, policies))
    .map(({ start_time }) => start_time);
}

/** An activity with figures that may not be shown through others. @see mayBeTold */
export type ConfinedActivity = {
  readonly user_id: string;
  readonly activity_id: string;
  /** Whether one of its sources limits how long figures may be kept. */
  readonly is_passing: boolean;
};

/** Those of people's activities that began in the ranges, by all sources with figures in them. */
export async function findConfined(
  db: Queryable,
  policies: SourcePolicies,
  ranges: readonly { readonly user_id: string; readonly from: Date; readonly until: Date }[],
): Promise<ConfinedActivity[]> {
  const confined = SOURCES.filter((source) => !mayBeTold(policies[source]));
  if (confined.length === 0 || ranges.length === 0) return [];
  // Only these can be in an activity that is shown as another source's.
  const hidden = confined.filter((one) =>
    SOURCES.some((shown) => shown !== one && isMixed(one, shown, policies)),
  );
  const rows = await db.query<{ user_id: string; activity_id: string; shown: Source; told: Source[] }>(sql`
    SELECT a.user_id, a.id AS activity_id, a.source AS shown, told.sources AS told
    FROM unnest(${ranges.map(({ user_id }) => user_id)}::uuid[], ${ranges.map(({ from }) => from)}::timestamptz[],
      ${ranges.map(({ until }) => until)}::timestamptz[]) AS person(user_id, from_time, until_time)
    JOIN activities a
      ON a.user_id = person.user_id AND a.start_time >= person.from_time AND a.start_time <= person.until_time
    CROSS JOIN LATERAL (
      SELECT CASE WHEN ${hidden.length === 0} THEN '{}'::text[] ELSE ARRAY(
        SELECT r.source FROM activity_records r WHERE r.activity_id = a.id AND r.source = ANY(${hidden}::text[])) END AS sources
    ) told
    WHERE a.source = ANY(${confined}::text[]) OR cardinality(told.sources) > 0`);
  return rows.flatMap(({ user_id, activity_id, shown, told }) => {
    const sources = [shown, ...told.filter((one) => isMixed(one, shown, policies))];
    if (sources.every((one) => mayBeTold(policies[one]))) return [];
    const is_passing = sources.some((one) => policies[one].keep_days !== null);
    return [{ user_id, activity_id, is_passing }];
  });
}
