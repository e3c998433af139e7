import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../../infra/jobs/index.ts';
import { type Feature, featuresOf } from '../../../shared/access.ts';
import type { Clock } from '../../../shared/time.ts';
import { type CallOffReason, callOff } from './call-off.ts';
import { type DueCampaign, findDueCampaigns, holdAuthor, holdClub, lockCampaign } from './queries.ts';
import { startCampaign } from './start-campaign.ts';

const A_PAGE = 100;

/** Runs each minute and starts the campaigns whose time has come, including those that were missed while the server stood still. */
export const startDueCampaigns = defineJob<Record<never, never>>({
  name: 'notifications.start-due-campaigns',
  sends: true,
  payload: () => ({}),
  retry: { limit: 2, delay_s: 5, backoff: true },
  expire_in_s: 300,
  schedule: '* * * * *',
  one_running: true,
});

type DueDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> };

/** Every run tries all due campaigns, each in a transaction of its own, so that those that cannot begin never hold up the others. */
export function startDueHandler(deps: DueDeps): JobHandler<Record<never, never>> {
  return async (_payload, { signal, logger }) => {
    const now = deps.clock.now();
    const failures: unknown[] = [];
    for await (const one of allDue(deps, now)) {
      signal.throwIfAborted();
      try {
        await startDue(deps, one);
      } catch (error) {
        logger.error({ err: error, campaign_id: one.id }, 'a campaign could not begin: it is tried again');
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} campaigns could not begin.`);
  };
}

async function* allDue({ db }: DueDeps, now: Date): AsyncGenerator<DueCampaign> {
  let after: string | null = null;
  do {
    const page: DueCampaign[] = await findDueCampaigns(db, { now, after, limit: A_PAGE });
    yield* page;
    after = page.length < A_PAGE ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
}

/** Does nothing when somebody else has meanwhile begun, cancelled, postponed or deleted the campaign. */
async function startDue(
  { db, clock, jobs }: DueDeps,
  { id, org_id, created_by }: DueCampaign,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const club = await holdClub(tx, org_id);
    if (club === null) return;
    const author = await holdAuthor(tx, created_by);
    const campaign = await lockCampaign(tx, { org_id, id });
    if (campaign?.state !== 'scheduled' || campaign.scheduled_at === null || campaign.scheduled_at > now)
      return;
    const actor = { type: 'system' } as const;
    const reason = reasonAgainst({ features: featuresOf(club.tier) }, author);
    if (reason === null) await startCampaign(tx, { jobs }, { campaign, actor, now });
    else await callOff(tx, campaign, { actor, reason, now });
  });
}

/** Why a campaign must not go out. An author who deleted their account is no reason: what they wrote stays the organization's. */
export function reasonAgainst(
  { features }: { features: readonly Feature[] },
  author: { is_active: boolean } | null,
): CallOffReason | null {
  if (author?.is_active === false) return 'author_not_active';
  return features.includes('member_management') ? null : 'feature_not_enabled';
}
