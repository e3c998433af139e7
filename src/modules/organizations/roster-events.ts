import { defineEvent } from '../../infra/events/index.ts';
import type { OfferedRole } from './types.ts';

/**
 * Somebody has come to the roster or gone from it. Events wait in the queue and stay there for a day: who it was is said by
 * id, and whoever hears it asks for the name, which somebody who has deleted their account no longer has.
 */
type RosterChange = {
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly org_name: string;
  /** Whether the athlete did it themself, and not a coach. */
  readonly by_athlete: boolean;
  readonly coach_ids: readonly string[];
};

export type MemberJoined = RosterChange & { readonly user_id: string };

/** Null for who left by deleting their account: there is nobody any more whose id it could be. */
export type MemberLeft = RosterChange & { readonly user_id: string | null };

export const memberJoined = defineEvent<MemberJoined>({
  name: 'member_joined',
  payload: (value) => {
    const { user_id, ...change } = value as Partial<MemberJoined>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    return { ...readChange(change), user_id };
  },
});

export const memberLeft = defineEvent<MemberLeft>({
  name: 'member_left',
  payload: (value) => {
    const { user_id, ...change } = value as Partial<MemberLeft>;
    if (typeof user_id !== 'string' && user_id !== null) throw new TypeError('the athlete is missing');
    return { ...readChange(change), user_id };
  },
});

export type MembershipOffered = {
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly user_id: string;
  readonly role: OfferedRole;
};

export const membershipOffered = defineEvent<MembershipOffered>({
  name: 'membership_offered',
  payload: (value) => readOffered(value as Partial<MembershipOffered>),
});

/** Somebody has said no; `coach_ids` are the coaches of that moment. */
export type MembershipDeclined = MembershipOffered & { readonly coach_ids: readonly string[] };

export const membershipDeclined = defineEvent<MembershipDeclined>({
  name: 'membership_declined',
  payload: (value) => {
    const { coach_ids, ...offered } = value as Partial<MembershipDeclined>;
    if (!Array.isArray(coach_ids)) throw new TypeError('the coaches are missing');
    return { ...readOffered(offered), coach_ids };
  },
});

function readOffered(value: Partial<MembershipOffered>): MembershipOffered {
  const { occurrence_id, org_id, org_name, user_id, role } = value;
  if (typeof occurrence_id !== 'string' || typeof user_id !== 'string' || role === undefined)
    throw new TypeError('the offer is missing');
  if (typeof org_id !== 'string' || typeof org_name !== 'string')
    throw new TypeError('the organization is missing');
  return { occurrence_id, org_id, org_name, user_id, role };
}

function readChange(value: Partial<RosterChange>): RosterChange {
  const { occurrence_id, org_id, org_name, by_athlete, coach_ids } = value;
  if (typeof occurrence_id !== 'string') throw new TypeError('the occurrence is missing');
  if (typeof org_id !== 'string' || typeof org_name !== 'string')
    throw new TypeError('the organization is missing');
  if (typeof by_athlete !== 'boolean') throw new TypeError('who did it is missing');
  if (!Array.isArray(coach_ids)) throw new TypeError('the coaches are missing');
  return { occurrence_id, org_id, org_name, by_athlete, coach_ids };
}
