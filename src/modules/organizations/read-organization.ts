import type { Actor } from '../../http/actor.ts';
import type { Database, Queryable } from '../../infra/db/database.ts';
import { noSuchOrganization } from './errors.ts';
import { findOfferedCoaches } from './offer-queries.ts';
import { findOrganizationAccess, type OrganizationAccess } from './organization-access.ts';
import { mayReadSettings, mayReadTeam, mayReadTier } from './policy.ts';
import { findOrganization } from './queries.ts';
import { publicSettings } from './settings.ts';
import type { Offer, Organization } from './types.ts';

export type OrganizationView = Omit<Organization, 'tier' | 'head_coach_accepted'> & {
  tier: Organization['tier'] | undefined;
  pending_coaches: readonly Offer[] | undefined;
};

/**
 * Everybody may read an organization: who is not of the team without its tier, with the public part of its settings only,
 * and the coaches by the names the public may know.
 */
export async function readOrganization(
  deps: { db: Database },
  actor: Actor,
  org_id: string,
): Promise<OrganizationView> {
  const access = await findOrganizationAccess(deps.db, org_id, actor);
  // To one organization's key the others do not exist.
  if (access === null || (actor.type === 'api_key' && access.role !== 'key')) throw noSuchOrganization();
  return await viewOrganization(deps.db, access);
}

/**
 * An organization as somebody with this role sees it.
 *
 * @throws noSuchOrganization, when it was deleted since the role was looked up
 */
export async function viewOrganization(db: Queryable, access: OrganizationAccess): Promise<OrganizationView> {
  const { org_id } = access.organization;
  const ofTheTeam = mayReadTier(access);
  const found = await findOrganization(db, org_id, ofTheTeam ? 'coach' : 'public');
  if (found === null) throw noSuchOrganization();
  const { head_coach_accepted, ...organization } = found;
  const leads = ofTheTeam || head_coach_accepted ? organization.head_coach_user_id : null;
  return {
    ...organization,
    head_coach_user_id: leads,
    settings: mayReadSettings(access) ? organization.settings : publicSettings(organization.settings),
    tier: ofTheTeam ? organization.tier : undefined,
    pending_coaches: mayReadTeam(access) ? await findOfferedCoaches(db, org_id) : undefined,
  };
}
