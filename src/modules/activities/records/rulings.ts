import type { Transaction } from '../../../infra/db/database.ts';
import { deleteRulingsAmong, findRulings, type RulingRow, saveRulings } from './ruling-queries.ts';

type Said = { readonly user_id: string; readonly now: Date };

/** Stores the athlete's decision that the records are one activity. */
export async function bind(
  tx: Transaction,
  { user_id, ids, now }: Said & { readonly ids: readonly string[] },
): Promise<void> {
  const [first = '', ...others] = ids.toSorted();
  await deleteRulingsAmong(tx, { user_id, ids });
  await saveRulings(tx, { user_id, pairs: others.map((id) => [first, id] as const), same: true, now });
}

/** Stores the athlete's decision that a record is an activity of its own. */
export async function partFrom(
  tx: Transaction,
  {
    user_id,
    record_id,
    others,
    now,
  }: Said & { readonly record_id: string; readonly others: readonly string[] },
): Promise<void> {
  await bindWithout(tx, { user_id, record_ids: [record_id], now });
  await saveRulings(tx, { user_id, pairs: others.map((id) => [record_id, id] as const), same: false, now });
}

/** Removes records from those they were joined with, which stay joined. */
export async function bindWithout(
  tx: Transaction,
  { user_id, record_ids, now }: Said & { readonly record_ids: readonly string[] },
): Promise<void> {
  const leaving = new Set(record_ids);
  const rulings = await findRulings(tx, user_id);
  const pairs = boundTogether(rulings)
    .filter((bound) => bound.some((id) => leaving.has(id)))
    .flatMap((bound) => {
      const [first = '', ...others] = bound.filter((id) => !leaving.has(id));
      return others.map((id) => [first, id] as const);
    });
  await saveRulings(tx, { user_id, pairs, same: true, now });
}

/** The sets of records that hang together by hand. */
function boundTogether(rulings: readonly RulingRow[]): string[][] {
  const setOf = new Map<string, Set<string>>();
  for (const { record_a, record_b } of rulings.filter(({ same }) => same)) {
    const one = setOf.get(record_a) ?? new Set([record_a]);
    const other = setOf.get(record_b) ?? new Set([record_b]);
    const united = one.union(other);
    for (const id of united) setOf.set(id, united);
  }
  return [...new Set(setOf.values())].map((ids) => [...ids].toSorted());
}
