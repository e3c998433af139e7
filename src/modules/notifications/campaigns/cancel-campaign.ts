import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { cancelOutgoing } from '../delivery/start-outgoing.ts';
import { callOff } from './call-off.ts';
import type { CampaignReport } from './campaign.ts';
import { noSuchCampaign, notUnderWay } from './errors.ts';
import { lockCampaign } from './queries.ts';
import { reportOf } from './read-campaigns.ts';
import { requireMayStop } from './require-campaigner.ts';

/**
 * Calls a campaign off: a scheduled one as a whole, and of one that is going out what has not been sent yet. A second call is refused.
 * Coaches may do so even where their organization may write no campaigns any more, and so may platform admins, who cannot read
 * campaigns but can stop them.
 *
 * @returns null for an actor who may not read the campaign
 * @throws noSuchOrganization; forbidden; noSuchCampaign; notUnderWay
 */
export async function cancelCampaign(
  { db, clock }: { db: Database; clock: Clock },
  actor: UserActor,
  asked: { org_id: string; campaign_id: string },
): Promise<CampaignReport | null> {
  const { org_id } = await requireMayStop(db, asked.org_id, actor);
  const now = clock.now();
  return await db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const { may_read } = await requireMayStop(tx, org_id, actor);
    const campaign = await lockCampaign(tx, { org_id, id: asked.campaign_id });
    if (campaign === null) throw noSuchCampaign();
    if (campaign.state !== 'scheduled' && campaign.state !== 'sending') throw notUnderWay();
    const { outgoing_id } = campaign;
    if (outgoing_id !== null && !(await cancelOutgoing(tx, { id: outgoing_id, now }))) throw notUnderWay();
    const cancelled = await callOff(tx, campaign, { actor, now });
    return may_read ? await reportOf(tx, cancelled) : null;
  });
}
