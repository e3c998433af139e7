import type { UserActor } from '../../../http/actor.ts';
import type { Database, Queryable } from '../../../infra/db/database.ts';
import { invalidField, unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdUser } from '../../users/index.ts';
import { deleteQuietHours, findOptOuts, findQuietHours, upsertQuietHours } from './queries.ts';
import type { DeliverySettings, QuietHours } from './settings.ts';

/**
 * Changes the caller's quiet hours; null removes them, and undefined leaves them as they are.
 *
 * @throws validationError; unauthenticated when the caller has just deleted their account
 */
export async function changeSettings(
  { db, clock }: { db: Database; clock: Clock },
  { user_id }: UserActor,
  { quiet_hours }: { quiet_hours?: QuietHours | null | undefined },
): Promise<DeliverySettings> {
  if (quiet_hours?.start !== undefined && quiet_hours.start === quiet_hours.end)
    throw invalidField('quiet_hours.end', 'must be another time than start: quiet hours end within a day');
  return await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    if (quiet_hours === null) await deleteQuietHours(tx, user_id);
    else if (quiet_hours !== undefined)
      await upsertQuietHours(tx, { ...quiet_hours, user_id, now: clock.now() });
    return await readSettings(tx, user_id);
  });
}

export async function readSettings(db: Queryable, user_id: string): Promise<DeliverySettings> {
  return {
    quiet_hours: await findQuietHours(db, user_id),
    campaign_opt_outs: await findOptOuts(db, user_id),
  };
}
