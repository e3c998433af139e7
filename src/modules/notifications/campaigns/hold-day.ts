import type { Transaction } from '../../../infra/db/database.ts';
import { type Quotas, requireQuota } from '../../../shared/quotas.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { type Campaign, MAX_A_DAY, MAX_A_DAY_BY_ONE } from './campaign.ts';
import { campaignLimit, dayIsFull, ownDayIsFull, tooManyCampaigns, tooManyDrafts } from './errors.ts';
import { countCampaigns, countInSpan, countScheduledBy, lockForCampaigns } from './queries.ts';
import { dayAround } from './read-schedule.ts';

/**
 * Holds an organization, so that what is counted of its campaigns still is so when the transaction ends.
 *
 * @throws noSuchOrganization when it was deleted meanwhile
 */
export async function holdCampaigns(tx: Transaction, org_id: string): Promise<void> {
  if (!(await lockForCampaigns(tx, org_id))) throw noSuchOrganization();
}

/** @throws tooManyCampaigns, tooManyDrafts when there is no room for another one */
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
 * Nobody writes to a whole club all day long: so many go out between one midnight and the next where it is. The caller holds
 * the organization, and whoever wrote it, of whose scheduled campaigns only so many lie in that day either.
 *
 * @param at when the campaign is to go out; null: now
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
  // A day with a clock change has 25 hours; nobody is told to wait for more than one.
  const wait_ms = Math.min(day.until.getTime() - now.getTime(), DAY_MS);
  throw campaignLimit({ headers: { 'Retry-After': String(Math.max(Math.ceil(wait_ms / SECOND_MS), 1)) } });
}
