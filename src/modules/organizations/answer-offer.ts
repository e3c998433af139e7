import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, holdUser, type User } from '../users/index.ts';
import { cannotLead, noSuchOffer, offerLapsed, tooManyCoaches } from './errors.ts';
import { acceptLead, handOver, holdHeir, leaveWithoutHeadCoach, obstacleToLeading } from './hand-over.ts';
import { joinOrganization } from './join-organization.ts';
import { deleteOffers, insertBlock, lockOffers } from './offer-queries.ts';
import { endLeading, type OrganizationPart } from './organization-part.ts';
import { readOwnMembership } from './own-memberships.ts';
import { findTeamName } from './privacy-queries.ts';
import { countCoaches, findCoachRole, holdTeam, lockOrganization, upsertCoach } from './queries.ts';
import { membershipDeclined } from './roster-events.ts';
import { type CoachRole, MAX_COACHES, type Offer, type OfferedRole, type OwnMembership } from './types.ts';

export type AnswerDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly parts: readonly OrganizationPart[];
};
type Answer = {
  readonly org_id: string;
  readonly role: OfferedRole | undefined;
};

/** What an answer is about. The organization, the person and their offers are held until the transaction ends. */
type Asked = {
  readonly organization: NonNullable<Awaited<ReturnType<typeof lockOrganization>>>;
  readonly offer: Offer;
  readonly actor: UserActor;
  readonly now: Date;
};

/**
 * Says yes to what an organization asks the caller to be.
 *
 * @throws noSuchOffer, also where there is no such organization; invalidField where several offers wait and none is named;
 *   tooManyCoaches; cannotLead; offerLapsed
 */
export async function acceptOffer(
  deps: AnswerDeps,
  actor: UserActor,
  answer: Answer,
): Promise<OwnMembership> {
  return await answerOffer(deps, actor, answer, async (tx, asked) => {
    const { org_id, role } = asked.offer;
    if (role === 'member') await join(tx, deps, asked);
    else if (role === 'head_coach') await lead(tx, asked);
    else await coach(tx, asked, role);
    await deleteOffers(tx, { org_id, user_id: actor.user_id, roles: [role] });
  });
}

/**
 * Says no. The organization cannot ask again until the caller lifts the block; a coach who does not want to lead stays a coach
 * and blocks nothing.
 *
 * @throws noSuchOffer; invalidField as for a yes
 */
export async function declineOffer(
  deps: AnswerDeps,
  actor: UserActor,
  answer: Answer,
): Promise<OwnMembership> {
  return await answerOffer(deps, actor, answer, async (tx, { organization, offer, now }) => {
    const { org_id, role } = offer;
    const { user_id } = actor;
    await deleteOffers(tx, { org_id, user_id, roles: [role] });
    if (role === 'head_coach' && organization.head_coach_user_id === user_id) {
      await leaveWithoutHeadCoach(tx, { ...organization, previous_head_coach_user_id: user_id, actor, now });
      await endLeading(tx, deps.parts, { org_id, user_id, actor, now });
    }
    const stays = role === 'head_coach' && (await findCoachRole(tx, { org_id, user_id })) !== null;
    if (!stays) await insertBlock(tx, { org_id, user_id, reason: 'declined', blocked_at: now });
    await writeAudit(tx, {
      org_id,
      event_type: 'membership_declined',
      actor,
      target_id: user_id,
      target_name: offer.display_name,
      data: { role },
      now,
    });
    const team = await holdTeam(tx, org_id);
    if (team !== null)
      await deps.events.emit(tx, membershipDeclined, { ...team, occurrence_id: newId(), user_id, role });
  });
}

async function answerOffer(
  { db, clock }: AnswerDeps,
  actor: UserActor,
  { org_id, role }: Answer,
  settle: (tx: Transaction, asked: Asked) => Promise<void>,
): Promise<OwnMembership> {
  const { user_id } = actor;
  return await db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOffer();
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    const offer = chooseOffer(await lockOffers(tx, { org_id, user_id }), role);
    await settle(tx, { organization, offer, actor, now: clock.now() });
    return await readOwnMembership(tx, { org_id, user_id });
  });
}

function chooseOffer(offers: readonly Offer[], role: OfferedRole | undefined): Offer {
  const [offer, ...more] = role === undefined ? offers : offers.filter((one) => one.role === role);
  if (offer === undefined) throw noSuchOffer();
  if (more.length === 0) return offer;
  const roles = offers.map((one) => one.role).join(' or ');
  throw invalidField(
    'role',
    `must say which you answer, as this organization has asked you several things: ${roles}`,
  );
}

async function join(tx: Transaction, deps: AnswerDeps, { offer, actor, now }: Asked): Promise<void> {
  const { org_id, user_id, display_name, member_level, labels } = offer;
  await joinOrganization(tx, deps, { org_id, user_id, display_name, member_level, labels, actor, now });
}

async function coach(tx: Transaction, { offer, actor, now }: Asked, role: CoachRole): Promise<void> {
  const { org_id, user_id } = offer;
  if ((await countCoaches(tx, org_id)) >= MAX_COACHES) throw tooManyCoaches();
  const user = await findAccount(tx, user_id);
  await upsertCoach(tx, { org_id, user_id, role, added_at: now });
  await writeAudit(tx, {
    org_id,
    event_type: 'coach_added',
    actor,
    target_id: user_id,
    target_name: await findTeamName(tx, org_id, user),
    data: { role, previous_role: null },
    now,
  });
}

/** Either the caller leads already, named by an application or the operator, or the head coach hands over to them. */
async function lead(tx: Transaction, { organization, offer, actor, now }: Asked): Promise<void> {
  const { org_id, org_name, head_coach_user_id: previous } = organization;
  const { user_id } = actor;
  if (previous === user_id)
    return await acceptLead(tx, { org_id, org_name, head_coach_user_id: user_id, actor, now });
  // Whoever offered it must still be able to give it away.
  if (previous === null || previous !== offer.offered_by) throw offerLapsed();
  const heir = await holdHeir(tx, { user_id, previous });
  if (heir === null) throw unauthenticated();
  if ((await findCoachRole(tx, { org_id, user_id })) === null) throw offerLapsed();
  if (obstacleToLeading(heir) === 'role')
    throw cannotLead({ message: 'Only an account with the membership_role coach can lead an organization.' });
  await handOver(tx, {
    org_id,
    org_name,
    previous: { user_id: previous, accepted: true },
    next: user_id,
    accepted: true,
    actor,
    now,
  });
}

async function findAccount(tx: Transaction, user_id: string): Promise<User> {
  const user = await findUser(tx, user_id);
  if (user === null) throw unauthenticated();
  return user;
}
