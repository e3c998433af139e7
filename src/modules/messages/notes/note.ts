import type { OrganizationAccess } from '../../organizations/index.ts';

export const NOTE_ROLES = [
  'head_coach',
  'admin',
  'assistant_coach',
] as const satisfies readonly OrganizationAccess['role'][];
export type NoteRole = (typeof NOTE_ROLES)[number];

/** What a coach has written down about an athlete, for the coaches of the organization. */
export type CoachNote = {
  readonly id: string;
  readonly org_id: string;
  readonly athlete_id: string;
  /** Null for who has deleted their account. */
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly author_role: NoteRole;
  readonly text: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};
