import type { AppActor, UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { holdUser } from '../users/index.ts';
import { alreadyMember, mayNotBeAsked, noSuchOrganization, noSuchUser } from './errors.ts';
import { joinOrganization } from './join-organization.ts';
import { countingOffer, makeOffer } from './make-offer.ts';
import { distinctLabels, readMemberText } from './member-input.ts';
import { findMember } from './member-queries.ts';
import { isBlocked } from './offer-queries.ts';
import {
  findOrganizationAccess,
  loadOrganizationAccess,
  requireAllowed,
  requireFeature,
} from './organization-access.ts';
import { mayManageMembers } from './policy.ts';
import { holdTeam } from './queries.ts';
import { requireLabelQuota } from './require-label-quota.ts';
import type { Member, Offer } from './types.ts';

type AddMemberInput = {
  org_id: string;
  user_id: string;
  display_name: string | null | undefined;
  member_level: string | null | undefined;
  labels: readonly string[] | undefined;
};

export type AddMemberDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly rateLimiter: RateLimiter;
  readonly quotas: Pick<Quotas, 'labels' | 'labels_per_member'>;
};

/**
 * Asks somebody to be a member, for a coach: they are on the roster when they have accepted.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchUser; alreadyMember; alreadyOffered; mayNotBeAsked; tooManyOffers;
 *   tooManyLabels; tooManyLabelsOfMember
 */
export async function offerMembership(
  deps: AddMemberDeps,
  actor: UserActor,
  input: AddMemberInput,
): Promise<Offer> {
  const { org_id, user_id } = input;
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayManageMembers(access), 'Only coaches of the organization may add members.');
  requireFeature(access, 'member_management');
  const text = readMemberText(input);
  const now = deps.clock.now();
  const { offer } = await countingOffer(deps.rateLimiter, { offered_by: actor.user_id, user_id }, () =>
    deps.db.transaction(async (tx) => {
      await requireLabelQuota(tx, { org_id, user_id: null }, text.labels, deps.quotas);
      const team = await holdTeam(tx, org_id);
      if (team === null) throw noSuchOrganization();
      if (!(await holdUser(tx, user_id))) throw noSuchUser({ message: 'user_id: there is no such user.' });
      if ((await findMember(tx, { org_id, user_id })) !== null) throw alreadyMember();
      const asked = { ...team, user_id: user_id.toLowerCase(), role: 'member' as const, text };
      return { offered: true, offer: await makeOffer(tx, deps, { ...asked, actor, now }) };
    }),
  );
  return offer;
}

/**
 * Puts a user on the roster, for an application that the operator trusts to have asked them. Who left may join again after
 * lifting their block, and starts anew.
 *
 * @throws notFound; featureNotEnabled; noSuchUser; mayNotBeAsked; alreadyMember, also when two add at once; tooManyLabels;
 *   tooManyLabelsOfMember; rosterIsFull
 */
export async function addMember(
  deps: Omit<AddMemberDeps, 'rateLimiter'>,
  actor: AppActor,
  input: AddMemberInput,
): Promise<Member> {
  const { org_id, user_id } = input;
  const access = await findOrganizationAccess(deps.db, org_id, actor);
  if (access === null) throw noSuchOrganization();
  requireFeature(access, 'member_management');
  return await deps.db.transaction(async (tx) => {
    const labels = distinctLabels(input.labels ?? []);
    await requireLabelQuota(tx, { org_id, user_id: null }, labels, deps.quotas);
    if ((await holdTeam(tx, org_id)) === null) throw noSuchOrganization();
    if (await isBlocked(tx, { org_id, user_id })) throw mayNotBeAsked();
    return await joinOrganization(tx, deps, { ...input, actor, now: deps.clock.now() });
  });
}
