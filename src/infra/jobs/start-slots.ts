import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobRegistration } from './job.ts';
import { runJob } from './run-job.ts';
import type { Slot, Waker } from './wake-workers.ts';

const DEFAULT_CONCURRENCY = 2;
/** Workers are woken; they ask by themselves only in case that ever fails. */
const FALLBACK_POLL_S = 60;

/** Starts as many workers for one kind of job as it may run at once. `running` holds what they are at. */
export async function startSlots(
  registration: JobRegistration,
  context: { boss: PgBoss; waker: Waker; running: Set<Promise<unknown>>; logger: Logger },
): Promise<void> {
  const { boss, waker, running, logger } = context;
  const { name, one_running, concurrency = DEFAULT_CONCURRENCY } = registration.job;
  const settings = {
    pollingIntervalSeconds: FALLBACK_POLL_S,
    perJobResults: true as const,
    ...(one_running === true ? { groupConcurrency: 1 } : {}),
  };

  for (let i = 0; i < concurrency; i += 1) {
    const slot: Slot = { queue: name, busy: false, wake: () => undefined };
    const workerId = await boss.work<object, unknown, typeof settings>(name, settings, async (batch) => {
      slot.busy = true;
      // There may be more where this one came from: for an idle slot now, and for this one afterwards.
      waker.wake(name);
      slot.wake();
      const results = Promise.all(batch.map((job) => runJob(registration, job, logger)));
      running.add(results);
      try {
        return await results;
      } finally {
        running.delete(results);
        slot.busy = false;
      }
    });
    slot.wake = () => boss.notifyWorker(workerId);
    waker.add(slot);
  }
}
