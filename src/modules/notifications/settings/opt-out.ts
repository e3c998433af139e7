import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdOrganization, loadOrganizationAccess, noSuchOrganization } from '../../organizations/index.ts';
import { holdUser } from '../../users/index.ts';
import { readSettings } from './change-settings.ts';
import { noSuchOptOut } from './errors.ts';
import { deleteOptOut, insertOptOut } from './queries.ts';
import type { DeliverySettings } from './settings.ts';

/**
 * Stops the campaigns of an organization and the pushes to its topic for the caller, on every channel. The caller must belong to the
 * organization, since others send them none. The choice holds until they take it back, even when they leave and join again.
 *
 * @throws noSuchOrganization; unauthenticated when the caller has just deleted their account
 */
export async function optOut(
  { db, clock }: { db: Database; clock: Clock },
  actor: UserActor,
  org_id: string,
): Promise<DeliverySettings> {
  const { role, organization } = await loadOrganizationAccess(db, org_id, actor);
  // A platform admin may see every organization without belonging to it.
  if (role === 'none') throw noSuchOrganization();
  return await db.transaction(async (tx) => {
    await holdOrganization(tx, organization.org_id);
    if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
    await insertOptOut(tx, { ...actor, org_id: organization.org_id, now: clock.now() });
    return await readSettings(tx, actor.user_id);
  });
}

/**
 * Lets campaigns and pushes of an organization come again, also for somebody who does not belong to it any more.
 *
 * @throws noSuchOptOut, also where there is no such organization
 */
export async function optIn(
  { db }: { db: Database },
  { user_id }: UserActor,
  org_id: string,
): Promise<DeliverySettings> {
  if (!(await deleteOptOut(db, { user_id, org_id }))) throw noSuchOptOut();
  return await readSettings(db, user_id);
}
