import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { type Expiry, expiries, type SourcePolicies } from '../../../privacy/index.ts';
import { eachPerson } from '../../../shared/each-person.ts';
import type { Clock } from '../../../shared/time.ts';
import { reduceUsage } from '../../quotas/index.ts';
import { holdUser } from '../../users/index.ts';
import { deleteSamples, emptyExpiring, findPeopleWithExpiring } from './expiry-queries.ts';

const expireHealthJob = defineJob<object>({
  name: 'integrations.expire-health',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '15 * * * *',
  one_running: true,
});

type ExpiryDeps = { readonly db: Database; readonly clock: Clock; readonly sourcePolicies: SourcePolicies };

/** Days that one transaction empties; a phone may have measured thousands of times on each. */
const BATCH = 50;

export function healthJobs(deps: ExpiryDeps): readonly JobRegistration[] {
  return [handleJob(expireHealthJob, (_payload, { signal }) => expireHealth(deps, signal))];
}

/**
 * Empties the days whose time by the source's policy (`keep_days`) is over since they were first reported, with all samples of these
 * days. The expiry itself stays known, so that no later report fills them again.
 */
export async function expireHealth(deps: ExpiryDeps, signal: AbortSignal): Promise<void> {
  const expiring = expiries(deps.sourcePolicies, deps.clock.now());
  if (expiring.length === 0) return;
  await eachPerson(
    (page) => findPeopleWithExpiring(deps.db, { expiring, ...page }),
    async (user_id) => {
      while ((await expireBatch(deps, user_id, expiring)) === BATCH) signal.throwIfAborted();
    },
    signal,
  );
}

/** @returns how many days were emptied */
async function expireBatch(
  { db, clock }: ExpiryDeps,
  user_id: string,
  expiring: readonly Expiry[],
): Promise<number> {
  return await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) return 0;
    const over = await emptyExpiring(tx, { user_id, expiring, limit: BATCH, now: clock.now() });
    const measured = over.filter(({ source }) => source === 'apple_health').map(({ day }) => day);
    const less = measured.length === 0 ? 0 : await deleteSamples(tx, { user_id, days: measured });
    if (less > 0) await reduceUsage(tx, { user_id, quota: 'samples', less });
    return over.length;
  });
}
