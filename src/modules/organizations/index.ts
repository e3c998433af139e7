import type { Route } from '../../http/route.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { Tier } from '../../shared/access.ts';
import type { Clock } from '../../shared/time.ts';
import type { OrganizationPart } from './organization-part.ts';
import { addMemberRoute } from './routes/add-member.ts';
import { changeHeadCoachRoute } from './routes/change-head-coach.ts';
import { createOrganizationRoute } from './routes/create-organization.ts';
import { deleteOrganizationRoute } from './routes/delete-organization.ts';
import { listAuditLogsRoute } from './routes/list-audit-logs.ts';
import { listMembersRoute } from './routes/list-members.ts';
import { listOwnOrganizationsRoute } from './routes/list-own-organizations.ts';
import { putCoachRoute } from './routes/put-coach.ts';
import { readOrganizationRoute } from './routes/read-organization.ts';
import { removeCoachRoute } from './routes/remove-coach.ts';
import { removeMemberRoute } from './routes/remove-member.ts';
import { updateMemberRoute } from './routes/update-member.ts';
import { updateOrganizationRoute } from './routes/update-organization.ts';

export { addMember } from './add-member.ts';
export {
  type Athlete,
  coachesAthlete,
  findAthlete,
  findMembership,
  findOrganizationSummary,
  holdClubsOfBoth,
  IS_AMONG_ATHLETES,
  listAthletes,
} from './athletes.ts';
export {
  Labels,
  Level,
  Member as MemberOnRoster,
  MemberStatusField,
  MessageResponse,
  Nickname,
  ShownName,
} from './contract.ts';
export { createOrganization } from './create-organization.ts';
export { alreadyMember, leadsAnOrganization, noSuchMember, noSuchOrganization } from './errors.ts';
export { holdMember } from './hold-member.ts';
export { holdOrganization } from './hold-organization.ts';
export { joinOrganization } from './join-organization.ts';
export { readMemberText } from './member-input.ts';
export { findRosterName, holdMembers, holdMembership } from './member-queries.ts';
export { MEMBER_NAME_COLUMNS, type MemberNameColumns } from './name-columns.ts';
export { organizationData } from './organization-data.ts';
export type { OrganizationPart } from './organization-part.ts';
export {
  mayCampaign,
  mayManageGroups,
  mayManageKeys,
  mayManageMembers,
  mayPlan,
  mayReadTeam,
  mayStopCampaigns,
} from './policy.ts';
export { presentMember } from './present.ts';
export { type PresentedAthlete, presentAthlete } from './present-athlete.ts';
export { putCoach } from './put-coach.ts';
export { findCoachesAmong } from './queries.ts';
export { removeMember } from './remove-member.ts';
export { type MemberJoined, type MemberLeft, memberJoined, memberLeft } from './roster-events.ts';
export { setHeadCoach } from './set-head-coach.ts';
export { setOrganizationTier } from './set-organization-tier.ts';
export { loadStanding, requireAllowed, requireFeature, requireRight, type Standing } from './standing.ts';
export { MEMBER_STATUSES, type Member, type MemberStatus } from './types.ts';
export { updateMember } from './update-member.ts';
export { updateOrganization } from './update-organization.ts';

/** @param parts what later modules keep of organizations, in the order in which they let go */
export function organizationRoutes(
  deps: { db: Database; clock: Clock; events: Events; defaultOrgTier: Tier },
  parts: readonly OrganizationPart[],
): readonly Route[] {
  return [
    createOrganizationRoute(deps),
    listOwnOrganizationsRoute(deps),
    readOrganizationRoute(deps),
    updateOrganizationRoute(deps),
    deleteOrganizationRoute({ ...deps, parts }),
    changeHeadCoachRoute(deps),
    putCoachRoute(deps),
    removeCoachRoute(deps),
    addMemberRoute(deps),
    listMembersRoute(deps),
    updateMemberRoute(deps),
    removeMemberRoute(deps),
    listAuditLogsRoute(deps),
  ];
}
