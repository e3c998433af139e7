import type { Database } from '../../../infra/db/database.ts';
import type { Sql } from '../../../infra/db/sql.ts';
import { type JobHandler, type Jobs, PermanentJobError } from '../../../infra/jobs/index.ts';
import { pushTokensExpireBefore } from '../../../shared/push-tokens.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdUsers } from '../../users/index.ts';
import { campaignAudience, topicAudience } from './audiences.ts';
import { type EndDeps, endIfOver } from './end-outgoing.ts';
import { keyOf, spreadJob } from './jobs.ts';
import { CAMPAIGN, TOPIC } from './kinds.ts';
import { findSpreading, recordSpread, type SpreadingRow } from './outgoing-queries.ts';
import { findPageOfPeople } from './people-queries.ts';
import { addSkipped, inBatches, planDeliveries } from './plan-deliveries.ts';
import { BATCH_SIZE, storeBatches } from './store-batches.ts';

const PEOPLE_A_PAGE = 500;
/** After this many pages, other messages have their turn. */
const PAGES_A_TURN = 20;

type SpreadDeps = EndDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
};

/**
 * Finds the receivers of a message page by page, and decides for each person what goes where. A page is stored together with the
 * position after it and the jobs that send it, so that everybody gets the message once, however often this starts again.
 */
export function spreadHandler(deps: SpreadDeps): JobHandler<{ outgoing_id: string }> {
  return async ({ outgoing_id }, { signal }) => {
    for (let page = 0; page < PAGES_A_TURN; page++) {
      signal.throwIfAborted();
      const outgoing = await findSpreading(deps.db, outgoing_id);
      if (outgoing === null) return await endIfOver(deps, outgoing_id);
      await spreadPage(deps, outgoing);
    }
    await deps.db.transaction(async (tx) => {
      await deps.jobs.enqueue(tx, spreadJob, { outgoing_id }, { singleton_key: keyOf({ outgoing_id }) });
    });
  };
}

async function spreadPage(deps: SpreadDeps, outgoing: SpreadingRow): Promise<void> {
  const now = deps.clock.now();
  const { people, next } = await findPageOfPeople(deps.db, {
    audience: audienceOf(outgoing),
    org_id: outgoing.org_id,
    devices_after: pushTokensExpireBefore(now),
    after: outgoing.spread_after,
    limit: PEOPLE_A_PAGE,
  });
  const kind = { ...(outgoing.kind === 'campaign' ? CAMPAIGN : TOPIC), channels: outgoing.channels };
  const { deliveries, skipped } = planDeliveries({ people, kind, now });
  const batches = inBatches(deliveries, BATCH_SIZE);
  await deps.db.transaction(async (tx) => {
    // People are locked before the message, as in the deletion of its author. When somebody on the page was deleted meanwhile, the page
    // is read again.
    const held = await holdUsers(
      tx,
      people.map(({ user_id }) => user_id),
    );
    if (held < people.length) return;
    const after = {
      spread_after: next,
      batches: outgoing.batches + batches.length,
      skipped: addSkipped(outgoing.skipped, skipped),
    };
    if (!(await recordSpread(tx, outgoing, after))) return;
    if (outgoing.kind === 'campaign') {
      const user_ids = people.flatMap(({ user_id, has_opted_out }) => (has_opted_out ? [] : [user_id]));
      await deps.campaigns.spread(tx, { id: outgoing.id, user_ids });
    }
    await storeBatches(tx, deps, { outgoing_id: outgoing.id, first: outgoing.batches, batches, now });
  });
}

function audienceOf({ kind, org_id, topic, audience }: SpreadingRow): Sql {
  if (kind === 'topic' && topic !== null) return topicAudience(topic);
  if (kind === 'campaign' && org_id !== null && audience !== null) return campaignAudience(org_id, audience);
  throw new PermanentJobError('This message says not whom it is for.');
}
