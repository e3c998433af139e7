import type { Logger } from 'pino';
import type { Transaction } from '../db/database.ts';

/** What a kind of job is, apart from what it does: importable by whoever enqueues it. */
export type JobDefinition<Payload extends object> = {
  /** `mail.send`, `activities.import`: letters, digits, `.`, `_`, `-` and `/`. Stored with each job: do not rename. */
  readonly name: string;
  /** Parses what the database gave back; throws when it is not a payload. Used when enqueuing and when running. */
  readonly payload: (value: unknown) => Payload;
  readonly retry: {
    /** How often a failed job is tried again; 0 for never. */
    readonly limit: number;
    /** Seconds until the first retry. */
    readonly delay_s: number;
    /** Doubles the delay each time, less a random part of up to half. */
    readonly backoff: boolean;
    /** Seconds the growing delay stops at. */
    readonly max_delay_s?: number;
  };
  /** Seconds after which a running attempt is aborted and counts as failed. */
  readonly expire_in_s: number;
  /** How many of them one process runs at once; 2 when not said. */
  readonly concurrency?: number;
  /** A cron expression in UTC. Runs with the payload `{}`, once across all processes, and once after missed times. */
  readonly schedule?: string;
  /** At most one job waits for each `singleton_key`: enqueuing another one changes nothing. */
  readonly one_waiting?: boolean;
  /**
   * At most one job runs for each `running_key`, or else `singleton_key`. On PostgreSQL two processes can, rarely, each
   * start one at the same moment: handlers survive that, as they survive running twice.
   */
  readonly one_running?: boolean;
};

export type JobContext = {
  job_id: string;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the attempt expires, the process shuts down, or the job was given to another process. */
  signal: AbortSignal;
  logger: Logger;
};

/** Runs a job. It may run twice for one job: after a crash, or when its end could not be recorded. */
export type JobHandler<Payload extends object> = (payload: Payload, context: JobContext) => Promise<void>;

/** A definition joined to its handler; made by `handleJob`. */
export type JobRegistration = {
  readonly job: JobDefinition<object>;
  /** @throws PermanentJobError when the value is no payload of this job; whatever the handler throws */
  readonly run: (value: unknown, context: JobContext) => Promise<void>;
};

/** How an attempt ended: `failed` is tried again, `given_up` is not. */
export type EndedAttempt = {
  readonly job: string;
  readonly outcome: 'completed' | 'failed' | 'given_up';
  readonly duration_s: number;
};

/** A job that was given up. */
export type FailedJob = {
  /** For `retry`; not the id the job had while it was tried. */
  id: string;
  job_id: string;
  name: string;
  payload: unknown;
  /** Without secrets: query strings, passwords in URLs and tokens are taken out before it is stored. */
  error: string;
  attempts: number;
  created_at: Date;
  failed_at: Date;
};

/** How full a queue was when a worker last counted it, at most half a minute ago. */
export type JobCounts = {
  name: string;
  waiting: number;
  delayed: number;
  running: number;
  /** Seconds that the job which is next has been due and not begun, now; 0 when none is, and of the queue of given-up jobs. */
  oldest_ready_s: number;
};

export type EnqueueOptions = {
  readonly start_after?: Date;
  readonly singleton_key?: string;
  readonly running_key?: string;
};

export type Jobs = {
  /**
   * Prepares the queues. To be called once, before anything else, in every process that enqueues or works.
   *
   * @param definitions all kinds of jobs this process enqueues or runs
   * @param options.worker whether this process runs jobs, starts scheduled ones and takes up those of dead workers
   * @param options.only_process whether no other process works on this database: the jobs that were running when the
   *   last one ended are then taken up at once. When not said, true on the embedded engine, which belongs to one process.
   * @throws Error for a definition that is listed twice
   */
  start(
    definitions: readonly JobDefinition<object>[],
    options: { worker: boolean; only_process?: boolean },
  ): Promise<void>;
  /**
   * Stores a job in the writer's transaction: it runs after the commit, and never after a rollback.
   *
   * @param options.start_after the earliest time it runs
   * @param options.singleton_key what `one_waiting` and `one_running` go by; all jobs of the kind when not said
   * @param options.running_key what `one_running` goes by, where that is something else
   * @returns the job's id, or null when `one_waiting` found one waiting already
   * @throws Error for a payload that the definition's own parser refuses, or of more than 256 KiB
   */
  enqueue<Payload extends object>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** The same for many of one kind, by one statement. */
  enqueueAll<Payload extends object>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    many: readonly { readonly payload: Payload; readonly options?: EnqueueOptions }[],
  ): Promise<void>;
  /** Begins to run jobs; to be called once, after `start` as a worker. */
  work(registrations: readonly JobRegistration[]): Promise<void>;
  /** The jobs that were given up in the last 90 days, the latest first. */
  listFailed(options?: { name?: string; limit?: number }): Promise<FailedJob[]>;
  /** Gives a failed job all its attempts again. False when there is none of this id. */
  retry(id: string): Promise<boolean>;
  /**
   * Of all queues, that of given-up jobs too, by one statement that reads no queue whole.
   */
  counts(): Promise<JobCounts[]>;
  /** @throws Error when the queues cannot be read, or no worker has looked after them for minutes */
  ping(): Promise<void>;
  /** Tells of each attempt that ends in this process. There is one listener: the last. */
  watchAttempts(ended: (attempt: EndedAttempt) => void): void;
  /**
   * Takes no more jobs and waits for the running ones; those that still run after the time are aborted and will be
   * tried again. `enqueue` goes on working for requests that are still being answered.
   */
  stop(options: { timeout_ms: number }): Promise<void>;
};

/** Thrown by a handler for what no further attempt can mend: the job is given up at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/** Declares a kind of job; checks what types cannot say. */
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

/** Joins a definition and its handler for `work`. */
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
