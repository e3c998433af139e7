import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { isOutage } from '../../shared/errors.ts';
import { patiently } from '../db/database.ts';
import { describeError, stackFrames } from './describe-error.ts';
import { type EndedAttempt, type JobRegistration, PermanentJobError } from './job.ts';
import type { Slot, Waker } from './wake-workers.ts';

const DEFAULT_CONCURRENCY = 2;
/** A safety net: workers are woken, and poll only this rarely. */
const FALLBACK_POLL_S = 60;

/**
 * Offers as many slots for a kind of job as may run at once. A slot gets a worker when it is first woken: few kinds are
 * ever active, and a worker queries as soon as it starts. `running` holds the current jobs.
 */
export function offerSlots(
  registration: JobRegistration,
  context: {
    boss: PgBoss;
    waker: Waker;
    running: Set<Promise<unknown>>;
    logger: Logger;
    ended: (attempt: EndedAttempt) => void;
  },
): void {
  const { boss, waker, running, logger, ended } = context;
  const { name, one_running, concurrency = DEFAULT_CONCURRENCY } = registration.job;
  const settings = {
    pollingIntervalSeconds: FALLBACK_POLL_S,
    perJobResults: true as const,
    ...(one_running === true ? { groupConcurrency: 1 } : {}),
  };

  const outsideTransactions = AsyncLocalStorage.snapshot();
  for (let i = 0; i < concurrency; i += 1) {
    let worker: 'none' | 'starting' | { readonly id: string } = 'none';
    let woken_again = false;
    const wake = (): void => {
      if (typeof worker === 'object') boss.notifyWorker(worker.id);
      else if (worker === 'starting') woken_again = true;
      else void outsideTransactions(start);
    };
    const slot: Slot = { queue: name, busy: false, wake };
    const start = async (): Promise<void> => {
      worker = 'starting';
      try {
        worker = { id: await boss.work<object, unknown, typeof settings>(name, settings, runBatch) };
        if (woken_again) wake();
      } catch (error) {
        worker = 'none';
        logger.error({ job: name, error: describeError(error) }, 'cannot start a worker; will try again');
      }
    };
    const runBatch = async (batch: Job<object>[]): Promise<JobResult<unknown>[]> => {
      slot.busy = true;
      waker.wake(name);
      slot.wake();
      const results = Promise.all(batch.map((job) => runJob(registration, job, { logger, ended })));
      running.add(results);
      try {
        return await results;
      } finally {
        running.delete(results);
        slot.busy = false;
      }
    };
    waker.add(slot);
  }
}

async function runJob(
  registration: JobRegistration,
  job: Job<object>,
  { logger: parent, ended }: { logger: Logger; ended: (attempt: EndedAttempt) => void },
): Promise<JobResult> {
  const attempt = job.retryCount + 1;
  const logger = parent.child({ job: job.name, job_id: job.id, attempt });
  const started = performance.now();
  const end = (outcome: EndedAttempt['outcome']): void =>
    ended({ job: job.name, outcome, duration_s: (performance.now() - started) / 1_000 });
  try {
    await patiently(() =>
      registration.run(job.data, { job_id: job.id, attempt, signal: job.signal, logger }),
    );
    logger.debug({ ms: Math.round(performance.now() - started) }, 'job done');
    end('completed');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const message = describeError(error);
    const permanent = error instanceof PermanentJobError;
    const final = permanent || attempt > registration.job.retry.limit;
    end(final ? 'given_up' : 'failed');
    const record = { error: message, at: stackFrames(error) };
    if (final) logger.error(record, 'job given up: see the failed jobs');
    else logger[isOutage(error) ? 'debug' : 'warn'](record, 'job failed, will be tried again');
    return { id: job.id, status: permanent ? 'deadletter' : 'failed', output: { message } };
  }
}
