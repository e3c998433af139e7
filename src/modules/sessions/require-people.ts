import type { Transaction } from '../../infra/db/database.ts';
import { invalidField } from '../../shared/errors.ts';
import { findCoachesAmong } from '../organizations/index.ts';
import type { SessionText } from './club-session.ts';
import { findGroupsAmong } from './queries.ts';
import { requireGroups } from './read-session-input.ts';

/**
 * Refuses coaches and groups that are not the organization's. Those that the session had before are not checked again.
 *
 * @throws invalidField; validationError
 */
export async function requirePeople(
  tx: Transaction,
  org_id: string,
  text: SessionText,
  before: SessionText | null,
): Promise<void> {
  const { coach_user_id, audience_groups, workout } = text;
  if (coach_user_id !== null && coach_user_id !== before?.coach_user_id) {
    const coaches = await findCoachesAmong(tx, { org_id, user_ids: [coach_user_id] });
    if (coaches.length === 0) throw invalidField('coach_user_id', 'names no coach of the organization');
  }
  const kept = [...(before?.audience_groups ?? []), ...groupsIn(before)];
  const own = groupsIn(text);
  const asked = [...(audience_groups ?? []), ...own].filter((id) => !kept.includes(id));
  if (asked.length === 0) return;
  const known = [...kept, ...(await findGroupsAmong(tx, { org_id, group_ids: asked }))];
  requireGroups(audience_groups ?? [], known, 'group_ids');
  for (const [place, { group_id }] of (workout?.groups ?? []).entries()) {
    if (group_id !== null && !known.includes(group_id))
      throw invalidField(`workout.groups.${place}.group_id`, 'names no group of the organization');
  }
}

const groupsIn = (text: Pick<SessionText, 'workout'> | null): string[] =>
  (text?.workout?.groups ?? []).flatMap(({ group_id }) => (group_id === null ? [] : [group_id]));
