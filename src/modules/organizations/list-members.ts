import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { mayReadTeam } from './policy.ts';
import { type ProfileStatus, profileStatusReader } from './profile-status.ts';
import { findRoster, type MemberFilter } from './roster-queries.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import type { Member } from './types.ts';

/** A member with, where it was asked for, what of their profile is there. */
export type RosterMember = Member & { readonly profile_status?: ProfileStatus };

/** A page of the roster, and how many match in all. */
export async function listMembers(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  { include_profile_status, ...filter }: MemberFilter & { include_profile_status: boolean },
): Promise<{ members: RosterMember[]; count: number }> {
  requireAllowed(
    mayReadTeam(await loadStanding(db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its members.',
  );
  const { entries, count } = await findRoster(db, filter, { with_profiles: include_profile_status });
  if (!include_profile_status) return { members: entries.map(({ member }) => member), count };
  const audience = actor.type === 'api_key' ? 'organization_api' : 'coach';
  const statusOf = profileStatusReader({ audience, now: clock.now() });
  return { members: entries.map((entry) => ({ ...entry.member, profile_status: statusOf(entry) })), count };
}
