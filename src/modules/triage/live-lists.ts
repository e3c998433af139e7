import type { Queryable } from '../../infra/db/database.ts';
import { findFollowedLists } from './entry-queries.ts';
import { renewEntries, type TriageDeps } from './renew-entries.ts';

/** The lists that somebody follows: the version of each by the organization's id. */
export type ListVersions = ReadonlyMap<string, number>;

/** Of one organization at a time, so that those of others do not wait for long. */
const RENEWED_AT_ONCE = 100;

export async function findListVersions(
  db: Queryable,
  { user_id, now }: { user_id: string; now: Date },
): Promise<ListVersions> {
  const lists = await findFollowedLists(db, { user_ids: [user_id], now });
  return new Map(lists.map(({ org_id, version }) => [org_id, version]));
}

export async function renewFollowedLists(
  deps: TriageDeps,
  user_ids: readonly string[],
): Promise<Map<string, ListVersions>> {
  const found = async () => await findFollowedLists(deps.db, { user_ids, now: deps.clock.now() });
  const lists = await found();
  const due = new Set(lists.filter(({ is_due }) => is_due).map(({ org_id }) => org_id));
  for (const org_id of due) await renewEntries(deps, org_id, { most: RENEWED_AT_ONCE });
  const renewed = due.size === 0 ? lists : await found();
  const versions = Map.groupBy(renewed, ({ user_id }) => user_id);
  return new Map(
    [...versions].map(([user_id, own]) => [
      user_id,
      new Map(own.map(({ org_id, version }) => [org_id, version])),
    ]),
  );
}

/** The organizations whose lists are other than they were, of those that were followed before. */
export function changedLists(before: ListVersions, now: ListVersions): string[] {
  return [...now].flatMap(([org_id, version]) => {
    const known = before.get(org_id);
    return known !== undefined && version > known ? [org_id] : [];
  });
}
