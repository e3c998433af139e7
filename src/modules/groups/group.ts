/** Of an organization. Lists of groups are not paged on the developer API, as its specification has it. */
export const MAX_GROUPS = 10_000;

export type GroupText = { name: string; description: string; color: string | null };

export type GroupSummary = GroupText & {
  id: string;
  org_id: string;
  member_count: number;
  created_at: Date;
  updated_at: Date;
};

export type Group = GroupSummary & {
  /** User ids in the order they were put in. */
  members: readonly string[];
};
