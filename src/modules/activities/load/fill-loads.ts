import type { Logger } from 'pino';
import { defineJob } from '../../../infra/jobs/index.ts';
import { eachPersonThatCan } from '../../../shared/each-person.ts';
import { findPeopleToFill, markFilled } from './queries.ts';
import { type ReckonDeps, reckonActivities } from './reckon-loads.ts';

/** Finds work once after an upgrade; at other hours it reads an empty table. */
export const fillLoadsJob = defineJob<object>({
  name: 'activities.fill-loads',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '20 * * * *',
  one_waiting: true,
  one_running: true,
});

type FillDeps = ReckonDeps & { readonly logger: Pick<Logger, 'error'> };

/** Computes load and VDOT of activities without, for everybody not yet processed. An interrupted run continues with the same athlete. */
export async function fillLoads(deps: FillDeps, signal: AbortSignal): Promise<void> {
  await eachPersonThatCan(
    (page) => findPeopleToFill(deps.db, page),
    async (user_id) => {
      await reckonActivities(deps, { user_id, since: null, missing: true }, signal);
      await markFilled(deps.db, user_id);
    },
    {
      signal,
      passOver: (user_id, error) =>
        deps.logger.error({ err: error, user_id }, 'the loads of an athlete cannot be filled'),
    },
  );
}
