import { isPlatformAdmin, type UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { pushTokensExpireBefore } from '../../../shared/push-tokens.ts';
import { type Clock, DAY_MS } from '../../../shared/time.ts';
import { coachesAthlete } from '../../organizations/index.ts';
import type { DeviceSummary } from './device.ts';
import { summarizeDevices } from './device-queries.ts';
import { noSuchUser } from './errors.ts';

/**
 * Whether pushes can reach a person. The person, coaches of an organization whose athlete they are, and platform admins may ask.
 * Coaches learn only the day on which an app was last opened: the hours at which somebody uses their phone are no training data.
 * Anybody else gets the same answer whether there is such a user or not.
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
  const seesTheTime = isSelf || isPlatformAdmin(actor);
  const mayRead = seesTheTime || (await coachesAthlete(db, { coach_id: actor.user_id, user_id }));
  if (!mayRead) throw noSuchUser();
  const valid_after = pushTokensExpireBefore(clock.now());
  const summary = await summarizeDevices(db, { user_id, valid_after });
  if (summary === null) throw noSuchUser();
  const { last_active_at } = summary;
  return seesTheTime || last_active_at === null
    ? summary
    : { ...summary, last_active_at: startOfDay(last_active_at) };
}

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
