import type { JobHandler, Jobs } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { TAKEN_FOR_MS } from './delivery.ts';
import { drainInbox } from './drain-job.ts';
import { type DeliveryReader, readDue } from './read-deliveries.ts';
import { type WorkOffDeps, workOff } from './work-off.ts';

export type DrainDeps = WorkOffDeps & {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly read: DeliveryReader;
};

/** How many batches a job takes before it hands over to another one, so that each job stays young enough to be shown as one that runs. */
const MOST_TURNS = 200;

/** Processes all due deliveries in batches, except those that another process has taken. */
export function drainHandler(deps: DrainDeps): JobHandler<Record<never, never>> {
  return async (_payload, { signal }) => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      signal.throwIfAborted();
      const now = deps.clock.now();
      const taking = { now, taken_until: new Date(now.getTime() + TAKEN_FOR_MS) };
      const deliveries = await readDue(deps, taking);
      if (deliveries.length === 0) return;
      await workOff(deps, deliveries, taking);
    }
    await deps.db.transaction(async (tx) => await deps.jobs.enqueue(tx, drainInbox, {}));
  };
}
