import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { pushTokensExpireBefore } from '../../../shared/push-tokens.ts';
import type { Clock } from '../../../shared/time.ts';
import { memberName } from '../../organizations/index.ts';
import { type CampaignAudience, campaignAudience } from '../delivery/audiences.ts';
import { decide, type SkipReason } from '../delivery/decide.ts';
import { CAMPAIGN } from '../delivery/kinds.ts';
import { CHANNELS, type Channel, FEW_PEOPLE } from '../delivery/outgoing.ts';
import { findPageOfPeople, type Person, reachable } from '../delivery/people-queries.ts';
import { noSuchCampaign, previewLimit } from './errors.ts';
import { findAudiencePage, findCampaign } from './queries.ts';
import { type AskedAudience, readAudience } from './read-audience.ts';
import { requireCampaigner } from './require-campaigner.ts';

type Deps = { readonly db: Database; readonly clock: Clock; readonly rateLimiter: RateLimiter };

/** What a campaign does on one channel, in numbers of people. */
type ChannelReach = {
  readonly channel: Channel;
  readonly reached: number;
  readonly not_reached: number;
  /** Null when there are so few people that the number would tell something about one of them. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>> | null;
};
export type CampaignPreview = {
  /** Members with an active account who are in the audience now. */
  readonly people: number;
  readonly reached: number;
  readonly channels: readonly ChannelReach[];
  readonly members: readonly { readonly user_id: string; readonly name: string }[];
  readonly next_cursor: string | null;
};

const MAX_PREVIEWS_A_MINUTE = 60;

/**
 * Tells whom a campaign that is not written yet would reach now. Nothing is stored.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; invalidField; previewLimit
 */
export async function previewCampaign(
  deps: Deps,
  actor: UserActor,
  asked: PageAsked & { org_id: string; channels: readonly Channel[]; audience: AskedAudience },
): Promise<CampaignPreview> {
  const { org_id } = await requirePreview(deps, actor, asked.org_id);
  const audience = await deps.db.transaction((tx) => readAudience(tx, { org_id, asked: asked.audience }));
  return await preview(deps, { ...asked, org_id, audience });
}

/** The same for a campaign that is stored. @throws as above; noSuchCampaign */
export async function previewWrittenCampaign(
  deps: Deps,
  actor: UserActor,
  asked: PageAsked & { org_id: string; campaign_id: string },
): Promise<CampaignPreview> {
  const { org_id } = await requirePreview(deps, actor, asked.org_id);
  const campaign = await findCampaign(deps.db, { org_id, id: asked.campaign_id });
  if (campaign === null) throw noSuchCampaign();
  const { channels, audience } = campaign;
  return await preview(deps, { ...asked, org_id, channels, audience });
}

/** The limit stops a coach from asking repeatedly with one person more or less, which would reveal that person's settings. */
async function requirePreview({ db, rateLimiter }: Deps, actor: UserActor, org_id: string) {
  const organization = await requireCampaigner(db, org_id, actor);
  const { allowed, tightest } = await rateLimiter.take(`campaign-previews-of:${actor.user_id}`, [
    { name: 'minute', limit: MAX_PREVIEWS_A_MINUTE, seconds: 60 },
  ]);
  if (!allowed) throw previewLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
  return organization;
}

type Whom = {
  readonly org_id: string;
  readonly channels: readonly Channel[];
  readonly audience: CampaignAudience;
};

async function preview({ db, clock }: Deps, asked: Whom & PageAsked): Promise<CampaignPreview> {
  const now = clock.now();
  return await db.transaction(async (tx) => {
    const tally = await countReach(tx, asked, now);
    const { rows, next_cursor } = await pageOf(
      asked,
      (place) => findAudiencePage(tx, { ...asked, ...place }),
      ({ joined_at, user_id }) => ({ at: joined_at, id: user_id }),
    );
    const members = rows.map((row) => ({ user_id: row.user_id, name: memberName(row) }));
    return { ...presentable(tally, asked), members, next_cursor };
  }, SNAPSHOT);
}

type Tally = {
  readonly people: number;
  readonly reached: number;
  readonly by_channel: ReadonlyMap<
    Channel,
    { readonly reached: number; readonly skipped: Map<SkipReason, number> }
  >;
};

const PEOPLE_A_PAGE = 1_000;

/** Takes the same decision as sending does, for everybody in the audience. */
async function countReach(tx: Transaction, whom: Whom, now: Date): Promise<Tally> {
  const kind = { ...CAMPAIGN, channels: whom.channels };
  const by_channel = new Map(
    CHANNELS.filter((channel) => whom.channels.includes(channel)).map((channel) => [
      channel,
      { reached: 0, skipped: new Map<SkipReason, number>() },
    ]),
  );
  let [people, reached] = [0, 0];
  for await (const page of pagesOfPeople(tx, whom, now)) {
    for (const person of page) {
      const decision = decide({ kind, person: reachable(person), now });
      people += 1;
      if (CHANNELS.some((channel) => 'at' in decision[channel])) reached += 1;
      for (const [channel, counts] of by_channel) {
        const when = decision[channel];
        if ('at' in when) counts.reached += 1;
        else counts.skipped.set(when.skip, (counts.skipped.get(when.skip) ?? 0) + 1);
      }
    }
  }
  return { people, reached, by_channel };
}

async function* pagesOfPeople(
  db: Queryable,
  { org_id, audience }: Whom,
  now: Date,
): AsyncGenerator<readonly Person[]> {
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof findPageOfPeople>> = await findPageOfPeople(db, {
      audience: campaignAudience(org_id, audience),
      org_id,
      devices_after: pushTokensExpireBefore(now),
      after,
      limit: PEOPLE_A_PAGE,
    });
    yield page.people;
    after = page.next;
  }
}

/** Few people, and people who are named one by one, are only counted as reached or not: see the README of delivery. */
function presentable({ people, reached, by_channel }: Tally, { audience }: Whom) {
  const isNamed = audience !== 'all' && 'user_ids' in audience;
  const tells_reasons = people >= FEW_PEOPLE && !isNamed;
  const channels = [...by_channel].map(([channel, counts]) => ({
    channel,
    reached: counts.reached,
    not_reached: people - counts.reached,
    skipped: tells_reasons ? Object.fromEntries(counts.skipped) : null,
  }));
  return { people, reached, channels };
}
