import type { Transaction } from '../../../infra/db/database.ts';
import { defineJob, type JobDefinition, type Jobs } from '../../../infra/jobs/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { CONNECTED_PLATFORMS } from '../provider.ts';

/** How long, in milliseconds, a job goes on for one athlete before others have their turn. A server that stops waits as long for it. */
export const TURN_MS = 10_000;

/** A platform's failures are counted with what failed; these attempts are for a process that ends or a database that is away. */
const JOB = {
  payload: parseKey,
  retry: { limit: 20, delay_s: 5, backoff: true, max_delay_s: 900 },
  expire_in_s: 900,
  one_waiting: true,
  one_running: true,
} as const satisfies Partial<JobDefinition<ConnectionKey>>;

export const platformFetchesJob = defineJob<ConnectionKey>({
  ...JOB,
  name: 'integrations.fetches',
  concurrency: 4,
});

/** Fetches an athlete's past, step by step: of all their platforms one at a time. */
export const backfillJob = defineJob<ConnectionKey>({ ...JOB, name: 'integrations.backfill' });

type HiddenWorkout = ConnectionKey & {
  readonly external_id: string;
  /** Until when it is hidden, ISO 8601. */
  readonly until: string;
};

/** Shows a workout again that an unverified notice has hidden, once its time is over. */
export const showAgainJob = defineJob<HiddenWorkout>({
  name: 'integrations.show-again',
  payload: (value) => {
    const { external_id, until } = value as Partial<HiddenWorkout>;
    if (typeof external_id !== 'string' || typeof until !== 'string')
      throw new TypeError('external_id and until are needed');
    return { ...parseKey(value), external_id, until };
  },
  retry: { limit: 20, delay_s: 1, backoff: true, max_delay_s: 900 },
  expire_in_s: 60,
});

export const resumeSyncJob = defineJob<object>({
  name: 'integrations.resume',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '*/10 * * * *',
  one_running: true,
});

/** @param at not before this time; now when left out. Each time has a waiting job of its own, so that a later one never delays news */
export async function enqueueFor(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  job: JobDefinition<ConnectionKey>,
  { user_id, provider }: ConnectionKey,
  at?: Date,
): Promise<void> {
  const connection = `${provider} ${user_id}`;
  const running_key = runningKey(job, { user_id, provider });
  await jobs.enqueue(
    tx,
    job,
    { user_id, provider },
    {
      running_key,
      singleton_key: at === undefined ? connection : `${connection} ${at.toISOString()}`,
      ...(at === undefined ? {} : { start_after: at }),
    },
  );
}

export async function enqueueForAll(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'>,
  job: JobDefinition<ConnectionKey>,
  keys: readonly ConnectionKey[],
): Promise<void> {
  const many = keys.map(({ user_id, provider }) => {
    const connection = `${provider} ${user_id}`;
    const options = { running_key: runningKey(job, { user_id, provider }), singleton_key: connection };
    return { payload: { user_id, provider }, options };
  });
  await jobs.enqueueAll(tx, job, many);
}

function runningKey(job: JobDefinition<ConnectionKey>, { user_id, provider }: ConnectionKey): string {
  return job === backfillJob ? user_id : `${provider} ${user_id}`;
}

function parseKey(value: unknown): ConnectionKey {
  const { user_id, provider } = value as Partial<ConnectionKey>;
  const known = CONNECTED_PLATFORMS.find((platform) => platform === provider);
  if (typeof user_id !== 'string' || known === undefined)
    throw new TypeError('user_id and provider are needed');
  return { user_id, provider: known };
}
