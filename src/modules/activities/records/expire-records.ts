import { defineJob } from '../../../infra/jobs/index.ts';
import { type Expiry, expiries } from '../../../privacy/index.ts';
import { eachPersonThatCan } from '../../../shared/each-person.ts';
import { findUser } from '../../users/index.ts';
import { emitExpired } from '../activities-gone.ts';
import { forgetUnusedFiles, type ImportDeps, removeObject } from '../import-recording.ts';
import { findShownWith } from './contributions.ts';
import { findExpiringIds, findPeopleWithExpiring, saveExpired } from './expiry-queries.ts';
import { findFullRecords, holdActivities } from './queries.ts';
import { rearrange } from './rearrange.ts';
import { bindWithout } from './rulings.ts';
import { ownerOf } from './store-reports.ts';

/** Runs hourly, so data with a retention period is kept at most an hour longer. */
export const expireRecordsJob = defineJob<object>({
  name: 'activities.expire-records',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '10 * * * *',
  one_running: true,
});

type ExpiryDeps = Pick<ImportDeps, 'db' | 'store' | 'logger' | 'clock' | 'events' | 'sourcePolicies'>;

const BATCH = 200;

/**
 * Removes what sources reported longer ago than their policies allow (`keep_days`): reports, samples and file. The
 * activity is remade from other sources or deleted. A platform record's name stays, so that later reports do not restore
 * it; a file may be uploaded again.
 */
export async function expireRecords(deps: ExpiryDeps, signal: AbortSignal): Promise<void> {
  const expiring = expiries(deps.sourcePolicies, deps.clock.now());
  if (expiring.length === 0) return;
  await eachPersonThatCan(
    (page) => findPeopleWithExpiring(deps.db, { expiring, ...page }),
    async (user_id) => {
      while ((await expireBatch(deps, user_id, expiring)) === BATCH) signal.throwIfAborted();
    },
    {
      signal,
      passOver: (user_id, error) =>
        deps.logger.error({ err: error, user_id }, 'what a source let be kept for a time cannot be removed'),
    },
  );
}

/** @returns how many records went */
async function expireBatch(deps: ExpiryDeps, user_id: string, expiring: readonly Expiry[]): Promise<number> {
  const { sourcePolicies: policies, clock, events } = deps;
  const now = clock.now();
  const { count, unused } = await deps.db.transaction(async (tx) => {
    const user = (await holdActivities(tx, user_id)) ? await findUser(tx, user_id) : null;
    const ids = await findExpiringIds(tx, { user_id, expiring, limit: BATCH });
    if (user === null || ids.length === 0) return { count: 0, unused: [] };
    const removed = await findFullRecords(tx, { user_id, ids });
    const starts = await findShownWith(tx, policies, { user_id, record_ids: ids });
    await bindWithout(tx, { user_id, record_ids: ids, now });
    const keeping = { tx, events, owner: ownerOf(user), policies, now };
    await rearrange(keeping, { drafts: [], removed, for_good: true });
    const spokenOf = removed.filter(({ external_id }) => external_id !== null);
    await saveExpired(tx, { user_id, records: spokenOf, now });
    await emitExpired(tx, events, { user_id, timezone: user.preferences.timezone, starts });
    const file_ids = removed.flatMap(({ file_id }) => file_id ?? []);
    return { count: ids.length, unused: await forgetUnusedFiles(tx, { user_id, file_ids }) };
  });
  for (const key of unused) await removeObject(deps, key);
  return count;
}
