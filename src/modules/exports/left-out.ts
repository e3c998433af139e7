import type { Queryable } from '../../infra/db/database.ts';
import { type Source, type SourcePolicies, sourcesKeptFrom } from '../../privacy/index.ts';
import type { LeftOut } from './export-job.ts';
import { countSources, type Slice } from './select-rows.ts';

type SourceCount = { readonly source: Source; readonly athletes: number; readonly activities: number };

/**
 * Counts shared activities that sources' policies keep out of an archive. Activities that athletes hide are not counted,
 * since the numbers would reveal them; nor those the organization may not know of, which give an entry without numbers.
 */
export async function countLeftOut(
  db: Queryable,
  slices: readonly Slice[],
  policies: SourcePolicies,
): Promise<LeftOut[]> {
  const unseen = sourcesKeptFrom('organization_api', policies);
  const counted = sourcesKeptFrom('export', policies).filter((source) => !unseen.includes(source));
  const totals = new Map<Source, { athletes: number; activities: number }>();
  for (const slice of counted.length === 0 ? [] : slices) {
    const found = await db.query<SourceCount>(countSources(slice, counted));
    for (const { source, athletes, activities } of found) {
      const before = totals.get(source) ?? { athletes: 0, activities: 0 };
      totals.set(source, {
        athletes: before.athletes + athletes,
        activities: before.activities + activities,
      });
    }
  }
  const reason = 'source_policy' as const;
  return [
    ...[...totals].map(([source, counts]) => ({ source, reason, ...counts })),
    ...unseen.map((source) => ({ source, reason, athletes: null, activities: null })),
  ].toSorted((a, b) => (a.source < b.source ? -1 : 1));
}
