import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { noSuchCampaign, notDeletable } from './errors.ts';
import { deleteCampaignRow, lockCampaign } from './queries.ts';
import { requireCampaigner } from './require-campaigner.ts';

/**
 * Deletes a campaign of which nothing went out. What members were sent stays on record.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; noSuchCampaign; notDeletable
 */
export async function deleteCampaign(
  { db }: { db: Database },
  actor: UserActor,
  asked: { org_id: string; campaign_id: string },
): Promise<void> {
  const { org_id } = await requireCampaigner(db, asked.org_id, actor);
  const id = asked.campaign_id;
  await db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    await requireCampaigner(tx, org_id, actor);
    const campaign = await lockCampaign(tx, { org_id, id });
    if (campaign === null) throw noSuchCampaign();
    const isOff = campaign.state === 'cancelled' && campaign.outgoing_id === null;
    if (campaign.state !== 'draft' && !isOff) throw notDeletable();
    await deleteCampaignRow(tx, { org_id, id });
  });
}
