import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import { noSuchInvitation } from './errors.ts';
import { markRevoked } from './queries.ts';
import { requireInviter } from './require-inviter.ts';

/**
 * Takes an invitation back: its link leads nowhere any more, and a mail that has not gone out yet does not go. Whoever
 * has accepted stays a member.
 * @throws noSuchOrganization; forbidden; noSuchInvitation, also for the second of two concurrent requests
 */
export async function revokeInvitation(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, invitation_id }: { org_id: string; invitation_id: string },
): Promise<void> {
  await requireInviter(deps.db, org_id, actor);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const revoked = await markRevoked(tx, { org_id, id: invitation_id, now });
    if (revoked === null) throw noSuchInvitation();
    const { id, kind, max_uses, expires_at } = revoked;
    const data = { kind, max_uses, expires_at: expires_at.toISOString() };
    await writeAudit(tx, { org_id, event_type: 'invitation_revoked', actor, target_id: id, data, now });
  });
}
