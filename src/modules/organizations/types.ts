import type { Tier } from '../../shared/access.ts';

export const COACH_ROLES = ['admin', 'assistant_coach'] as const;
export type CoachRole = (typeof COACH_ROLES)[number];

/** Beside the head coach. All of them stand in the organization's record, and are told who joins. */
export const MAX_COACHES = 500;

export const MEMBER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export type Settings = Readonly<Record<string, unknown>>;

export type Organization = {
  org_id: string;
  org_name: string;
  description: string;
  head_coach_user_id: string;
  /** Beside the head coach, in the order they were added. */
  coaches: readonly { user_id: string; name: string; role: CoachRole }[];
  settings: Settings;
  tier: Tier;
  created_at: Date;
};

export const OWN_ROLES = ['head_coach', ...COACH_ROLES, 'member'] as const;

/** An organization that somebody belongs to, and as what. A coach who is a member as well is a coach. */
export type OwnOrganization = {
  org_id: string;
  org_name: string;
  logo_url: string | null;
  role: (typeof OWN_ROLES)[number];
  /** Null for who is not on the roster. */
  member_status: MemberStatus | null;
};

/** A current member, as coaches see them. */
export type Member = {
  user_id: string;
  username: string;
  /** The coach's nickname, or else the name the athlete goes by. */
  display_name: string;
  member_level: string | null;
  labels: readonly string[];
  status: MemberStatus;
  coach_id: string | null;
  joined_at: Date;
};
