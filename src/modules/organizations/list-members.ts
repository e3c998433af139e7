import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidField } from '../../shared/errors.ts';
import { cutPage, type PageAsked, placeAfter } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { findOfferedMembers } from './offer-queries.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { mayReadTeam } from './policy.ts';
import { type ProfileStatus, profileStatusReader } from './profile-status.ts';
import { findRoster, type MemberFilter, type RosterPlace } from './roster-queries.ts';
import type { Member, MemberStatus, Offer } from './types.ts';

/** Pages begin after so many, or where the page before ended. */
type MemberPageAsked = PageAsked & { readonly offset: number };

export type RosterMember = Member & { readonly profile_status?: ProfileStatus };

/**
 * A page of the roster, and how many match in all. With the status `pending` it is those who were asked and have not answered:
 * of them there is only what a coach typed, and nobody coaches them.
 *
 * @throws notFound; forbidden; invalidField for the cursor
 */
export async function listMembers(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  {
    include_profile_status,
    status,
    page,
    ...filter
  }: Omit<MemberFilter, 'status'> & {
    status: MemberStatus | 'pending' | undefined;
    include_profile_status: boolean;
    page: MemberPageAsked;
  },
): Promise<{ members: (RosterMember | Offer)[]; count: number; next_cursor: string | null }> {
  requireAllowed(
    mayReadTeam(await loadOrganizationAccess(db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may read its members.',
  );
  const place = placeOf(page);
  if (status === 'pending') {
    if (filter.coach_id !== undefined) return { members: [], count: 0, next_cursor: null };
    const { offers, count } = await findOfferedMembers(db, { ...filter, ...place });
    const { rows, next_cursor } = cutPage(offers, page.limit, (offer) => ({
      at: offer.offered_at,
      id: offer.user_id,
    }));
    return { members: rows, count, next_cursor };
  }
  const { entries, count } = await findRoster(
    db,
    { ...filter, ...place, status },
    { with_profiles: include_profile_status },
  );
  const { rows, next_cursor } = cutPage(entries, page.limit, ({ member }) => ({
    at: member.joined_at,
    id: member.user_id,
  }));
  if (!include_profile_status) return { members: rows.map(({ member }) => member), count, next_cursor };
  const audience = actor.type === 'api_key' ? 'organization_api' : 'coach';
  const statusOf = profileStatusReader({ audience, now: clock.now() });
  const members = rows.map((entry) => ({ ...entry.member, profile_status: statusOf(entry) }));
  return { members, count, next_cursor };
}

function placeOf({ cursor, limit, offset }: MemberPageAsked): RosterPlace {
  if (cursor !== undefined && offset > 0) throw invalidField('offset', 'must be left out with cursor');
  return { after: placeAfter(cursor), offset, limit: limit + 1 };
}
