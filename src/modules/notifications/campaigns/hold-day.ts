import type { Transaction } from '../../../infra/db/database.ts';
import { type Quotas, requireQuota } from '../../../shared/quotas.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { type Campaign, MAX_A_DAY, MAX_A_DAY_BY_ONE } from './campaign.ts';
import { campaignLimit, dayIsFull, ownDayIsFull, tooManyCampaigns, tooManyDrafts } from './errors.ts';
import { countCampaigns, countInSpan, countScheduledBy, lockForCampaigns } from './queries.ts';
import { dayAround } from './read-schedule.ts';

/**
 * Locks an organization, so that the count of its campaigns stays true until the transaction ends.
 *
 * @throws noSuchOrganization when it was deleted meanwhile
 */
export async function holdCampaigns(tx: Transaction, org_id: string): Promise<void> {
  if (!(await lockForCampaigns(tx, org_id))) throw noSuchOrganization();
}

/** @throws tooManyCampaigns or tooManyDrafts when the organization's quota is used up */
export async function requireCampaignQuota(
  tx: Transaction,
  { org_id, is_draft }: { readonly org_id: string; readonly is_draft: boolean },
  quotas: Pick<Quotas, 'campaigns' | 'drafts'>,
): Promise<void> {
  const { all, drafts } = await countCampaigns(tx, org_id);
  requireQuota(tooManyCampaigns, { used: all, limit: quotas.campaigns });
  if (is_draft) requireQuota(tooManyDrafts, { used: drafts, limit: quotas.drafts });
}

/**
 * Limits how many campaigns an organization sends between two midnights of its time zone, and how many of one author's scheduled
 * campaigns lie in that day. The caller holds the organization and the author.
 *
 * @param at when the campaign is to go out; null means now
 * @throws campaignLimit with `Retry-After` for now, dayIsFull and ownDayIsFull for another time
 */
export async function requireDayQuota(
  tx: Transaction,
  { id, org_id, time_zone, created_by }: Pick<Campaign, 'id' | 'org_id' | 'time_zone' | 'created_by'>,
  { at, now }: { at: Date | null; now: Date },
): Promise<void> {
  const day = dayAround(at ?? now, time_zone);
  if (at !== null && created_by !== null) {
    const own = await countScheduledBy(tx, { created_by, ...day, but: id });
    if (own >= MAX_A_DAY_BY_ONE) throw ownDayIsFull();
  }
  if ((await countInSpan(tx, { org_id, ...day, but: id })) < MAX_A_DAY) return;
  if (at !== null) throw dayIsFull();
  // A day with a clock change can have 25 hours, but `Retry-After` never says more than 24.
  const wait_ms = Math.min(day.until.getTime() - now.getTime(), DAY_MS);
  throw campaignLimit({ headers: { 'Retry-After': String(Math.max(Math.ceil(wait_ms / SECOND_MS), 1)) } });
}
