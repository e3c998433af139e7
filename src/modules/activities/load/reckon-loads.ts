import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type Jobs } from '../../../infra/jobs/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { type Clock, DAY_MS } from '../../../shared/time.ts';
import { findUser, type TrainingZonesChanged, trainingZonesChanged } from '../../users/index.ts';
import { mergeRecords } from '../records/merge.ts';
import { findKeptActivities, findRecordsOf, holdActivities } from '../records/queries.ts';
import { ownerOf } from '../records/store-reports.ts';
import { findReckonableIds, type Reckoned, updateReckoned } from './queries.ts';

export type ReckonDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

/** How far back a change of zones applies: one measure for a curve of a year, so that a step in it is training. Older activities keep their former zones. */
const RECKONED_DAYS = 365;
const BATCH = 100;

export const reckonLoadsJob = defineJob<TrainingZonesChanged>({
  name: 'activities.reckon-loads',
  payload: trainingZonesChanged.job.payload,
  retry: { limit: 12, delay_s: 5, backoff: true, max_delay_s: 3_600 },
  expire_in_s: 300,
  one_waiting: true,
  one_running: true,
});

/** Handles a change of zones. A waiting job will see the new zones. */
export async function askToReckon(
  { db, jobs }: { readonly db: Pick<Database, 'transaction'>; readonly jobs: Pick<Jobs, 'enqueue'> },
  { user_id }: TrainingZonesChanged,
): Promise<void> {
  await db.transaction((tx) => jobs.enqueue(tx, reckonLoadsJob, { user_id }, { singleton_key: user_id }));
}

/** Recomputes load and VDOT of an athlete's last year after a change of zones, a batch per transaction. It is idempotent. */
export async function reckonLoads(
  deps: ReckonDeps,
  { user_id }: TrainingZonesChanged,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - RECKONED_DAYS * DAY_MS);
  await reckonActivities(deps, { user_id, since, missing: false }, signal);
}

type Which = {
  readonly user_id: string;
  readonly since: Date | null;
  readonly missing: boolean;
};

export async function reckonActivities(deps: ReckonDeps, which: Which, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    after = await reckonBatch(deps, { ...which, after });
  } while (after !== null);
}

type Batch = Which & { readonly after: string | null };

/** @returns the id after which the next batch begins; null at the end */
async function reckonBatch(
  { db, clock, sourcePolicies: policies }: ReckonDeps,
  { user_id, ...which }: Batch,
): Promise<string | null> {
  return await db.transaction(async (tx) => {
    // A deleted athlete has nothing to compute; another change of zones enqueues another job.
    const user = (await holdActivities(tx, user_id)) ? await findUser(tx, user_id) : null;
    if (user === null) return null;
    const ids = await findReckonableIds(tx, { user_id, ...which, limit: BATCH });
    const records = await findRecordsOf(tx, { user_id, activity_ids: ids });
    const told = records.flatMap(({ told, ...record }) => (told === null ? [] : [{ ...record, told }]));
    const recordsOf = Map.groupBy(told, ({ activity_id }) => activity_id);
    const owner = ownerOf(user);
    const reckoned = (await findKeptActivities(tx, { user_id, ids })).flatMap(({ id, edits }): Reckoned[] => {
      const of = recordsOf.get(id);
      // Without a record the activity's intensity is unknown.
      if (of === undefined) return [];
      const { training_load, vdot } = mergeRecords(of, { edits, policies, owner });
      return [{ id, training_load, vdot }];
    });
    await updateReckoned(tx, { user_id, reckoned, now: clock.now() });
    return ids.length < BATCH ? null : (ids.at(-1) ?? null);
  });
}
