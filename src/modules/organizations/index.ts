import type { Route } from '../../http/route.ts';
import type { OrganizationPart } from './organization-part.ts';
import { listAuditLogsRoute } from './routes/audit-logs.ts';
import { coachRoutes } from './routes/coaches.ts';
import { memberRoutes } from './routes/members.ts';
import { membershipPrivacyRoutes } from './routes/membership-privacy.ts';
import { type OrganizationDeps, routesOfOrganizations } from './routes/organizations.ts';
import { ownMembershipRoutes } from './routes/own-memberships.ts';

export { offerMembership } from './add-member.ts';
export { acceptOffer } from './answer-offer.ts';
export {
  type Athlete,
  coachesAthlete,
  findAthlete,
  findAthleteIds,
  findAthletes,
  findMembership,
  findOrganizationSummary,
  holdClubsOfBoth,
  IS_AMONG_ATHLETES,
  listAthletes,
} from './athletes.ts';
export {
  DoneResponse,
  LabelFilter,
  Labels,
  Level,
  Member as MemberOnRoster,
  MemberStatusField,
  MessageResponse,
  Nickname,
  ShownName,
} from './contract.ts';
export { createOrganization } from './create-organization.ts';
export {
  leadsAnOrganization,
  noSuchMember,
  noSuchOrganization,
  rosterIsFull,
  tooManyLabels,
  tooManyLabelsOfMember,
} from './errors.ts';
export { fillNameKeys } from './fill-name-keys.ts';
export { holdMember } from './hold-member.ts';
export { holdOrganization, holdOrganizationAlone } from './hold-organization.ts';
export { joinOrganization } from './join-organization.ts';
export { findMostLabels, findMostLabelsOfMember } from './label-queries.ts';
export {
  findOrganizationDetails,
  findOrganizationPage,
  type ListedOrganization,
  type OrganizationFilter,
} from './list-queries.ts';
export { readMemberText } from './member-input.ts';
export { findCoachOf, findRosterName, holdMembers, holdMembership } from './member-queries.ts';
export {
  MEMBER_NAME,
  MEMBER_NAME_COLUMNS,
  type MemberNameColumns,
  memberName,
} from './name-columns.ts';
export {
  loadOrganizationAccess,
  type OrganizationAccess,
  requireAllowed,
  requireFeature,
  requireRight,
} from './organization-access.ts';
export { organizationData } from './organization-data.ts';
export type { OrganizationPart } from './organization-part.ts';
export { countOwnOrganizations, findOwnOrganizations } from './own-organization-queries.ts';
export {
  mayCampaign,
  mayManageGroups,
  mayManageKeys,
  mayManageMembers,
  mayPlan,
  mayReadTeam,
  mayStopCampaigns,
  mayWriteToAthletes,
} from './policy.ts';
export { presentMember } from './present.ts';
export { type PresentedAthlete, presentAthlete } from './present-athlete.ts';
export { findNarrowings, MEMBER_PRIVACY, TEAM_PRIVACY } from './privacy-queries.ts';
export { putCoach } from './put-coach.ts';
export { COACH_IDS, findCoachesAmong, findLeadership } from './queries.ts';
export { removeMember } from './remove-member.ts';
export { requireLabelQuota } from './require-label-quota.ts';
export {
  type MemberJoined,
  type MemberLeft,
  type MembershipDeclined,
  type MembershipOffered,
  memberJoined,
  memberLeft,
  membershipDeclined,
  membershipOffered,
} from './roster-events.ts';
export { setHeadCoach } from './set-head-coach.ts';
export { setOrganizationTier } from './set-organization-tier.ts';
export { suspendOrganization } from './suspend-organization.ts';
export { MAX_MEMBERS, MEMBER_STATUSES, type Member, type MemberStatus } from './types.ts';
export { updateMember } from './update-member.ts';
export { updateOrganization } from './update-organization.ts';

/** @param parts what later modules keep of organizations and their leaders, in the order in which they let go */
export function organizationRoutes(
  given: Omit<OrganizationDeps, 'parts'>,
  parts: readonly OrganizationPart[],
): readonly Route[] {
  const deps = { ...given, parts };
  return [
    ...routesOfOrganizations(deps),
    ...coachRoutes(deps),
    ...memberRoutes(deps),
    ...ownMembershipRoutes(deps),
    listAuditLogsRoute(deps),
    ...membershipPrivacyRoutes(deps),
  ];
}
