import { isPlatformAdmin, type UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { pushTokensExpireBefore } from '../../shared/push-tokens.ts';
import type { Clock } from '../../shared/time.ts';
import { coachesAthlete } from '../organizations/index.ts';
import type { DeviceSummary } from './device.ts';
import { summarizeDevices } from './device-queries.ts';
import { noSuchUser } from './errors.ts';

/**
 * Whether pushes can reach somebody: for themself, for coaches of an organization they are an athlete of, and for platform
 * admins. Anybody else gets the same answer whether there is such a user or not.
 *
 * @throws noSuchUser
 */
export async function readDevices(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  user_id: string,
): Promise<DeviceSummary> {
  const { db, clock } = deps;
  const isSelf = actor.user_id === user_id.toLowerCase();
  const mayRead =
    isSelf || isPlatformAdmin(actor) || (await coachesAthlete(db, { coach_id: actor.user_id, user_id }));
  if (!mayRead) throw noSuchUser();
  const valid_after = pushTokensExpireBefore(clock.now());
  const summary = await summarizeDevices(db, { user_id, valid_after });
  if (summary === null) throw noSuchUser();
  return summary;
}
