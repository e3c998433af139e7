import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Counts } from './notification.ts';
import { findCounts } from './queries.ts';

export async function readCounts({ db }: { db: Database }, { user_id }: UserActor): Promise<Counts> {
  return await findCounts(db, user_id);
}
