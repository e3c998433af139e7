import { DAY_MS } from '../../shared/time.ts';

export const INVITATION_KINDS = ['email', 'link'] as const;
export type InvitationKind = (typeof INVITATION_KINDS)[number];

/** `accepted`: as often as it may be. */
export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const MAX_USES = 10_000;
export const DEFAULT_DAYS = 14;
export const MAX_DAYS = 90;
/** Of an organization, at once. */
export const MAX_PENDING = 1_000;
/** Mails that one organization, and one coach in all theirs, may have sent within an hour. */
export const MAX_MAILS_AN_HOUR = 100;
/** Mails that one address gets in a day, whoever invites: the rest waits. */
export const MAX_MAILS_A_DAY_TO_ONE = 6;
/** Of these, how many a single coach may use up: three would have to join to keep others from writing. */
export const MAX_MAILS_A_DAY_TO_ONE_BY_ONE = 2;
/** After an invitation has ended, its coaches may still want to know whom they invited. */
export const EMAIL_KEPT_MS = 30 * DAY_MS;

export type Invitation = {
  id: string;
  org_id: string;
  kind: InvitationKind;
  /** Null for links, and some time after it has ended. */
  email: string | null;
  status: InvitationStatus;
  max_uses: number;
  uses: number;
  /** What the roster will call whoever accepts; null once a single-use invitation is accepted, when the roster has it. */
  display_name: string | null;
  member_level: string | null;
  labels: readonly string[];
  /** Null once they have deleted their account. */
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
};
