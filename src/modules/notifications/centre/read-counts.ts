import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Counts } from './notification.ts';
import { findCounts } from './queries.ts';

/** Of what the caller's centre holds, without counting. */
export async function readCounts({ db }: { db: Database }, { user_id }: UserActor): Promise<Counts> {
  return await findCounts(db, user_id);
}
