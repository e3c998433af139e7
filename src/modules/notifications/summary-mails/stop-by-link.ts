import type { Database, Queryable } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { findUser, holdUser, updateProfile } from '../../users/index.ts';
import { STOPPABLE, type Stoppable, type SummaryLinks } from './summary-links.ts';

export type Found = { readonly is_on: boolean };

/** @returns null for an invalid link, or when the person was deleted */
export async function readByLink(
  { db, links, mails }: { readonly db: Queryable; readonly links: SummaryLinks; readonly mails: Stoppable },
  token: string,
): Promise<Found | null> {
  const user_id = links.read(token);
  const user = user_id === null ? null : await findUser(db, user_id);
  return user && { is_on: user.notification_settings[STOPPABLE[mails].setting] };
}

/**
 * Turns these mails off for the person that the link was sent to. Whoever has the link may do so, as mail programs do it for their
 * users. A second call changes nothing.
 *
 * @returns null as above
 */
export async function stopByLink(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly links: SummaryLinks;
    readonly mails: Stoppable;
  },
  token: string,
): Promise<Found | null> {
  const user_id = deps.links.read(token);
  if (user_id === null) return null;
  return await deps.db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) return null;
    const found = await readByLink({ ...deps, db: tx }, token);
    if (found?.is_on === true)
      await updateProfile(
        tx,
        user_id,
        { notification_settings: { [STOPPABLE[deps.mails].setting]: false } },
        deps.clock.now(),
      );
    return found && { is_on: false };
  });
}
