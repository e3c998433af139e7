import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { noSuchActivity } from '../errors.ts';
import { findActivity } from '../queries.ts';
import { type FoundRecord, findRecordsOf } from './queries.ts';

/** Which sources tell of an athlete's own activity. @throws noSuchActivity also for anybody else's */
export async function listRecords(
  { db }: { readonly db: Database },
  actor: UserActor,
  activity_id: string,
): Promise<FoundRecord[]> {
  const { user_id } = actor;
  const records = await findRecordsOf(db, { user_id, activity_ids: [activity_id] });
  if (records.length === 0 && (await findActivity(db, { activity_id, user_id })) === null)
    throw noSuchActivity();
  return records;
}
