import type { Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import { holdUser } from '../users/index.ts';
import { alreadyMember, noSuchOrganization, noSuchUser, rosterIsFull } from './errors.ts';
import { readMemberText } from './member-input.ts';
import { countMembers, findMember, insertMember } from './member-queries.ts';
import { deleteBlock, deleteOffers } from './offer-queries.ts';
import { holdTeam } from './queries.ts';
import { memberJoined } from './roster-events.ts';
import { MAX_MEMBERS, type Member } from './types.ts';

/**
 * Puts a user on the roster, in the caller's transaction: row, log and event. Who left may join again, and starts anew. The
 * caller has decided that it may be.
 *
 * @param input.invitation_id of the invitation that the user accepts
 * @throws noSuchOrganization; noSuchUser; rosterIsFull; alreadyMember, also when two add at once
 */
export async function joinOrganization(
  tx: Transaction,
  { events }: { events: Events },
  input: {
    org_id: string;
    user_id: string;
    display_name: string | null | undefined;
    member_level: string | null | undefined;
    labels: readonly string[] | undefined;
    actor: AuditActor;
    invitation_id?: string;
    now: Date;
  },
): Promise<Member> {
  const { org_id, user_id, actor, invitation_id, now } = input;
  const team = await holdTeam(tx, org_id);
  if (team === null) throw noSuchOrganization();
  if (!(await holdUser(tx, user_id))) throw noSuchUser({ message: 'user_id: there is no such user.' });
  if ((await countMembers(tx, org_id)) >= MAX_MEMBERS) throw rosterIsFull();
  if (!(await insertMember(tx, { org_id, user_id, ...readMemberText(input), joined_at: now }))) {
    throw alreadyMember();
  }
  // Joining answers an offer, and is the person's word, or a trusted application's, that the organization may ask.
  await deleteOffers(tx, { org_id, user_id, roles: ['member'] });
  await deleteBlock(tx, { org_id, user_id });
  const member = await findMember(tx, { org_id, user_id });
  if (member === null) throw new Error('A member that was just added is not there.');
  await writeAudit(tx, {
    org_id,
    event_type: 'member_added',
    actor,
    target_id: member.user_id,
    target_name: member.display_name,
    ...(invitation_id === undefined ? {} : { data: { invitation_id } }),
    now,
  });
  await events.emit(tx, memberJoined, {
    ...team,
    occurrence_id: newId(),
    user_id: member.user_id,
    by_athlete: actor.type === 'user' && actor.user_id === member.user_id,
  });
  return member;
}
