import type { UserActor } from '../../../http/actor.ts';
import type { Queryable } from '../../../infra/db/database.ts';
import {
  loadOrganizationAccess,
  mayCampaign,
  mayStopCampaigns,
  type OrganizationAccess,
  requireAllowed,
  requireRight,
} from '../../organizations/index.ts';

/** @throws noSuchOrganization, forbidden or featureNotEnabled for an actor who may not write to the members in the organization's name */
export async function requireCampaigner(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, {
    may: mayCampaign,
    whose: 'Only coaches of the organization may see and send its campaigns.',
    feature: 'member_management',
  });
}

/** @throws noSuchOrganization, or forbidden for an actor who may not call campaigns off */
export async function requireMayStop(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<{ org_id: string; may_read: boolean }> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  requireAllowed(
    mayStopCampaigns(access),
    'Only coaches of the organization and platform admins may cancel its campaigns.',
  );
  return { org_id: access.organization.org_id, may_read: mayCampaign(access) };
}
