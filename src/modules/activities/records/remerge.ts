import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type Jobs } from '../../../infra/jobs/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { eachPerson } from '../../../shared/each-person.ts';
import type { Clock } from '../../../shared/time.ts';
import { findUser } from '../../users/index.ts';
import { makeActivity } from './make-activity.ts';
import { mixingRules, partedSources } from './mixing-rules.ts';
import { findKeptActivities, findRecordsOf, holdActivities, saveActivities } from './queries.ts';
import { findOlderRules, findPeopleWithStale, findStaleIds, type Stale } from './remerge-queries.ts';
import { ownerOf } from './store-reports.ts';

/** Runs at a start with other policies, and hourly, since a process with the older ones may have merged meanwhile. */
export const remergeJob = defineJob<object>({
  name: 'activities.remerge',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '40 * * * *',
  one_waiting: true,
  one_running: true,
});

type RemergeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sourcePolicies: SourcePolicies;
};

const BATCH = 200;

/**
 * Separates what was mixed from sources that the policies now keep apart, before anything is served: otherwise other
 * sources' figures would be shown. It continues at the next start when interrupted.
 */
export async function partSources(deps: RemergeDeps): Promise<void> {
  const rules = mixingRules(deps.sourcePolicies);
  const older = await findOlderRules(deps.db, rules);
  const parted = older.flatMap((one) => partedSources(one, rules));
  if (parted.length === 0) return;
  deps.logger.info(
    'SOURCE_POLICY keeps apart what was mixed: activities are merged anew before the server answers',
  );
  const activities = await remergeAll(deps, { rules, parted });
  deps.logger.info({ activities }, 'merged anew what SOURCE_POLICY keeps apart');
}

/** Enqueues merging the other activities again while the server answers. */
export async function enqueueRemerge({
  db,
  jobs,
  sourcePolicies,
}: Pick<RemergeDeps, 'db' | 'sourcePolicies'> & { readonly jobs: Pick<Jobs, 'enqueue'> }): Promise<void> {
  const older = await findOlderRules(db, mixingRules(sourcePolicies));
  if (older.length > 0) await db.transaction((tx) => jobs.enqueue(tx, remergeJob, {}));
}

/** Merges anew what was merged under other policies. Again it finds nothing to do. */
export async function remerge(deps: RemergeDeps, signal: AbortSignal): Promise<void> {
  const stale = { rules: mixingRules(deps.sourcePolicies), parted: null };
  const activities = await remergeAll(deps, stale, signal);
  if (activities > 0) deps.logger.info({ activities }, 'merged anew since SOURCE_POLICY has changed');
}

async function remergeAll(deps: RemergeDeps, stale: Stale, signal?: AbortSignal): Promise<number> {
  let activities = 0;
  await eachPerson(
    (page) => findPeopleWithStale(deps.db, { stale, ...page }),
    async (user_id) => {
      for (let merged = BATCH; merged === BATCH; activities += merged) {
        signal?.throwIfAborted();
        merged = await remergeBatch(deps, user_id, stale);
      }
    },
    signal,
  );
  return activities;
}

/**
 * Grouping does not depend on policies, so activities keep their records.
 * @returns how many were merged
 */
async function remergeBatch(
  { db, clock, sourcePolicies: policies }: RemergeDeps,
  user_id: string,
  stale: Stale,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const user = (await holdActivities(tx, user_id)) ? await findUser(tx, user_id) : null;
    if (user === null) return 0;
    const ids = await findStaleIds(tx, { user_id, stale, limit: BATCH });
    const records = await findRecordsOf(tx, { user_id, activity_ids: ids });
    const told = records.flatMap(({ told, ...record }) => (told === null ? [] : [{ ...record, told }]));
    const recordsOf = Map.groupBy(told, ({ activity_id }) => activity_id);
    const kept = await findKeptActivities(tx, { user_id, ids });
    const context = { owner: ownerOf(user), policies, now: clock.now() };
    const made = kept.map((own) => {
      const inheritance = { own, edits: own.edits };
      return makeActivity(context, inheritance, recordsOf.get(own.id) ?? []).activity;
    });
    await saveActivities(tx, made);
    return ids.length;
  });
}
