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
 * Has no more campaigns of an organization, nor pushes to its topic, come to the caller, by any channel: of one that they belong
 * to, since of others none come. It holds until they take it back, also when they leave and join again.
 *
 * @throws noSuchOrganization; unauthenticated when the caller has just deleted their account
 */
export async function optOut(
  { db, clock }: { db: Database; clock: Clock },
  actor: UserActor,
  org_id: string,
): Promise<DeliverySettings> {
  const { role, organization } = await loadOrganizationAccess(db, org_id, actor);
  // A platform admin, who knows of every organization, belongs to few.
  if (role === 'none') throw noSuchOrganization();
  return await db.transaction(async (tx) => {
    await holdOrganization(tx, organization.org_id);
    if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
    await insertOptOut(tx, { ...actor, org_id: organization.org_id, now: clock.now() });
    return await readSettings(tx, actor.user_id);
  });
}

/**
 * Has campaigns and pushes of an organization come again, also for who does not belong to it any more.
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
