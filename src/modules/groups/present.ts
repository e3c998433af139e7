import type * as wire from './contract.ts';
import type { Group, GroupSummary } from './group.ts';

export function presentGroupSummary(group: GroupSummary) {
  return {
    id: group.id,
    org_id: group.org_id,
    name: group.name,
    description: group.description,
    color: group.color,
    member_count: group.member_count,
    created_at: group.created_at.toISOString(),
    updated_at: group.updated_at.toISOString(),
  };
}

export function presentGroup(group: Group): wire.Group {
  return { ...presentGroupSummary(group), members: [...group.members] };
}
