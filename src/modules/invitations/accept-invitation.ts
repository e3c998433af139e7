import type { UserActor } from '../../http/actor.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { featuresOf } from '../../shared/access.ts';
import { featureNotEnabled, unauthenticated } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import {
  alreadyMember,
  holdMember,
  holdOrganization,
  joinOrganization,
  type Member,
} from '../organizations/index.ts';
import { holdUser } from '../users/index.ts';
import { endedAs, unknownToken } from './errors.ts';
import { type FoundInvitation, findByToken, takeUse } from './queries.ts';

/**
 * Puts whoever has the token on the roster of the club that invites, whatever address it was sent to: having the link is
 * what counts.
 *
 * @throws unknownToken; invitationEnded; alreadyMember; featureNotEnabled
 */
export async function acceptInvitation(
  deps: { db: Database; clock: Clock; events: Events },
  actor: UserActor,
  token: string,
): Promise<{ invitation: FoundInvitation; member: Member }> {
  const now = deps.clock.now();
  const token_hash = hashToken(token);
  const invitation = await findByToken(deps.db, { token_hash, now });
  if (invitation === null) throw unknownToken();
  requireMembers(invitation);
  const { org_id, id, display_name, member_level, labels } = invitation;
  const { user_id } = actor;
  const member = await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    // Also when the invitation has ended: who has used it up themself is told so.
    if ((await holdMember(tx, { org_id, user_id })) !== null) throw ownMembership();
    if (!(await takeUse(tx, { org_id, id, now }))) {
      const ended = await findByToken(tx, { token_hash, now });
      // What was pending and is not there any more went with the account that it was sent to.
      throw ended === null || ended.status === 'pending' ? unknownToken() : endedAs(ended.status);
    }
    const text = { display_name, member_level, labels };
    return await joinOrganization(tx, deps, { org_id, user_id, ...text, actor, invitation_id: id, now });
  });
  return { invitation, member };
}

const ownMembership = () => alreadyMember({ message: 'You are a member of this organization already.' });

function requireMembers({ tier }: FoundInvitation): void {
  if (featuresOf(tier).includes('member_management')) return;
  throw featureNotEnabled({
    message: `The feature member_management is not part of the ${tier} tier of this organization.`,
  });
}
