import type * as wire from './contract.ts';
import type { Group } from './group.ts';

export function presentGroup(group: Group): wire.Group {
  return {
    id: group.id,
    org_id: group.org_id,
    name: group.name,
    description: group.description,
    color: group.color,
    member_count: group.member_count,
    members: [...group.members],
    created_at: group.created_at.toISOString(),
    updated_at: group.updated_at.toISOString(),
  };
}
