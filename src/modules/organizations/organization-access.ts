import type { Actor } from '../../http/actor.ts';
import { isPlatformAdmin } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { type Feature, featuresOf, type Tier } from '../../shared/access.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import { noSuchOrganization } from './errors.ts';
import { findOrganizationAndTies, type OrganizationAndTies } from './queries.ts';

/**
 * What somebody is to an organization. A coach who is a member as well is a coach; `key` is one of the organization's
 * own API keys. A suspended member still belongs, but may nothing except leave.
 */
export type OrganizationRole =
  | 'head_coach'
  | 'admin'
  | 'assistant_coach'
  | 'member'
  | 'suspended_member'
  | 'key'
  | 'none';

export type OrganizationAccess = {
  readonly organization: {
    readonly org_id: string;
    readonly org_name: string;
    readonly tier: Tier;
    readonly features: readonly Feature[];
  };
  readonly role: OrganizationRole;
  /** Platform admins read every organization, whatever their role in it. */
  readonly is_platform_admin: boolean;
};

/** Null when there is no such organization. */
export async function findOrganizationAccess(
  db: Queryable,
  org_id: string,
  actor: Actor,
): Promise<OrganizationAccess | null> {
  const user_id = actor.type === 'user' ? actor.user_id : null;
  const found = await findOrganizationAndTies(db, { org_id, user_id });
  if (found === null) return null;
  return {
    organization: {
      org_id: found.org_id,
      org_name: found.org_name,
      tier: found.tier,
      features: featuresOf(found.tier),
    },
    role: actor.type === 'api_key' && actor.org_id === found.org_id ? 'key' : roleOf(found),
    is_platform_admin: isPlatformAdmin(actor),
  };
}

/**
 * The organization and the role of somebody who has to do with it.
 *
 * @throws notFound for everybody else, exactly as when there is no such organization.
 */
export async function loadOrganizationAccess(
  db: Queryable,
  org_id: string,
  actor: Actor,
): Promise<OrganizationAccess> {
  const access = await findOrganizationAccess(db, org_id, actor);
  if (access === null || (access.role === 'none' && !access.is_platform_admin)) throw noSuchOrganization();
  return access;
}

function roleOf(ties: OrganizationAndTies): OrganizationRole {
  if (ties.is_head_coach) return 'head_coach';
  if (ties.coach_role !== null) return ties.coach_role;
  if (ties.member_status === null) return 'none';
  return ties.member_status === 'suspended' ? 'suspended_member' : 'member';
}

/** @throws forbidden with the message, which says who may. */
export function requireAllowed(allowed: boolean, message: string): void {
  if (!allowed) throw forbidden({ message });
}

/** @throws featureNotEnabled when the tier of the organization does not include the feature. */
export function requireFeature(
  { organization }: { readonly organization: Pick<OrganizationAccess['organization'], 'tier' | 'features'> },
  feature: Feature,
): void {
  if (organization.features.includes(feature)) return;
  throw featureNotEnabled({
    message: `The feature ${feature} is not part of the ${organization.tier} tier of this organization.`,
  });
}

/** What somebody has to be to an organization, and what it has to have, for something that is done in it. */
export type Right = {
  readonly may: (access: OrganizationAccess) => boolean;
  /** Told to whoever may not: who may. */
  readonly whose: string;
  readonly feature?: Feature;
};

/**
 * How a use case of a later module begins.
 *
 * @throws notFound for whom the organization is none; forbidden; featureNotEnabled
 */
export async function requireRight(
  db: Queryable,
  org_id: string,
  actor: Actor,
  { may, whose, feature }: Right,
): Promise<OrganizationAccess['organization']> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  requireAllowed(may(access), whose);
  if (feature !== undefined) requireFeature(access, feature);
  return access.organization;
}
