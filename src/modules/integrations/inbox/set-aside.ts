import type { Transaction } from '../../../infra/db/database.ts';
import { MOST_SET_ASIDE, type NewDelivery } from './delivery.ts';
import { insertDeliveries, type SettingAside, setAside, trimSetAside } from './queries.ts';

/** Sets deliveries aside, and deletes the oldest ones beyond the bounds of their kind. */
export async function putAside(
  tx: Transaction,
  ones: readonly (SettingAside & { readonly is_hint: boolean })[],
  now: Date,
): Promise<void> {
  if (ones.length === 0) return;
  await setAside(tx, ones, now);
  if (ones.some(({ is_hint }) => is_hint)) await trimSetAside(tx, true, MOST_SET_ASIDE.hints);
  if (ones.some(({ is_hint }) => !is_hint)) await trimSetAside(tx, false, MOST_SET_ASIDE.vouched_for);
}

export async function keepAside(
  tx: Transaction,
  ones: readonly (NewDelivery & SettingAside)[],
  now: Date,
): Promise<void> {
  if (ones.length === 0) return;
  await insertDeliveries(tx, ones);
  await putAside(tx, ones, now);
}
