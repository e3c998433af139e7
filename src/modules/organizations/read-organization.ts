import type { Actor } from '../../http/actor.ts';
import type { Database, Queryable } from '../../infra/db/database.ts';
import { noSuchOrganization } from './errors.ts';
import { findOfferedCoaches } from './offer-queries.ts';
import { mayReadSettings, mayReadTeam, mayReadTier } from './policy.ts';
import { findOrganization } from './queries.ts';
import { publicSettings } from './settings.ts';
import { findStanding, type Standing } from './standing.ts';
import type { Offer, Organization } from './types.ts';

/** An organization as far as the caller may see it. */
export type OrganizationView = Omit<Organization, 'tier' | 'head_coach_accepted'> & {
  tier: Organization['tier'] | undefined;
  /** Who was asked to coach or to lead and has not answered. */
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
  const standing = await findStanding(deps.db, org_id, actor);
  // To one organization's key the others do not exist.
  if (standing === null || (actor.type === 'api_key' && standing.role !== 'key')) throw noSuchOrganization();
  return await viewOrganization(deps.db, standing);
}

/**
 * An organization as somebody with this standing sees it.
 *
 * @throws noSuchOrganization, when it was deleted since the standing was looked up
 */
export async function viewOrganization(db: Queryable, standing: Standing): Promise<OrganizationView> {
  const { org_id } = standing.organization;
  const ofTheTeam = mayReadTier(standing);
  const found = await findOrganization(db, org_id, ofTheTeam ? 'coach' : 'public');
  if (found === null) throw noSuchOrganization();
  const { head_coach_accepted, ...organization } = found;
  // What somebody has not agreed to be is for the team alone to know.
  const leads = ofTheTeam || head_coach_accepted ? organization.head_coach_user_id : null;
  return {
    ...organization,
    head_coach_user_id: leads,
    settings: mayReadSettings(standing) ? organization.settings : publicSettings(organization.settings),
    tier: ofTheTeam ? organization.tier : undefined,
    pending_coaches: mayReadTeam(standing) ? await findOfferedCoaches(db, org_id) : undefined,
  };
}
