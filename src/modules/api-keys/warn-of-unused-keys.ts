import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { defineJob, handleJob, type JobHandler, type JobRegistration } from '../../infra/jobs/index.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { UNUSED_DAYS } from './api-key.ts';
import { apiKeyUnused } from './key-events.ts';
import { markWarned } from './queries.ts';

/** In one transaction. */
const AT_ONCE = 500;

/** Daily: notifies leaders of keys without expiry that nobody uses. */
const warnOfUnusedKeys = defineJob<Record<never, never>>({
  name: 'api-keys.warn-of-unused',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '35 6 * * *',
});

type WarnDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emitAll'>;
};

/** Once per key and period of disuse. */
export function warnOfUnusedKeysHandler({ db, clock, events }: WarnDeps): JobHandler<Record<never, never>> {
  return async (_payload, { signal }) => {
    const now = clock.now();
    const unused_since = new Date(now.getTime() - UNUSED_DAYS * DAY_MS);
    let warned = AT_ONCE;
    while (warned === AT_ONCE && !signal.aborted) {
      warned = await db.transaction(async (tx) => {
        const keys = await markWarned(tx, { unused_since, now, limit: AT_ONCE });
        const told = keys.map(({ id, org_id, name }) => ({
          occurrence_id: newId(),
          org_id,
          key_id: id,
          name,
          unused_days: UNUSED_DAYS,
        }));
        await events.emitAll(tx, apiKeyUnused, told);
        return keys.length;
      });
    }
  };
}

export function apiKeyJobs(deps: WarnDeps): readonly JobRegistration[] {
  return [handleJob(warnOfUnusedKeys, warnOfUnusedKeysHandler(deps))];
}
