import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { centreSwitches } from '../delivery/kinds.ts';
import { sendNotices } from '../delivery/send-notices.ts';
import { CENTRES_CHANGED } from './live-centres.ts';
import type { Announcement } from './notification.ts';
import { insertNotifications } from './queries.ts';

export type TellDeps = {
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  readonly clock: Clock;
  readonly signals: Pick<Signals, 'give'>;
};

const AT_ONCE = 1_000;

export async function tell(
  deps: TellDeps,
  tx: Transaction,
  user_ids: readonly string[],
  announcement: Announcement,
): Promise<void> {
  const said = user_ids.map((user_id) => ({ user_id, announcement }));
  await tellEach(deps, tx, announcement.type, said);
}

/**
 * The one way to tell people something: in their centres, and from there by push, e-mail and chat, as each of them has set it. Repeated
 * calls tell each person once. The caller holds their centres (`holdCentres`).
 *
 * @param type the type of all these notifications
 * @param said at most one notification for each person, since all of one call have the same time
 */
export async function tellEach(
  deps: TellDeps,
  tx: Transaction,
  type: string,
  said: readonly { readonly user_id: string; readonly announcement: Announcement }[],
): Promise<void> {
  const now = deps.clock.now();
  const settings = centreSwitches(type);
  for (let from = 0; from < said.length; from += AT_ONCE) {
    const written = said.slice(from, from + AT_ONCE).map((one) => ({ id: newId(), ...one }));
    const notifications = await insertNotifications(tx, written, { type, now, settings });
    if (notifications.length > 0) await sendNotices(tx, deps, { notifications, announcement: { type }, now });
  }
  deps.signals.give(CENTRES_CHANGED);
}
