import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { noSuchOrganization } from './errors.ts';
import { mayReadSettings, mayReadTier } from './policy.ts';
import { findOrganization } from './queries.ts';
import { publicSettings } from './settings.ts';
import { findStanding } from './standing.ts';
import type { Organization } from './types.ts';

/** An organization as far as the caller may see it. */
export type OrganizationView = Omit<Organization, 'tier'> & { tier: Organization['tier'] | undefined };

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
  const ofTheTeam = mayReadTier(standing);
  const organization = await findOrganization(deps.db, org_id, ofTheTeam ? 'coach' : 'public');
  if (organization === null) throw noSuchOrganization();
  return {
    ...organization,
    settings: mayReadSettings(standing) ? organization.settings : publicSettings(organization.settings),
    tier: ofTheTeam ? organization.tier : undefined,
  };
}
