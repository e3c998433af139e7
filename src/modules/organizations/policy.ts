import type { OrganizationRole, Standing } from './standing.ts';

const COACHES: readonly OrganizationRole[] = ['head_coach', 'admin', 'assistant_coach'];
const LEADERS: readonly OrganizationRole[] = ['head_coach', 'admin'];

const isOneOf = (roles: readonly OrganizationRole[], { role }: Standing): boolean => roles.includes(role);

/** Settings are the team's: an API key, which may be in a third party's hands, does not see them. */
export const mayReadSettings = (standing: Standing): boolean =>
  isOneOf([...COACHES, 'member'], standing) || standing.is_platform_admin;

export const mayReadTier = (standing: Standing): boolean =>
  mayReadSettings(standing) || standing.role === 'key';

export const mayUpdateOrganization = (standing: Standing): boolean =>
  isOneOf(LEADERS, standing) || standing.is_platform_admin;

export const mayManageCoaches = (standing: Standing): boolean => standing.role === 'head_coach';

/** The head coach dismisses, and everybody may resign. */
export const mayRemoveCoach = (standing: Standing, isSelf: boolean): boolean =>
  mayManageCoaches(standing) || (isSelf && isOneOf(COACHES, standing));

/**
 * Handing it over, or deleting it. Not for platform admins: whoever leads sees the athletes' training. The operator has the
 * command line.
 */
export const mayGiveAway = (standing: Standing): boolean => standing.role === 'head_coach';

/** Roster, groups and audit log: what the guard lets an API key through to, its scopes allow. */
export const mayReadTeam = (standing: Standing): boolean =>
  isOneOf([...COACHES, 'key'], standing) || standing.is_platform_admin;

/** Not platform admins: whoever is added to a team shows its coaches their training. */
export const mayManageMembers = (standing: Standing): boolean => isOneOf(COACHES, standing);

/** Everybody may leave, also while suspended. */
export const mayRemoveMember = (standing: Standing, isSelf: boolean): boolean =>
  isOneOf(COACHES, standing) || isSelf;

export const mayManageGroups = (standing: Standing): boolean => isOneOf(COACHES, standing);

/** Making plans and workouts, reading them and giving them to athletes. Not platform admins: they run the server, not the club. */
export const mayPlan = (standing: Standing): boolean => isOneOf(COACHES, standing);

/** Comments, messages and notes of the coaching staff. Not platform admins: what athletes write to their coaches is between them. */
export const mayWriteToAthletes = (standing: Standing): boolean => isOneOf(COACHES, standing);

/** Writing to the members in the club's name. Not platform admins: they run the server, and have topics for what they say. */
export const mayCampaign = (standing: Standing): boolean => isOneOf(COACHES, standing);

/** Calling them off. Platform admins too, without reading them: somebody outside a club must be able to stop it. */
export const mayStopCampaigns = (standing: Standing): boolean =>
  mayCampaign(standing) || standing.is_platform_admin;

/** A key reads the whole team's training: not for platform admins either. */
export const mayManageKeys = (standing: Standing): boolean => isOneOf(LEADERS, standing);
