import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../../infra/jobs/index.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import {
  deleteOldDeliveries,
  deleteOldMessages,
  findStuckBatches,
  findUnfinished,
} from './clean-up-queries.ts';
import { type EndDeps, endIfOver } from './end-outgoing.ts';
import { keyOf, sendJob, spreadJob } from './jobs.ts';
import { sendOptions } from './store-batches.ts';

/** Resumes messages that have lost their job, for instance because the database was away for longer than a job is retried. */
export const resumeDeliveryJob = defineJob<object>({
  name: 'notifications.resume-delivery',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '*/10 * * * *',
  one_running: true,
});

/** Runs daily. Who was sent what is kept for a short time only, and the counts for longer. */
export const cleanUpDeliveryJob = defineJob<object>({
  name: 'notifications.clean-up-delivery',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 3_600,
  schedule: '5 4 * * *',
  one_running: true,
});

const STUCK_AFTER_MS = 10 * MINUTE_MS;
const RESUMED_AT_ONCE = 1_000;

const DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** The counts of a campaign stay as long as the campaign does; those of a notice are of no use to anybody. */
const MESSAGES_KEPT_MS = { notice: DELIVERIES_KEPT_MS, topic: 90 * DAY_MS };
const ROWS_AT_ONCE = 5_000;

export function resumeHandler(
  deps: EndDeps & { db: Database; clock: Clock; jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> },
): JobHandler<object> {
  return async (_payload, { signal, logger }) => {
    const stuck = { since: new Date(deps.clock.now().getTime() - STUCK_AFTER_MS), limit: RESUMED_AT_ONCE };
    const batches = await findStuckBatches(deps.db, stuck);
    const messages = await findUnfinished(deps.db, stuck);
    const spreading = messages.filter(({ state }) => state === 'spreading');
    await deps.db.transaction(async (tx) => {
      const sends = batches.map((payload) => ({ payload, options: sendOptions(payload) }));
      await deps.jobs.enqueueAll(tx, sendJob, sends);
      const spreads = spreading.map(({ id }) => ({
        payload: { outgoing_id: id },
        options: { singleton_key: keyOf({ outgoing_id: id }) },
      }));
      await deps.jobs.enqueueAll(tx, spreadJob, spreads);
    });
    for (const { id, state } of messages) {
      signal.throwIfAborted();
      if (state !== 'spreading') await endIfOver(deps, id);
    }
    const found = { batches: batches.length, messages: messages.length };
    if (batches.length + messages.length > 0) logger.info(found, 'deliveries taken up again');
  };
}

export function cleanUpHandler(deps: { db: Database; clock: Clock }): JobHandler<object> {
  return async (_payload, { signal, logger }) => {
    const now = deps.clock.now().getTime();
    const all = async (remove: (limit: number) => Promise<number>): Promise<number> => {
      for (let removed = 0; ; ) {
        signal.throwIfAborted();
        const some = await remove(ROWS_AT_ONCE);
        removed += some;
        if (some < ROWS_AT_ONCE) return removed;
      }
    };
    const before = new Date(now - DELIVERIES_KEPT_MS);
    const deliveries = await all((limit) => deleteOldDeliveries(deps.db, { before, limit }));
    let messages = 0;
    for (const kind of ['notice', 'topic'] as const) {
      const ended = { kind, before: new Date(now - MESSAGES_KEPT_MS[kind]) };
      messages += await all((limit) => deleteOldMessages(deps.db, { ...ended, limit }));
    }
    logger.debug({ deliveries, messages }, 'old deliveries removed');
  };
}
