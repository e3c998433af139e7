import { narrowedTo, PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { featuresOf } from '../../shared/access.ts';
import type * as wire from './contract.ts';
import type { RosterMember } from './list-members.ts';
import type { OwnMembership } from './membership-contract.ts';
import type { Organization, OwnOrganization } from './organization-contract.ts';
import type { MembershipPrivacy } from './privacy-queries.ts';
import type { ProfileStatus } from './profile-status.ts';
import type { OrganizationView } from './read-organization.ts';
import type * as types from './types.ts';

export function presentOrganization(organization: OrganizationView): Organization {
  const { tier, pending_coaches } = organization;
  return {
    org_id: organization.org_id,
    org_name: organization.org_name,
    description: organization.description,
    head_coach_user_id: organization.head_coach_user_id,
    coaches: organization.coaches.map(({ user_id, name, role }) => ({ user_id, name, role })),
    settings: { ...organization.settings },
    created_at: organization.created_at.toISOString(),
    ...(tier === undefined ? {} : { tier, features: [...featuresOf(tier)] }),
    ...(pending_coaches === undefined
      ? {}
      : {
          pending_coaches: pending_coaches.map(({ user_id, role, offered_at }) => ({
            user_id,
            role,
            offered_at: offered_at.toISOString(),
          })),
        }),
  };
}

export function presentOwnOrganization(own: types.OwnOrganization): OwnOrganization {
  return {
    org_id: own.org_id,
    org_name: own.org_name,
    logo_url: own.logo_url,
    role: own.role,
    member_status: own.member_status,
  };
}

export function presentPendingMember(offer: types.Offer): wire.Member {
  return {
    user_id: offer.user_id,
    username: null,
    display_name: offer.display_name,
    member_level: offer.member_level,
    labels: [...offer.labels],
    status: 'pending',
    coach_id: null,
    joined_at: null,
    offered_at: offer.offered_at.toISOString(),
  };
}

export const presentRosterEntry = (entry: RosterMember | types.Offer): wire.Member =>
  'offered_at' in entry ? presentPendingMember(entry) : presentMember(entry);

export function presentOwnMembership(own: types.OwnMembership): OwnMembership {
  return {
    org_id: own.org_id,
    org_name: own.org_name,
    logo_url: own.logo_url,
    sash_color: own.sash_color,
    role: own.role,
    member_status: own.member_status,
    offers: own.offers.map(({ role, display_name, member_level, labels, offered_at }) => ({
      role,
      display_name,
      member_level,
      labels: [...labels],
      offered_at: offered_at.toISOString(),
    })),
    block: own.block && { reason: own.block.reason, blocked_at: own.block.blocked_at.toISOString() },
  };
}

export function presentMember(member: RosterMember): wire.Member {
  const { profile_status } = member;
  return {
    user_id: member.user_id,
    username: member.username,
    display_name: member.display_name,
    member_level: member.member_level,
    labels: [...member.labels],
    status: member.status,
    coach_id: member.coach_id,
    joined_at: member.joined_at.toISOString(),
    ...(profile_status === undefined ? {} : { profile_status: presentProfileStatus(profile_status) }),
  };
}

function presentProfileStatus(status: ProfileStatus): NonNullable<wire.Member['profile_status']> {
  return {
    has_strava: status.has_strava,
    has_garmin: status.has_garmin,
    has_pace_zones: status.has_pace_zones,
    has_hr_zones: status.has_hr_zones,
    has_next_race: status.has_next_race,
    has_training_plan: status.has_training_plan,
    has_mbti: status.has_mbti,
    profile_image_url: status.profile_image_url,
    gender: status.gender,
  };
}

/** @returns `privacy`, what is closed for one club, and `effective`, what holds for it. */
export function presentMembershipPrivacy({ settings, narrowing }: MembershipPrivacy) {
  const closed = PRIVACY_SETTINGS.filter((setting) => setting in narrowing);
  return {
    privacy: Object.fromEntries(closed.map((setting) => [setting, false])),
    effective: narrowedTo(settings, narrowing),
  };
}
