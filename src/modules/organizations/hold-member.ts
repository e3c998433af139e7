import type { Transaction } from '../../infra/db/queryable.ts';
import { findMember, lockMember } from './member-queries.ts';
import type { Member } from './types.ts';

/** A current member, who stays one until the transaction ends; null when there is none. */
export async function holdMember(
  tx: Transaction,
  id: { org_id: string; user_id: string },
): Promise<Member | null> {
  const record = await lockMember(tx, id);
  return record && (await findMember(tx, id));
}
