import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { findOfferedMembers } from './offer-queries.ts';
import { mayReadTeam } from './policy.ts';
import { type ProfileStatus, profileStatusReader } from './profile-status.ts';
import { findRoster, type MemberFilter } from './roster-queries.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import type { Member, MemberStatus, Offer } from './types.ts';

/** A member with, where it was asked for, what of their profile is there. */
export type RosterMember = Member & { readonly profile_status?: ProfileStatus };

/**
 * A page of the roster, and how many match in all. With the status `pending` it is those who were asked and have not answered:
 * of them there is only what a coach typed, and nobody coaches them.
 */
export async function listMembers(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  {
    include_profile_status,
    status,
    ...filter
  }: Omit<MemberFilter, 'status'> & {
    status: MemberStatus | 'pending' | undefined;
    include_profile_status: boolean;
  },
): Promise<{ members: (RosterMember | Offer)[]; count: number }> {
  requireAllowed(
    mayReadTeam(await loadStanding(db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its members.',
  );
  if (status === 'pending') {
    if (filter.coach_id !== undefined) return { members: [], count: 0 };
    const { offers, count } = await findOfferedMembers(db, filter);
    return { members: offers, count };
  }
  const { entries, count } = await findRoster(
    db,
    { ...filter, status },
    { with_profiles: include_profile_status },
  );
  if (!include_profile_status) return { members: entries.map(({ member }) => member), count };
  const audience = actor.type === 'api_key' ? 'organization_api' : 'coach';
  const statusOf = profileStatusReader({ audience, now: clock.now() });
  return { members: entries.map((entry) => ({ ...entry.member, profile_status: statusOf(entry) })), count };
}
