import type { UserActor } from '../../../http/actor.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Quotas } from '../../../shared/quotas.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import type { Channel } from '../delivery/outgoing.ts';
import type { Campaign, CampaignReport } from './campaign.ts';
import { countingOwn } from './count-own.ts';
import { holdCampaigns, requireCampaignQuota, requireDayQuota } from './hold-day.ts';
import { findTimeZones, holdAuthor, insertCampaign } from './queries.ts';
import { type AskedAudience, readAudience, requireSomebody } from './read-audience.ts';
import { reportOf } from './read-campaigns.ts';
import { readSchedule, zoneOf } from './read-schedule.ts';
import { requireCampaigner } from './require-campaigner.ts';
import { startCampaign } from './start-campaign.ts';

type Asked = {
  readonly org_id: string;
  readonly title: string;
  readonly body: string;
  readonly channels: readonly Channel[];
  readonly audience: AskedAudience;
  /** Epoch milliseconds or a local time. Undefined or null means at once, or for a draft when it is sent. */
  readonly scheduled_at: string | number | null | undefined;
  readonly draft: boolean;
};

export type CampaignDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly rateLimiter: RateLimiter;
  readonly quotas: Pick<Quotas, 'campaigns' | 'drafts'>;
};

/**
 * Creates a campaign: a draft, or one that goes out at once or at a given time.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; invalidField; tooManyCampaigns; tooManyDrafts; campaignLimit; dayIsFull;
 *   ownCampaignLimit; ownDayIsFull; unauthenticated when the caller has just lost their account
 */
export async function createCampaign(
  deps: CampaignDeps,
  actor: UserActor,
  asked: Asked,
): Promise<CampaignReport> {
  const { org_id } = await requireCampaigner(deps.db, asked.org_id, actor);
  const write = () => writeCampaign(deps, actor, { ...asked, org_id });
  return asked.draft ? await write() : await countingOwn(deps.rateLimiter, actor.user_id, write);
}

async function writeCampaign(deps: CampaignDeps, actor: UserActor, asked: Asked): Promise<CampaignReport> {
  const { org_id } = asked;
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await holdCampaigns(tx, org_id);
    // Somebody who was dismissed or lost their account since they asked must not begin anything.
    await requireCampaigner(tx, org_id, actor);
    if (!(await holdAuthor(tx, actor.user_id))?.is_active) throw unauthenticated();
    const draft = await readCampaignText(tx, asked, actor, now);
    await requireCampaignQuota(tx, { org_id, is_draft: asked.draft }, deps.quotas);
    const { scheduled_at: at } = draft;
    if (!asked.draft) await requireDayQuota(tx, draft, { at, now });
    const isScheduled = !asked.draft && at !== null;
    const written: Campaign = isScheduled ? { ...draft, state: 'scheduled' } : draft;
    await insertCampaign(tx, written);
    const goesOut = !asked.draft && at === null;
    const campaign = goesOut ? await startCampaign(tx, deps, { campaign: written, actor, now }) : written;
    return await reportOf(tx, campaign);
  });
}

async function readCampaignText(
  tx: Transaction,
  { org_id, title, body, channels, audience: asked, scheduled_at }: Asked,
  { user_id }: UserActor,
  now: Date,
): Promise<Campaign> {
  const zones = await findTimeZones(tx, { org_id, user_id });
  if (zones === null) throw noSuchOrganization();
  const time_zone = zoneOf(zones);
  const at = scheduled_at ?? null;
  const scheduled = at === null ? null : readSchedule(at, { time_zone, now });
  const audience = await readAudience(tx, { org_id, asked });
  await requireSomebody(tx, { org_id, audience });
  return {
    id: newId(),
    org_id,
    title: title.trim(),
    body: asLines(body),
    channels,
    audience,
    state: 'draft',
    scheduled_at: scheduled,
    time_zone,
    created_by: user_id,
    created_at: now,
    updated_at: now,
    sent_at: null,
    outgoing_id: null,
  };
}

export const asLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();
