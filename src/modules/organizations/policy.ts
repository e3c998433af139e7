import type { OrganizationAccess, OrganizationRole } from './organization-access.ts';

const COACHES: readonly OrganizationRole[] = ['head_coach', 'admin', 'assistant_coach'];
const LEADERS: readonly OrganizationRole[] = ['head_coach', 'admin'];

const isOneOf = (roles: readonly OrganizationRole[], { role }: OrganizationAccess): boolean =>
  roles.includes(role);

/** Settings are the team's: an API key, which may be in a third party's hands, does not see them. */
export const mayReadSettings = (access: OrganizationAccess): boolean =>
  isOneOf([...COACHES, 'member'], access) || access.is_platform_admin;

export const mayReadTier = (access: OrganizationAccess): boolean =>
  mayReadSettings(access) || access.role === 'key';

export const mayUpdateOrganization = (access: OrganizationAccess): boolean =>
  isOneOf(LEADERS, access) || access.is_platform_admin;

export const mayManageCoaches = (access: OrganizationAccess): boolean => access.role === 'head_coach';

export const mayRemoveCoach = (access: OrganizationAccess, isSelf: boolean): boolean =>
  mayManageCoaches(access) || (isSelf && isOneOf(COACHES, access));

/**
 * Handing it over, or deleting it. Not for platform admins: whoever leads sees the athletes' training. The operator has the
 * command line.
 */
export const mayGiveAway = (access: OrganizationAccess): boolean => access.role === 'head_coach';

/** Roster, groups and audit log: what the guard lets an API key through to, its scopes allow. */
export const mayReadTeam = (access: OrganizationAccess): boolean =>
  isOneOf([...COACHES, 'key'], access) || access.is_platform_admin;

/** Not platform admins: whoever is added to a team shows its coaches their training. */
export const mayManageMembers = (access: OrganizationAccess): boolean => isOneOf(COACHES, access);

/** Everybody may leave, also while suspended. */
export const mayRemoveMember = (access: OrganizationAccess, isSelf: boolean): boolean =>
  isOneOf(COACHES, access) || isSelf;

export const mayManageGroups = (access: OrganizationAccess): boolean => isOneOf(COACHES, access);

/** Making plans and workouts, reading them and giving them to athletes. Not platform admins: they run the server, not the club. */
export const mayPlan = (access: OrganizationAccess): boolean => isOneOf(COACHES, access);

/** Comments, messages and notes of the coaching staff. Not platform admins: what athletes write to their coaches is between them. */
export const mayWriteToAthletes = (access: OrganizationAccess): boolean => isOneOf(COACHES, access);

/** Writing to the members in the club's name. Not platform admins: they run the server, and have topics for what they say. */
export const mayCampaign = (access: OrganizationAccess): boolean => isOneOf(COACHES, access);

/** Calling them off. Platform admins too, without reading them: somebody outside a club must be able to stop it. */
export const mayStopCampaigns = (access: OrganizationAccess): boolean =>
  mayCampaign(access) || access.is_platform_admin;

export const mayManageKeys = (access: OrganizationAccess): boolean => isOneOf(LEADERS, access);
