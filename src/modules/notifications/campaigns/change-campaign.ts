import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { writeAudit } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import type { Channel } from '../delivery/outgoing.ts';
import type { Campaign, CampaignReport } from './campaign.ts';
import { asLines } from './create-campaign.ts';
import { noSuchCampaign, notChangeable } from './errors.ts';
import { holdCampaigns, requireDayQuota } from './hold-day.ts';
import { findCampaign, findTimeZones, holdAuthor, lockCampaign, updateCampaign } from './queries.ts';
import { type AskedAudience, readAudience, requireSomebody } from './read-audience.ts';
import { readSchedule, zoneOf } from './read-schedule.ts';
import { requireCampaigner } from './require-campaigner.ts';

/** A field that is undefined stays as it is. */
type Changes = {
  readonly title: string | undefined;
  readonly body: string | undefined;
  readonly channels: readonly Channel[] | undefined;
  readonly audience: AskedAudience | undefined;
  readonly scheduled_at: string | number | null | undefined;
};

/**
 * Changes a draft, or a scheduled campaign that has not begun. Of two changes at once, the second sees what the first has written. A
 * campaign whose time is removed becomes a draft again. The audit log says who changed which fields, since another person's name may
 * stand on the campaign.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; noSuchCampaign; invalidField; notChangeable; dayIsFull;
 *   ownDayIsFull
 */
export async function changeCampaign(
  { db, clock }: { db: Database; clock: Clock },
  actor: UserActor,
  asked: { org_id: string; campaign_id: string },
  changes: Changes,
): Promise<CampaignReport> {
  const { org_id } = await requireCampaigner(db, asked.org_id, actor);
  const id = asked.campaign_id;
  const now = clock.now();
  return await db.transaction(async (tx) => {
    await holdCampaigns(tx, org_id);
    await requireCampaigner(tx, org_id, actor);
    const found = await findCampaign(tx, { org_id, id });
    if (found === null) throw noSuchCampaign();
    await holdAuthor(tx, found.created_by);
    const read = await readChanges(tx, org_id, actor, changes, now);
    const campaign = await lockCampaign(tx, { org_id, id });
    if (campaign === null) throw noSuchCampaign();
    if (campaign.state !== 'draft' && campaign.state !== 'scheduled') throw notChangeable();
    const changed = { ...campaign, ...read };
    if (changed.scheduled_at === null) changed.state = 'draft';
    if (isDeepStrictEqual(changed, campaign)) return { campaign, outgoing: null };
    changed.updated_at = now;
    if (changed.state === 'scheduled' && read.scheduled_at !== undefined)
      await requireDayQuota(tx, changed, { at: changed.scheduled_at, now });
    await updateCampaign(tx, changed);
    await writeDown(tx, changed, { changes, actor, now });
    return { campaign: changed, outgoing: null };
  });
}

async function writeDown(
  tx: Transaction,
  { id, org_id, title }: Campaign,
  { changes, actor, now }: { changes: Changes; actor: UserActor; now: Date },
): Promise<void> {
  const changed = Object.entries(changes).flatMap(([name, given]) => (given === undefined ? [] : [name]));
  if (changed.length === 0) return;
  const target = { target_id: id, target_name: title };
  await writeAudit(tx, { org_id, event_type: 'campaign_changed', actor, ...target, data: { changed }, now });
}

async function readChanges(
  tx: Transaction,
  org_id: string,
  { user_id }: UserActor,
  changes: Changes,
  now: Date,
): Promise<Partial<Campaign>> {
  const { title, body, channels, audience, scheduled_at } = changes;
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(body === undefined ? {} : { body: asLines(body) }),
    ...(channels === undefined ? {} : { channels }),
    ...(audience === undefined ? {} : { audience: await newAudience(tx, org_id, audience) }),
    ...(scheduled_at === undefined ? {} : await newSchedule(tx, { org_id, user_id }, scheduled_at, now)),
  };
}

async function newAudience(
  tx: Transaction,
  org_id: string,
  asked: AskedAudience,
): Promise<Campaign['audience']> {
  const audience = await readAudience(tx, { org_id, asked });
  await requireSomebody(tx, { org_id, audience });
  return audience;
}

async function newSchedule(
  tx: Transaction,
  whose: { org_id: string; user_id: string },
  given: string | number | null,
  now: Date,
): Promise<Partial<Campaign>> {
  if (given === null) return { scheduled_at: null };
  const zones = await findTimeZones(tx, whose);
  if (zones === null) throw noSuchOrganization();
  const time_zone = zoneOf(zones);
  return { scheduled_at: readSchedule(given, { time_zone, now }), time_zone };
}
