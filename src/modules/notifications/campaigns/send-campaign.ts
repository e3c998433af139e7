import type { UserActor } from '../../../http/actor.ts';
import { invalidField } from '../../../shared/errors.ts';
import type { Campaign, CampaignReport } from './campaign.ts';
import { countingOwn } from './count-own.ts';
import type { CampaignDeps } from './create-campaign.ts';
import { noSuchCampaign, notADraft } from './errors.ts';
import { holdCampaigns, requireDayQuota } from './hold-day.ts';
import { findCampaign, holdAuthor, lockCampaign, updateCampaign } from './queries.ts';
import { requireSomebody } from './read-audience.ts';
import { reportOf } from './read-campaigns.ts';
import { requireCampaigner } from './require-campaigner.ts';
import { startCampaign } from './start-campaign.ts';

type SendDeps = Omit<CampaignDeps, 'quotas'>;

/**
 * Sends a draft at its time, or at once where it has none. Of two who send it at the same moment, one succeeds.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; noSuchCampaign; notADraft; invalidField; campaignLimit; dayIsFull;
 *   ownCampaignLimit; ownDayIsFull
 */
export async function sendCampaign(
  deps: SendDeps,
  actor: UserActor,
  asked: { org_id: string; campaign_id: string },
): Promise<CampaignReport> {
  const { org_id } = await requireCampaigner(deps.db, asked.org_id, actor);
  const send = () => sendDraft(deps, actor, { org_id, id: asked.campaign_id });
  return await countingOwn(deps.rateLimiter, actor.user_id, send);
}

async function sendDraft(
  deps: SendDeps,
  actor: UserActor,
  { org_id, id }: { org_id: string; id: string },
): Promise<CampaignReport> {
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await holdCampaigns(tx, org_id);
    await requireCampaigner(tx, org_id, actor);
    const found = await findCampaign(tx, { org_id, id });
    if (found === null) throw noSuchCampaign();
    await holdAuthor(tx, found.created_by);
    const campaign = await lockCampaign(tx, { org_id, id });
    if (campaign === null) throw noSuchCampaign();
    if (campaign.state !== 'draft') throw notADraft();
    await requireSomebody(tx, campaign);
    const { scheduled_at: at } = campaign;
    requireTimeAhead(at, now);
    await requireDayQuota(tx, campaign, { at, now });
    if (at === null) return await reportOf(tx, await startCampaign(tx, deps, { campaign, actor, now }));
    const scheduled: Campaign = { ...campaign, state: 'scheduled', updated_at: now };
    await updateCampaign(tx, scheduled);
    return { campaign: scheduled, outgoing: null };
  });
}

function requireTimeAhead(at: Date | null, now: Date): void {
  if (at === null || at > now) return;
  throw invalidField(
    'scheduled_at',
    'the time of this draft is over: change it to another one, or to null to send it at once',
  );
}
