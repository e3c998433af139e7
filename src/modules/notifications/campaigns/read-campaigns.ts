import type { UserActor } from '../../../http/actor.ts';
import type { Database, Queryable } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { readOutgoing } from '../delivery/read-outgoing.ts';
import type { Campaign, CampaignReport, CampaignState } from './campaign.ts';
import { noSuchCampaign } from './errors.ts';
import { findCampaign, findCampaigns } from './queries.ts';
import { requireCampaigner } from './require-campaigner.ts';

/**
 * A page of an organization's campaigns, each with the counts of its deliveries.
 *
 * @throws noSuchOrganization; forbidden; invalidField for the cursor
 */
export async function listCampaigns(
  { db }: { db: Database },
  actor: UserActor,
  { org_id: asked, state, ...page }: PageAsked & { org_id: string; state: CampaignState | undefined },
): Promise<{ reports: CampaignReport[]; next_cursor: string | null }> {
  const { org_id } = await requireCampaigner(db, asked, actor);
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => findCampaigns(db, { org_id, state, ...place }),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  return { reports: await reportsOf(db, rows), next_cursor };
}

/** @throws noSuchOrganization; forbidden; noSuchCampaign */
export async function readCampaign(
  { db }: { db: Database },
  actor: UserActor,
  asked: { org_id: string; campaign_id: string },
): Promise<CampaignReport> {
  const { org_id } = await requireCampaigner(db, asked.org_id, actor);
  const campaign = await findCampaign(db, { org_id, id: asked.campaign_id });
  if (campaign === null) throw noSuchCampaign();
  return await reportOf(db, campaign);
}

export async function reportOf(db: Queryable, campaign: Campaign): Promise<CampaignReport> {
  const { outgoing_id } = campaign;
  const states = await readOutgoing(db, { ids: outgoing_id === null ? [] : [outgoing_id] });
  return { campaign, outgoing: states.get(outgoing_id ?? '') ?? null };
}

async function reportsOf(db: Queryable, campaigns: readonly Campaign[]): Promise<CampaignReport[]> {
  const ids = campaigns.flatMap(({ outgoing_id }) => (outgoing_id === null ? [] : [outgoing_id]));
  const states = await readOutgoing(db, { ids });
  return campaigns.map((campaign) => ({
    campaign,
    outgoing: states.get(campaign.outgoing_id ?? '') ?? null,
  }));
}
