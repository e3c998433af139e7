import type { Logger } from 'pino';
import type { Transaction } from '../db/database.ts';

/** A kind of job without its handler, importable by whoever enqueues it. */
export type JobDefinition<Payload extends object> = {
  /** `mail.send`, `activities.import`: letters, digits, `.`, `_`, `-` and `/`. Stored with each job: do not rename. */
  readonly name: string;
  /** Parses a payload when enqueuing and when running; throws when it is invalid. */
  readonly payload: (value: unknown) => Payload;
  readonly retry: {
    /** How often a failed job is retried; 0 for never. */
    readonly limit: number;
    /** Seconds until the first retry. */
    readonly delay_s: number;
    /** Doubles the delay each time, minus a random part of up to half. */
    readonly backoff: boolean;
    /** The maximum of the growing delay in seconds. */
    readonly max_delay_s?: number;
  };
  readonly expire_in_s: number;
  /** How many run at once in one process; 2 by default. */
  readonly concurrency?: number;
  /** A cron expression in UTC. Runs with the payload `{}`, once across all processes, and once after missed times. */
  readonly schedule?: string;
  /** At most one job waits for each `singleton_key`: enqueuing another one has no effect. */
  readonly one_waiting?: boolean;
  /**
   * At most one job runs for each `running_key`, else `singleton_key`. On PostgreSQL two processes can rarely start one
   * each at the same moment, so handlers must tolerate it.
   */
  readonly one_running?: boolean;
  readonly sends?: boolean;
};

export type JobContext = {
  job_id: string;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the attempt expires, the process shuts down, or another process took the job. */
  signal: AbortSignal;
  logger: Logger;
};

export type JobHandler<Payload extends object> = (payload: Payload, context: JobContext) => Promise<void>;

export type JobRegistration = {
  readonly job: JobDefinition<object>;
  /** @throws PermanentJobError for an invalid payload; any error of the handler */
  readonly run: (value: unknown, context: JobContext) => Promise<void>;
};

export type EndedAttempt = {
  readonly job: string;
  readonly outcome: 'completed' | 'failed' | 'given_up';
  readonly duration_s: number;
};

export type FailedJob = {
  /** The id for `retry`; it differs from the id while the job ran. */
  id: string;
  job_id: string;
  name: string;
  payload: unknown;
  /** Query strings, passwords in URLs and tokens are removed. */
  error: string;
  attempts: number;
  created_at: Date;
  failed_at: Date;
};

/** The size of a queue at the last count of a worker, at most half a minute ago. */
export type JobCounts = {
  name: string;
  waiting: number;
  delayed: number;
  running: number;
  /** For how many seconds the next job has been due; 0 when none is, and for given-up jobs. */
  oldest_ready_s: number;
};

export type EnqueueOptions = {
  readonly start_after?: Date;
  readonly singleton_key?: string;
  readonly running_key?: string;
};

export type Jobs = {
  /**
   * Prepares the queues. Call it first and once in every process that enqueues or works.
   * @param definitions all kinds of jobs this process enqueues or runs
   * @param options.worker whether this process runs jobs, starts scheduled ones and takes up those of dead workers
   * @param options.only_process whether no other process uses this database: jobs left running are then taken up at once;
   * true by default on the embedded engine
   * @throws Error for a definition that is listed twice
   */
  start(
    definitions: readonly JobDefinition<object>[],
    options: { worker: boolean; only_process?: boolean },
  ): Promise<void>;
  /**
   * Stores a job in the writer's transaction: it runs only after the commit.
   * @param options.start_after the earliest time it runs
   * @param options.singleton_key the key of `one_waiting` and `one_running`; one for the whole kind by default
   * @param options.running_key the key of `one_running` where it differs
   * @returns the job's id, or null when `one_waiting` found one waiting
   * @throws Error for an invalid payload or one of more than 256 KiB
   */
  enqueue<Payload extends object>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  enqueueAll<Payload extends object>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    many: readonly { readonly payload: Payload; readonly options?: EnqueueOptions }[],
  ): Promise<void>;
  /** Begins to run jobs; call it once, after `start` as a worker. */
  work(registrations: readonly JobRegistration[]): Promise<void>;
  /** The jobs that were given up in the last 90 days, the latest first. */
  listFailed(options?: { name?: string; limit?: number }): Promise<FailedJob[]>;
  /** Gives a failed job all its attempts again; false when there is none of this id. */
  retry(id: string): Promise<boolean>;
  counts(): Promise<JobCounts[]>;
  /** @throws Error when the queues cannot be read, or no worker has looked after them for minutes */
  ping(): Promise<void>;
  /** Reports each attempt that ends in this process. There is one listener, the last. */
  watchAttempts(ended: (attempt: EndedAttempt) => void): void;
  /**
   * Takes no more jobs and waits for the running ones; those still running after the time are aborted and retried later.
   * `enqueue` still works for requests in flight.
   */
  stop(options: { timeout_ms: number }): Promise<void>;
};

/** Thrown by a handler when no retry can succeed: the job is given up at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  const { name, retry, expire_in_s, concurrency = 1 } = definition;
  const problem =
    (!/^[a-z][\w.\-/]{0,99}$/i.test(name) && 'its name must be 1 to 100 of A-Z a-z 0-9 . _ - /') ||
    (!isCount(retry.limit, 0) && 'retry.limit must be a whole number') ||
    (!isCount(retry.delay_s, 0) && 'retry.delay_s must be whole seconds') ||
    (retry.max_delay_s !== undefined && !retry.backoff && 'retry.max_delay_s needs retry.backoff') ||
    (!(isCount(expire_in_s, 1) && expire_in_s <= 86_400) && 'expire_in_s must be 1 to 86400') ||
    (!isCount(concurrency, 1) && 'concurrency must be a whole number from 1');
  if (problem) throw new Error(`The job ${name} cannot be: ${problem}.`);
  return definition;
}

export function handleJob<Payload extends object>(
  job: JobDefinition<Payload>,
  handler: JobHandler<Payload>,
): JobRegistration {
  return { job, run: async (value, context) => await handler(readPayload(job, value), context) };
}

function readPayload<Payload extends object>(job: JobDefinition<Payload>, value: unknown): Payload {
  try {
    return job.payload(value);
  } catch (error) {
    throw new PermanentJobError(
      `The payload cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function isCount(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}
