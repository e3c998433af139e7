import { featuresOf } from '../../shared/access.ts';
import type * as wire from './contract.ts';
import type { OrganizationView } from './read-organization.ts';
import type { Member } from './types.ts';

export function presentOrganization(organization: OrganizationView): wire.Organization {
  const { tier } = organization;
  return {
    org_id: organization.org_id,
    org_name: organization.org_name,
    description: organization.description,
    head_coach_user_id: organization.head_coach_user_id,
    coaches: organization.coaches.map(({ user_id, name, role }) => ({ user_id, name, role })),
    settings: { ...organization.settings },
    created_at: organization.created_at.toISOString(),
    ...(tier === undefined ? {} : { tier, features: [...featuresOf(tier)] }),
  };
}

export function presentMember(member: Member): wire.Member {
  return {
    user_id: member.user_id,
    username: member.username,
    display_name: member.display_name,
    member_level: member.member_level,
    labels: [...member.labels],
    status: member.status,
    coach_id: member.coach_id,
    joined_at: member.joined_at.toISOString(),
  };
}
