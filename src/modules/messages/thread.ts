export const THREAD_KINDS = ['activity', 'planned_workout', 'week', 'session', 'conversation'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** As what somebody reads and writes in a thread. Participants are those of a session of the club. */
export const SIDES = ['athlete', 'coach', 'participant'] as const;
export type Side = (typeof SIDES)[number];

export type Reader = { readonly user_id: string; readonly side: Side };

export type Place = {
  readonly org_id: string;
  /** Whose it is; null for what is the club's. */
  readonly athlete_id: string | null;
  readonly kind: ThreadKind;
  readonly key: string;
};

export type Thread = Place & {
  readonly id: string;
  readonly last_post_id: string | null;
  readonly last_post_at: Date;
  readonly waiting_since: Date | null;
};

/** Characters of a post. */
export const MAX_TEXT = 5_000;
export const MAX_MENTIONS = 20;
export const MAX_ATTACHMENTS = 10;

/** Of so many who have read a thread it is told how far: more than an organization has coaches. */
export const MAX_READERS = 1_000;

export const ATTACHMENT_KINDS = ['activity', 'planned_workout', 'plan'] as const;

export type Attachment =
  | { readonly kind: 'activity'; readonly activity_id: string }
  | { readonly kind: 'planned_workout'; readonly plan_id: string; readonly workout_id: string }
  | { readonly kind: 'plan'; readonly plan_id: string };

export type PostPlace = { readonly lap_number: number } | { readonly from_s: number; readonly to_s: number };

export type Post = {
  readonly id: string;
  readonly thread_id: string;
  /** Null for who has deleted their account. */
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly author_role: Side;
  readonly state: 'shown' | 'deleted' | 'hidden';
  /** Null where it is deleted, and where it is hidden from this reader. */
  readonly text: string | null;
  readonly mentions: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly place: PostPlace | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  /** Told to its author alone. */
  readonly hidden_reason: string | null;
};
