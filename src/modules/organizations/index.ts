import type { Route } from '../../http/route.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import type { OrganizationCreators, Tier } from '../../shared/access.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import type { OrganizationPart } from './organization-part.ts';
import { addMemberRoute } from './routes/add-member.ts';
import { changeHeadCoachRoute } from './routes/change-head-coach.ts';
import { createOrganizationRoute } from './routes/create-organization.ts';
import { deleteOrganizationRoute } from './routes/delete-organization.ts';
import { listAuditLogsRoute } from './routes/list-audit-logs.ts';
import { listMembersRoute } from './routes/list-members.ts';
import { listOwnOrganizationsRoute } from './routes/list-own-organizations.ts';
import { narrowPrivacyRoute, readMembershipPrivacyRoute } from './routes/membership-privacy.ts';
import { ownMembershipRoutes } from './routes/own-memberships.ts';
import { putCoachRoute } from './routes/put-coach.ts';
import { readOrganizationRoute } from './routes/read-organization.ts';
import { removeCoachRoute } from './routes/remove-coach.ts';
import { removeMemberRoute } from './routes/remove-member.ts';
import { updateMemberRoute } from './routes/update-member.ts';
import { updateOrganizationRoute } from './routes/update-organization.ts';

export { addMember, offerMembership } from './add-member.ts';
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
  alreadyMember,
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
  type OrganizationDetails,
  type OrganizationFilter,
} from './list-queries.ts';
export { readMemberText } from './member-input.ts';
export { findCoachOf, findRosterName, holdMembers, holdMembership } from './member-queries.ts';
export {
  MEMBER_NAME,
  MEMBER_NAME_COLUMNS,
  type MemberNameColumns,
  memberName,
  type NameColumns,
} from './name-columns.ts';
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
export { COACH_IDS, findCoachesAmong, findLeadership, holdTeam } from './queries.ts';
export { removeMember } from './remove-member.ts';
export { requireRoomForLabels } from './require-room-for-labels.ts';
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
export { loadStanding, requireAllowed, requireFeature, requireRight, type Standing } from './standing.ts';
export { suspendOrganization } from './suspend-organization.ts';
export { MAX_MEMBERS, MEMBER_STATUSES, type Member, type MemberStatus } from './types.ts';
export { updateMember } from './update-member.ts';
export { updateOrganization } from './update-organization.ts';

/** @param parts what later modules keep of organizations and their leaders, in the order in which they let go */
export function organizationRoutes(
  deps: {
    db: Database;
    clock: Clock;
    events: Events;
    rateLimiter: RateLimiter;
    defaultOrgTier: Tier;
    organizationCreation: OrganizationCreators;
    quotas: Quotas;
  },
  parts: readonly OrganizationPart[],
): readonly Route[] {
  return [
    createOrganizationRoute(deps),
    listOwnOrganizationsRoute(deps),
    readOrganizationRoute(deps),
    updateOrganizationRoute(deps),
    deleteOrganizationRoute({ ...deps, parts }),
    changeHeadCoachRoute(deps),
    putCoachRoute({ ...deps, parts }),
    removeCoachRoute({ ...deps, parts }),
    addMemberRoute(deps),
    listMembersRoute(deps),
    updateMemberRoute(deps),
    removeMemberRoute(deps),
    ...ownMembershipRoutes({ ...deps, parts }),
    listAuditLogsRoute(deps),
    readMembershipPrivacyRoute(deps),
    narrowPrivacyRoute(deps),
  ];
}
