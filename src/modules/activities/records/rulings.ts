import type { Transaction } from '../../../infra/db/database.ts';
import { deleteRulingsAmong, findRulings, type RulingRow, saveRulings } from './queries.ts';

type Said = { readonly user_id: string; readonly now: Date };

/** The athlete says that the records are of one workout, whatever they tell. */
export async function bind(
  tx: Transaction,
  { user_id, ids, now }: Said & { readonly ids: readonly string[] },
): Promise<void> {
  const [first = '', ...others] = ids.toSorted();
  await deleteRulingsAmong(tx, { user_id, ids });
  await saveRulings(tx, { user_id, pairs: others.map((id) => [first, id] as const), same: true, now });
}

/** The athlete says that a record is of a workout of its own, and of none that any of the others is of. */
export async function partFrom(
  tx: Transaction,
  {
    user_id,
    record_id,
    others,
    now,
  }: Said & { readonly record_id: string; readonly others: readonly string[] },
): Promise<void> {
  await bindWithout(tx, { user_id, record_id, now });
  await saveRulings(tx, { user_id, pairs: others.map((id) => [record_id, id] as const), same: false, now });
}

/** A record leaves those it was put together with: they stay together without it. */
export async function bindWithout(
  tx: Transaction,
  { user_id, record_id, now }: Said & { readonly record_id: string },
): Promise<void> {
  const bound = boundWith(record_id, await findRulings(tx, user_id));
  if (bound.length < 2) return;
  const [first = '', ...others] = bound.filter((id) => id !== record_id);
  await saveRulings(tx, { user_id, pairs: others.map((id) => [first, id] as const), same: true, now });
}

/** All that hang together by hand with a record, itself included. */
function boundWith(record_id: string, rulings: readonly RulingRow[]): string[] {
  const bound = new Set([record_id]);
  const together = rulings.filter(({ same }) => same);
  for (const id of bound) {
    for (const { record_a, record_b } of together) {
      if (record_a === id) bound.add(record_b);
      if (record_b === id) bound.add(record_a);
    }
  }
  return [...bound].toSorted();
}
