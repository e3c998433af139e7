import type { Tier } from '../../shared/access.ts';

export const COACH_ROLES = ['admin', 'assistant_coach'] as const;
export type CoachRole = (typeof COACH_ROLES)[number];

/** Beside the head coach. All of them stand in the organization's record, and are told who joins. */
export const MAX_COACHES = 500;
/** On the roster of an organization. */
export const MAX_MEMBERS = 100_000;

export const OFFERED_ROLES = ['member', ...COACH_ROLES, 'head_coach'] as const;
export type OfferedRole = (typeof OFFERED_ROLES)[number];

/** What an organization has asked somebody to be and they have not answered, with what the coach typed about them. */
export type Offer = {
  org_id: string;
  user_id: string;
  role: OfferedRole;
  display_name: string | null;
  member_level: string | null;
  labels: readonly string[];
  /** Null for who has deleted their account since, and for an application or the operator. */
  offered_by: string | null;
  offered_at: Date;
};

/** Everything between one person and one organization, as that person sees it. */
export type OwnMembership = {
  org_id: string;
  org_name: string;
  logo_url: string | null;
  /** #RRGGBB. */
  sash_color: string | null;
  /** Null for who does not belong to it. */
  role: (typeof OWN_ROLES)[number] | null;
  member_status: MemberStatus | null;
  /** Unanswered. */
  offers: readonly Omit<Offer, 'org_id' | 'user_id' | 'offered_by'>[];
  /** Since when and why the organization may not ask them again; null where it may. */
  block: { reason: BlockReason; blocked_at: Date } | null;
};

export const BLOCK_REASONS = ['declined', 'left'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

export const MEMBER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export type Settings = Readonly<Record<string, unknown>>;

export type Organization = {
  org_id: string;
  org_name: string;
  description: string;
  /** Null after a named head coach declined or deleted their account before they accepted. */
  head_coach_user_id: string | null;
  /** Whether the head coach has agreed to be it. */
  head_coach_accepted: boolean;
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

export type Member = {
  user_id: string;
  username: string;
  display_name: string;
  member_level: string | null;
  labels: readonly string[];
  status: MemberStatus;
  coach_id: string | null;
  joined_at: Date;
};
