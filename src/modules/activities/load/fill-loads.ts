import type { Logger } from 'pino';
import { defineJob } from '../../../infra/jobs/index.ts';
import { eachPersonThatCan } from '../../../shared/each-person.ts';
import { findPeopleToFill, markFilled } from './queries.ts';
import { type ReckonDeps, reckonActivities } from './reckon-loads.ts';

/** After an upgrade there is something to do once; at all other hours it is a look at an empty table. */
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

/**
 * Reckons load and VDOT of the activities that have no load, of everybody whose have not been gone through since there are loads.
 * Cut off, the next one begins with the athlete it was at; again it finds nobody but those whose cannot be reckoned.
 */
export async function fillLoads(deps: FillDeps, signal: AbortSignal): Promise<void> {
  await eachPersonThatCan(
    (page) => findPeopleToFill(deps.db, page),
    async (user_id) => {
      await reckonActivities(deps, { user_id, since: null, missing: true }, signal);
      await markFilled(deps.db, user_id);
    },
    {
      signal,
      // They stay noted, and have another turn in an hour.
      passOver: (user_id, error) =>
        deps.logger.error({ err: error, user_id }, 'the loads of an athlete cannot be filled'),
    },
  );
}
