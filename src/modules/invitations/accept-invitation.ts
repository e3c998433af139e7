import type { UserActor } from '../../http/actor.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { featuresOf } from '../../shared/access.ts';
import { unauthenticated } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import {
  holdMembership,
  holdOrganization,
  joinOrganization,
  type Member,
  requireFeature,
} from '../organizations/index.ts';
import { holdUser } from '../users/index.ts';
import { cannotReturn, endedAs, ownMembership, unknownToken } from './errors.ts';
import { type FoundInvitation, findByToken, takeUse } from './queries.ts';

/**
 * Puts whoever has the token on the roster of the club that invites, whatever address it was sent to: having the link is
 * what counts.
 *
 * @throws unknownToken, also when the organization was deleted meanwhile; invitationEnded; ownMembership; cannotReturn;
 *   featureNotEnabled
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
  const { tier } = invitation;
  requireFeature({ organization: { tier, features: featuresOf(tier) } }, 'member_management');
  const { org_id, id, display_name, member_level, labels } = invitation;
  const { user_id } = actor;
  const member = await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id, unknownToken);
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    await requireNewcomer(tx, invitation, user_id);
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

/**
 * Whom the coaches suspended, or who left or was removed since the invitation was made, does not come back by it: what a coach
 * has ended only a coach begins again. Their record is held, so that nobody ends the membership at this moment.
 */
async function requireNewcomer(
  tx: Transaction,
  { org_id, created_at }: FoundInvitation,
  user_id: string,
): Promise<void> {
  const membership = await holdMembership(tx, { org_id, user_id });
  if (membership === null) return;
  if (membership.left_at === null) throw ownMembership();
  if (membership.status === 'suspended') {
    throw cannotReturn({
      message: 'You were suspended in this organization before you left it. Ask a coach to add you.',
    });
  }
  if (membership.left_at >= created_at) throw cannotReturn();
}
