import type { Static } from 'typebox';
import { isoOrNull } from '../../shared/time.ts';
import type { Lookup } from '../audit/index.ts';
import type { ListedOrganization } from '../organizations/index.ts';
import type { ListedUser } from '../users/index.ts';
import type { AdminLookup, OrganizationInList, UserInList } from './contract.ts';

export function presentListedUser(user: ListedUser): Static<typeof UserInList> {
  return {
    user_id: user.user_id,
    email: user.email,
    username: user.username,
    display_name: user.display_name,
    status: user.status,
    membership_role: user.membership_role,
    is_platform_admin: user.is_platform_admin,
    is_verified: user.is_verified,
    created_at: user.created_at.toISOString(),
    last_login_at: isoOrNull(user.last_login_at),
  };
}

export function presentListedOrganization(
  organization: ListedOrganization,
): Static<typeof OrganizationInList> {
  return {
    org_id: organization.org_id,
    org_name: organization.org_name,
    tier: organization.tier,
    head_coach_user_id: organization.head_coach_user_id,
    head_coach_accepted: organization.head_coach_accepted,
    suspended_at: isoOrNull(organization.suspended_at),
    members: organization.members,
    coaches: organization.coaches,
    created_at: organization.created_at.toISOString(),
  };
}

export function presentLookup(lookup: Lookup): Static<typeof AdminLookup> {
  return {
    id: lookup.id,
    actor_id: lookup.actor_id,
    listed: lookup.listed,
    filters: [...lookup.filters],
    shown_ids: [...lookup.shown_ids],
    looked_at: lookup.looked_at.toISOString(),
  };
}
